"""Play a table of one person and house bots, with undo, claims and hints."""

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
MAX_POSITIONS: Final = 20_000  # searched per card to check a claim with all cards shown: 0.02 s if compiled
FINISHER: Final = "simple"
NOT_SURE: Final = (
    "the claim is refused: from what you know, you may still lose a trick. Claim when all remaining tricks are certain "
    "to be yours, or let `simple` finish the hand"
)
NOT_YOURS: Final = "the claim is refused: the others can still take a trick, or too many cards are left to check"
Answerer = Callable[[Game], int]


@dataclass(frozen=True)
class Hint:
    """The action that the bot `expert` would play.

    *words*: the action as a button shows it. *why*: the reason, a clause to follow "because".
    """

    action: int
    words: str
    why: str


@dataclass(frozen=True)
class Aids:
    """The aids that a person used, which are shown next to the result.

    *opened*: numbers of the hands whose cards were all shown. *undone*: number of undos. *hints*: number of hints.
    """

    opened: tuple[int, ...] = ()
    undone: int = 0
    hints: int = 0


class Table:
    """A deal and all decisions so far. Unless the game is over, the person is to act.

    *game*: the game of the rules core, with all cards. *own*: indices of the person's decisions in `game.actions`. A
    claim is one decision, at the index of its first card, and so is a hand that `simple` finishes. *claims*: indices of
    these claims and finishes. *aids*: the person's aids.
    """

    def __init__(
        self, deal: Deal, actions: Iterable[int] = (), claims: tuple[int, ...] = (), aids: Aids | None = None
    ) -> None:
        """Play *actions*, which begin with those of the deal's `before`.

        Raises `IllegalActionError`, `GameOverError`, and `ActionRefusedError` for a claim that is not possible.
        """
        self.deal = deal
        self.claims = claims
        self.aids = aids or Aids()
        self._begin(actions)

    def _begin(self, actions: Iterable[int]) -> None:
        """Replay the game from the deal's first decision through *actions*."""
        self.game: Game = self.deal.start_game()
        self.own: list[int] = []
        self._place = len(self.deal.before)
        self._claimed_hand = -1  # number of the hand that the person claimed or left to `simple`; -1 for none
        self._player: Answerer = finish
        for action in list(actions)[self._place :]:
            self._apply(action)

    @property
    def actions(self) -> list[int]:
        """The actions of all seats so far, in order."""
        return self.game.actions

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person is to act; False after the end and while a bot is to act."""
        return self.game.to_act == self.deal.seat and not self._is_claimed

    @property
    def can_claim(self) -> bool:
        """Whether the person may claim the rest of the hand: at its own turn during the tricks."""
        return self.is_persons_turn and self.game.kind == Kind.PLAY

    @property
    def is_open(self) -> bool:
        """Whether all cards of the current hand are shown to the person."""
        return self.game.hand_number in self.aids.opened

    def act(self, action: int) -> None:
        """Apply the person's *action*, then let the bots act until the person's next turn.

        Raises `IllegalActionError`, `TableTooLongError`, and `ActionRefusedError` after the end of the game. An error
        leaves the table unchanged.
        """
        self._refuse_if_over()
        self._refuse_if_long()
        self._apply(action)
        self.bots_act()

    def undo(self) -> None:
        """Take back the person's last decision. Raises `ActionRefusedError` if the person has not decided yet."""
        if not self.own:
            raise ActionRefusedError("there is nothing to undo: you have made no decision at this table")
        last = self.own[-1]
        self.claims = tuple(place for place in self.claims if place < last)
        self.aids = replace(self.aids, undone=self.aids.undone + 1)
        self._begin(self.actions[:last])

    def hint(self) -> Hint:
        """Return a hint and count it in *aids*. Raises `ActionRefusedError` after the end of the game."""
        self._refuse_if_over()
        self.aids = replace(self.aids, hints=self.aids.hints + 1)
        action, why = advise_in(self.game)
        legal = self.game.legal()
        return Hint(action, choice(legal.kind, action, legal.count).words, why)

    def show_all(self) -> None:
        """Show all cards of the current hand from now on, and record the hand in *aids*."""
        if not self.is_open:
            self.aids = replace(self.aids, opened=(*self.aids.opened, self.game.hand_number))

    def claim(self) -> None:
        """Claim all remaining tricks of the hand; if granted, play the person's cards automatically.

        The claim is granted if the person's seat knows enough to be certain of these tricks. So a refusal reveals no
        card. If all cards are shown, the check uses all cards. Raises `TableTooLongError`, and `ActionRefusedError` if
        the claim is refused or made outside the tricks.
        """
        self._refuse_outside_the_tricks()
        self._leave_to(partial(_claim_card, is_open=self.is_open))

    def finish(self) -> None:
        """Let the bot `simple` play the rest of the hand for the person.

        Raises `TableTooLongError`, and `ActionRefusedError` outside the tricks.
        """
        self._refuse_outside_the_tricks()
        self._leave_to(finish)

    def again(self, seat: int) -> "Table":
        """Return a new table for the same hand with the person in *seat*. Raises `BadTableError`.

        The hand is the current one, or the previous one if the person has not decided in the current hand.
        """
        hands = self.game.hands
        has_begun = bool(self.own) and self.own[-1] >= len(self.actions) - self.game.decision_number
        if len(hands) > 1 and not self.game.is_over and not has_begun:
            hands = hands[:-1]
        before = tuple(action for hand in hands[:-1] for _, _, action in hand.decisions())
        return sit_down(replace(self.deal, before=before).from_seat(seat))

    def bots_act(self) -> None:
        """Let the bots act until the person's turn or the end of the game."""
        while not self.game.is_over and not self.is_persons_turn:
            seat = self.game.to_act
            own = seat == self.deal.seat
            self._apply(self._player(self.game) if own else answer_by(self.deal.bots[seat], self.game))

    def _apply(self, action: int) -> None:
        """Apply an action of the seat to act, and note whether it is the person's own or a claim."""
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

    def _leave_to(self, player: Answerer) -> None:
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
    """Return the card that the bot `simple` plays."""
    return answer_by(FINISHER, game)


def _claim_card(game: Game, is_open: bool) -> int:
    """Return a card that begins to take all remaining tricks. Raises `ActionRefusedError` if none is certain to."""
    card = sure_card(game)
    if card == NO_CARD and is_open:
        card = taking_card(game, MAX_POSITIONS)
    if card == NO_CARD:
        raise ActionRefusedError(NOT_YOURS if is_open else NOT_SURE)
    return card


def sit_down(deal: Deal) -> Table:
    """Return a new table of *deal* at the person's first decision."""
    table = Table(deal, deal.before)
    table.bots_act()
    return table
