"""Define a game, which is a pure function of its rules, seed (or deals) and actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from arena.rules.errors import CannotStopError, GameOverError, IllegalActionError, InvalidDealError, InvalidSeedError
from arena.rules.games.length import BY_DEADLINE, Result, close_hand, result_of, start_game, stop
from arena.rules.games.view import View, events_of, events_per_hand
from arena.rules.hands.actions import Kind, describe
from arena.rules.hands.draw import seat_players
from arena.rules.hands.events import Event
from arena.rules.hands.fallback import fallback_of
from arena.rules.hands.hand import Hand
from arena.rules.hands.layout import CODE_LIMIT, COMPILED, PLAIN, Codes, layout_of
from arena.rules.hands.legal import Legal, legal_actions
from arena.rules.hands.seat import Seat
from arena.rules.hands.shuffle import SEED_BYTES
from arena.rules.hands.table import NOBODY, Table
from arena.rules.native import i64
from arena.rules.phases import (
    auction,
    bids,
    deal,
    discard,
    give,
    kitty,
    melds,
    score_bids,
    score_chips,
    score_contract,
    throw_in,
    tricks,
    trump,
    widow,
)
from arena.rules.rules import Phase, Rules

# Copies of constants, because looking up a class attribute takes longer than many a phase.
PLAY: Final[i64] = Kind.PLAY
DEAL: Final = Phase.DEAL
BIDS: Final = Phase.BIDS
TRICKS: Final = Phase.TRICKS
SCORE_BIDS: Final = Phase.SCORE_BIDS
AUCTION: Final = Phase.AUCTION
WIDOW: Final = Phase.WIDOW
KITTY: Final = Phase.KITTY
DISCARD: Final = Phase.DISCARD
TRUMP: Final = Phase.TRUMP
GIVE: Final = Phase.GIVE
MELDS: Final = Phase.MELDS
THROW_IN: Final = Phase.THROW_IN
SCORE_CHIPS: Final = Phase.SCORE_CHIPS


class Game(Table):
    """A game in progress or over, made by `new_game`.

    Public fields are `rules`, `seating`, `to_act` and `kind`; everything else goes through methods. `seating`: seat ->
    player. `to_act`: the seat to act, -1 after the end. `kind`: the kind of the open decision, a constant of `Kind`, 0
    after the end.
    """

    def legal(self) -> Legal:
        """Return the legal answers to the open decision. Raises `GameOverError`."""
        kind: i64 = self.kind
        if kind == PLAY:
            legal = Legal()
            legal.actions = self.layout.listed(self.open)
            return legal
        if kind == Kind.NONE:
            raise GameOverError("the game is over: nothing is asked any more")
        if kind == Kind.AUCTION:
            return auction.legal(self)
        if kind == Kind.DISCARD:
            return discard.legal(self)
        if kind == Kind.GIVE:
            return give.legal(self)
        return legal_actions(kind, PLAIN.listed(self.open))

    def allows(self, action: int) -> bool:
        """Return whether *action* is legal now; usually faster than `legal`."""
        if not self.open:
            return self.legal().allows(action)
        codes: Codes = self.layout if self.kind == PLAY else PLAIN
        return 0 <= action < CODE_LIMIT and self.open & (codes.one << codes.shift[action]) != 0

    def apply(self, action: int) -> None:
        """Apply *action* to the open decision. Raises `GameOverError`, or `IllegalActionError` without any change."""
        if self.kind == PLAY:
            if not 0 <= action < CODE_LIMIT:
                raise self.refusal(action)
            layout = self.layout
            bit: i64 = layout.one << layout.shift[action] if COMPILED else layout.bit[action]
            if not self.open & bit:
                raise self.refusal(action)
            if tricks.play(self, action, bit):
                self.next_phase()
            return
        if self.open:
            if not (0 <= action < CODE_LIMIT and self.open & PLAIN.bit[action]):
                raise self.refusal(action)
        elif not self.legal().allows(action):
            raise self.refusal(action)
        if self.answer(action):
            self.next_phase()

    def refusal(self, action: int) -> IllegalActionError:
        """Return the error for *action*, which is not legal now."""
        legal = self.legal()
        given = describe(self.kind, action, legal.count)
        return IllegalActionError(f"{given} is not legal for seat {self.to_act}: legal is {legal.describe()}")

    def answer(self, action: int) -> bool:
        """Apply a legal action to a decision other than a play; return whether this ends the phase."""
        kind: i64 = self.kind
        if kind == Kind.AUCTION:
            return auction.apply(self, action)
        if kind == Kind.DISCARD:
            return discard.apply(self, action)
        if kind == Kind.TRUMP:
            return trump.apply(self, action)
        if kind == Kind.GIVE:
            return give.apply(self, action)
        if kind == Kind.WIDOW:
            return widow.apply(self, action)
        if kind == Kind.THROW_IN:
            return throw_in.apply(self, action)
        return bids.apply(self, action)

    def begin(self, phase: Phase) -> bool:
        """Begin a phase of the hand; return True if the phase needs no decision."""
        if phase is DEAL:
            return deal.begin(self)
        if phase is BIDS:
            return bids.begin(self)
        if phase is TRICKS:
            return tricks.begin(self)
        if phase is SCORE_BIDS:
            return score_bids.begin(self)
        if phase is AUCTION:
            return auction.begin(self)
        if phase is WIDOW:
            return widow.begin(self)
        if phase is KITTY:
            return kitty.begin(self)
        if phase is DISCARD:
            return discard.begin(self)
        if phase is TRUMP:
            return trump.begin(self)
        if phase is GIVE:
            return give.begin(self)
        if phase is MELDS:
            return melds.begin(self)
        if phase is THROW_IN:
            return throw_in.begin(self)
        if phase is SCORE_CHIPS:
            return score_chips.begin(self)
        return score_contract.begin(self)

    def next_phase(self) -> None:
        """Go on to the next decision: through phases, scores, ends of games and deals."""
        self.ask(NOBODY, Kind.NONE, 0)
        phases = self.rules.phases
        while True:
            self.phase += 1
            if self.phase == len(phases):
                close_hand(self)
                if self.ended:
                    return
                self.next_hand()
            if not self.begin(phases[self.phase]):
                return

    def next_hand(self) -> None:
        """Begin the next hand, dealt by the seat left of the last dealer."""
        last = self.hand
        self.finished.append(last)
        game = last.game + 1 if last.game_winners else last.game
        number = last.number + 1
        seats = [seat.next_hand() for seat in last.seats]
        hand = Hand(number, game, self.left_of(last.dealer), deal.deck_of(self, number), seats)
        hand.first_event = last.first_event + events_per_hand(last)
        self.take_up(hand)
        if last.game_winners:
            start_game(self)
        self.game_hands += 1
        self.phase = 0

    def shuffle_ahead(self) -> None:
        """Shuffle the next hand's deck now, because shuffling takes most of the time of a deal."""
        if not self.ahead and not self.ended and self.seed is not None:
            self.ahead = deal.deck_of(self, self.hand.number + 1)

    def start(self) -> None:
        """Assign players to seats in a new game, and deal its first hand."""
        start_game(self)
        self.hand.dealer = seat_players(self)
        self.hand.deck = deal.deck_of(self, 0)
        self.game_hands = 1
        if self.begin(self.rules.phases[0]):
            self.next_phase()

    def stop(self, reason: str) -> None:
        """End the match between two hands; *reason*: "deadline", the only one.

        Call it before any seat has seen the events of the open hand, which is removed. Raises `CannotStopError` within
        a hand, or if the rules have no deadline.
        """
        if reason != BY_DEADLINE or self.rules.length.deadline is None:
            raise CannotStopError(f"{self.rules.name} cannot be stopped by {reason!r}: its option deadline is not set")
        if self.is_over or not self.finished or self.hand.said:
            raise CannotStopError(f"hand {self.hand.number} cannot be stopped: a deadline is tested between hands")
        stop(self)

    def fallback(self) -> int:
        """Return the action that the arena plays for an absent seat. Raises `GameOverError`."""
        return fallback_of(self, self.legal())

    def events(self, seat: int, since: int = 0) -> list[Event]:
        """Return *seat*'s events from number *since* on. Later calls only append events."""
        return events_of(self, seat, since)

    def view(self, seat: int) -> View:
        """Return *seat*'s view after all its events, with the open decision if it is this seat's."""
        view = View(self.rules, seat)
        for event in events_of(self, seat, 0):
            view.observe(event)
        if self.to_act == seat:
            view.legal = self.legal()
        return view

    @property
    def is_over(self) -> bool:
        return self.ended != ""

    def result(self) -> Result:
        """Return the ranks, scores and winners, and why the game ended. Raises `GameNotOverError`."""
        return result_of(self)

    @property
    def hands(self) -> list[Hand]:
        """The logs of all hands, hidden cards included; the open hand is last."""
        return [*self.finished, self.hand]

    @property
    def actions(self) -> list[int]:
        """All actions so far, in order."""
        actions: list[int] = []
        for hand in self.hands:
            actions += [action for _, _, action in hand.decisions()]
        return actions

    @property
    def hand_number(self) -> int:
        """The number of the open hand, from 0, counted through all games of a series."""
        return self.hand.number

    @property
    def decision_number(self) -> int:
        """The number of the open decision in its hand, from 0."""
        return len(self.hand.decisions())

    def copy(self) -> Game:
        """Return an independent copy of the game; finished hands are shared."""
        other = Game(self.rules, self.seed, self.deals, self.layout, self.seating, self.hand.copy())
        self.copy_to(other)
        return other


def new_game(rules: Rules, seed: bytes | None = None, *, deals: Sequence[Sequence[int]] = ()) -> Game:
    """Return a new game at its first decision. Raises `InvalidSeedError`, `InvalidDealError`.

    *seed*: 32 bytes, from which each hand is shuffled. *deals*: for the first hands, shuffled decks to use instead, as
    card codes.
    """
    if seed is not None and len(seed) != SEED_BYTES:
        raise InvalidSeedError(f"the seed has {len(seed)} bytes; give {SEED_BYTES}")
    if seed is None and not deals:
        raise InvalidSeedError("neither a seed nor deals are given; give a seed of 32 bytes, or deals")
    layout = layout_of(rules.deck)
    if deals:
        deck = sorted(layout.deck)
        for number, given in enumerate(deals):
            if sorted(given) != deck:
                raise InvalidDealError(f"deal {number} is not the deck of {rules.name}; give its {len(deck)} cards")
    decks = [bytes(given) for given in deals]
    hand = Hand(0, 0, 0, b"", [Seat() for _ in range(rules.seats)])
    game = Game(rules, seed, decks, layout, list(range(rules.seats)), hand)
    game.start()
    return game


def replay(rules: Rules, seed: bytes, actions: Iterable[int], elapsed_s: Sequence[int] = ()) -> Game:
    """Return the game after *actions*. Raises `IllegalActionError`, `GameOverError`.

    *elapsed_s*: play time in seconds after each hand, if the rules have a deadline. If the last entry reaches the
    deadline, the game is stopped there.
    """
    game = new_game(rules, seed)
    for action in actions:
        game.apply(action)
    deadline = rules.length.deadline
    if deadline is not None and elapsed_s and elapsed_s[-1] >= deadline and not game.is_over:
        game.stop(BY_DEADLINE)
    return game
