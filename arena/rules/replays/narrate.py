"""Describe a hand in words, card by card, for `arena replay`."""

from collections.abc import Iterator, Sequence

from arena.rules.cards import card_text
from arena.rules.games.game import Game
from arena.rules.games.view import laid_count, show_melds
from arena.rules.hands.actions import CONCEDE, LOOK, PASS, TAKE, THROW_IN, Kind, unpack_cards
from arena.rules.hands.events import Melded
from arena.rules.hands.hand import KITTY_TAKEN, KITTY_TURNED, MELDED, Hand
from arena.rules.hands.layout import layout_of
from arena.rules.phases.deal import dealt_to, dummy_card, dummy_of, kitty_of
from arena.rules.records.record import texts
from arena.rules.replays.sheet import tally
from arena.rules.rules import Phase, Rules
from arena.rules.sides import partner_of
from arena.rules.words import SUIT_NAMES, bid_text, discard_verb, format_count, kitty_word

IN_AUCTION = (Kind.AUCTION, KITTY_TURNED)


def narrate(game: Game, number: int, names: Sequence[str] | None = None) -> list[str]:
    """Describe hand *number*, from 0, in lines with all cards open; *names*: by seat, None for numbers."""
    who = list(names) if names is not None else [f"seat {seat}" for seat in range(game.rules.seats)]
    hand = game.hands[number]
    before_play = [line for _, line in format_sayings(game.rules, hand, who)]
    return [*_format_deal(game, hand, who), *before_play, *_tricks(game, hand, who), *tally(game, hand, who)]


def _format_deal(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    layout = layout_of(game.rules.deck)
    yield format_beginning(hand, who)
    for seat, name in enumerate(who):
        yield f"  {name} holds {' '.join(texts(layout.sorted(layout.hand(dealt_to(game.rules, hand, seat)))))}"
    dummy = dummy_of(game.rules, hand)
    if dummy:
        yield f"  the dummy is {' '.join(texts(dummy))}"
    kitty = kitty_of(game.rules, hand)
    if kitty:
        yield f"  the {kitty_word(game.rules)} is {' '.join(texts(kitty))}"


def format_beginning(hand: Hand, who: list[str]) -> str:
    return f"Hand {hand.number + 1}, dealt by {who[hand.dealer]}"


def format_sayings(rules: Rules, hand: Hand, who: list[str]) -> Iterator[tuple[int, str]]:
    """Describe the decisions and acts before the play: (number of its entry in `Hand.entries`, line)."""
    bidding = rules.auction is not None
    for number, (seat, kind, action) in enumerate(hand.entries()):
        if bidding and kind not in IN_AUCTION:
            bidding = False
            yield number, f"{who[hand.declarer]} has the bid at {hand.bid}"
        if kind == KITTY_TURNED:
            yield number, f"{card_text(kitty_of(rules, hand)[action])} of the kitty is turned up"
        elif kind == KITTY_TAKEN or (kind == Kind.WIDOW and action == TAKE):
            if kind == Kind.WIDOW or Phase.WIDOW not in rules.phases:
                yield number, f"{who[seat]} takes the {kitty_word(rules)}"
        elif kind == MELDED:
            yield number, f"{who[seat]} {format_melds(rules, hand, seat)}"
        elif kind == Kind.GIVE:
            yield number, f"{who[seat]} gives {who[partner_of(rules, seat)]} {_cards(rules, kind, action)}"
        else:
            yield number, f"{who[seat]} {format_answer(rules, kind, action)}"


def format_unseen(rules: Rules, seat: int, kind: int, who: list[str]) -> str:
    """Describe discards or a gift for players who may see only the number of cards; *who*: names by seat."""
    cards = format_count(laid_count(rules, kind), "card")
    if kind == Kind.GIVE:
        return f"{who[seat]} gives {who[partner_of(rules, seat)]} {cards}"
    return f"{who[seat]} {discard_verb(rules)} {cards}"


def format_answer(rules: Rules, kind: int, action: int) -> str:
    """Describe a decision other than a play or a gift, to follow the player's name: "bids 4"."""
    if kind == Kind.BLIND:
        return "looks at its cards" if action == LOOK else f"bids {bid_text(action)} before it sees its cards"
    if kind == Kind.AUCTION and action == PASS:
        return "passes"
    if kind in (Kind.BID, Kind.AUCTION):
        return f"bids {action if kind == Kind.AUCTION else bid_text(action)}"
    if kind == Kind.WIDOW:
        return "concedes, and leaves the widow"
    if kind == Kind.DISCARD:
        return "concedes" if action == CONCEDE else f"{discard_verb(rules)} {_cards(rules, kind, action)}"
    if kind == Kind.THROW_IN:
        return "throws the hand in" if action == THROW_IN else "plays on"
    return f"names {SUIT_NAMES[action]} trump"


def format_decision(rules: Rules, kind: int, action: int) -> str:
    """Describe any decision, to follow the player's name: "bids 4", "plays TD"."""
    if kind == Kind.PLAY:
        return f"plays {card_text(action)}"
    if kind == Kind.GIVE:
        return f"gives {_cards(rules, kind, action)}"
    if kind == Kind.WIDOW and action == TAKE:
        return f"takes the {kitty_word(rules)}"
    return format_answer(rules, kind, action)


def _cards(rules: Rules, kind: int, action: int) -> str:
    return " ".join(texts(unpack_cards(action, laid_count(rules, kind))))


def format_melds(rules: Rules, hand: Hand, seat: int) -> str:
    return format_meld(show_melds(rules, hand, seat))


def format_meld(meld: Melded) -> str:
    """Describe a seat's melds, to follow its name: "melds run 15: 15 points"."""
    if not meld.melds:
        return "has no meld"
    parts = [
        f"{name.replace('_', ' ')}{f' x{count}' if count > 1 else ''} {points}" for name, count, points in meld.melds
    ]
    return f"melds {', '.join(parts)}: {format_count(meld.points, 'point')}"


def _tricks(game: Game, hand: Hand, who: list[str]) -> Iterator[str]:
    for number, trick in enumerate(hand.tricks()):
        cards = ", ".join(format_card(who[seat], card) for seat, card in trick)
        winner = f" - {format_winner(game, hand, number, who)}" if number < hand.gathered else ""
        yield f"Trick {number + 1}: {cards}{winner}"


def format_card(name: str, card: int) -> str:
    return f"{name} {card_text(card)}"


def format_winner(game: Game, hand: Hand, trick: int, who: list[str]) -> str:
    """Describe who won a trick, and the dummy's card if the rules have one; *trick*: from 0."""
    dummy = f", with {card_text(dummy_card(game.rules, hand, trick))} of the dummy" if game.rules.deal.dummy else ""
    return f"{who[hand.winner(trick)]} wins{dummy}"
