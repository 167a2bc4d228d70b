"""Create challenges: gates that owners start without an operator."""

from typing import Final

from arena.escapes import clip
from arena.store.accounts.versions import Version, find_own_version, find_version
from arena.store.database import Connection, Room, first, run, select, value
from arena.store.errors import (
    InvalidTournamentError,
    NotConnectedError,
    NotYourBotError,
    QuotaUsedError,
    UnknownBotError,
)
from arena.store.gates.gates import start_gate
from arena.store.locks import CHALLENGE
from arena.store.names import HOUSE, tournament_id
from arena.store.tournaments.rows import change_state
from arena.wire.gen.gates_pb2 import CreateGateRequest

MAX_ASKED: Final = 2  # unfinished challenges that an owner may have started
MAX_TAKEN: Final = 4  # unfinished challenges to a bot that other owners may have started
MOST_BOARDS: Final = 2_000
USUAL_BOARDS: Final = 200
PRIORITY: Final = -5  # lower than the priority of rated tournaments


class Challenges(Room):
    """Start, cancel and permit challenges: gates between an owner's bot and a bot open to challenges."""

    async def create_challenge(self, request: CreateGateRequest, owner_id: int) -> str:
        """Start a challenge; return the generated name of its tournament.

        *owner_id*: the owner who challenges. Raises `NotYourBotError`, `NotConnectedError` if a participant is not
        connected, `QuotaUsedError`, and the errors of `Gates.create_gate`.
        """
        if request.most_boards > MOST_BOARDS:
            raise InvalidTournamentError(f"boards: {request.most_boards} given, at most {MOST_BOARDS} are accepted")
        async with self.transaction() as connection:
            await run(connection, "lock", key=CHALLENGE)
            own = await find_own_version(connection, request.new_bot, owner_id)
            opponent = await find_version(connection, request.old_bot)
            opponent_id = await _check_open(connection, opponent, owner_id)
            await _check_room(connection, owner_id, opponent_id, opponent)
            name = str(await value(connection, "next_name", stem="challenge"))
            request.new_bot, request.old_bot = own.bot, opponent.bot
            id_ = await start_gate(connection, request, name, PRIORITY)
            await _check_there(connection, id_)
            parameters = {"tournament_id": id_, "owner_id": owner_id, "opponent_id": opponent_id}
            await run(connection, "create_challenge", **parameters)
        return name

    async def cancel_challenge(self, name: str, owner_id: int | None) -> None:
        """End the challenge *name* early; do nothing if it has ended.

        *owner_id*: the owner who asks; None: an operator. Raises `UnknownTournamentError`, `NotYourBotError`.
        """
        async with self.transaction() as connection:
            asked_by = await value(connection, "challenger", tournament_id=await tournament_id(connection, name))
            if asked_by is None or owner_id not in (None, asked_by):
                raise NotYourBotError(f"{clip(name)!r} is not your challenge: only its owner or an operator may end it")
            await change_state(connection, name, ["running", "paused"], "cancelled")

    async def open_to_challenges(self, name: str, is_open: bool, owner_id: int | None) -> None:
        """Let every owner challenge the bot *name*, or forbid it.

        *owner_id*: the required owner; None: any owner. Raises `UnknownBotError`, `NotYourBotError`.
        """
        async with self.transaction() as connection:
            version = await find_own_version(connection, name, owner_id)
            if name != version.key[0]:
                raise UnknownBotError(f"bot {clip(name)!r}: all its versions are open to challenges: give NAME alone")
            if version.members:
                raise NotYourBotError(f"{name} is a pair, and nobody can challenge one")
            await run(connection, "open_to_challenges", name=name, is_open=is_open)


async def _check_open(connection: Connection, opponent: Version, owner_id: int) -> int:
    row = await first(connection, "opponent", version_id=opponent.id, house=HOUSE)
    if row is None or not (row[1] or owner_id in opponent.owner_ids):
        hint = f"bots of the owner {HOUSE} are, your own, and those marked so in `arena bot list`"
        raise NotYourBotError(f"{opponent.bot} is not open to challenges: {hint}")
    return int(row[0])


async def _check_room(connection: Connection, owner_id: int, opponent_id: int, opponent: Version) -> None:
    of = {"owner_id": owner_id, "opponent_id": opponent_id}
    ((asked, taken),) = await select(connection, "challenges_under_way", **of)
    if asked >= MAX_ASKED:
        hint = "wait, or end one with `arena challenge cancel NAME`"
        raise QuotaUsedError(f"{asked} challenges of yours are under way, {MAX_ASKED} are allowed: {hint}")
    if taken >= MAX_TAKEN and owner_id not in opponent.owner_ids:
        raise QuotaUsedError(f"{opponent.bot} plays {taken} challenges, {MAX_TAKEN} are allowed: try again later")


async def _check_there(connection: Connection, tournament_id: int) -> None:
    """Raise `NotConnectedError` if a participant is not connected; a live runner connects submitted versions."""
    if away := [bot for bot, _ in await select(connection, "offline", tournament_id=tournament_id)]:
        hint = "a challenge begins when all who sit in it are there; `arena bot list` shows connected bots"
        raise NotConnectedError(f"not connected, or with too few seats: {', '.join(away)}: {hint}")
