"""Create, start, pause, resume, cancel and list tournaments; read progress and commitments."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from arena.store.database import fetch, first, refusing, run, select, value
from arena.store.errors import WrongStateError
from arena.store.names import NEWEST, tournament_id, unknown_tournament
from arena.store.seeds.signing import needs_key
from arena.store.tournaments.creation import Creation, out_of_range
from arena.store.tournaments.rows import (
    CommitmentRow,
    Progress,
    TournamentRow,
    VoidRow,
    change_state,
    find_tournament,
    list_tournaments,
)
from arena.wire.gen.running_pb2 import FailedBlock
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest

OPEN = ("created", "drawing", "running", "paused")  # states in which a tournament can be cancelled


class Lifecycle(Creation):
    """Create tournaments and change their state; read progress and commitments."""

    async def create_tournament(self, request: CreateTournamentRequest) -> TournamentRow:
        """Create a tournament with all its boards and commitments; `start_tournament` begins play.

        With a beacon the tournament has no boards until they are drawn. Raises `NameTakenError`, `InvalidNameError`,
        `UnknownBotError`, `InvalidTournamentError`; for a variant also the errors of `arena.rules.configure`:
        `UnknownVariantError`, `UnknownPresetError`, `InvalidOptionError`.
        """
        return (await self.make_tournament(request))[0]

    async def start_tournament(self, name: str) -> TournamentRow:
        """Start a tournament: workers may claim its boards, or with a beacon its drawing begins.

        With a beacon the round is chosen and signed next. Raises `UnknownTournamentError`; `WrongStateError` if it is
        paused or over, or if the gateway has no key to sign the round.
        """
        async with self.transaction() as connection:
            undrawn = await value(connection, "lock_undrawn", name=name)
            if undrawn is not None:
                if not self.keys:
                    raise WrongStateError(needs_key(name))
                await run(connection, "begin_drawing", tournament_id=undrawn)
        hint = "a paused one is resumed, a finished one extended, a cancelled one stays so"
        return await self._change(name, ("created",), "running", hint, accepted=("drawing", "running"))

    async def pause_tournament(self, name: str) -> TournamentRow:
        """Stop claims of a tournament; open games go on. Raises `UnknownTournamentError`, `WrongStateError`."""
        return await self._change(name, ("running",), "paused", "only a running one can be paused")

    async def resume_tournament(self, name: str) -> TournamentRow:
        """Let workers claim a paused tournament again. Raises `UnknownTournamentError`, `WrongStateError`."""
        return await self._change(name, ("paused",), "running", "only a paused one can be resumed")

    async def cancel_tournament(self, name: str) -> TournamentRow:
        """End a tournament: its closed boards count, its other boards are not played.

        Raises `UnknownTournamentError`, `WrongStateError`.
        """
        return await self._change(name, OPEN, "cancelled", "one that has ended cannot be cancelled")

    async def set_priority(self, name: str, priority: int) -> TournamentRow:
        """Set a tournament's priority, -10 to 10. Raises `UnknownTournamentError`, `InvalidTournamentError`."""
        with refusing(out_of_range(priority)):
            async with self.transaction() as connection:
                await run(connection, "set_priority", name=name, priority=priority)
                return await find_tournament(connection, name)

    async def retry_blocks(self, name: str, block_ids: Collection[int]) -> int:
        """Let failed blocks of a tournament be claimed again; return their number. Raises `UnknownTournamentError`."""
        async with self.transaction() as connection:
            await tournament_id(connection, name)
            return (await run(connection, "retry_blocks", name=name, block_ids=list(block_ids))).rowcount

    async def failed_blocks(self, name: str, limit: int | None = None, after: int = 0) -> list[tuple[int, FailedBlock]]:
        """Return a tournament's blocks that failed too often, by id.

        Returns at most *limit* (None: all) with ids above *after*. Raises `UnknownTournamentError`.
        """
        async with self.transaction() as connection:
            page = {"tournament_id": await tournament_id(connection, name), "after": after, "limit": limit}
            rows = await fetch(connection, dict[str, Any], "failed_blocks", **page)
        return [(row.pop("block_id"), FailedBlock(**row)) for row in rows]

    async def _change(
        self, name: str, before: Sequence[str], state: str, hint: str, accepted: Sequence[str] = ()
    ) -> TournamentRow:
        """Set the state of a tournament that is in a state of *before*; return the tournament.

        Raises `WrongStateError`, with *hint*, unless the tournament is then in *state* or in a state of *accepted*.
        """
        async with self.transaction() as connection:
            await change_state(connection, name, before, state)
            row = await find_tournament(connection, name)
        if row.state not in (state, *accepted):
            raise WrongStateError(f"tournament {name!r} is {row.state}: {hint}")
        return row

    async def named(self, name: str) -> TournamentRow:
        """Return the tournament called *name*. Raises `UnknownTournamentError`."""
        async with self.transaction() as connection:
            return await find_tournament(connection, name)

    async def page(self, limit: int | None = None, before: int = NEWEST) -> list[TournamentRow]:
        """Return tournaments, the newest first: at most *limit* (None: all) with ids below *before*."""
        async with self.transaction() as connection:
            return await list_tournaments(connection, None, before, limit)

    async def progress(self, name: str) -> Progress:
        """Return the progress of a tournament. Raises `UnknownTournamentError`."""
        async with self.transaction() as connection:
            if (row := await first(connection, "progress", name=name)) is None:
                raise unknown_tournament(name)
            id_, state, boards, closed, playing, failed = row
            offline = await select(connection, "offline", tournament_id=id_)
        short = {bot: needs for bot, needs in offline if needs is not None}
        return Progress(state, boards, closed, playing, failed, [bot for bot, _ in offline], short)

    async def commitments(self, name: str, limit: int | None = None, after: int = -1) -> list[CommitmentRow]:
        """Return boards' commitments in schedule order, with voided ones, and the seeds of closed boards.

        Returns at most *limit* boards (None: all) with numbers above *after*. Raises `UnknownTournamentError`.
        """
        async with self.transaction() as connection:
            of = {"tournament_id": await tournament_id(connection, name)}
            rows = await fetch(connection, CommitmentRow, "commitments", **of, after=after, limit=limit)
            voids: dict[int, list[VoidRow]] = {row.number: [] for row in rows if row.voided}
            if voids:
                for void in await fetch(connection, VoidRow, "voids", **of, numbers=list(voids)):
                    voids[void.number].append(void)
        return [replace(row, voids=voids.get(row.number, ())) for row in rows]
