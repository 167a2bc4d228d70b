"""Check the names of stored objects, and find objects by name."""

import re
from typing import Final

from arena.escapes import clip
from arena.rules import VARIANTS, family_of
from arena.store.database import Connection, first, value
from arena.store.errors import InvalidNameError, UnknownBotError, UnknownOwnerError, UnknownTournamentError

FAMILIES: Final = tuple(dict.fromkeys(map(family_of, VARIANTS)))
NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
VERSION: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
FORMATS: Final = (".json", ".csv", ".live", ".png")  # endings of a web address that request another format
FIRST: Final = "the first a letter or digit"
NEWEST: Final = 2**63 - 1  # above every id, so that a page of the newest rows begins here
HOUSE: Final = "house"  # owner of the bots that fill seats; every owner may challenge these bots


def check_name(what: str, name: str) -> None:
    """Raise `InvalidNameError` unless an object of kind *what* (owner, bot, tournament) may have this name."""
    if not NAME.fullmatch(name):
        raise InvalidNameError(f"{what} {clip(name)!r}: a name has 1..40 characters of a-z 0-9 - _, {FIRST}")


def check_version(version: str) -> None:
    """Raise `InvalidNameError` unless a bot's version may be called *version*."""
    if not VERSION.fullmatch(version):
        raise InvalidNameError(f"version {clip(version)!r}: a version has 1..40 characters of a-z 0-9 . - _, {FIRST}")
    if version.endswith(FORMATS):
        raise InvalidNameError(f"version {clip(version)!r}: {', '.join(FORMATS)} end an address; choose another ending")


async def tournament_id(connection: Connection, name: str) -> int:
    """Return the id of the tournament *name*. Raises `UnknownTournamentError`."""
    if (id_ := await value(connection, "tournament_id", name=name)) is None:
        raise unknown_tournament(name)
    return int(id_)


async def entrant_id(connection: Connection, tournament: int, bot: str, name: str) -> int:
    """Return the version id of an entrant; the parameters are those of `find_entrant`."""
    return (await find_entrant(connection, tournament, bot, name))[0]


async def find_entrant(connection: Connection, tournament: int, bot: str, name: str) -> tuple[int, str]:
    """Return the version id and the "name@version" of a tournament's entrant.

    *tournament*: the tournament's id; *name*: its name, for the error text. *bot*: "name@version", or "name" for its
    newest version in the tournament. Raises `UnknownBotError`.
    """
    if (row := await first(connection, "find_entrant", tournament_id=tournament, bot=bot)) is None:
        raise UnknownBotError(
            f"bot {clip(bot)!r} does not take part in tournament {clip(name)!r}: name one of its bots"
        )
    return row[0], row[1]


def unknown_tournament(name: str) -> UnknownTournamentError:
    """Return the error for an unknown tournament."""
    return UnknownTournamentError(f"there is no tournament {clip(name)!r}: `arena tournament list` shows all")


def unknown_bot(bot: str) -> UnknownBotError:
    """Return the error for an unknown bot or version."""
    return UnknownBotError(f"there is no bot {clip(bot)!r}: give NAME or NAME@VERSION of one in `arena bot list`")


def unknown_owner(name: str) -> UnknownOwnerError:
    """Return the error for an unknown owner."""
    return UnknownOwnerError(
        f"there is no owner {clip(name)!r}: `arena owner create` makes one, `arena owner list` shows all"
    )
