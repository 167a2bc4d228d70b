"""A hand told card by card, for `arena replay`."""

from collections.abc import Iterator, Sequence

from arena.rules.actions import Kind, describe
from arena.rules.cards import card_text, suit_text
from arena.rules.game import Game
from arena.rules.hand import KITTY_TAKEN, KITTY_TURNED, MELDED, Hand
from arena.rules.layout import layout_of
from arena.rules.phases.deal import dealt_to, dummy_of, kitty_of, turned
from arena.rules.record import texts
from arena.rules.table import NOBODY
from arena.rules.view import laid_count, melded


def narrate(game: Game, number: int, names: Sequence[str] | None = None) -> list[str]:
    """The lines that tell hand *number*, all cards open; *names* of the seats, else "seat 0" and so on."""
    who = list(names) if names is not None else [f"seat {seat}" for seat in range(game.rules.seats)]
    hand = game.hands[number]
    return [*_dealt(game, hand, who), *_said(game, hand, who), *_tricks(game, hand, who), *_ended(game, hand, who)]


def _dealt(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    layout = layout_of(game.rules.deck)
    yield f"Hand {hand.number} of game {hand.game}, dealt by {who[hand.dealer]}"
    for seat, name in enumerate(who):
        yield f"  {name} holds {' '.join(texts(layout.sorted(layout.hand(dealt_to(game.rules, hand, seat)))))}"
    dummy = dummy_of(game.rules, hand)
    if dummy:
        yield f"  the dummy is {' '.join(texts(dummy))}"
    kitty = kitty_of(game.rules, hand)
    if kitty:
        yield f"  the kitty is {' '.join(texts(kitty))}"


def _said(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    for seat, kind, action in hand.entries():
        if kind == KITTY_TAKEN:
            yield f"{who[seat]} takes the kitty for {hand.bid}"
        elif kind == KITTY_TURNED:
            yield f"{card_text(kitty_of(game.rules, hand)[action])} of the kitty is turned up"
        elif kind == MELDED:
            meld = melded(game.rules, hand, seat)
            melds = ", ".join(f"{name} x{count} {points}" for name, count, points in meld.melds) or "nothing"
            yield f"{who[seat]} melds {melds}: {meld.points}"
        else:
            blind = " blind" if kind == Kind.BLIND else ""
            yield f"{who[seat]}: {describe(kind, action, laid_count(game.rules, kind))}{blind}"


def _tricks(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    for number, trick in enumerate(hand.tricks()):
        cards = ", ".join(f"{who[seat]} {card_text(card)}" for seat, card in trick)
        taken = f" - {who[hand.winner(number)]} wins" if number < hand.gathered else ""
        if taken and game.rules.deal.dummy:
            taken += f", with {card_text(turned(game.rules, hand, number))} of the dummy"
        yield f"Trick {number + 1}: {cards}{taken}"


def _ended(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    if not hand.is_over:
        return
    contract = ""
    if hand.declarer != NOBODY:
        trump = suit_text(hand.trump) if hand.trump >= 0 else "no trump named"
        contract = f", {who[hand.declarer]} had bid {hand.bid}, trump {trump}"
    yield f"Outcome: {hand.outcome}{contract}"
    for seat, name in enumerate(who):
        bags = f", bags {hand.bags[seat]}" if game.rules.bags is not None else ""
        yield f"  {name}: {hand.points[seat]} in tricks, {hand.deltas[seat]:+d}, score {hand.scores[seat]}{bags}"
    if game.rules.chips is not None:
        yield f"  the kitty holds {hand.pot}"
    if hand.game_winners:
        yield f"Game {hand.game} is won by {' and '.join(who[seat] for seat in hand.game_winners)}"
