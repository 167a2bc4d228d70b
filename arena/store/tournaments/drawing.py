"""Close lists of owners, end attempts, and draw deals from their numbers.

Each step is one transaction with the tournament locked, and all that decides is stored: whoever comes next goes on
where somebody was killed, and two at once do it once.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.league.seeds import epochs
from arena.league.seeds.beacons import drawn_from_beacon
from arena.store.database import Connection, fetch, run, value
from arena.store.errors import StoreError, StoreUnavailable, WrongState
from arena.store.names import tournament_id
from arena.store.seeds.contributions import REPORT_WITHIN_S, needs_key
from arena.store.seeds.epochs import Occasion
from arena.store.seeds.rows import Secrets
from arena.store.seeds.signing import Signing
from arena.store.tournaments.appending import entrants_of, lock_to_append, store_boards, tables_of
from arena.store.tournaments.extending import Settings
from arena.store.tournaments.kinds import first_schedule
from arena.store.tournaments.rounds import ladder_terms

log = logging.getLogger(__name__)

COMMIT_S = 60  # seconds in which those who revealed commit again, once somebody did not
REVEAL_S = 120  # seconds after the list was signed in which a number counts


@dataclass(frozen=True)
class _List:
    """The newest list of a tournament.

    *missing*: how many have still to come in, or to reveal. Of a beacon *chain* is its hash, *told* its round.
    """

    attempt: int
    is_closed: bool
    is_signed: bool
    waited_s: float
    chain: bytes | None
    round: int | None
    told: bytes | None
    missing: int


class Drawing(Signing):
    """What follows from what owners do, or leave undone."""

    async def draw_deals(self) -> int:
        """Go on with drawings; return how many are done now.

        Only a gateway that can sign does so. So no time passes for owners while no gateway is
        there: they cannot reach the arena.
        """
        if not self.keys:
            return 0
        async with self.transaction() as connection:
            found = [each for (each,) in await (await run(connection, "in_drawing")).fetchall()]
        return sum([await self._draw_or_say(tournament_id) for tournament_id in found])

    async def go_on_drawing(self, name: str) -> None:
        """Go on with one tournament's drawing, if we can sign.

        One that cannot be drawn is logged, and raises nothing here. Raises `UnknownTournament`,
        `StoreUnavailable`.
        """
        async with self.transaction() as connection:
            found = await tournament_id(connection, name)
        if self.keys:
            await self._draw_or_say(found)

    async def _draw_or_say(self, tournament_id: int) -> bool:
        """Go on with one drawing; return whether it is done now.

        Where it cannot be drawn that is logged, for an operator, and the others go on. Raises
        `StoreUnavailable`.
        """
        try:
            return await self._draw_one(tournament_id)
        except StoreUnavailable:
            raise
        except StoreError:
            log.exception("tournament %d cannot be drawn: cancel it", tournament_id)
            return False

    async def _draw_one(self, tournament_id: int) -> bool:
        async with self.transaction() as connection:
            name = await value(connection, "lock_in_drawing", tournament_id=tournament_id)
            if name is None:
                return False
            await run(connection, "count_waiting", tournament_id=tournament_id)
            return await _go_on(connection, tournament_id, name)


async def begin_drawing(
    connection: Connection, tournament_id: int, name: str, keys: Sequence[Ed25519PrivateKey]
) -> None:
    """Close a locked tournament's first list; of nobody draw at once.

    On it are those who reported of late. Raises `WrongState` without *keys*.
    """
    if not keys:
        raise WrongState(needs_key(name))
    await run(connection, "drop_silent", tournament_id=tournament_id, within_s=REPORT_WITHIN_S)
    await run(connection, "close_list", tournament_id=tournament_id, attempt=0)
    await run(connection, "begin_drawing", tournament_id=tournament_id)
    await _go_on(connection, tournament_id, name)


async def _go_on(connection: Connection, tournament_id: int, name: str) -> bool:
    """Go on without waiting; return whether the deals are drawn."""
    while True:
        (newest,) = await fetch(connection, _List, "newest_list", tournament_id=tournament_id)
        of = {"tournament_id": tournament_id, "attempt": newest.attempt}
        if not newest.is_closed:
            if newest.missing and newest.waited_s < COMMIT_S:
                return False
            await run(connection, "close_list", **of)
            continue
        if newest.chain:
            return await _draw_from_beacon(connection, tournament_id, name, newest)
        ((owners, nonces),) = await (await run(connection, "brought_in", **of)).fetchall()
        if not newest.missing and (newest.is_signed or not owners):
            await run(connection, "end_list", **of)
            brought = epochs.contribution(name, newest.attempt, zip(owners, nonces, strict=True))
            await _draw_boards(connection, tournament_id, name, brought)
            return True
        if not newest.is_signed or newest.waited_s < REVEAL_S:
            return False
        await run(connection, "end_list", **of)
        await run(connection, "open_list", tournament_id=tournament_id, attempt=newest.attempt + 1)


async def _draw_from_beacon(connection: Connection, tournament_id: int, name: str, newest: _List) -> bool:
    """Draw once the round is there, however late it comes: another round would be a choice."""
    if newest.chain is None or newest.round is None or newest.told is None:
        return False
    await run(connection, "end_list", tournament_id=tournament_id, attempt=newest.attempt)
    await _draw_boards(
        connection, tournament_id, name, drawn_from_beacon(name, newest.chain, newest.round, newest.told)
    )
    return True


async def _draw_boards(connection: Connection, tournament_id: int, name: str, brought: bytes) -> None:
    """Draw the first epoch from M, which is *brought*, and let it run."""
    (secrets,) = await fetch(connection, Secrets, "secrets_of", tournament_id=tournament_id)
    seed = epochs.schedule_seed(brought, epochs.secret(secrets.master, epochs.SCHEDULE))
    of = {"tournament_id": tournament_id}
    await run(connection, "settle_contribution", **of, contribution=brought, schedule_seed=seed)
    into = await lock_to_append(connection, name)
    entrants, tables = await entrants_of(connection, into.id), await tables_of(connection, into.id)
    whole = Settings(entrants, tables, into.boards_each, seed, into.allow_same_owner)
    terms = await ladder_terms(connection, into) if into.kind == "ladder" else None
    schedule = await first_schedule(into.kind, into.pool, whole, into.challengers, terms)
    await store_boards(connection, into, entrants, tables, schedule, Occasion("first"))
    await run(connection, "run_drawn", **of)
