"""Find versions of bots, and check the state of submitted versions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from arena.league.entrants import Entrant
from arena.store.database import Connection, Room, first, select
from arena.store.errors import InvalidTournamentError, NotYourBotError
from arena.store.names import unknown_bot


class Version(NamedTuple):
    """A version of a bot or of a pair. *owner_ids*: its owner, or both owners of a pair."""

    id: int
    bot: str  # "name@version"
    owner: str
    owner_ids: list[int]
    members: list[int]  # for a pair: the version ids of its two bots; else empty

    @property
    def key(self) -> tuple[str, str]:
        """Return the name and the version."""
        name, _, version = self.bot.partition("@")
        return name, version

    @property
    def entrant(self) -> Entrant:
        """Return this version in the form in which the league schedules it."""
        owner, *other = self.owner_ids
        return Entrant(self.id, owner, other[0] if other else None, tuple(self.members))


async def find_version(connection: Connection, bot: str) -> Version:
    """Return the version for "name@version", or the newest of "name". Raises `UnknownBotError`."""
    if (row := await first(connection, "find_version", bot=bot)) is None:
        raise unknown_bot(bot)
    return Version(*row)


async def find_own_version(connection: Connection, bot: str, owner_id: int | None) -> Version:
    """Return a version as `find_version` does. Raises `NotYourBotError` unless *owner_id* owns it (None: any owner)."""
    version = await find_version(connection, bot)
    if owner_id is not None and owner_id not in version.owner_ids:
        raise NotYourBotError(f"{version.bot} is not yours: its owner or an operator may do that")
    return version


@dataclass(frozen=True)
class SubmittedBot:
    """A submitted version. *state*: "waiting", "admitted", "refused" or "withdrawn"."""

    version_id: int
    bot: str  # "name@version"
    state: str


class SubmittedVersions(Room):
    """Look up submitted versions, which runners play."""

    async def submitted(self, bot: str) -> SubmittedBot | None:
        """Return the submitted version "name@version"; None if it was not submitted."""
        return next(iter(await self._fetch(SubmittedBot, "submitted", bot=bot)), None)


async def check_admitted(connection: Connection, version_ids: Iterable[int]) -> None:
    """Raise `InvalidTournamentError` if a version, or a bot of a pair, may not play in the pool `closed`."""
    rows = await select(connection, "not_admitted", version_ids=list(version_ids))
    if rows:
        names = ", ".join(f"{bot} ({state})" for bot, state in rows)
        raise InvalidTournamentError(
            f"pool: closed is for bots that were submitted and admitted, and these are not: {names}:"
            " submit them with `arena bot submit`"
        )
