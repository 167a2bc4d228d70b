"""Let bots enter a running tournament, and withdraw (docs/explanation/tournaments.md)."""

from arena.store.accounts.pairs import check_partners
from arena.store.accounts.versions import check_admitted, find_own_version
from arena.store.database import Room, refusing, run, select, value
from arena.store.errors import InvalidTournamentError, UnknownBotError, WrongStateError
from arena.store.tournaments.appending import Appended, entrants_of, lock_to_append
from arena.store.tournaments.planning import complete


class Entries(Room):
    """Late entry and withdrawal of bots. *owner_id*: the required owner of the bot; None: any owner."""

    async def enter_tournament(self, name: str, bot: str, owner_id: int | None) -> tuple[str, Appended]:
        """Let *bot* enter a tournament late; return its "name@version" and the added boards.

        A round robin gets the boards of its new line-ups at once. A Swiss or a ladder includes the bot from its next
        round or batch on. Raises `UnknownTournamentError`, `UnknownBotError`, `NotYourBotError`;
        `InvalidTournamentError` for a bot that has entered before or has no opponent. Raises `WrongStateError` for a
        gauntlet, a gate, the pool open, a ladder whose season is over and a finished tournament.
        """
        async with self.transaction() as connection:
            version = await find_own_version(connection, bot, owner_id)
            tournament = await lock_to_append(connection, name)
            draws_later = tournament.kind in ("swiss", "ladder")
            hint = "its bots are fixed; create a new tournament"
            if not draws_later and tournament.kind != "round-robin":
                raise WrongStateError(f"tournament {name!r} is a {tournament.kind}: {hint}")
            if tournament.pool == "open":
                raise WrongStateError(f"tournament {name!r} is of the pool open: {hint}")
            if (following := await value(connection, "goes_on_as", tournament_id=tournament.id)) is not None:
                raise WrongStateError(f"tournament {name!r} draws no more batches: enter {following!r} instead")
            if tournament.state == "finished":
                hint = "no round is left" if draws_later else f"once an operator extends it, enter {version.bot}"
                raise WrongStateError(f"tournament {name!r} is finished: {hint}")
            alone = await select(connection, "without_partners", tournament_id=tournament.id)
            check_partners([version], [variant for (variant,) in alone])
            if tournament.pool == "closed":
                await check_admitted(connection, [version.id])
            twice = InvalidTournamentError(
                f"{version.bot} is in tournament {name!r} already, or was: a version enters once"
            )
            with refusing({"entrants_tournament_id_version_id_key": twice}):
                await run(connection, "enter_late", tournament_id=tournament.id, version_id=version.id)
            if draws_later:  # the next round or batch includes the bot
                return version.bot, Appended(tournament.boards, 0)
            added = await complete(connection, tournament, "late entry")
            if not added.boards:
                why = "too few bots are left, or they are its own owner's, or share a bot with it"
                raise InvalidTournamentError(f"{version.bot} can meet nobody in {name!r}: {why}")
        return version.bot, added

    async def withdraw(self, name: str, bot: str, owner_id: int | None, dry_run: bool = False) -> tuple[str, int]:
        """Withdraw *bot* from a tournament; return its "name@version" and the number of cancelled boards.

        Open games of the bot are played to their end; its other boards are cancelled. A repeated call cancels none.
        With *dry_run* nothing changes.
        Raises `UnknownTournamentError`, `UnknownBotError`, `NotYourBotError`; `WrongStateError` for a gate or a
        finished tournament.
        """
        async with self.transaction() as connection:
            version = await find_own_version(connection, bot, owner_id)
            tournament = await lock_to_append(connection, name)
            if tournament.state == "finished":
                raise WrongStateError(f"tournament {name!r} is finished: nothing is left for {version.bot} to play")
            if tournament.kind == "gate":
                raise WrongStateError(f"tournament {name!r} is a gate: cancel it instead")
            whose = {"tournament_id": tournament.id, "version_id": version.id}
            if (await run(connection, "withdraw", **whose)).rowcount == 0:
                if version.id not in {entrant.id for entrant in await entrants_of(connection, tournament.id)}:
                    raise UnknownBotError(f"{version.bot} is not in tournament {name!r}: name one of its bots")
                return version.bot, 0
            block_ids = [id_ for (id_,) in await select(connection, "cancel_blocks", **whose)]
            if dry_run:  # counts the boards only: to cancel 100,000 takes ten seconds
                cancelled = int(await value(connection, "boards_to_cancel", block_ids=block_ids))
                await connection.rollback()
                return version.bot, cancelled
            cancelled = (await run(connection, "cancel_boards", block_ids=block_ids)).rowcount
            await run(connection, "drop_open_games", block_ids=block_ids)
            await run(connection, "end_tournament", tournament_id=tournament.id)
        return version.bot, cancelled
