"""Calls of runners: bundles to hold and to check, results of checks, logs of seats."""

from datetime import timedelta
from typing import Final

from arena.escapes import cut
from arena.store.bundles.keeping import NEWEST, SeatLogRow, WantedBundle
from arena.store.database import Room, run, value
from arena.store.errors import UnknownBot, WrongState

CHECK_LEASE: Final = timedelta(seconds=20)  # a runner that checks keeps it each second
MOST_LOGS: Final = 2_000  # of a version
MOST_CHARACTERS: Final = 10_000_000  # of a version's logs together


class Running(Room):
    """Versions that runners play."""

    async def wanted_bundles(self) -> list[WantedBundle]:
        """Return the versions to hold: admitted ones of running tournaments, and all at a table."""
        return await self._fetch(WantedBundle, "wanted_bundles")

    async def note_runner(self) -> None:
        """Note that a runner is alive."""
        await self._run("note_runner")

    async def has_runner(self, within: timedelta) -> bool:
        """Return whether a runner was alive *within* that time."""
        return bool(await self._value("has_runner", within=within))

    async def take_check(self) -> WantedBundle | None:
        """Lease the version that has waited longest for its check to one runner; None: none waits."""
        found = await self._fetch(WantedBundle, "take_check", lease=CHECK_LEASE)
        return found[0] if found else None

    async def keep_check(self, bot: str) -> None:
        """Renew the lease of a version's check."""
        await self._run("keep_check", bot=bot, lease=CHECK_LEASE)

    async def decide(self, bot: str, is_admitted: bool, reason: str, report: str) -> None:
        """Admit or refuse a version that waits. Raises `WrongState` for any other."""
        state = "admitted" if is_admitted else "refused"
        async with self.transaction() as connection:
            told = {"bot": bot, "state": state, "reason": reason, "report": report}
            if await value(connection, "decide_bundle", **told) is None:
                raise WrongState(f"{bot} does not wait for its check")

    async def add_seat_log(self, bot: str, seat_id: int, ending: str, text: str, cpu_us: int, memory_kib: int) -> None:
        """Store the output of a seat's process; drop the version's oldest logs. Raises `UnknownBot`."""
        told = {"bot": bot, "seat_id": seat_id, "ending": ending, "text": text}
        async with self.transaction() as connection:
            version_id = await value(connection, "add_seat_log", **told, cpu_us=cpu_us, memory_kib=memory_kib)
            if version_id is None:
                raise UnknownBot(f"{cut(bot)!r} was not handed in")
            most = {"most": MOST_LOGS, "characters": MOST_CHARACTERS}
            await run(connection, "rotate_seat_logs", version_id=version_id, **most)

    async def seat_logs(
        self, version_id: int, failed: bool, limit: int | None = None, before: int = NEWEST
    ) -> list[SeatLogRow]:
        """Return a version's logs, the newest first; *failed*: only of seats that ended badly."""
        which = {"version_id": version_id, "failed": failed, "limit": limit, "before": before}
        return await self._fetch(SeatLogRow, "seat_logs", **which)
