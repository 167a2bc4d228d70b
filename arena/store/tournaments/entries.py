"""Late entry and withdrawal of bots (docs/explanation/tournaments.md)."""

from arena.store.accounts.pairs import check_partners
from arena.store.accounts.versions import Version, check_admitted, find_version
from arena.store.database import Connection, Room, refusing, run, select, value
from arena.store.errors import InvalidTournament, UnknownBot, WrongState
from arena.store.tournaments.appending import Appended, Open, entrants_of, lock_to_append
from arena.store.tournaments.planning import complete


class Entries(Room):
    """Late entry and withdrawal. *owner_id*: the bot's required owner; None: anybody."""

    async def enter_tournament(self, name: str, bot: str, owner_id: int | None) -> tuple[str, Appended]:
        """Let *bot* enter a tournament after its creation; return "name@version" and the added boards.

        Its line-ups are appended; a Swiss or a ladder draws it from the next round on.

        Raises `UnknownTournament`, `UnknownBot`, `NotYourBot`; `WrongState` for a gauntlet, a gate,
        the pool open, a ladder whose season is over, and a finished tournament (where an operator
        may let a bot in); `InvalidTournament` for a bot that is in it or can meet nobody.
        """
        async with self.transaction() as connection:
            version = await _version(connection, bot, owner_id)
            found = await lock_to_append(connection, name)
            draws_later = found.kind in ("swiss", "ladder")
            if not draws_later and found.kind != "round-robin":
                raise WrongState(f"tournament {name!r} is a {found.kind}: its bots are those that it was made with")
            if found.pool == "open":
                raise WrongState(f"tournament {name!r} is of the pool open: who meets a deal is laid out once for all")
            if (following := await value(connection, "goes_on_as", tournament_id=found.id)) is not None:
                raise WrongState(f"tournament {name!r} draws no more batches: enter {following!r} instead")
            if found.state == "finished" and (draws_later or owner_id is not None):
                hint = "no round is left" if draws_later else f"an operator may let {version.bot} in"
                raise WrongState(f"tournament {name!r} is finished: {hint}")
            alone = await select(connection, "without_partners", tournament_id=found.id)
            check_partners([version], [variant for (variant,) in alone])
            if found.pool == "closed":
                await check_admitted(connection, [version.id])
            taken = InvalidTournament(
                f"{version.bot} is in tournament {name!r} already, or was: each version enters once"
            )
            with refusing({"entrants_tournament_id_version_id_key": taken}):
                await run(connection, "enter_late", tournament_id=found.id, version_id=version.id)
            if draws_later:  # the next round or batch has it
                return version.bot, Appended(found.boards, 0)
            added = await complete(connection, found, "late entry")
            if not added.boards:
                raise InvalidTournament(
                    f"{version.bot} can meet nobody in {name!r}: too few bots are left, or they are its own owner's,"
                    " or share a bot with it"
                )
        return version.bot, added

    async def withdraw(self, name: str, bot: str, owner_id: int | None) -> tuple[str, int]:
        """Let *bot* leave a tournament; return "name@version" and the number of cancelled boards.

        Boards begun with it are played on, the rest is cancelled; repeating it cancels none. Raises
        `UnknownTournament`, `UnknownBot`, `NotYourBot`, `WrongState` for a gate or a tournament
        that is over.
        """
        async with self.transaction() as connection:
            version = await _version(connection, bot, owner_id)
            found = await lock_to_append(connection, name)
            _check_leaving(found, version)
            whose = {"tournament_id": found.id, "version_id": version.id}
            if (await run(connection, "withdraw", **whose)).rowcount == 0:
                await _check_entered(connection, found, version)
                return version.bot, 0
            rows = await select(connection, "cancel_blocks", **whose)
            block_ids = [block_id for (block_id,) in rows]
            cancelled = (await run(connection, "cancel_boards", block_ids=block_ids)).rowcount
            await run(connection, "drop_open_games", block_ids=block_ids)
            await run(connection, "end_tournament", tournament_id=found.id)
        return version.bot, cancelled


def _check_leaving(found: Open, version: Version) -> None:
    if found.state == "finished":
        raise WrongState(f"tournament {found.name!r} is finished: nothing is left for {version.bot} to play")
    if found.kind == "gate":
        raise WrongState(f"tournament {found.name!r} is a gate: cancel it instead")


async def _check_entered(connection: Connection, found: Open, version: Version) -> None:
    if version.id not in {entrant.id for entrant in await entrants_of(connection, found.id)}:
        raise UnknownBot(f"{version.bot} is not in tournament {found.name!r}")


async def _version(connection: Connection, bot: str, owner_id: int | None) -> Version:
    version = await find_version(connection, bot)
    version.check_owned(owner_id)
    return version
