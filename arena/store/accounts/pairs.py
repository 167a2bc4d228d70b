"""Register pairs: two bots that enter as one where partners play (docs/explanation/pairs.md)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.store.accounts.versions import Version, find_version
from arena.store.database import Connection, Room, fetch, run, select, value
from arena.store.errors import InvalidPairError, InvalidTournamentError, NotYourBotError


@dataclass(frozen=True)
class PairRow:
    """A pair or a request for one. *waits_for*: the owner who has not consented; None for a pair.

    *kind*, *id*: its position in the list.
    """

    kind: int
    id: int
    bot: str  # "first+second@version+version"
    first: str  # "name@version" of the members, in alphabetical order
    second: str
    first_owner: str
    second_owner: str
    waits_for: str | None


class Pairs(Room):
    """Register and list pairs."""

    async def register_pair(self, one: str, other: str, owner_id: int | None) -> PairRow:
        """Make two bots a pair, or record the request of one owner; return the pair or the request.

        *one*, *other*: "name@version", or "name" for the newest. *owner_id*: the owner who asks, who has to own one of
        them. If the other bot has another owner, the pair exists once that owner has asked too. None: an operator, who
        needs no consent. A repeated call returns the same pair. Raises `UnknownBotError`, `NotYourBotError`,
        `InvalidPairError`.
        """
        async with self.transaction() as connection:
            members = [await find_version(connection, bot) for bot in (one, other)]
            first, second = sorted(members, key=lambda version: version.key)
            _check(first, second, owner_id)
            await run(
                connection, "lock_versions", version_ids=[first.id, second.id]
            )  # if both owners ask at once, one waits for the other
            bot = "@".join(f"{mine}+{its}" for mine, its in zip(first.key, second.key, strict=True))
            if await value(connection, "pair_id", first_id=first.id, second_id=second.id) is None:
                await _ask(connection, first, second, bot, owner_id)
            place = {"kind": 0, "id": 0, "limit": 1}
            (row,) = await fetch(connection, PairRow, "pairs", bot=bot, owner_id=owner_id, **place)
        return row

    async def pairs(self, owner_id: int | None, limit: int | None = None, kind: int = 0, id_: int = 0) -> list[PairRow]:
        """Return pairs in order of age, then requests, of *owner_id* (None: of all owners).

        Returns at most *limit* (None: all) after the position *kind*, *id_*.
        """
        place = {"kind": kind, "id": id_, "limit": limit}
        return await self._fetch(PairRow, "pairs", bot=None, owner_id=owner_id, **place)


def _check(first: Version, second: Version, owner_id: int | None) -> None:
    if first.id == second.id:
        raise InvalidPairError(
            f"pair: {first.bot} given twice: a bot that enters alone plays both seats of its side anyway"
        )
    for version in (first, second):
        if version.members:
            raise InvalidPairError(f"pair: {version.bot} is a pair: name two bots")
    if owner_id is not None and owner_id not in [*first.owner_ids, *second.owner_ids]:
        raise NotYourBotError(
            f"neither {first.bot} nor {second.bot} is yours: an owner pairs a bot of its own with another"
        )


async def _ask(connection: Connection, first: Version, second: Version, bot: str, owner_id: int | None) -> None:
    """Record a request; create the pair *bot* once every owner or an operator (*owner_id* None) has asked."""
    members = {"first_id": first.id, "second_id": second.id}
    owner_ids = sorted({*first.owner_ids, *second.owner_ids})
    if owner_id is not None:
        await run(connection, "offer_pair", owner_id=owner_id, **members)
        askers = {owner for (owner,) in await select(connection, "pair_offered_by", **members)}
        if not askers.issuperset(owner_ids):
            return
    name, version = bot.split("@")
    owner = owner_ids[0] if len(owner_ids) == 1 else None  # a pair of two owners belongs to neither alone
    await run(connection, "create_bot", name=name, owner_id=owner, is_pair=True)
    await run(connection, "create_pair", name=name, version=version, owner_ids=owner_ids, **members)
    await run(connection, "drop_pair_offers", **members)


def check_partners(versions: Iterable[Version], without_partners: Sequence[str]) -> None:
    """Raise `InvalidTournamentError` if a pair would play a variant in *without_partners*."""
    for version in versions:
        if version.members and without_partners:
            raise InvalidTournamentError(
                f"bots: {version.bot} is a pair, and in {', '.join(without_partners)} everybody plays alone: enter it"
                " where all variants have partners, or enter its bots"
            )
