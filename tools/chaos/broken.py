"""A house to break: all its connections, two tournaments, and the kinds of faults that it can have."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from arena.store import Store
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest
from tests import ask
from tests.gateway.bad_line import Line, Weather, bad_lines
from tests.house import BOTS, OWNERS, VARIANTS, House
from tests.runner.closed import submit_bot
from tools.chaos.apart import SupervisedArena
from tools.chaos.pair import Pair
from tools.chaos.schedule import LINES, PARTS

SUBMITTED: Final = ("maple", "oak", "pine", "rowan")
ANSWERS_AS_THE_FALLBACK: Final = """
import time
from bots.sdk import Bot

class Mine(Bot):
    def play(self, view):
        time.sleep(0.05)
        return view.fallback
"""
OPEN_CUP, CLOSED_CUP = "cup", "closed"
ONE_HAND: Final = {"format": {"kind": "hands", "count": 1}}
BANK: Final = 600_000_000  # microseconds: a game may meet many faults
CALM: Final = Weather()
BEGUN: Final = "begun"  # a file that exists if the tournaments were created
STATE: Final = "state"  # the service's folder, next to the bots and the account of the run
LEASE, GRACE, PATIENCE = "3", "60", "60"  # seconds
THINK: Final = 0.02  # seconds


@dataclass
class Broken(House):
    """A house with *cups*; *roads* are its lines by target, *missing* lists parts that it cannot have."""

    arena: SupervisedArena
    roads: dict[str, list[Line]] = field(default_factory=dict)
    pair: Pair | None = None
    missing: dict[str, str] = field(default_factory=dict)
    cups: tuple[str, ...] = (OPEN_CUP,)

    def wait_until_over(self) -> None:
        """Wait until all tournaments are finished."""
        while not all(map(self.is_finished, self.cups)):
            time.sleep(0.2)

    def keep_going(self, cup: str) -> None:
        """Add boards to a finished tournament."""
        if self.progress(cup).state == "finished":
            self.store(lambda store: store.tournaments.extend_tournament(cup, 1))

    def begin(self, boards: int) -> None:
        """Register bots and start the tournaments, the open one with so many boards per line-up."""
        self.register()
        for cup in self.cups:
            for bot in SUBMITTED if cup == CLOSED_CUP else ():
                code = ANSWERS_AS_THE_FALLBACK
                self.store(partial(submit_bot, owner=f"of-{bot}", bot=bot, code=code, is_admitted=True))
            bots, variants = (SUBMITTED, VARIANTS[:1]) if cup == CLOSED_CUP else (BOTS, VARIANTS)
            chosen = [ask.variant(variant, options=ONE_HAND) for variant in variants]
            new = ask.tournament(
                cup,
                chosen,
                bots,
                1 if cup == CLOSED_CUP else boards,
                pool="closed" if cup == CLOSED_CUP else "trust",
                bank_us=BANK,
                allow_same_owner=True,
                test_seed=cup,
            )
            self.store(partial(_start, new=new))


async def _start(store: Store, new: CreateTournamentRequest) -> None:
    await store.tournaments.create_tournament(new)
    await store.tournaments.start_tournament(new.name)


@contextmanager
def broken_house(
    folder: Path, workers: int = 2, gateways: int = 1, has_pair: bool = False, no_disk: str = "", boards: int = 4
) -> Iterator[Broken]:
    """Yield a house in *folder* with its tournaments, new or continued; *no_disk*: why it has no small disk."""
    os.environ.update(ARENA_LEASE=LEASE, ARENA_GRACE=GRACE, ARENA_PATIENCE=PATIENCE)
    with ExitStack() as stack:
        state = folder / STATE
        pair = stack.enter_context(Pair(state)) if has_pair else None
        arena = SupervisedArena(state, workers, gateways, pair.addresses if pair else "")
        ends = (arena.gateways, arena.links, arena.store_address.split(","), [arena.redis_address])
        roads = {
            line: stack.enter_context(bad_lines(addresses, CALM)) for line, addresses in zip(LINES, ends, strict=True)
        }
        _, links, stores, redis = ([line.address for line in road] for road in roads.values())
        arena.follow(arena.dsn_over(stores), arena.redis_url_over(redis[0]), links)
        begun = folder / BEGUN
        stack.enter_context(arena)
        house = Broken(arena, folder, THINK, "", {}, OWNERS, workers, roads["bot line"], roads=roads, pair=pair)
        house.missing = _missing(arena, no_disk)
        house.cups = (OPEN_CUP,) if arena.no_runner else (OPEN_CUP, CLOSED_CUP)
        stack.push(partial(_tell_logs, house))
        stack.callback(_end_bots, house)
        if not begun.exists():
            house.begin(boards)
            begun.touch()
        for bot in house.names:
            house.start_bot(bot)
        yield house


def _missing(arena: SupervisedArena, no_disk: str) -> dict[str, str]:
    """Return why some kinds of faults are impossible here, by the part that they hit."""
    pair = "Postgres is a pair, which nobody starts again but with a new primary"
    missing = dict.fromkeys(("disk", "inodes"), no_disk)
    missing |= dict.fromkeys(("runner", "zygote", "seat"), arena.no_runner)
    missing |= {"pair": "Postgres has no standby: --pair"} if arena.plan.has_postgres else {"postgres": pair}
    return {part: why for part, why in missing.items() if why}


def parts_of(house: Broken) -> list[str]:
    """Return the parts that faults may hit."""
    return [part for part in PARTS if part not in house.missing]


def _tell_logs(house: Broken, kind: type[BaseException] | None, *_: object) -> None:
    if kind is not None and kind is not KeyboardInterrupt:
        print(house.logs(), file=sys.stderr)


def _end_bots(house: Broken) -> None:
    for process in house.bots.values():
        process.kill()
        process.wait()


@contextmanager
def folder_of(kept: Path | None) -> Iterator[Path]:
    """Yield *kept*, created if it is missing, or a temporary folder."""
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept.absolute()
        return
    with tempfile.TemporaryDirectory(prefix="arena-chaos-") as folder:
        Path(folder).chmod(0o755)  # servers that root starts run as nobody
        yield Path(folder)
