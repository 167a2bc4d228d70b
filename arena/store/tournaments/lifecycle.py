"""Tournaments: create, start, pause, resume, cancel, watch."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from arena.store.database import fetch, first, refusing, run, select, value
from arena.store.errors import WrongStateError
from arena.store.names import NEWEST, tournament_id, unknown_tournament
from arena.store.seeds.signing import needs_key
from arena.store.tournaments.creation import Creation, out_of_range
from arena.store.tournaments.rows import (
    CommitmentRow,
    FailedBlock,
    Progress,
    TournamentRow,
    VoidRow,
    change_state,
    find_tournament,
    list_tournaments,
)
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest

OPEN = ("created", "drawing", "running", "paused")  # states that can be cancelled


class Lifecycle(Creation):
    """Tournaments, their progress and their commitments."""

    async def create_tournament(self, request: CreateTournamentRequest) -> TournamentRow:
        """Create a tournament with all its boards and commitments; play begins with `start_tournament`.

        With a beacon it has no boards until they are drawn from the beacon's round. Raises `NameTakenError`,
        `InvalidNameError`, `UnknownBotError`, `InvalidTournamentError`, and for a variant the errors of
        `arena.rules.configure`: `UnknownVariantError`, `UnknownPresetError`, `InvalidOptionError`.
        """
        return (await self.make_tournament(request))[0]

    async def start_tournament(self, name: str) -> TournamentRow:
        """Open a tournament's boards to claims, or begin its drawing.

        With a beacon it waits for a round, which is chosen and signed now. Raises
        `UnknownTournamentError`, `WrongStateError` if it is paused or over, or if there is no key to sign
        its round.
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
        """Stop claims of a tournament; open tables play on. Raises `UnknownTournamentError`, `WrongStateError`."""
        return await self._change(name, ("running",), "paused", "only a running one can be paused")

    async def resume_tournament(self, name: str) -> TournamentRow:
        """Let a paused tournament go on. Raises `UnknownTournamentError`, `WrongStateError`."""
        return await self._change(name, ("paused",), "running", "only a paused one can be resumed")

    async def cancel_tournament(self, name: str) -> TournamentRow:
        """End a tournament: closed boards count, other boards are not played.

        Raises `UnknownTournamentError`, `WrongStateError`.
        """
        return await self._change(name, OPEN, "cancelled", "one that has ended cannot be cancelled")

    async def set_priority(self, name: str, priority: int) -> TournamentRow:
        """Change the priority of its blocks. Raises `UnknownTournamentError`, `InvalidTournamentError`."""
        with refusing(out_of_range(priority)):
            async with self.transaction() as connection:
                await run(connection, "set_priority", name=name, priority=priority)
                return await find_tournament(connection, name)

    async def retry_blocks(self, name: str, block_ids: Collection[int]) -> int:
        """Let failed blocks of *block_ids* be claimed again; return their count. Raises `UnknownTournamentError`."""
        async with self.transaction() as connection:
            await tournament_id(connection, name)
            return (await run(connection, "retry_blocks", name=name, block_ids=list(block_ids))).rowcount

    async def failed_blocks(self, name: str, limit: int | None = None, after: int = 0) -> list[FailedBlock]:
        """Return the blocks that failed too often, with their tracebacks.

        At most *limit* (None: all) with ids above *after*. Raises `UnknownTournamentError`.
        """
        async with self.transaction() as connection:
            page = {"tournament_id": await tournament_id(connection, name), "after": after, "limit": limit}
            return await fetch(connection, FailedBlock, "failed_blocks", **page)

    async def _change(
        self, name: str, before: Sequence[str], state: str, hint: str, accepted: Sequence[str] = ()
    ) -> TournamentRow:
        """Change the state; refuse unless it then is *state* or one of *accepted*."""
        async with self.transaction() as connection:
            await change_state(connection, name, before, state)
            row = await find_tournament(connection, name)
        if row.state not in (state, *accepted):
            raise WrongStateError(f"tournament {name!r} is {row.state}: {hint}")
        return row

    async def named(self, name: str) -> TournamentRow:
        """Return the tournament *name*. Raises `UnknownTournamentError`."""
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
        """Return the commitments of boards and of their voids, with seeds of closed ones, in schedule order.

        At most *limit* (None: all) that come after board *after*. Raises `UnknownTournamentError`.
        """
        async with self.transaction() as connection:
            of = {"tournament_id": await tournament_id(connection, name)}
            rows = await fetch(connection, CommitmentRow, "commitments", **of, after=after, limit=limit)
            voids: dict[int, list[VoidRow]] = {row.number: [] for row in rows if row.voided}
            if voids:
                for void in await fetch(connection, VoidRow, "voids", **of, numbers=list(voids)):
                    voids[void.number].append(void)
        return [replace(row, voids=voids.get(row.number, ())) for row in rows]
