"""Store the seat tallies of closed boards.

They are sums by tournament and variant; the effect of the seat is computed from them.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict

from arena.league.findings.seat_effects import SeatTally
from arena.rules import find
from arena.store.database import Connection, Room, run, run_all


class Seats(Room):
    """The seat tallies."""

    async def seat_tallies(self) -> dict[tuple[str, int], list[SeatTally]]:
        """Return the tallies of all rated boards, the newest revision first.

        By variant and rules revision; place 0 of a tally deals first.

        Where the draw seats the players, as in spades, seat 0 is who deals. In pinochle the draw
        leaves the seats and picks a dealer of its own in each game: there a seat's number says
        nothing, and those boards are left out.
        """
        found: dict[tuple[str, int], list[SeatTally]] = defaultdict(list)
        async with self.transaction() as connection:
            rows = await (await run(connection, "seat_tallies")).fetchall()
        for variant, revision, first_dealer, *sums in rows:
            if first_dealer != "draw":
                found[variant, revision].append(SeatTally(*sums).turned(int(first_dealer)))
            elif find(variant).length.draw_seats_players:
                found[variant, revision].append(SeatTally(*sums))
        return dict(found)


async def add_seat_tallies(connection: Connection, tallies: Mapping[tuple[int, int], SeatTally]) -> None:
    """Add *tallies* to the stored ones.

    By tournament and index of the variant.
    """
    rows = [
        {"tournament_id": tournament_id, "variant_index": index} | asdict(tally)
        for (tournament_id, index), tally in tallies.items()
    ]
    await run_all(connection, "add_seat_tally", rows)
