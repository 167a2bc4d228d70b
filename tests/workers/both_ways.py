"""One policy for bots of both forms, in process at a real gateway, and a store of one block."""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import grpc

from arena.rules import Kind, Legal, Rules, options_of, pack_cards, unpack
from arena.rules.records.play_counts import COUNTS
from arena.rules.records.thinking import THINK_COUNTS, Charge, charges_of
from arena.store.errors import StoreUnavailableError
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, GameResult, JournalRow
from arena.wire.actions import action_to_pb
from arena.wire.columns.frame import write_actions
from arena.wire.gen import seat_pb2
from arena.wire.gen.seat_pb2_grpc import SeatServiceStub
from arena.wire.legal import legal_from_pb
from bots.sdk.vector.answers import legal_of
from bots.sdk.vector.batch import Batch
from tools.bench.turns.store import NoPlay

UNTIMED = len(COUNTS) - len(THINK_COUNTS)  # counts that do not depend on times


@dataclass(frozen=True)
class Asked:
    """A decision as either form shows it."""

    seat_id: int
    number: int
    attempt: int
    legal: Legal


Policy = Callable[[Asked], int]


def lowest(asked: Asked) -> int:
    """The lowest legal answer, whatever is asked."""
    legal = asked.legal
    if legal.actions:
        return min(legal.actions)
    if legal.kind == Kind.AUCTION:
        return 0 if legal.may_pass else legal.least
    return pack_cards(legal.cards[: legal.count])


@dataclass
class Player:
    """A bot of one variant, asked in rows or columns; *asked* counts (seat, number, attempt)."""

    variant: str
    policy: Policy
    columnar: bool
    asked: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    updates: Counter[str] = field(default_factory=Counter)
    silent: bool = False  # from now on it reads and does not answer
    silent_after: int | None = None  # questions, once: so that a game cannot be over before a test looks

    def __post_init__(self) -> None:
        self.instance = secrets.token_hex(8)
        self.came = asyncio.Event()
        self.may_answer = asyncio.Event()  # while it is not set, what is answered waits
        self.may_answer.set()
        self._open: dict[int, seat_pb2.Decision] = {}
        self._attempts: Counter[int] = Counter()

    async def stream(self, address: str, token: str) -> None:
        """Play until cancelled, or the stream ends."""
        async with grpc.aio.insecure_channel(address, (("grpc.use_local_subchannel_pool", 1),)) as channel:
            call = SeatServiceStub(channel).Play(metadata=(("authorization", f"Bearer {token}"),))
            hello = seat_pb2.Hello(
                instance=self.instance, protocol=1, variants=[self.variant], max_seats=64, columnar=int(self.columnar)
            )
            await call.write(seat_pb2.ToArena(hello=hello))
            async for message in call:
                if reply := self.hear(message):
                    await self.may_answer.wait()
                    await call.write(reply)

    def hear(self, message: seat_pb2.ToBot) -> seat_pb2.ToArena | None:
        if message.HasField("ping"):
            return seat_pb2.ToArena(pong=seat_pb2.Pong(nonce=message.ping.nonce))
        if message.HasField("columns"):
            actions = write_actions([self.act(asked) for asked in self.rows(message.columns.data)])
            if self.silent_after is not None and len(self.asked) > self.silent_after:
                self.silent, self.silent_after = True, None
            answers = seat_pb2.ColumnAnswers(batch=message.columns.batch, actions=actions)
            return None if self.silent else seat_pb2.ToArena(column_answers=answers)
        given = [answer for update in message.batch.updates if (answer := self.update(update))]
        return seat_pb2.ToArena(answers=seat_pb2.Answers(answers=given)) if given and not self.silent else None

    def rows(self, data: bytes) -> list[Asked]:
        batch = Batch(data)
        assert batch.variant == self.variant
        columns = zip(batch.seat_id.tolist(), batch.number.tolist(), batch.attempt.tolist(), strict=True)
        return [Asked(*asked, legal_of(batch, row)) for row, asked in enumerate(columns)]

    def update(self, update: seat_pb2.Update) -> seat_pb2.Answer | None:
        body = update.WhichOneof("body")
        assert body
        self.updates[body] += 1
        self._attempts[update.seat_id] += 1
        if body in ("turn", "resume"):
            news = update.turn if body == "turn" else update.resume
            assert not self.columnar or not (news.events or news.HasField("decision"))
            if not news.HasField("decision"):
                return None
            self._open[update.seat_id] = news.decision
            self._attempts[update.seat_id] = 0
        elif body != "rejected":
            return None
        return self.answer(update.seat_id, self._open[update.seat_id], self._attempts[update.seat_id])

    def answer(self, seat_id: int, decision: seat_pb2.Decision, attempt: int) -> seat_pb2.Answer:
        asked = Asked(seat_id, decision.number, attempt, legal_from_pb(decision.kind, decision.legal))
        action = action_to_pb(decision.kind, self.act(asked))
        return seat_pb2.Answer(seat_id=seat_id, number=decision.number, action=action)

    def act(self, asked: Asked) -> int:
        self.asked[asked.seat_id, asked.number, asked.attempt] += 1
        self.came.set()
        return self.policy(asked)


@asynccontextmanager
async def connected(player: Player, address: str, version: int = 7) -> AsyncIterator["asyncio.Task[None]"]:
    """*player* at the gateway, as one of the store's bots (tests/gateway/conftest.py)."""
    task = asyncio.create_task(player.stream(address, f"token-of-{version}"))
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def untimed(result: GameResult) -> GameResult:
    """Return the result without times; of each decision it is left whether one was measured."""
    measured = bytes(charge is not None for charge in charges_of(unpack(result.charges)))
    play = [replace(seat, charged_us=0, counts=seat.counts[:UNTIMED]) for seat in result.play]
    return replace(result, charges=measured, play=play)


class OneBlock(NoPlay):
    """Blocks owed until finished; their times, which differ from run to run, are in *charges* alone."""

    def __init__(self, address: str, *claims: Claim) -> None:
        super().__init__()
        self.results: list[GameResult] = []
        self.charges: dict[int, list[Charge | None]] = {}
        self.journals: dict[int, list[JournalRow]] = {}
        self.addresses = [address]  # of gateways that have the bots
        self.is_away = False  # nothing is journalled any more
        self.owed = list(claims)

    async def claim(self, worker: str, lease: float, families: Sequence[str] | None = None) -> Claim | None:
        return self.owed.pop() if self.owed else None

    async def gateways_of(self, version_ids: Collection[int]) -> dict[int, dict[str, int]]:
        return {version: dict.fromkeys(self.addresses, 1) for version in version_ids}

    async def renew(
        self, worker: str, leases: Sequence[tuple[int, int]], journal: Sequence[JournalRow], lease: float
    ) -> set[int]:
        if self.is_away:
            raise StoreUnavailableError("away")
        for row in journal:
            self.journals.setdefault(row.game_id, []).append(row)
        return set()

    async def release(self, block_id: int, lease_number: int, wait: float = 0) -> None:
        """Nobody else is there to claim it."""

    async def finish(self, block_id: int, lease_number: int, results: Sequence[GameResult]) -> None:
        self.results += map(untimed, results)
        self.charges |= {result.game_id: charges_of(unpack(result.charges)) for result in results}


def claim_of(
    rules: Rules,
    boards: int,
    players: Sequence[int],
    auto_single: bool = False,
    move_us: int = 5_000_000,
    bank_us: int = 60_000_000,
    lease_number: int = 1,
) -> Claim:
    """Return a block of one game for each board; *players* are the version ids of its seats."""
    games = [
        ClaimedGame(board, 0, list(players), [1000 * board + seat for seat in range(rules.seats)], None)
        for board in range(1, boards + 1)
    ]
    deals = [ClaimedBoard(game.game_id, game.game_id, 1, bytes([game.game_id]) * 32, [game]) for game in games]
    options = dict(options_of(rules))
    return Claim(1, lease_number, rules.name, options, rules.revision, move_us, bank_us, auto_single, boards, deals)
