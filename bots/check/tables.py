"""Games for the bot's seats, and decisions of every kind."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from arena.distribution import install_command
from arena.rules import CONCEDE, PASS, VARIANTS, Event, Game, Kind, Legal, Rules, configure, new_game, pack_cards
from arena.wire.events import event_to_pb
from arena.wire.gen import seat_pb2
from arena.wire.seats import game_over_bytes, rejected_bytes, start_bytes, turn_bytes
from bots.check.line import Line
from bots.check.mock import BANK_US, MOVE_US, Batch, CaseFailedError

ROUNDS: Final = 16  # random games that are searched for decisions of every kind
RAISES: Final = 12  # an auction bid is drawn from this many lowest legal bids
SIGNED: Final = 2**63
CLOCK: Final = seat_pb2.Clock(move_us=MOVE_US, bank_us=BANK_US)


class MockSeat:
    """One seat of the bot: its game, and its open decision. *seat_id*: the seat's id in messages."""

    def __init__(self, game: Game, seat: int, seat_id: int) -> None:
        self.game = game
        self.seat = seat
        self.seat_id = seat_id
        self.sent_events = 0
        self.number = 0
        self.attempt = 0
        self.batch: Batch | None = None  # the batch that contains the open decision, if the bot is asked by columns

    def begin_decision(self) -> None:
        """Go on to the next decision number."""
        self.number += 1
        self.attempt = 0
        self.batch = None

    def owed(self, line: Line) -> "asyncio.Future[int]":
        """Register the open decision with the stream *line*; return the future of the answer."""
        hand = self.game.view(self.seat).cards
        return line.owed.add(self.seat_id, self.number, self.game.legal(), hand, self.attempt)

    def start(self) -> seat_pb2.Update:
        """Return the update that starts the game for this seat."""
        return seat_pb2.Update(seat_id=self.seat_id, start=self._start())

    def news(self) -> seat_pb2.Update:
        """Return an update with the seat's new events, without a decision."""
        events = [event_to_pb(event) for event in self._news()]
        return seat_pb2.Update(seat_id=self.seat_id, turn=seat_pb2.Turn(events=events))

    def turn(self) -> seat_pb2.Update:
        """Return an update with the seat's new events and the open decision."""
        return seat_pb2.Update(seat_id=self.seat_id, turn=self._turn(), clock=CLOCK)

    def resume(self, is_asked: bool = True) -> seat_pb2.Update:
        """Return a Resume with all events of the seat, and with the open decision if the seat *is_asked*."""
        self.sent_events = 0
        update = self.turn() if is_asked else self.news()
        resume = seat_pb2.Resume(start=self._start(), events=update.turn.events)
        if is_asked:
            resume.decision.CopyFrom(update.turn.decision)
        return seat_pb2.Update(seat_id=self.seat_id, resume=resume, clock=update.clock if is_asked else None)

    def resume_bare(self) -> seat_pb2.Update:
        """Return a Resume for a columnar process, which has no events."""
        return seat_pb2.Update(seat_id=self.seat_id, resume=seat_pb2.Resume(start=self._start()))

    def rejection(self, left: int) -> seat_pb2.Update:
        """Return an update that rejects the last answer. *left*: attempts that remain."""
        legal = self.game.legal()
        reason = f"rejected by the check; legal is {legal.describe()}"
        body = seat_pb2.Rejected.FromString(rejected_bytes(self.number, reason, legal, left))
        return seat_pb2.Update(seat_id=self.seat_id, rejected=body, clock=CLOCK)

    def over(self) -> seat_pb2.Update:
        """Return an update with the seat's result; an unfinished game is void."""
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
        events = self.game.events(self.seat, self.sent_events)
        self.sent_events += len(events)
        return events


def short_rules(variant: str, preset: str | None, hands: int = 1) -> Rules:
    """Return the rules of a variant for a game of *hands* hands. *preset* None: the default rules."""
    return configure(variant, preset, {"format": {"kind": "hands", "count": hands}})


def any_action(legal: Legal, dice: Random) -> int:
    """Return a random legal action; auction bids are low, so that games reach every kind of decision."""
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
    """Play at random until *stops* returns True at a decision with a choice; return False at the end of the game."""
    while not game.is_over:
        legal = game.legal()
        if legal.single < 0 and stops(game):
            return True
        game.apply(any_action(legal, dice))
    return False


def positions(rules: Rules, each: int, dice: Random) -> list[Game]:
    """Return games, each at an open decision: at random, up to *each* of every kind of decision."""
    games: dict[int, list[Game]] = {}
    for _ in range(ROUNDS):
        game = new_game(rules, dice.randbytes(32))
        passed_over = dice.randrange(5)  # cards to skip, so that not all are the first of a hand
        while move_on(game, dice, lambda game: len(games.get(game.kind, ())) < each):
            if game.kind == Kind.PLAY and passed_over:
                passed_over -= 1
            else:
                games.setdefault(game.kind, []).append(game.copy())
            game.apply(any_action(game.legal(), dice))
    return [game for kind in sorted(games) for game in games[kind]]


def batches_of(seats: Sequence[MockSeat], dice: Random) -> list[Batch]:
    """Return the open decisions as a batch for each variant. Raises `CaseFailedError` without the vector packages."""
    try:
        from arena.wire.columns.pack import Columns
    except ModuleNotFoundError as missing:
        raise CaseFailedError(
            f"the check asks by columns and {missing.name} is not installed: {install_command('vector')}"
        ) from None
    batches = []
    for variant in dict.fromkeys(seat.game.rules.name for seat in seats):
        rows = [seat for seat in seats if seat.game.rules.name == variant]
        columns = Columns(VARIANTS[variant])
        for seat in rows:
            signed = seat.seat_id - 2 * SIGNED if seat.seat_id >= SIGNED else seat.seat_id
            columns.add(seat.game, signed, seat.number, seat.attempt, MOVE_US, BANK_US)
        batches.append(Batch(dice.getrandbits(64), columns.take(), tuple(seat.seat_id for seat in rows)))
    return batches
