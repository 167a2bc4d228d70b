"""Compare the second opinion with the official table and live Elo.

And tell where they disagree.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.league.ratings.bradley_terry import Fit
from arena.league.ratings.plackett_luce import Belief, disagreements
from arena.league.ratings.strengths import Strengths
from arena.rules import find
from arena.store.ratings.rater import RatingRow
from arena.wire.gen import ratings_pb2 as pb

SURE: Final = 0.9


@dataclass(frozen=True)
class _Tables:
    """What the three think of the bots of one variant."""

    beliefs: Mapping[int, Belief]
    fits: Sequence[Fit]
    elo: Mapping[int, float]
    names: Mapping[int, str]


async def get_second_opinion(call: Call[pb.GetSecondOpinionRequest]) -> pb.GetSecondOpinionResponse:
    """Return the second opinion's tables, each of its newest revision.

    Of one variant, or of all. Raises `UnknownVariant`.
    """
    variant = call.request.variant
    if variant:
        find(variant)
    await call.store.ratings.catch_up_fits()
    await call.store.ratings.catch_up_opinions()
    found = await call.store.ratings.opinions()
    fits, names = await call.store.ratings.fits(), {row.version_id: row.bot for row in await call.store.accounts.bots()}
    newest: dict[str, int] = {}
    for name, revision in found.beliefs:
        newest[name] = max(revision, newest.get(name, 0))
    tables, pools = [], await call.store.ratings.rated_pools()
    for name, revision in sorted(newest.items()):
        if variant in ("", name):
            key = (name, revision)
            elo = _largest([row for row in await call.store.ratings.elo(name) if row.revision == revision])
            own = [fit for scale, each in fits.items() if (scale.variant, scale.revision) == key for fit in each]
            compared = _Tables(found.beliefs[key], own, elo, names)
            table = await asyncio.to_thread(_table, name, revision, compared)
            table.pools.extend(pools.get(key, []))
            tables.append(table)
    return pb.GetSecondOpinionResponse(tables=tables, behind=found.behind)


def _table(variant: str, revision: int, compared: _Tables) -> pb.OpinionTable:
    """Return the message of one table.

    To compare all pairs of some hundred bots takes long: it is done in a thread.
    """
    tables = [Strengths(fit) for fit in compared.fits]
    official = _official(tables)
    beliefs = compared.beliefs
    places = _places({player: belief.mu for player, belief in beliefs.items()})
    elos = _places(compared.elo)
    opinions = []
    for player, place in places.items():
        number, official_place = official.get(player, (None, 0))
        told = {"rating": number, "rating_place": official_place}
        told |= {"live_elo": compared.elo.get(player), "live_elo_place": elos.get(player, 0)}
        message = message_of(pb.Opinion, beliefs[player], bot=compared.names[player], place=place, **told)
        opinions.append(message)
    found = [each for table in tables for each in _disagreements(table, compared)]
    return pb.OpinionTable(variant=variant, revision=revision, opinions=opinions, disagreements=found)


def _largest(rows: Sequence[RatingRow]) -> dict[int, float]:
    """Return live Elo on the scale with most boards.

    Numbers of several scales say nothing of each other.
    """
    boards: Counter[tuple[str, str]] = Counter()
    for row in rows:
        boards[row.pool, row.format] += row.boards
    most = max(boards, key=lambda scale: (boards[scale], scale), default=None)
    return {row.version_id: row.elo for row in rows if (row.pool, row.format) == most}


def _official(tables: Sequence[Strengths]) -> dict[int, tuple[float, int]]:
    """Return each player's official number, and its place.

    In the table in which it has most boards.
    """
    found: dict[int, tuple[int, float, int]] = {}
    for table in tables:
        places = _places(dict(zip(table.players, table.elo, strict=True)))
        for player, boards, elo in zip(table.players, table.boards, table.elo, strict=True):
            if boards > found.get(player, (-1, 0.0, 0))[0]:
                found[player] = boards, elo, places[player]
    return {player: (elo, place) for player, (_, elo, place) in found.items()}


def _places(numbers: Mapping[int, float]) -> dict[int, int]:
    """Each player's place from 1, the greatest number first, equals by id."""
    order = sorted(numbers, key=lambda player: (-numbers[player], player))
    return {player: place for place, player in enumerate(order, start=1)}


def _disagreements(strengths: Strengths, compared: _Tables) -> list[pb.Disagreement]:
    likely = {pair: strengths.superiority(*pair) for pair in permutations(strengths.players, 2)}
    known = {pair: each for pair, each in likely.items() if each is not None}
    return [
        message_of(pb.Disagreement, each, bot=compared.names[each.player], opponent=compared.names[each.other])
        for each in disagreements(compared.beliefs, known, SURE)
    ]
