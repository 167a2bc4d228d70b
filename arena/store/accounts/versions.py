"""Resolve a name to a version of a bot or pair.

A pair has a version as a bot has (pairs.py).
"""

from typing import NamedTuple

from arena.escapes import cut
from arena.league.entrants import Entrant
from arena.store.database import Connection, run
from arena.store.errors import NotYourBot, UnknownBot


class Version(NamedTuple):
    """A version of a bot or of a pair.

    *owner_ids*: of a pair, those of both its members' owners.
    """

    id: int
    bot: str  # "name@version"
    owner: str
    owner_ids: list[int]
    members: list[int]  # of a pair, by their own ids

    @property
    def key(self) -> tuple[str, str]:
        """Name and version."""
        name, _, version = self.bot.partition("@")
        return name, version

    @property
    def entrant(self) -> Entrant:
        """The entrant that it is in the league's terms."""
        owner, *other = self.owner_ids
        return Entrant(self.id, owner, other[0] if other else None, tuple(self.members))

    def check_owned(self, owner_id: int | None) -> None:
        """Refuse a version that is not *owner_id*'s; None: anybody's will do.

        Raises `NotYourBot`.
        """
        if owner_id is not None and owner_id not in self.owner_ids:
            raise NotYourBot(f"{self.bot} is not yours: its owner or an operator may do that")


async def find_version(connection: Connection, bot: str) -> Version:
    """Return the version that "name@version" means, or a name's newest.

    Raises `UnknownBot`.
    """
    row = await (await run(connection, "find_version", bot=bot)).fetchone()
    if row is None:
        raise UnknownBot(f"there is no bot {cut(bot)!r}: name it as bots are listed, with or without @version")
    return Version(*row)
