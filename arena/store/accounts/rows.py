"""Define the rows of bots and tokens."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Principal:
    """The holder of a token.

    *scope*: "operator", "owner", "bot" or "runner"; "anybody" for calls without a token. Fields that do not apply to
    the scope are None.
    """

    scope: str
    owner_id: int | None = None
    owner: str | None = None
    version_id: int | None = None
    bot: str | None = None  # "name@version"
    token_id: int = 0  # id of the token


@dataclass(frozen=True)
class TokenRow:
    """A token's data, without the token, of which only the hash is stored.

    *owner*: the owner of the token or of its bot; None for an operator's token. *used*: last use, to the minute.
    *ended*: "revoked" or "expired"; None while it is valid. *made_by*: the id of the token that created it.
    """

    id: int
    scope: str
    owner_id: int | None
    version_id: int | None
    owner: str | None
    bot: str | None  # "name@version"
    label: str
    created: datetime
    expires: datetime | None
    used: datetime | None
    ended: str | None
    made_by: int | None


@dataclass(frozen=True)
class BotRow:
    """A bot version and its connected processes (*instances*).

    *infractions*: number on its rated boards. *open_to_challenges*: whether every owner may challenge it. *by_arena*:
    whether it is a submitted version that the arena's runners play. *played*: the last day (UTC) on which one of its
    tournaments was played, as 2026-11-28; "" for none.
    """

    version_id: int
    name: str
    bot: str  # "name@version"
    owner: str
    instances: int
    max_seats: int
    infractions: int
    open_to_challenges: bool
    by_arena: bool
    created: datetime
    played: str
