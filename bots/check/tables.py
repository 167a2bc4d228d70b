"""Mock tables: games whose seats the bot holds, asked as the arena asks, and positions of every kind of decision."""

import asyncio
from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from arena.rules import CONCEDE, PASS, Event, Game, Kind, Legal, Rules, configure, new_game, pack_cards
from arena.wire.events import event_to_pb
from arena.wire.gen import seat_pb2
from arena.wire.seats import game_over_bytes, rejected_bytes, start_bytes, turn_bytes
from bots.check.columnar import BANK_US, MOVE_US, Batch
from bots.check.line import Line

ROUNDS: Final = 16  # random games that are looked through for each kind of decision
RAISES: Final = 12


class MockSeat:
    """One seat of the bot: what it was told, and the number, the attempt and the batch of its open decision."""

    def __init__(self, game: Game, seat: int, seat_id: int) -> None:
        self.game = game
        self.seat = seat
        self.seat_id = seat_id
        self.told = 0
        self.number = 0
        self.attempt = 0
        self.batch: Batch | None = None  # of a columnar process

    def next_question(self) -> None:
        """Another decision is open."""
        self.number += 1
        self.attempt = 0
        self.batch = None

    def next_attempt(self) -> None:
        """The last answer was rejected."""
        self.attempt += 1
        self.batch = None

    def owed(self, line: Line) -> "asyncio.Future[int]":
        """The answer to the open decision, when it comes."""
        return line.owed.add(self.seat_id, self.number, self.game.legal(), self.game.view(self.seat).cards)

    def start(self) -> seat_pb2.Update:
        """The game begins for this seat."""
        return seat_pb2.Update(seat_id=self.seat_id, start=self._start())

    def tell(self) -> seat_pb2.Update:
        """What the seat may know by now and was not told, without a question."""
        events = [event_to_pb(event) for event in self._news()]
        return seat_pb2.Update(seat_id=self.seat_id, turn=seat_pb2.Turn(events=events))

    def turn(self) -> seat_pb2.Update:
        """The open decision, with what the seat was not told."""
        return seat_pb2.Update(seat_id=self.seat_id, turn=self._turn(), clock=_clock())

    def resume(self) -> seat_pb2.Update:
        """Everything from the beginning, and the open decision."""
        self.told = 0
        turn = self._turn()
        resume = seat_pb2.Resume(start=self._start(), events=turn.events, decision=turn.decision)
        return seat_pb2.Update(seat_id=self.seat_id, resume=resume, clock=_clock())

    def resume_idle(self) -> seat_pb2.Update:
        """Everything from the beginning, when nothing is open."""
        self.told = 0
        resume = seat_pb2.Resume(start=self._start(), events=[event_to_pb(event) for event in self._news()])
        return seat_pb2.Update(seat_id=self.seat_id, resume=resume)

    def resume_bare(self) -> seat_pb2.Update:
        """As a columnar process gets it: the start alone."""
        return seat_pb2.Update(seat_id=self.seat_id, resume=seat_pb2.Resume(start=self._start()))

    def rejection(self, left: int) -> seat_pb2.Update:
        """The last answer was not legal, it says; *left* more before the fallback."""
        legal = self.game.legal()
        reason = f"rejected by the check; legal is {legal.describe()}"
        body = seat_pb2.Rejected.FromString(rejected_bytes(self.number, reason, legal, left))
        return seat_pb2.Update(seat_id=self.seat_id, rejected=body, clock=_clock())

    def over(self) -> seat_pb2.Update:
        """The end: the seat's result, or void where the game was left in the middle."""
        rank, score, ended = 0, 0, "void"
        if self.game.is_over:
            result = self.game.result()
            rank, score, ended = result.ranks[self.seat], result.scores[self.seat], result.ended
        data = game_over_bytes(self._news(), rank, score, ended, 0)
        return seat_pb2.Update(seat_id=self.seat_id, game_over=seat_pb2.GameOver.FromString(data))

    def _start(self) -> seat_pb2.SeatStart:
        dealer = self.game.hands[0].dealer
        return seat_pb2.SeatStart.FromString(start_bytes(self.game.rules, self.seat, dealer, MOVE_US, BANK_US))

    def _turn(self) -> seat_pb2.Turn:
        return seat_pb2.Turn.FromString(turn_bytes(self._news(), self.number, self.game.kind, self.game.legal()))

    def _news(self) -> list[Event]:
        events = self.game.events(self.seat, self.told)
        self.told += len(events)
        return events


def short(variant: str, preset: str | None, hands: int = 1) -> Rules:
    """The rules of a match of few hands."""
    return configure(variant, preset, {"format": {"kind": "hands", "count": hands}})


def any_action(legal: Legal, dice: Random) -> int:
    """A random legal answer; bids stay low, so that every kind of decision comes about."""
    if legal.cards:
        if legal.may_concede and dice.random() < 0.1:
            return CONCEDE
        places = sorted(dice.sample(range(len(legal.cards)), legal.count))
        return pack_cards([legal.cards[place] for place in places])
    if legal.kind == Kind.AUCTION:
        bids = range(legal.least, legal.most + 1, legal.step)[:RAISES]
        return PASS if not bids or (legal.may_pass and dice.random() < 0.5) else dice.choice(bids)
    return dice.choice(legal.actions)


def move_on(game: Game, dice: Random, stops: Callable[[Game], bool]) -> bool:
    """Answer at random until a decision with a choice at which *stops* says so. False when the game ended first."""
    while not game.is_over:
        legal = game.legal()
        if legal.single < 0 and stops(game):
            return True
        game.apply(any_action(legal, dice))
    return False


def positions(rules: Rules, each: int, dice: Random) -> list[Game]:
    """Open decisions, up to *each* of every kind that these rules have, from games of random play."""
    found: dict[int, list[Game]] = {}
    for _ in range(ROUNDS):
        game = new_game(rules, dice.randbytes(32))
        passed_over = dice.randrange(5)  # plays, so that it is not always the first card of a hand
        while move_on(game, dice, lambda game: len(found.get(game.kind, ())) < each):
            if game.kind == Kind.PLAY and passed_over:
                passed_over -= 1
            else:
                found.setdefault(game.kind, []).append(game.copy())
            game.apply(any_action(game.legal(), dice))
    return [game for kind in sorted(found) for game in found[kind]]


def kinds(games: Iterable[Game]) -> list[int]:
    """The kinds of decision among these positions."""
    return sorted({game.kind for game in games})


def _clock() -> seat_pb2.Clock:
    return seat_pb2.Clock(move_us=MOVE_US, bank_us=BANK_US)
