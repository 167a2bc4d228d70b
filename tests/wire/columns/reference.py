"""Build a batch from seats' views alone, as docs/reference/columns.md describes it."""

import struct
from collections import Counter
from collections.abc import Iterable, Sequence

from arena.rules import Kind, Rules, View, partner_of, unpack_cards
from arena.rules.cards import card_code
from arena.rules.games.view import laid_count
from arena.rules.hands.layout import layout_of

TYPES = {"cards": "Q", "u64": "Q", "i32": "i", "i16": "h", "i8": "b"}
JACKS = {1: card_code("JD"), 2: card_code("JC"), 3: card_code("JH")}
OF_THE_DECLARER = (Kind.TRUMP, Kind.WIDOW)
Row = dict[str, Sequence[int]]


def batch(version: int, variant: int, columns: Sequence[tuple[str, str]], rows: Sequence[Row]) -> bytes:
    """Header and arrays; *columns* are names and types."""
    data = struct.pack("<HHI", version, variant, len(rows))
    for name, kind in columns:
        values = [value for row in rows for value in row[name]]
        data += struct.pack(f"<{len(values)}{TYPES[kind]}", *values)
        data += bytes(-len(data) % 8)
    return data


def card_set(rules: Rules, cards: Iterable[int]) -> int:
    """Cards as the fields of one integer."""
    width = rules.deck.copies.bit_length()
    kinds = layout_of(rules.deck).kinds
    return sum(1 << width * kinds.index(card) for card in cards)


class Past:
    """The tricks of a hand, from the plays that the seat has seen."""

    def __init__(self, view: View) -> None:
        rules, plays = view.rules, list(view.played)
        self.tricks: list[list[tuple[int, int]]] = []
        while plays:
            size = rules.seats - (1 if rules.deal.dealer_one_less and not self.tricks else 0)
            self.tricks.append(plays[:size])
            plays = plays[size:]
        over = len(self.tricks) - (1 if view.trick else 0)
        leaders = [trick[0][0] for trick in self.tricks] + [view.seat]
        self.won: dict[int, list[int]] = {seat: [] for seat in range(rules.seats)}
        for number in range(over):
            cards = [card for _, card in self.tricks[number]] + view.turned[number : number + 1]
            self.won[leaders[number + 1]] += cards
        self.voids: dict[int, int] = Counter()
        self.broken = 0
        for trick in self.tricks:
            suits = [(seat, card // 13) for seat, card in trick]
            led = next((suit for _, suit in suits if suit < 4), None)
            since = next((at for at, (_, suit) in enumerate(suits) if suit == led), len(suits))
            for seat, suit in suits[since:]:
                if led is not None and suit != led:
                    self.voids[seat] |= 1 << led
                    self.broken |= int(suit == 0)


def row_of(view: View, seat_id: int, number: int, attempt: int, move_us: int, bank_us: int) -> Row:
    """The row of the open decision of a view."""
    rules, legal = view.rules, view.legal
    assert legal is not None
    turns = [(view.seat + player) % rules.seats for player in range(rules.seats)]
    past, trick = Past(view), dict(view.trick)
    playing = legal.kind == Kind.PLAY
    leader = view.trick[0][0] if view.trick else view.seat if playing else -1
    played = [[card for who, card in view.played if who == seat] for seat in turns]
    mask = card_set(rules, legal.actions) if playing else sum(1 << action for action in legal.actions)
    row: Row = {
        "seat_id": [seat_id],
        "number": [number],
        "attempt": [attempt],
        "move_us": [min(move_us, 2**31 - 1)],
        "bank_us": [min(bank_us, 2**31 - 1)],
        "kind": [legal.kind],
        "legal": [mask + int(legal.may_pass or legal.may_concede)],
        "seat": [view.seat],
        "dealer": [turns.index(view.dealer)],
        "hand_number": [view.number],
        "game": [view.game],
        "scores": [view.scores[seat] for seat in turns],
        "wins": [view.wins[seat] for seat in turns],
        "hand": [card_set(rules, view.cards)],
        "trump": [view.trump],
        "leader": [turns.index(leader) if leader >= 0 else -1],
        "trick": [trick.get(seat, -1) for seat in turns],
        "tricks": [view.tricks[seat] for seat in turns],
        "played": [card_set(rules, cards) for cards in played],
        "voids": [past.voids[seat] for seat in turns],
        "bids": [view.bids[seat] for seat in turns],
        "kitty": [card_set(rules, view.kitty)],
        "pot": [view.pot],
    }
    return row | (contract(view, turns, past) if rules.bids is None else bids(view, turns, past))


def bids(view: View, turns: Sequence[int], past: Past) -> Row:
    return {
        "bags": [view.bags[seat] for seat in turns],
        "jacks": [sum(1 << suit for suit, jack in JACKS.items() if jack in past.won[seat]) for seat in turns],
        "broken": [past.broken],
    }


def contract(view: View, turns: Sequence[int], past: Past) -> Row:
    rules, legal = view.rules, view.legal
    assert legal is not None
    assert rules.auction is not None
    bidding = legal.kind == Kind.AUCTION
    high = max(view.bids)
    declarer, bid = view.declarer, view.bid
    if declarer < 0 and legal.kind in OF_THE_DECLARER:
        declarer, bid = view.seat, max(high, rules.auction.min_bid)
    elif declarer < 0 < high:
        declarer, bid = view.bids.index(high), high
    melds = {meld.seat: meld for meld in view.melds}
    return {
        "least": [legal.least if bidding else 0],
        "most": [legal.most if bidding else 0],
        "step": [legal.step if bidding else 0],
        "count": [legal.count],
        "passed": [int((seat, Kind.AUCTION, 0) in view.said) for seat in turns],
        "declarer": [turns.index(declarer) if declarer >= 0 else -1],
        "bid": [bid],
        "melds": [melds[seat].points if seat in melds else -1 for seat in turns],
        "shown": [card_set(rules, melds[seat].shown if seat in melds else ()) for seat in turns],
        "won": [card_set(rules, past.won[seat]) for seat in turns],
        "laid": [card_set(rules, cards_of(view, view.seat))],
        "got": [card_set(rules, cards_of(view, partner_of(rules, view.seat)))],
    }


def cards_of(view: View, seat: int) -> list[int]:
    """Return the cards that a seat laid away or gave, empty if this view does not know them."""
    for who, kind, action in view.said:
        if who == seat and kind in (Kind.DISCARD, Kind.GIVE) and action:
            return unpack_cards(action, laid_count(view.rules, kind))
    return []
