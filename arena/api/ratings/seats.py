"""What each bot scored from each seat."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from arena.api.calls.call import Call
from arena.api.ratings.standings import chosen
from arena.api.tournaments.tournaments import to_message
from arena.league.ratings.boards import field_of
from arena.league.ratings.standings import Scores
from arena.rules import find
from arena.store.ratings.scores import SeatRow
from arena.wire.gen import measures_pb2 as pb

DRAW: Final = "draw"  # the option `first_dealer`


async def get_seat_scores(call: Call[pb.GetSeatScoresRequest]) -> pb.GetSeatScoresResponse:
    """Return each bot's scores by seat, by variant of a tournament.

    All variants, or the one asked for; boards closed a moment ago are rated first. Raises
    `UnknownTournament`, `UnknownBot`.
    """
    await call.store.ratings.catch_up()
    row = await call.store.tournaments.named(call.request.name)
    wanted = chosen(row, call.request.variant)
    names = {entrant.version_id: entrant.bot for entrant in row.entrants}
    scores = await call.store.ratings.seat_scores(call.request.name, call.request.bot)
    rows = groupby(scores, key=lambda each: each.variant)
    found = {variant: list(seats) for variant, seats in rows}
    all_bots = not call.request.bot
    variants = [
        await asyncio.to_thread(_variant, variant, found.get(variant, []), names, all_bots) for variant in wanted
    ]
    return pb.GetSeatScoresResponse(tournament=to_message(row), variants=variants)


def _variant(variant: str, rows: list[SeatRow], names: dict[int, str], all_bots: bool) -> pb.VariantSeats:
    seats = [_seat(row, names[row.version_id]) for row in rows]
    return pb.VariantSeats(
        variant=variant,
        drawn=any(_is_drawn(row) for row in rows),
        seats=sorted(seats, key=lambda seat: (seat.bot, seat.place)),
        whole=_whole(rows) if all_bots else [],
    )


def _is_drawn(row: SeatRow) -> bool:
    """Say whether the draw leaves seat numbers without meaning.

    It does not where it seats the players, as in spades: then seat 0 is who deals.
    """
    return row.first_dealer == DRAW and not find(row.variant).length.draw_seats_players


def _place(row: SeatRow) -> int:
    """Return the number of seats to the left of the first dealer."""
    return row.seat if row.first_dealer == DRAW else (row.seat - int(row.first_dealer)) % row.seats


def _most(row: SeatRow) -> int:
    """Return the most half points that there are in a game.

    Off all others or, at a board of several tables, off those who had the same cards.
    """
    return 2 * (field_of(row.seats, row.tables_per_board) - 1)


def _seat(row: SeatRow, bot: str) -> pb.SeatScore:
    scores = Scores()
    scores.add(row.games, row.halves, row.squares, _most(row))
    games, score, error, interval = scores.summary
    low, high = interval or (None, None)
    points = row.points / row.games
    return pb.SeatScore(
        bot=bot, place=_place(row), games=games, score=score, error=error, low=low, high=high, points=points
    )


def _whole(rows: Iterable[SeatRow]) -> list[pb.SeatScore]:
    places: dict[int, list[SeatRow]] = defaultdict(list)
    for row in rows:
        places[_place(row)].append(row)
    return [_sum(place, places[place]) for place in sorted(places)]


def _sum(place: int, rows: list[SeatRow]) -> pb.SeatScore:
    games = sum(row.games for row in rows)
    score = sum(row.halves for row in rows) / games / _most(rows[0])
    return pb.SeatScore(place=place, games=games, score=score, points=sum(row.points for row in rows) / games)
