"""A whole house to break: servers, gateway, workers, bots, a tournament.

Postgres, Valkey, the gateway, workers and bots are each a process of its own.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import redis

from arena.local.supervisor import die_with_parent_command
from arena.local.up import Arena
from arena.rules import configure, find, new_game, sides_of, unpack
from arena.store import Store
from arena.store.play.rows import StoredGame
from arena.tokens import digest
from arena.wire.actions import action_from_pb
from arena.wire.gen import cards_pb2, seat_pb2
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest
from arena.wire.legal import legal_to_pb
from tests import ask
from tests.gateway.bad_line import Line, Weather, bad_lines
from tests.watched import WatchedArena
from tests.workers.both_ways import Player, lowest
from tests.workers.raw_bot import choose

BOTS = ("ash", "birch", "cedar", "dogwood")
OWNERS = {"olga": BOTS}
VARIANTS = ("spades-4", "pinochle-cutthroat")
ENV = {"ARENA_LEASE": "3"}
TIMES = ("created", "started", "ended", "played")  # of a tournament; two runs of one differ in them


@dataclass
class House(WatchedArena):
    """An arena with *owners*' bots that know all its gateways.

    They are raw ones, or with *kit* the house's own of that name. *commands*: bots that are
    programs of their own, told where the arena is by ARENA_SERVER and ARENA_TOKEN.
    """

    folder: Path
    think: float
    kit: str
    commands: Mapping[str, Sequence[str]]
    owners: Mapping[str, Sequence[str]]
    workers: int = 2
    lines: list[Line] = field(default_factory=list)
    bots: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.names = [bot for bots in self.owners.values() for bot in bots]
        # What every bot answers to a decision, where that is known.
        self.choose = None if self.kit or self.commands else choose

    def register(self) -> None:
        async def register(store: Store) -> None:
            for owner, bots in self.owners.items():
                await store.accounts.create_owner(owner, digest(owner))
                for bot in bots:
                    await store.accounts.register_bot(bot, "1", owner, digest(bot))

        self.store(register)

    def start_bot(self, bot: str) -> None:
        words = ["tests.workers.raw_bot", self.dialled, bot, self.log(bot), 64, self.think]
        if self.kit:
            words = [f"bots.house.{self.kit}", "--arena", self.dialled, "--token", bot, "--max-seats", 64]
        with (self.folder / f"{bot}.err").open("ab") as errors:
            command = self.commands.get(bot, [sys.executable, "-m", *map(str, words)])
            command = [*die_with_parent_command(signal.SIGKILL), shutil.which(command[0]) or command[0], *command[1:]]
            settings = {"ARENA_SERVER": self.dialled, "ARENA_TOKEN": bot}
            if self.arena.tls_gateways:
                settings["ARENA_TLS_CA"] = str(self.arena.ca)
            self.bots[bot] = subprocess.Popen(command, env=os.environ | settings, stderr=errors)

    @property
    def dialled(self) -> str:
        """What the bots dial: the gateways, or lines to them."""
        return ",".join([line.address for line in self.lines] or self.arena.tls_gateways or self.arena.gateways)

    def log(self, bot: str) -> Path:
        return self.folder / f"{bot}.log"

    def start_tournament(
        self, boards: int, hands: int, variants: tuple[str, ...] = VARIANTS, bots: Sequence[str] = BOTS
    ) -> None:
        options = {"format": {"kind": "hands", "count": hands}}
        chosen = [ask.variant(variant, options=options) for variant in variants]
        self.start(ask.tournament("cup", chosen, bots, boards, allow_same_owner=True, test_seed="a seed"))

    def start(self, new: CreateTournamentRequest) -> None:
        """Create and start a tournament, which is called "cup"."""

        async def start(store: Store) -> None:
            await store.tournaments.create_tournament(new)
            await store.tournaments.start_tournament("cup")

        self.store(start)

    def wait_until_asked(self, asked: int) -> None:
        """Until the bots were asked so many questions in all."""
        self.wait_until(lambda: sum(self.asked().values()) >= asked)

    def is_finished(self, tournament: str = "cup") -> bool:
        """Return whether the tournament is finished.

        Until then it asserts that no block is failed, and that no bot has died by itself.
        """
        progress = self.progress(tournament)
        if progress.state != "finished":
            assert not progress.failed, self.logs()
            assert all(bot.poll() is None for bot in self.bots.values()), "a bot died"
        return progress.state == "finished"

    def wait_until_finished(self) -> None:
        self.wait_until(self.is_finished)

    def finish(self) -> None:
        """Play to the end, and check that nothing went wrong.

        All is complete, with no board void and nothing held against anybody.
        """
        self.wait_until_finished()
        self.check()
        assert self.voided() == 0
        assert not any(game.infractions for game in self.games())

    def kill(self, child: str) -> None:
        os.kill(self.arena.pid_of(child), signal.SIGKILL)

    def kill_bot(self, bot: str) -> None:
        self.bots[bot].kill()
        self.bots[bot].wait()

    def flush_redis(self) -> None:
        with redis.Redis.from_url(self.arena.redis_url) as client:
            client.flushall()

    def asked(self, word: str = "asked") -> Counter[tuple[int, int]]:
        """How often each (seat_id, number) was asked."""
        logs = [self.log(bot) for bot in self.names if self.log(bot).exists()]
        lines = [line.split() for log in logs for line in log.read_text().splitlines()]
        return Counter((int(words[1]), int(words[2])) for words in lines if len(words) == 3 and words[0] == word)

    def logs(self) -> str:
        """The last lines of everybody's log, for a failure's message."""
        paths = [*sorted((self.arena.state.folder / "logs").iterdir()), *sorted(self.folder.glob("*.err"))]
        return "\n".join(f"--- {path.name}\n{path.read_text(errors='replace')[-4000:]}" for path in paths)

    def check(self) -> None:
        """Check that standings are complete and games are right.

        Each game is there once, and each action is the raw bots' own.
        """
        progress, games = self.progress(), self.games()
        assert (progress.state, progress.closed) == ("finished", progress.boards)
        assert len({game.id for game in games}) == len(games)
        rotations = Counter(game.seed for game in games)
        assert len(rotations) == progress.boards
        assert all(rotations[game.seed] == sides_of(find(game.variant)) for game in games)
        assert all({*game.seats} <= {f"{bot}@1" for bot in self.names} for game in games)
        for game in games:
            check_actions(game, self.choose)


def check_actions(game: StoredGame, choose: Callable[[seat_pb2.Decision], cards_pb2.Action] | None) -> None:
    """Check that a game is whole and its answers are *choose*'s.

    Every decision that was asked has its answer, but where the fallback answered.
    """
    playing = new_game(configure(game.variant, options=game.options), game.seed)
    numbers = Counter[int]()
    excused = {entry["seat"] for entry in game.infractions}
    for action in unpack(game.actions):
        legal, seat = playing.legal(), playing.to_act
        if choose and legal.single < 0 and seat not in excused:
            numbers[seat] += 1
            decision = seat_pb2.Decision(number=numbers[seat], kind=legal.kind, legal=legal_to_pb(legal))  # type: ignore[arg-type]
            assert action == action_from_pb(legal.kind, choose(decision))
        playing.apply(action)
    assert playing.is_over


def lowest_of(decision: seat_pb2.Decision) -> cards_pb2.Action:
    return Player("spades-4", lowest, columnar=False).answer(0, decision, 0).action


@contextmanager
def _folder(fill: Callable[[Path], object] | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="arena-house-") as folder:
        if fill:
            fill(Path(folder))
        yield Path(folder)


@contextmanager
def open_house(
    workers: int = 2,
    think: float = 0.0,
    kit: str = "",
    gateways: int = 1,
    weather: Weather | None = None,
    commands: Mapping[str, Sequence[str]] | None = None,
    tls: str = "",
    columnar: bool = False,
    grace: float = 10.0,
    owners: Mapping[str, Sequence[str]] = OWNERS,
    with_page: bool = False,
    with_metrics: bool = False,
    fill: Callable[[Path], object] | None = None,
) -> Iterator[House]:
    """A running house; everything in it ends with the block. With *weather* bots reach it over bad lines.

    *with_metrics*: the arena's parts serve figures, listed in `metrics.json` of its folder. *fill* brings into that
    folder what an arena had before, the bots among it.
    *columnar*: they are asked in columns. *tls* as in `Arena`: bots, but for raw ones, reach it so then.
    """
    with (
        _folder(fill) as folder,
        Arena(
            *(folder, workers, gateways, ENV | {"ARENA_GRACE": str(grace)}, tls, with_page),
            metrics=folder / "metrics.json" if with_metrics else None,
        ) as arena,
        bad_lines(arena.gateways if weather else [], weather or Weather()) as lines,
    ):
        house = House(arena, folder, think, kit, commands or {}, owners, workers)
        house.lines = lines
        if columnar:
            words = [sys.executable, "-m", "tests.workers.columnar_bot"]
            house.commands = {bot: [*words, str(house.log(bot)), str(think)] for bot in house.names}
            house.choose = lowest_of
        if fill is None:
            house.register()
        try:
            for bot in house.names:
                house.start_bot(bot)
            yield house
        except BaseException:
            print(house.logs(), file=sys.stderr)
            raise
        finally:
            for process in house.bots.values():
                process.kill()
                process.wait()
