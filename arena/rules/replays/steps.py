"""Convert a hand of a record to the steps of a replay.

Each decision is a step, and so is each act of the arena between decisions: deal, kitty, melds and score.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from arena.rules.cards import SUITS, card_text
from arena.rules.games.game import Game
from arena.rules.games.view import laid_count, melds_of
from arena.rules.hands.actions import KIND_NAMES, Kind, unpack_cards
from arena.rules.hands.hand import KITTY_TAKEN
from arena.rules.hands.layout import layout_of
from arena.rules.hands.seat import NO_CARD
from arena.rules.phases.deal import dummy_of, kitty_of
from arena.rules.records.record import CHARGED, IN_BATCH, texts
from arena.rules.replays.narrate import (
    format_answer,
    format_beginning,
    format_card,
    format_melds,
    format_sayings,
    format_unseen,
    format_winner,
)
from arena.rules.replays.place import SeatFollower, action_of, begin_record, names_of
from arena.rules.replays.sheet import tally
from arena.rules.sides import partner_of

DEAL: Final = "deal"
LAID: Final = "laid"  # the kitty and the melds
SCORE: Final = "score"
NOBODY: Final = -1
BIDDING: Final = (Kind.BLIND, Kind.BID, Kind.AUCTION)


@dataclass(frozen=True)
class SeatAtStep:
    """A seat at a step of a replay. Cards are texts such as "TD".

    *cards*: in its hand. *card*: on the table, "" without one. *says*: its last bid or pass. *tricks*: number won.
    *laid*: cards laid away as declarer. *meld*: in words. *shown*: the cards of its melds. *score*, *bags*: before the
    hand.
    """

    cards: list[str]
    card: str
    says: str
    tricks: int
    laid: list[str]
    meld: str
    shown: list[str]
    score: int
    bags: int


@dataclass(frozen=True)
class SeatKnowledge:
    """The knowledge of one seat at a step.

    *cards*: by seat, the cards that are known to be in its hand. They include the seat's own cards once it has looked
    at them. *kitty*: the visible cards of the kitty. *laid*: cards that the seat laid away. *missed*: whether the seat
    may not see the step, so that it is shown `Step.unseen`.
    """

    cards: list[list[str]]
    kitty: list[str]
    laid: list[str]
    missed: bool


@dataclass(frozen=True)
class Step:
    """A step of a replay: a decision with the state before it, or an act of the arena with the state after it.

    *number*, *hand*: from 0. *kind*: of the decision, or "deal", "laid" (kitty and melds) or "score". *trick*: from 1,
    0 before the play. *seat*: the acting seat, -1 for the arena. *lines*: the act in words; *unseen*: the lines for
    seats that may not see the cards. *cards*: played, laid away or given, to seat *to* (-1 for none). *winner*: of the
    trick that the card ends, or -1. *kitty*: None after it was taken. *turned*: the dummy's cards of finished tricks.
    *sights*: each seat's knowledge. *charged_ms*: time charged for the decision. *batch_ms*: time charged for its whole
    batch. Both are None if unknown or if no seat was asked.
    """

    number: int
    hand: int
    kind: str
    trick: int
    seat: int
    lines: list[str]
    unseen: list[str]
    cards: list[str]
    to: int
    winner: int
    seats: list[SeatAtStep]
    leader: int
    declarer: int
    bid: int
    trump: str
    kitty: list[str] | None
    dummy: list[str]
    turned: list[str]
    pot: int | None
    sights: list[SeatKnowledge]
    charged_ms: int | None = None
    batch_ms: int | None = None


def steps(record: dict[str, Any], hand: int) -> list[Step]:
    """Return the steps of hand *hand*, from 0, of a verified record. Raises `IndexError` if there is no such hand."""
    game = begin_record(record)
    eyes = [SeatFollower(game.rules, seat) for seat in range(game.rules.seats)]
    for played in record["hands"][:hand]:
        for decision in played["decisions"]:
            game.apply(action_of(game, decision))
    walk = _Walk(game, hand, eyes, names_of(record["seats"]))
    return list(walk.steps(record["hands"][hand]))


class _Walk:
    """The steps through one hand of a game, which must be at the hand's first decision."""

    def __init__(self, game: Game, hand: int, eyes: list[SeatFollower], who: list[str]) -> None:
        self._game = game
        self._hand = game.hands[hand]
        self._eyes = eyes
        self._who = who
        self._described = 0  # number of the hand's entries that earlier steps have described
        self._number = 0
        self._pot = game.pot

    def steps(self, hand: dict[str, Any]) -> Iterator[Step]:
        decisions = hand["decisions"]
        times = [hand.get(key) or [None] * len(decisions) for key in (CHARGED, IN_BATCH)]
        self._follow()
        yield self._step(DEAL, NOBODY, [format_beginning(self._hand, self._who)], self._now())
        yield from self._arena_steps()
        for decision, charged_ms, batch_ms in zip(decisions, *times, strict=True):
            step = self._decide(action_of(self._game, decision))
            yield replace(step, charged_ms=charged_ms, batch_ms=batch_ms)
            yield from self._arena_steps()
        if self._hand.is_over:
            self._follow()
            yield self._step(SCORE, NOBODY, list(tally(self._game, self._hand, self._who)), self._now())

    def _decide(self, action: int) -> Step:
        """Apply an action to the game; return its step, with the state before it."""
        game, hand = self._game, self._hand
        seat, kind, trick = int(game.to_act), int(game.kind), int(hand.gathered)
        self._follow()
        now = self._now()
        game.apply(action)
        self._follow()
        if kind == Kind.PLAY:
            won = hand.gathered > trick
            lines = [format_card(self._who[seat], action)]
            lines += [format_winner(game, hand, trick, self._who)] if won else []
            winner = hand.winner(trick) if won else NOBODY
            played = {"trick": trick + 1, "cards": [card_text(action)], "winner": winner}
            return self._step(KIND_NAMES[kind], seat, lines, now | played)
        lines, unseen = self._lines(self._described + 1), []
        missed = [eye.missed for eye in self._eyes]
        if any(missed):
            unseen = [*lines[:-1], format_unseen(game.rules, seat, kind, self._who)]
            sights = zip(now["sights"], missed, strict=True)
            now["sights"] = [SeatKnowledge(sight.cards, sight.kitty, sight.laid, missing) for sight, missing in sights]
        cards = texts(unpack_cards(action, laid_count(game.rules, kind))) if action else []
        to = partner_of(game.rules, seat) if kind == Kind.GIVE else NOBODY
        return self._step(KIND_NAMES[kind], seat, lines, now | {"unseen": unseen, "cards": cards, "to": to})

    def _arena_steps(self) -> Iterator[Step]:
        """Yield a step for new acts of the arena with the kitty or melds, if there are any."""
        lines = self._lines(int(self._hand.sayings))
        if lines:
            self._follow()
            yield self._step(LAID, NOBODY, lines, self._now())

    def _lines(self, upto: int) -> list[str]:
        """Describe the hand's entries that no step has described yet, up to number *upto*."""
        lines = format_sayings(self._game.rules, self._hand, self._who)
        new_lines = [line for number, line in lines if self._described <= number < upto]
        self._described = max(self._described, upto)
        return new_lines

    def _follow(self) -> None:
        for eye in self._eyes:
            eye.follow(self._game, self._hand.number)

    def _step(self, kind: str, seat: int, lines: list[str], now: dict[str, Any]) -> Step:
        self._number += 1
        done: dict[str, Any] = {"unseen": [], "cards": [], "to": NOBODY, "winner": NOBODY, "trick": 0}
        return Step(number=self._number - 1, hand=self._hand.number, kind=kind, seat=seat, lines=lines, **(done | now))

    def _now(self) -> dict[str, Any]:
        rules, hand = self._game.rules, self._hand
        kitty = texts(kitty_of(rules, hand))
        taken = any(kind == KITTY_TAKEN for _, kind, _ in hand.entries())
        return {
            "seats": [self._seat_at_step(seat) for seat in range(rules.seats)],
            "leader": hand.led_by(hand.gathered) if hand.leader != NOBODY else NOBODY,
            "declarer": hand.declarer,
            "bid": hand.bid,
            "trump": "" if hand.trump < 0 else SUITS[hand.trump],
            "kitty": None if taken else kitty,
            "dummy": texts(dummy_of(rules, hand)),
            "turned": texts(self._eyes[0].view.turned),
            "pot": None if rules.chips is None else (hand.pot if hand.is_over else self._pot),
            "sights": [self._sight(eye) for eye in self._eyes],
        }

    def _seat_at_step(self, number: int) -> SeatAtStep:
        rules, hand = self._game.rules, self._hand
        layout, seat = layout_of(rules.deck), hand.seats[number]
        card = hand.card(number, hand.gathered) if hand.leader != NOBODY else NO_CARD
        bids = [entry[1:] for entry in hand.entries() if entry[0] == number and entry[1] in BIDDING]
        has_melded = any(meld.seat == number for meld in melds_of(rules, hand))
        return SeatAtStep(
            cards=texts(layout.sorted(seat.cards)),
            card="" if card == NO_CARD else card_text(card),
            says=format_answer(rules, *bids[-1]) if bids else "",
            tricks=int(seat.tricks),
            laid=texts(layout.sorted(seat.laid)) if rules.exchange is not None else [],
            meld=format_melds(rules, hand, number) if has_melded else "",
            shown=texts(layout.sorted(seat.shown)) if has_melded else [],
            score=int(seat.score),
            bags=int(seat.bags),
        )

    def _sight(self, eye: SeatFollower) -> SeatKnowledge:
        cards = [texts(eye.cards(seat)) for seat in range(self._game.rules.seats)]
        layout = layout_of(self._game.rules.deck)
        return SeatKnowledge(cards, texts(eye.view.kitty), texts(layout.sorted(layout.hand(eye.laid))), missed=False)
