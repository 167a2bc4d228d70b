"""Measure how evenly a tournament's bots meet."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.schedules.balance import Balance, OpenBalance, balance_of, open_balance
from arena.store.database import Room, select
from arena.store.names import tournament_id
from arena.store.tournaments.appending import entrants_of, tables_of

LineUps = Iterable[tuple[int, Sequence[int]]]  # (variant index, players in circular order) of each board


class Balances(Room):
    """Report how evenly the bots of a tournament meet."""

    async def balance(self, name: str) -> list[Balance | OpenBalance]:
        """Return the balance of a tournament's boards, one or more for each variant; operators may call this.

        Counts open and closed boards, not cancelled ones. Raises `UnknownTournamentError`.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
            entrants, tables = await entrants_of(connection, id_), await tables_of(connection, id_)
            rows = await select(connection, "late_and_gone", tournament_id=id_)
            ((challengers, allow_same_owner),) = await select(connection, "balance_terms", tournament_id=id_)
            line_ups = await select(connection, "line_ups", tournament_id=id_)
        gone = frozenset(each.id for each, (_, left) in zip(entrants, rows, strict=True) if left)
        return await asyncio.to_thread(balances, line_ups, entrants, tables, challengers, allow_same_owner, gone)


def balances(
    line_ups: LineUps,
    entrants: Sequence[Entrant],
    tables: Sequence[Table],
    challengers: int,
    allow_same_owner: bool,
    gone: frozenset[int] = frozenset(),
) -> list[Balance | OpenBalance]:
    """Return the balance of boards with these line-ups, in the order of variants.

    *challengers*: their number in a gauntlet, else 0. *gone*: ids of withdrawn versions.
    """
    boards: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for index, line_up in line_ups:
        boards[index].append(tuple(line_up))
    lines: list[Balance | OpenBalance] = []
    for index, table in enumerate(tables):
        if table.tables_per_board == 1:
            lines += balance_of(boards[index], entrants, table, challengers, allow_same_owner, gone)
        else:
            lines += open_balance(boards[index], [each for each in entrants if each.id not in gone], table)
    return lines
