"""Return each bot's scores by seat."""

import asyncio
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from arena.api.calls.call import Call
from arena.api.ratings.standings import choose_variants
from arena.api.tournaments.tournaments import to_message
from arena.league.ratings.boards import field_of
from arena.league.ratings.standings import Scores
from arena.league.ratings.tally import Sums
from arena.rules import find
from arena.store.ratings.scores import SeatRow
from arena.wire.gen import measures_pb2 as pb

DRAW: Final = "draw"  # a value of the rules' option `first_dealer`


async def get_seat_scores(call: Call[pb.GetSeatScoresRequest]) -> pb.GetSeatScoresResponse:
    """Return each bot's scores by seat, for each variant of a tournament, after rating closed boards."""
    await call.store.ratings.catch_up()
    row = await call.store.tournaments.named(call.request.name)
    wanted = choose_variants(row, call.request.variant)
    names = {entrant.version_id: entrant.bot for entrant in row.entrants}
    scores = await call.store.ratings.seat_scores(call.request.name, call.request.bot)
    rows = {variant: list(seats) for variant, seats in groupby(scores, key=lambda each: each.variant)}
    all_bots = not call.request.bot
    variants = [await asyncio.to_thread(_variant, each, rows.get(each, []), names, all_bots) for each in wanted]
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
    """Return whether the first dealer may be in any seat; in spades the draw puts it in seat 0."""
    return row.first_dealer == DRAW and not find(row.variant).length.draw_seats_players


def _place(row: SeatRow) -> int:
    """Return how many places to the left of the first dealer the seat is."""
    return row.seat if row.first_dealer == DRAW else (row.seat - int(row.first_dealer)) % row.seats


def _most(row: SeatRow) -> int:
    """Return the maximum of half points per game: 2 for each opponent, or each holder of the same cards."""
    return 2 * (field_of(row.seats, row.tables_per_board) - 1)


def _seat(row: SeatRow, bot: str) -> pb.SeatScore:
    scores = Scores()
    scores.add(Sums.of_independent(row.games, row.halves, row.squares), _most(row))
    games, score, error, interval, _ = scores.summary
    low, high = interval or (None, None)
    scored = {"score": score, "error": error, "low": low, "high": high, "points": row.points / row.games}
    return pb.SeatScore(bot=bot, place=_place(row), games=games, **scored)  # type: ignore[arg-type]


def _whole(rows: Iterable[SeatRow]) -> Iterator[pb.SeatScore]:
    """Yield the scores of all bots together, by place."""
    for place, seats in groupby(sorted(rows, key=_place), key=_place):
        at_place = list(seats)
        games = sum(row.games for row in at_place)
        score = sum(row.halves for row in at_place) / games / _most(at_place[0])
        yield pb.SeatScore(place=place, games=games, score=score, points=sum(row.points for row in at_place) / games)
