"""Play a table of one person and house bots: decisions, undo, claims and hints."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from arena.practice.answers import choice
from arena.practice.deals import ActionRefusedError, Deal, TableTooLongError
from arena.rules import Game, Kind
from arena.rules.search.claim import NO_CARD, sure_card, taking_card
from bots.house.asking import advise_in, answer_by

MAX_DECISIONS: Final = 20_000  # about 300 hands
MAX_POSITIONS: Final = 20_000  # per card of a claim with all cards shown. Compiled code takes 0.02 s
FINISHER: Final = "simple"
NOT_SURE: Final = (
    "the claim is refused: from what you know, you may still lose a trick. Claim when all remaining tricks are certain "
    "to be yours, or let `simple` finish the hand"
)
NOT_YOURS: Final = "the claim is refused: the others can still take a trick, or too many cards are left to check"
Answerer = Callable[[Game], int]


@dataclass(frozen=True)
class Hint:
    """The action of `expert`, its words, and the reason, a clause that follows "because"."""

    action: int
    words: str
    why: str


@dataclass(frozen=True)
class Aids:
    """The aids that a person used; they are shown next to the result.

    *opened*: the hands whose cards were all shown. *undone*: number of undos. *hints*: number of hints.
    """

    opened: tuple[int, ...] = ()
    undone: int = 0
    hints: int = 0


class Table:
    """A deal and its decisions so far; it is the person's turn, or the game is over.

    *game*: the rules core's game, with all cards. *own*: the places of the person's decisions in `game.actions`. A
    claim is one decision, at the place of its first card, and so is a finish by `simple`. *claims*: the places of
    claims and finishes. *aids*: the person's aids.
    """

    def __init__(
        self, deal: Deal, actions: Iterable[int] = (), claims: tuple[int, ...] = (), aids: Aids | None = None
    ) -> None:
        """Play *actions*, including those of the deal's `before`.

        Raises `IllegalActionError`, `GameOver`; `ActionRefusedError` for a claim that was not possible.
        """
        self.deal = deal
        self.claims = claims
        self.aids = aids or Aids()
        self._begin(actions)

    def _begin(self, actions: Iterable[int]) -> None:
        """Play the game from its start through *actions*."""
        self.game: Game = self.deal.start_game()
        self.own: list[int] = []
        self._place = len(self.deal.before)
        self._claimed_hand = -1  # number of the hand that is claimed, or left to `simple`
        self._player: Answerer = finish
        for action in list(actions)[self._place :]:
            self._apply(action)

    @property
    def actions(self) -> list[int]:
        """Every decision so far, of all seats."""
        return self.game.actions

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person is to act; otherwise the game is over, or a bot is to act."""
        return self.game.to_act == self.deal.seat and not self._is_claimed

    @property
    def can_claim(self) -> bool:
        """Whether the rest of the hand may be claimed, which is during its tricks."""
        return self.is_persons_turn and self.game.kind == Kind.PLAY

    @property
    def is_open(self) -> bool:
        """Whether all cards of this hand are shown."""
        return self.game.hand_number in self.aids.opened

    def act(self, action: int) -> None:
        """Perform the person's *action*, then let the bots act until the person's turn.

        Raises `IllegalActionError`, `TableTooLongError`, and `ActionRefusedError` after the end of the game. An error
        leaves the table unchanged.
        """
        self._refuse_if_over()
        self._refuse_if_long()
        self._apply(action)
        self.bots_act()

    def undo(self) -> None:
        """Undo the person's last decision. Raises `ActionRefusedError` without a decision."""
        if not self.own:
            raise ActionRefusedError("there is nothing to undo: you have made no decision at this table")
        last = self.own[-1]
        self.claims = tuple(place for place in self.claims if place < last)
        self.aids = replace(self.aids, undone=self.aids.undone + 1)
        self._begin(self.actions[:last])

    def hint(self) -> Hint:
        """Return the action of `expert`. Raises `ActionRefusedError` after the end of the game."""
        self._refuse_if_over()
        self.aids = replace(self.aids, hints=self.aids.hints + 1)
        action, why = advise_in(self.game)
        legal = self.game.legal()
        return Hint(action, choice(legal.kind, action, legal.count).words, why)

    def show_all(self) -> None:
        """Show all cards of this hand from now on, and record it in *aids*."""
        if not self.is_open:
            self.aids = replace(self.aids, opened=(*self.aids.opened, self.game.hand_number))

    def claim(self) -> None:
        """Take all remaining tricks if they are certain; the person's cards are played automatically.

        Certain means from the knowledge of the person's seat, so that a refusal reveals no card. If all cards are
        shown, all cards count. Raises `TableTooLongError`, and `ActionRefusedError` outside the tricks or if refused.
        """
        self._refuse_outside_the_tricks()
        self._leave_to(partial(_claim_card, is_open=self.is_open))

    def finish(self) -> None:
        """Let `simple` finish the hand for the person.

        Raises `ActionRefusedError` outside the tricks, `TableTooLongError`.
        """
        self._refuse_outside_the_tricks()
        self._leave_to(finish)

    def again(self, seat: int) -> "Table":
        """Return a new table for the same hand, the person in *seat*. Raises `BadTableError`.

        It begins with the current hand, or with the previous one if the person has not decided in the current hand.
        """
        return sit_down(replace(self.deal, before=tuple(self._decisions_before())).from_seat(seat))

    def bots_act(self) -> None:
        """Let the bots act until the person's turn or the end of the game."""
        while not self.game.is_over and not self.is_persons_turn:
            seat = self.game.to_act
            own = seat == self.deal.seat
            self._apply(self._player(self.game) if own else answer_by(self.deal.bots[seat], self.game))

    def _apply(self, action: int) -> None:
        """Apply one decision of the seat that is to act."""
        game = self.game
        is_persons = self.is_persons_turn
        is_claim = self._place in self.claims
        if is_claim and not self.can_claim:
            raise ActionRefusedError(f"decision {self._place} cannot be a claim: claim during the tricks")
        hand = game.hand_number
        game.apply(action)
        if is_persons:
            self.own.append(self._place)
        if is_claim:
            self._claimed_hand = hand
        self._place += 1

    @property
    def _is_claimed(self) -> bool:
        """Whether the person has claimed this hand or left it to `simple`."""
        return self.game.hand_number == self._claimed_hand

    def _decisions_before(self) -> list[int]:
        """Return the decisions before the hand that `again` repeats."""
        hands = self.game.hands
        if len(hands) > 1 and not self.game.is_over and not self._has_begun():
            hands = hands[:-1]
        return [action for hand in hands[:-1] for _, _, action in hand.decisions()]

    def _has_begun(self) -> bool:
        """Return whether the person has decided in the current hand."""
        first = len(self.actions) - self.game.decision_number
        return bool(self.own) and self.own[-1] >= first

    def _leave_to(self, player: Answerer) -> None:
        """Let *player* play the person's cards to the end of the hand."""
        card = player(self.game)
        self.claims = (*self.claims, self._place)
        self._player = player
        self._apply(card)
        self.bots_act()

    def _refuse_outside_the_tricks(self) -> None:
        self._refuse_if_over()
        self._refuse_if_long()
        if not self.can_claim:
            raise ActionRefusedError("claim or finish is possible only during the tricks: answer first")

    def _refuse_if_over(self) -> None:
        if self.game.is_over:
            raise ActionRefusedError("the game is over: play it again, from this seat or another")

    def _refuse_if_long(self) -> None:
        if self._place >= MAX_DECISIONS:
            raise TableTooLongError(f"this table has reached the limit of {MAX_DECISIONS} decisions: start a new one")


def finish(game: Game) -> int:
    """Return the card that `simple` plays."""
    return answer_by(FINISHER, game)


def _claim_card(game: Game, is_open: bool) -> int:
    """Return a card that certainly takes the trick, judged by all cards if *is_open*. Raises `ActionRefusedError`."""
    card = sure_card(game)
    if card == NO_CARD and is_open:
        card = taking_card(game, MAX_POSITIONS)
    if card == NO_CARD:
        raise ActionRefusedError(NOT_YOURS if is_open else NOT_SURE)
    return card


def sit_down(deal: Deal) -> Table:
    """Return a new table of *deal*, at the person's first decision."""
    table = Table(deal, deal.before)
    table.bots_act()
    return table
