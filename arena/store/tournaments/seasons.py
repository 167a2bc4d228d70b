"""Let a ladder go on as another tournament, a season.

The season has secrets of its own.
"""

from dataclasses import replace

from arena.rules import configure
from arena.store.database import Connection, fetch, run, value
from arena.store.seeds.epochs import is_out_of_secrets
from arena.store.tournaments.appending import Open, entrants_of
from arena.store.tournaments.creation import add_tournament, draw
from arena.store.tournaments.rows import NewTournament, NewVariant

DAYS = 30  # that a season lasts, from its first boards on


async def is_season_over(connection: Connection, tournament_id: int) -> bool:
    """Say whether a ladder's season is old or out of secrets."""
    is_old = await value(connection, "is_season_old", tournament_id=tournament_id, days=DAYS)
    return bool(is_old) or await is_out_of_secrets(connection, tournament_id)


async def begin_season(connection: Connection, ladder: Open) -> None:
    """Start the season after *ladder*, which draws no more batches.

    *ladder* is locked. The new season has its settings and whoever has not left it, and no boards
    yet: the next look at what is due draws its first batch. Raises `NameTaken` where somebody else
    took its name at that moment.
    """
    of = {"tournament_id": ladder.id}
    (settings,) = await fetch(connection, NewTournament, "next_season", **of)
    new = replace(settings, variants=await fetch(connection, NewVariant, "chosen_variants", **of))
    rules = [configure(each.variant, None, each.options) for each in new.variants]
    gone = {version for (version,) in await (await run(connection, "gone", **of)).fetchall()}
    staying = [entrant for entrant in await entrants_of(connection, ladder.id) if entrant.id not in gone]
    drawn = await draw(new.name, "", new.test_seed)
    next_id, _ = await add_tournament(connection, new, rules, staying, drawn)
    await run(connection, "begin_season", tournament_id=next_id)
    await run(connection, "go_on_as", next_id=next_id, **of)
    await run(connection, "no_more_rounds", **of)
    await run(connection, "end_tournament", **of)
