"""Steps that all cases share: get the bot's stream, ask its seats, and collect violations of the protocol."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, TypeAlias

from arena.rules import Game
from arena.wire.gen import seat_pb2
from bots.check.line import Line
from bots.check.mock import BROKEN, CaseFailedError, MockArena
from bots.check.tables import MockSeat, batches_of
from bots.check.target import Target

DIALS: Final = 30.0  # seconds in which a process must start and dial
PERSON: Final = 600.0  # seconds in which a person must start a bot
DIALS_AGAIN: Final = 15.0  # seconds in which a running bot must dial again
STOPPED: Final = 3.0  # seconds in which a stopped bot must not dial
PONG: Final = 1.0  # seconds for a pong; or a fifth of the patience, if that is longer

Actions: TypeAlias = "list[asyncio.Future[int]]"
Updates: TypeAlias = "Callable[[MockSeat], list[seat_pb2.Update]]"


class Bench:
    """The bot under test, connected to a mock arena."""

    def __init__(self, arena: MockArena[Line], target: Target, wanted: Sequence[str], patience: float) -> None:
        self.arena = arena
        self.target = target
        self.patience = patience  # seconds that the bot has for one answer
        self.dice = Random(1)
        self.wanted = wanted  # variants to check; empty: all variants of the bot
        self.variants: list[str] = []  # variants that are checked, known after the Hello
        self.columnar = False  # whether the bot is asked by columns, known after the Hello
        self.instance = ""  # `Hello.instance` of the latest process
        self._line: Line | None = None
        self._lines: list[Line] = []  # streams of the current case
        self._pinging: set[asyncio.Task[None]] = set()
        self._were_here = False

    async def line(self) -> Line:
        """Return the bot's open stream, or wait for a new stream and welcome it."""
        if self._line is not None and self._line.alive:
            return self._line
        return await self.welcome_stream(await self.await_stream())

    async def welcome_stream(self, line: Line, resumed: int = 0) -> Line:
        """Welcome a stream, and ping it from now on. *resumed*: number of seats that continue."""
        await line.welcome(resumed=resumed)
        pinging = asyncio.ensure_future(line.keep_pinging())
        self._pinging.add(pinging)
        pinging.add_done_callback(self._pinging.discard)
        self._line = line
        self.instance = line.hello.instance
        return line

    async def await_stream(self) -> Line:
        """Wait for the next stream of the bot. Raises `CaseFailedError` if the bot does not dial in time."""
        running = self.target.running or (not self.target.ours and self._were_here)
        await self.target.start()
        limit = DIALS_AGAIN if running else DIALS if self.target.ours else PERSON
        waiting = asyncio.ensure_future(self.arena.lines.get())
        ending = asyncio.ensure_future(self.target.wait_for_exit(limit) if self.target.ours else asyncio.sleep(limit))
        await asyncio.wait({waiting, ending}, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if not waiting.done():
            waiting.cancel()
            again = "dial again" if running else "dial"
            still_runs = self.target.running or not self.target.ours
            within_limit = f" within {limit:.0f} s; dial ARENA_SERVER" if still_runs else ""
            raise CaseFailedError(f"it did not {again}{within_limit}")
        line = waiting.result()
        self._were_here = True
        self._lines.append(line)
        return line

    async def break_stream(self) -> None:
        """Break the bot's stream like a network failure, without a reason."""
        (await self.line()).end(BROKEN)

    async def expect_no_dial(self, why: str) -> None:
        """Raise `CaseFailedError` if the bot dials within 3 seconds. *why*: the event after which it must not dial."""
        before = self.arena.dials
        await (self.target.wait_for_exit(STOPPED) if self.target.ours else asyncio.sleep(STOPPED))
        if self.arena.dials > before:
            raise CaseFailedError(f"it dialled again after {why}; stop for good after that")

    def seats(self, games: Iterable[tuple[Game, int]]) -> list[MockSeat]:
        """Create a seat for each (game, seat number), with random ids that need 64 bits."""
        return [MockSeat(game, seat, self.dice.getrandbits(64) | 1 << 63) for game, seat in games]

    async def await_answers(self, actions: Sequence["asyncio.Future[int]"]) -> list[int]:
        """Wait for the bot's answers; return action numbers. Raises `CaseFailedError` for a late or illegal answer."""
        done, open_still = await asyncio.wait(actions, timeout=self.patience, return_when=asyncio.FIRST_EXCEPTION)
        for action in done:
            action.result()
        if open_still:
            left = f"{len(open_still)} of {len(actions)} decisions" if len(actions) > 1 else "the decision"
            raise CaseFailedError(f"{left} had no answer within {self.patience:g} s; answer sooner")
        return [action.result() for action in actions]

    async def ask(self, line: Line, seats: Sequence[MockSeat], starting: bool = True) -> list[int]:
        """Ask the open decisions of *seats*; return the answered actions. *starting*: start the games first."""
        return await self.await_answers(await self.put(line, seats, starting))

    async def put(self, line: Line, seats: Sequence[MockSeat], starting: bool = True) -> Actions:
        """Ask the open decisions of *seats*; return the futures of the answers. *starting*: start the games first."""
        for seat in seats:
            seat.begin_decision()

        def starts(seat: MockSeat) -> list[seat_pb2.Update]:
            return [seat.start()] if starting else []

        return await self._send(line, seats, starts, lambda seat: [*starts(seat), seat.turn()])

    async def resume(self, line: Line, seats: Sequence[MockSeat]) -> list[int]:
        """Resume *seats* and ask their open decisions; return the answered actions."""
        for seat in seats:
            seat.number = max(seat.number, 1)
        sent = self._send(line, seats, lambda seat: [seat.resume_bare()], lambda seat: [seat.resume()])
        return await self.await_answers(await sent)

    async def reject(self, line: Line, seat: MockSeat, left: int) -> list[int]:
        """Reject the seat's last answer, and return the next one. *left*: attempts that remain."""
        seat.attempt, seat.batch = seat.attempt + 1, None
        return await self.await_answers(await self._send(line, [seat], lambda _: [], lambda _: [seat.rejection(left)]))

    async def finish(self, line: Line, seats: Sequence[MockSeat], starting: bool = True) -> None:
        """Ask the open decisions of *seats*, then end their games. *starting*: start the games first."""
        await self.ask(line, seats, starting)
        await self.release(line, seats)

    async def release(self, line: Line, seats: Iterable[MockSeat]) -> None:
        """Send the end of the game to each of these seats."""
        await line.update(*(seat.over() for seat in seats))

    async def _send(self, line: Line, seats: Sequence[MockSeat], before: Updates, turns: Updates) -> Actions:
        """Send each seat its *turns* (by columns: the updates *before*, then a batch); return the answers' futures."""
        if not line.columnar:
            owed = [seat.owed(line) for seat in seats]
            await line.update(*(update for seat in seats for update in turns(seat)))
            return owed
        if updates := [update for seat in seats for update in before(seat)]:
            await line.update(*updates)
        for batch in batches_of([seat for seat in seats if seat.batch is None], self.dice):
            for seat in seats:
                if seat.seat_id in batch.seat_ids:
                    seat.batch = batch
        actions: dict[int, asyncio.Future[int]] = {}
        for asked in dict.fromkeys(seat.batch for seat in seats):  # a batch that was already sent is repeated unchanged
            assert asked is not None
            await line.owed.two_batches.acquire()
            actions.update((seat.seat_id, seat.owed(line)) for seat in seats if seat.batch is asked)
            line.owed.batches[asked.number] = asked
            await line.write(asked.message())
        return [actions[seat.seat_id] for seat in seats]

    def list_violations(self) -> list[str]:
        """Return the violations of the protocol in this case, including slow pongs, as texts."""
        lines = [each for line in self._lines for each in line.infractions]
        late = max((line.slowest_pong for line in self._lines), default=0.0)
        limit = max(PONG, self.patience / 5)
        if late > limit:
            lines.append(f"a ping was answered after {late:.1f} s: accepted is {limit:g} s, while the bot thinks too")
        return lines

    def begin_case(self) -> None:
        """Begin to collect the violations of the next case."""
        self._lines = [self._line] if self._line is not None and self._line.alive else []
        for line in self._lines:
            line.infractions.clear()
            line.pulse.slowest = 0.0

    async def reset(self) -> None:
        """Break the bot's stream after a failed case, and kill the process if the check started it."""
        if self._line is not None:
            self._line.end(BROKEN)
            self._line = None
        await self.target.kill()
        while not self.arena.lines.empty():
            self.arena.lines.get_nowait().end(BROKEN)
