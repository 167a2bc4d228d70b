"""The play of tricks by `rules.tricks`, with sets of cards as bits."""

from typing import Final

from arena.rules.cards import CARD_CODES
from arena.rules.hands.actions import Kind
from arena.rules.hands.hand import OPEN
from arena.rules.hands.seat import Seat
from arena.rules.hands.table import NOBODY, TURNS, Table
from arena.rules.native import i64
from arena.rules.phases.deal import dummy_card
from arena.rules.phases.score_chips import decide
from arena.rules.rules import FirstLead, Lead, MustBeat, WhenVoid

TWO_OF_CLUBS: Final[int] = CARD_CODES["2C"]
PLAY: Final[i64] = Kind.PLAY
ANYTHING: Final = WhenVoid.ANYTHING
ANY_TRUMP: Final = WhenVoid.ANY_TRUMP
IF_IT_WINS: Final = WhenVoid.TRUMP_IF_IT_WINS
ONCE_BROKEN: Final = Lead.TRUMP_ONCE_BROKEN
NEVER: Final = MustBeat.NEVER
TRUMP_LED: Final = MustBeat.TRUMP_LED
ALWAYS: Final = MustBeat.ALWAYS


def begin(table: Table) -> bool:
    hand = table.hand
    if hand.outcome != OPEN:
        return True
    tricks = table.rules.tricks
    table.trumps = table.layout.suits[hand.trump if tricks.trump is None else tricks.trump]
    if tricks.ends_when_decided and decide(table):
        return True
    for seat in table.seats:
        seat.cards_at_play = seat.cards
    leader: i64 = first_leader(table, tricks.first_lead)
    hand.leader = leader
    table.after = TURNS[table.rules.seats][hand.sits_out]
    table.kind = PLAY
    lead(table, leader)
    led: i64 = table.open & table.trumps
    if tricks.lead is Lead.TRUMP_FIRST and led:
        table.open = led
    return False


def first_leader(table: Table, first_lead: FirstLead) -> i64:
    hand = table.hand
    if first_lead is FirstLead.DECLARER:
        return hand.declarer
    if first_lead is FirstLead.HOLDER_OF_2C:
        two: i64 = table.layout.bit[TWO_OF_CLUBS]
        for number in range(len(table.seats)):
            if table.seats[number].cards & two and number != hand.sits_out:
                return number
    return table.left_of(hand.dealer)


def lead(table: Table, leader: i64) -> None:
    table.leader = leader
    table.trick = 0
    table.suited = 0
    table.winner = leader
    table.to_act = leader
    choice: i64 = leading(table, table.seats[leader].cards)
    table.open = choice if table.layout.width == 1 else table.layout.once(choice)


def leading(table: Table, cards: i64) -> i64:
    """Return the cards that may be led, or played after a lead of jokers only."""
    if not table.broken and table.duties.lead is ONCE_BROKEN:
        others: i64 = cards & ~table.trumps
        if others & ~table.layout.jokers:
            return others
    return cards


def following(table: Table, cards: i64) -> i64:
    """Return the cards of a hand that may be played to the open trick."""
    same: i64 = cards & table.suited
    if same:
        duty = table.duties.must_beat
        if duty is NEVER:
            return same
        over: i64 = table.over
        if table.suited != table.trumps:
            if duty is ALWAYS and table.trumped:
                led = table.layout.listed(table.layout.once(table.trick & table.suited))
                over = table.layout.above[led[-1]]  # cards above the highest card of the suit led
            elif duty is TRUMP_LED or table.trumped:
                return same
        better: i64 = same & over
        return better if better else same
    if not table.suited:
        return leading(table, cards)
    when_void = table.duties.when_void
    if when_void is ANYTHING:
        return cards
    trumps: i64 = cards & table.trumps
    if table.trumped and when_void is not ANY_TRUMP:
        higher: i64 = trumps & table.over
        if higher or when_void is IF_IT_WINS:
            return higher if higher else cards
    return trumps if trumps else cards


def play(table: Table, card: i64, bit: i64) -> bool:
    """Play a legal card for the seat to act; return True if this ends the play.

    *card*: its code, *bit*: the same card as a set. The earlier of two equal cards wins (docs/rules/sheets/README.md,
    "Words").
    """
    layout = table.layout
    number: i64 = table.to_act
    seat: Seat = table.seats[number]
    seat.cards -= bit
    table.trick += bit
    seat.line += (card + 1) << table.hand.place
    suited: i64 = table.suited
    if bit & suited:
        if bit & table.over:
            table.over = layout.above[card]
            table.winner = number
    elif not suited:  # the lead, or the first card after jokers, which have no suit to follow
        table.suited = layout.suits[layout.suit[card]]
        table.led = layout.suit_bit[card]
        table.over = layout.above[card]
        table.trumped = bit & table.trumps != 0
        table.winner = number
    else:
        seat.lacks |= table.led
        if bit & table.trumps:
            table.broken = True
            if bit & table.over or not table.trumped:
                table.over = layout.above[card]
                table.trumped = True
                table.winner = number
    number = table.after[number]
    if number == table.leader:
        return gather(table)
    table.to_act = number
    choice: i64 = following(table, table.seats[number].cards)
    table.open = choice if layout.width == 1 else layout.once(choice)
    return False


def gather(table: Table) -> bool:
    """Give the trick to its winner and let the winner lead; return True if this ends the play."""
    hand = table.hand
    winner: i64 = table.winner
    seat: Seat = table.seats[winner]
    seat.taken += table.trick
    seat.tricks += 1
    if table.rules.deal.dummy:
        seat.taken += table.layout.bit[dummy_card(table.rules, hand, hand.gathered)]
    hand.gather(winner)
    if hand.sits_out != NOBODY:
        table.after = TURNS[table.rules.seats][NOBODY]  # a seat sits out only the first trick
    if table.duties.ends_when_decided:
        if decide(table):
            return True
    elif not seat.cards:
        return True
    lead(table, winner)
    return False
