"""Read statistics of closed boards other than ratings: seats, memory, conduct, luck."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.league.findings.luck import DealBaseline, Sums
from arena.league.findings.marks import Conduct
from arena.league.findings.memory import MemoryTally
from arena.league.findings.seat_effects import SeatTally
from arena.league.findings.voids import Void
from arena.rules import find
from arena.store.database import Connection, Room, fetch, run, run_all, select, value
from arena.store.names import tournament_id
from arena.store.scales import Scale

Counts = dict[str, tuple[int, int]]  # (number, part of that number) by "name@version", as a query returns them


@dataclass(frozen=True)
class Deal:
    """The deal of a closed board, which a house bot plays to measure luck."""

    board_id: int
    variant: str
    options: dict[str, Any]
    revision: int
    seed: bytes


@dataclass(frozen=True)
class VariantLuck:
    """The luck of the deals of one variant of a tournament.

    *games*: per board. *sums*, *pars*: sums and baselines over the boards that the house bot played. *waiting*: closed
    boards that it has not played yet. *impossible*: closed boards that it cannot play.
    """

    games: int
    sums: list[Sums]
    pars: list[DealBaseline]
    waiting: int
    impossible: int


class Findings(Room):
    """Read seat tallies, memory tallies, conduct and voids; store and read the luck of deals."""

    async def seat_tallies(self, tournament_id: int | None = None) -> dict[tuple[str, int], list[SeatTally]]:
        """Return the seat tallies of rated boards by (variant, rules revision), the newest revision first.

        *tournament_id*: only this tournament; None: all. Place 0 of a tally deals first. If a draw seats the players,
        as in spades, seat 0 deals. In pinochle the draw picks a dealer without changing seats. A seat's number then
        means nothing, so these boards are left out.
        """
        tallies: dict[tuple[str, int], list[SeatTally]] = defaultdict(list)
        rows = await self._select("seat_tallies", tournament_id=tournament_id)
        for variant, revision, first_dealer, *sums in rows:
            if first_dealer != "draw":
                tallies[variant, revision].append(SeatTally(*sums).turned(int(first_dealer)))
            elif find(variant).length.draw_seats_players:
                tallies[variant, revision].append(SeatTally(*sums))
        return dict(tallies)

    async def memory(self, name: str) -> dict[tuple[str, int], list[MemoryTally]]:
        """Return memory tallies of a tournament's rated boards, by (variant, number of seats).

        The tallies are of single seats, or of sides where partners play. Raises `UnknownTournamentError`.
        """
        tallies: dict[tuple[str, int], list[MemoryTally]] = defaultdict(list)
        async with self.transaction() as connection:
            rows = await select(connection, "memory", tournament_id=await tournament_id(connection, name))
        for variant, seats, *sums in rows:
            tallies[variant, seats].append(MemoryTally(*sums))
        return dict(tallies)

    async def conduct(self, tournament_id: int | None = None) -> dict[Scale, Conduct]:
        """Return the bots' conduct by scale, in one tournament or (None) in all that official tables count."""
        async with self.transaction() as connection:
            await run(connection, "one_moment")
            decisions = await _counts(connection, "decisions", tournament_id)
            forfeits = await _counts(connection, "forfeited_boards", tournament_id)
            rows = await select(connection, "table_conduct", tournament_id=tournament_id)
        return {(scale := Scale(*row[:4])): Conduct(decisions[scale], forfeits[scale], *row[4:]) for row in rows}

    async def voids(self, tournament_id: int | None = None) -> dict[Scale, list[Void]]:
        """Return the voided boards by scale, of the same tournaments as `conduct`."""
        voids: dict[Scale, list[Void]] = defaultdict(list)
        rows = await self._select("voids_by_scale", tournament_id=tournament_id)
        for *scale, at, line_up, cause in rows:
            voids[Scale(*scale)].append(Void(at, tuple(line_up), cause))
        return voids

    async def want_luck(self, tournament_id: int) -> None:
        """Request that workers let the house bot play a tournament's closed boards, to measure luck."""
        await self._run("want_luck", tournament_id=tournament_id)

    async def deals_for_luck(self, most: int, patience: float) -> list[Deal]:
        """Reserve at most *most* boards of a tournament for the caller; [] if no tournament waits.

        Other callers get no board of that tournament for *patience* seconds.
        """
        async with self.transaction() as connection:
            tournament_id = await value(connection, "take_luck", patience=patience)
            if tournament_id is None:
                return []
            deals = await fetch(connection, Deal, "deals_for_luck", tournament_id=tournament_id, most=most)
            if not deals:
                await run(connection, "end_luck", tournament_id=tournament_id)
            return deals

    async def put_luck(self, points: Mapping[int, int | None]) -> None:
        """Store the house bot's points by board id (None: it cannot play the board); end the reservation."""
        async with self.transaction() as connection:
            rows = [{"board_id": board_id, "points": each} for board_id, each in points.items()]
            await run_all(connection, "put_luck", rows)
            await run(connection, "free_luck", board_ids=list(points))

    async def luck(self, tournament_id: int) -> dict[str, VariantLuck]:
        """Return a tournament's luck by variant, in the tournament's order of variants."""
        async with self.transaction() as connection:
            await run(connection, "one_moment")
            counts = await select(connection, "luck_counts", tournament_id=tournament_id)
            sums = await select(connection, "luck_sums", tournament_id=tournament_id)
            pars = await select(connection, "luck_pars", tournament_id=tournament_id)
        return {
            name: VariantLuck(
                games,
                [Sums(*map(int, numbers)) for variant, *numbers in sums if variant == name],
                [DealBaseline(*map(int, numbers)) for variant, *numbers in pars if variant == name],
                waiting,
                impossible,
            )
            for name, games, waiting, impossible in counts
        }


async def _counts(connection: Connection, query: str, tournament_id: int | None) -> dict[Scale, Counts]:
    counts: dict[Scale, Counts] = defaultdict(dict)
    rows: list[Any] = await select(connection, query, tournament_id=tournament_id)
    for *scale, bot, whole, part in rows:
        counts[Scale(*scale)][bot] = whole, part
    return counts
