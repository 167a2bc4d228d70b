"""The declarer's choice to throw the hand in after the melds (pinochle.md §2, §3)."""

from arena.rules.hands.actions import PLAY_ON, THROW_IN, Kind
from arena.rules.hands.hand import OPEN, THROWN_IN
from arena.rules.hands.layout import PLAIN
from arena.rules.hands.table import Table
from arena.rules.native import i64
from arena.rules.phases.melds import sum_melds
from arena.rules.rules import Offered, require
from arena.rules.sides import side_of


def begin(table: Table) -> bool:
    hand, throw_in = table.hand, require(table.rules.throw_in)
    is_offered = throw_in.offered is Offered.ALWAYS
    if hand.outcome == OPEN and throw_in.offered is Offered.IF_HOPELESS:
        is_offered = sum_melds(table, side_of(table.rules, hand.declarer)) + throw_in.all_tricks < hand.bid
    if hand.outcome != OPEN or not is_offered:
        return True
    table.ask(table.hand.declarer, Kind.THROW_IN, PLAIN.bit[PLAY_ON] | PLAIN.bit[THROW_IN])
    return False


def apply(table: Table, action: i64) -> bool:
    table.hand.say(table.to_act, Kind.THROW_IN, action)
    if action == THROW_IN:
        table.hand.outcome = THROWN_IN
    return True
