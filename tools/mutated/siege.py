"""Send mutated messages to every interface of a house in which honest bots play."""

import asyncio
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import psycopg

from arena.rules import unpack
from arena.rules.records.thinking import charges_of
from arena.store import Store
from arena.store.play.rows import StoredGame
from arena.tokens import digest
from tests import ask
from tests.house import House
from tools.mutated.link import MadWorker
from tools.mutated.page import Browser
from tools.mutated.people import Stranger
from tools.mutated.seats import MadBot
from tools.mutated.tally import Tally
from tools.mutated.watch import Resources, find_complaints, has_grown, read_resources

LOG_BYTES: Final = 16_384  # of an honest bot's log, at most
ROUND: Final = 10_000  # messages between two checks of the processes' resources
ROWS, COLUMNS, WORKERS, BROWSERS, OWNERS = 12, 4, 4, 4, 24  # numbers of mad clients, and of owners that call
NO_SECRETS: Final = 2  # workers that do not know the secret
# Shares of a round's messages.
SHARES: Final = {"seats": 0.4, "batches": 0.2, "workers": 0.2, "no secret": 0.05, "people": 0.12, "page": 0.03}
WATCHED: Final = ("gateway", "web", "worker-1", "worker-2")
ATTACKED: Final = ("gateway", "web")


@dataclass
class Siege:
    """A siege of *house*, the same for the same *seed*.

    Attributes:
        is_over: set to end it after the current round.
        tally: messages sent, and the answers.
        held: resources of each process after each round.
    """

    house: House
    seed: int
    tally: Tally = field(default_factory=Tally)
    is_over: bool = False
    held: dict[str, list[Resources]] = field(default_factory=lambda: {name: [] for name in WATCHED})

    def begin(self, boards: int) -> None:
        """Let the calm and the mad bots begin a tournament each, the calm ones with *boards* per line-up."""
        self.rows = [f"mad-{number}" for number in range(ROWS)]
        self.columns = [f"columnar-{number}" for number in range(COLUMNS)]
        self.house.start_tournament(boards=boards, hands=1)
        self.house.wait_until(lambda: all(self.house.log(bot).exists() for bot in self.house.names))
        self._versions = self.house.store(self._register)

    def run(self, first: int, count: int, tell: Callable[[str], None]) -> None:
        """Send *count* messages in rounds, from the round *first* on."""
        rounds = math.ceil(count / ROUND)
        for number in range(first, first + rounds):
            if self.is_over:
                return
            self._go_on()
            self.house.store(lambda store, number=number: self._owners(store, number))
            asyncio.run(self._round(number, min(ROUND, count)))
            self.house.wait_until_played_on(moments=3)
            for name in WATCHED:
                self.held[name].append(read_resources(self.house.arena.pid_of(name)))
            gateway = self.held["gateway"][-1]
            sent = sum(self.tally.sent.values())
            tell(f"round {number}: {sent:,} sent; gateway {gateway.megabytes:.0f} MB, {gateway.files} descriptors")

    def wrong(self) -> list[str]:
        """Return the faults of the service, one line each."""
        grown = [f"{name} has grown" for name in ATTACKED if has_grown(self.held[name])]
        return [*self.tally.wrong, *find_complaints(self.house.arena.state.folder / "logs"), *grown]

    async def _register(self, store: Store) -> list[int]:
        await store.accounts.create_owner("mallory", digest("mallory"))
        bots = [*self.rows, *self.columns]
        versions = [await store.accounts.register_bot(bot, "1", "mallory", digest(bot)) for bot in bots]
        options = {"format": {"kind": "hands", "count": 1}}
        variants = [ask.variant("spades-4", options=options)]
        await store.tournaments.create_tournament(ask.tournament("mad", variants, bots, 1, allow_same_owner=True))
        await store.tournaments.start_tournament("mad")
        return versions

    async def _owners(self, store: Store, number: int) -> None:
        """Create owners for a round: some revoke their own tokens in it."""
        for owner in _owners_of(number):
            await store.accounts.create_owner(owner, digest(owner))
            await store.accounts.register_bot(f"bot-of-{owner}", "1", owner, digest(f"bot-of-{owner}"))

    def _go_on(self) -> None:
        """Lift the mad bots' suspensions."""
        if self.house.progress("mad").state == "finished":
            self.house.store(lambda store: store.tournaments.extend_tournament("mad", 1))
        with psycopg.connect(self.house.arena.dsn) as connection:
            connection.execute("UPDATE suspensions SET until = now()")

    async def _round(self, number: int, count: int) -> None:
        arena = self.house.arena
        ends = [self.house.log(bot).read_bytes()[-LOG_BYTES:].decode() for bot in self.house.names]
        lines = [line.split() for end in ends for line in end.splitlines()[1:]]
        honest = [int(words[1]) for words in lines if len(words) == 3]
        words = self._words(number)
        tokens = {"owner": _owners_of(number), "operator": [arena.operator_token], "bot": self.rows}

        def chance(what: object) -> random.Random:
            return random.Random(f"{self.seed} {number} {what}")

        def bots(names: Sequence[str], is_columnar: bool) -> list[Any]:
            return [MadBot(arena.gateway, name, is_columnar, chance(name), self.tally, honest) for name in names]

        def workers(most: int, secret: str) -> list[Any]:
            chances = [chance(f"worker {secret} {each}") for each in range(most)]
            return [MadWorker(arena.links[0], secret, self._versions, one, self.tally) for one in chances]

        sent_by = {
            "seats": bots(self.rows, is_columnar=False),
            "batches": bots(self.columns, is_columnar=True),
            "workers": workers(WORKERS, arena.state.secret("link.secret")),
            "no secret": workers(NO_SECRETS, ""),
            "people": [Stranger(arena.gateway, tokens, words, chance("people"), self.tally)],
            "page": [Browser(arena.page, words, chance(f"page {each}"), self.tally) for each in range(BROWSERS)],
        }
        await asyncio.gather(
            *(
                each.run(math.ceil(count * SHARES[name] / len(several)))
                for name, several in sent_by.items()
                for each in several
            )
        )

    def _words(self, number: int) -> list[str]:
        owned = [f"bot-of-{owner}" for owner in _owners_of(number)]
        mad = [*self.rows[:3], "mad-1@1", "columnar-1@1", *owned, f"{owned[0]}@1"]
        return [*mad, "cup", "mad", "spades-4", "pinochle-cutthroat", "1", "", "00" * 32, "hands", "{}", "*", "é\u202e"]


def _owners_of(number: int) -> list[str]:
    return [f"owner-{number}-{each}" for each in range(OWNERS)]


def charged_ms(games: Sequence[StoredGame]) -> list[int]:
    """Return the charges of all decisions of *games*, in milliseconds, ascending."""
    charges = (charge for game in games for charge in charges_of(unpack(game.charges)))
    return sorted(charge.ms for charge in charges if charge)
