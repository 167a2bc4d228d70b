"""The declarer's choice to take the widow, or to concede without seeing it (pinochle.md §1)."""

from arena.rules.hands.actions import CONCEDE, TAKE, Kind
from arena.rules.hands.hand import CONCEDED, OPEN
from arena.rules.hands.layout import PLAIN
from arena.rules.hands.table import Table
from arena.rules.native import i64


def begin(table: Table) -> bool:
    if table.hand.outcome != OPEN:
        return True
    table.ask(table.hand.declarer, Kind.WIDOW, PLAIN.bit[CONCEDE] | PLAIN.bit[TAKE])
    return False


def apply(table: Table, action: i64) -> bool:
    table.hand.say(table.to_act, Kind.WIDOW, action)
    if action == CONCEDE:
        table.hand.outcome = CONCEDED
    return True
