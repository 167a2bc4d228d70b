"""What closed boards show beside ratings: seats, memory, transfers, luck."""

import asyncio
import math
from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import message_of
from arena.api.ratings.standings import chosen
from arena.api.tournaments.tournaments import to_message
from arena.league.findings.luck import LessLuck, less_luck
from arena.league.findings.memory import MemoryLine, MemoryTally, memory_lines
from arena.league.findings.seat_effects import SeatEffect, SeatTally, seat_effects
from arena.league.findings.transfers import transfers
from arena.league.ratings.boards import field_of
from arena.league.ratings.standings import Scores, standings
from arena.league.ratings.tally import LineUpTally
from arena.rules import find
from arena.store.ratings.findings import VariantLuck
from arena.store.ratings.scores import SeatRow
from arena.wire.gen import measures_pb2 as pb


async def get_seat_effects(call: Call[pb.GetSeatEffectsRequest]) -> pb.GetSeatEffectsResponse:
    """Return what each seat is worth, by variant and revision.

    All variants, or the one asked for; boards closed a moment ago are rated first. Raises
    `UnknownVariant`.
    """
    variant = call.request.variant
    if variant:
        find(variant)
    await call.store.ratings.catch_up()
    tallies = await call.store.ratings.seat_tallies()
    tables = [_table(*key, found) for key, found in tallies.items() if not variant or key[0] == variant]
    return pb.GetSeatEffectsResponse(tables=tables)


def _table(variant: str, revision: int, tallies: list[SeatTally]) -> pb.SeatTable:
    boards = sum(tally.boards for tally in tallies)
    seats = [_seat(effect) for effect in seat_effects(tallies)]
    return pb.SeatTable(variant=variant, revision=revision, boards=boards, seats=seats)


def _seat(found: SeatEffect) -> pb.SeatEffect:
    return message_of(pb.SeatEffect, found, error=found.error if math.isfinite(found.error) else None)


DRAW = "draw"


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
    seats = [_seat_scores_seat(row, names[row.version_id]) for row in rows]
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


def _seat_scores_seat(row: SeatRow, bot: str) -> pb.SeatScore:
    scores = Scores()
    scores.add(row.games, row.halves, row.squares, _most(row))
    games, score, error, interval = scores.told
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


async def get_memory(call: Call[pb.GetMemoryRequest]) -> pb.GetMemoryResponse:
    """Return the memory test of each variant of a tournament.

    All variants, or the one asked for; boards closed a moment ago are rated first. Raises
    `UnknownTournament`, `Refused`.
    """
    await call.store.ratings.catch_up()
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        raise invalid(f"{row.name!r} is a gate: its boards are not rated, and the memory test is of rated boards")
    if row.pool == "open":
        raise invalid(
            f"{row.name!r} is of the pool open: nobody meets a deal again there, so there is no memory to test"
        )
    wanted = chosen(row, call.request.variant)
    names = {entrant.version_id: entrant.bot for entrant in row.entrants}
    rows = await call.store.ratings.memory(call.request.name)
    found = {variant: (tallies, seats) for (variant, seats), tallies in rows.items()}
    variants = [
        await asyncio.to_thread(_memory_variant, variant, *found.get(variant, ([], 0)), names) for variant in wanted
    ]
    return pb.GetMemoryResponse(tournament=to_message(row), variants=variants)


def _memory_variant(variant: str, tallies: list[MemoryTally], seats: int, names: dict[int, str]) -> pb.VariantMemory:
    return pb.VariantMemory(variant=variant, lines=[_line(line, names) for line in memory_lines(tallies, seats)])


def _line(line: MemoryLine, names: dict[int, str]) -> pb.MemoryLine:
    return message_of(pb.MemoryLine, line, bot=names[line.player], gain=line.mean, flagged=line.is_flagged)


async def get_transfers(call: Call[pb.GetTransfersRequest]) -> pb.GetTransfersResponse:
    """Test all pairs of each variant of a tournament.

    All variants, or the one asked for. Raises `UnknownTournament`, `Refused`.
    """
    await call.store.ratings.catch_up()
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        raise invalid(f"{row.name!r} is a gate: its fillers are not rated, and the test is of rated boards")
    if row.pool == "open":
        raise invalid(f"{row.name!r} is of the pool open: bots are compared between tables there, not at one")
    names = {entrant.version_id: entrant.bot for entrant in row.entrants}
    tallies = await call.store.ratings.tallies_of(row.id)
    variants = [
        await asyncio.to_thread(_transfers_variant, variant, tallies.get(variant, []), names)
        for variant in chosen(row, call.request.variant)
    ]
    return pb.GetTransfersResponse(tournament=to_message(row), variants=variants)


def _transfers_variant(variant: str, tallies: list[LineUpTally], names: dict[int, str]) -> pb.VariantTransfers:
    lines = [
        message_of(pb.TransferLine, each, helper=names[each.helper], helped=names[each.helped], flagged=each.is_flagged)
        for each in transfers(tallies)
    ]
    return pb.VariantTransfers(variant=variant, lines=lines)


async def get_luck(call: Call[pb.GetLuckRequest]) -> pb.GetLuckResponse:
    """Return points less luck, by variant of a tournament.

    All variants, or the one asked for. Where boards wait for the house bot, workers are asked to
    play them. Raises `UnknownTournament`, `Refused`.
    """
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        raise invalid(
            f"{row.name!r} is a gate: old and new version played the same deals there, so luck is taken off already"
        )
    if row.pool == "open":
        raise invalid(
            f"{row.name!r} is of the pool open: bots are compared with those who had the same cards,"
            " so luck is taken off"
        )
    await call.store.ratings.catch_up()
    found = await call.store.ratings.luck(row.id)  # of rated boards, so whoever is in one has a score
    tallies = await call.store.ratings.tallies_of(row.id)
    if any(each.waiting for each in found.values()):
        await call.store.ratings.want_luck(row.id)
    names = {entrant.version_id: entrant.bot for entrant in row.entrants}
    tables = []
    for variant in chosen(row, call.request.variant):
        scores = {line.player: line.score for line in standings(tallies.get(variant, []))}
        tables.append(_luck_table(variant, found[variant], scores, names))
    return pb.GetLuckResponse(tables=tables, tournament=to_message(row))


def _luck_table(variant: str, found: VariantLuck, scores: dict[int, float], names: dict[int, str]) -> pb.LuckTable:
    lines = [_luck_line(line, scores[line.player], names) for line in less_luck(found.sums, found.pars, found.games)]
    return pb.LuckTable(variant=variant, lines=lines, waiting=found.waiting, impossible=found.impossible)


def _luck_line(line: LessLuck, score: float, names: dict[int, str]) -> pb.LuckLine:
    return message_of(pb.LuckLine, line, bot=names[line.player], score=score)
