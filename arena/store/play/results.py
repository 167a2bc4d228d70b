"""Store the results of blocks, and read the games of closed boards."""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict
from typing import Any

from psycopg.types.json import Jsonb

from arena.league.errors import BadBoardError
from arena.league.findings.seat_effects import seat_halves
from arena.league.pairs import entrants_by_seat
from arena.league.ratings.boards import BoardScore, ClosedBoard, Outcome
from arena.league.ratings.matchpoints import score_matchpoints, table_of
from arena.store.closed_boards import read_boards
from arena.store.database import Connection, Room, fetch, run, run_all, select, value
from arena.store.errors import BadResultError, UnknownGameError
from arena.store.names import tournament_id
from arena.store.play.archive import refuse_archived
from arena.store.play.infractions import count_infractions, count_play
from arena.store.play.journals import finished_open_games
from arena.store.play.leases import end_with_last_block, lock_lease, return_blocks
from arena.store.play.rows import GameResult, PublicBoard, StoredGame

PAGE = 200  # games read at a time
MAX_GAMES = 1_000  # maximum of games per board
ALL = 2**31 - 1  # above the number of every board


class Results(Room):
    """Store the results of games and boards, and read those that are public."""

    async def finish(self, block_id: int, lease_number: int, results: Sequence[GameResult]) -> None:
        """Store a block's results, close its boards and end the block, in one transaction.

        A board closes when all its games have results. Boards without results (voided ones) become claimable again,
        with their block. After its last block the tournament is finished. Raises `LeaseLostError`, `BadResultError`.
        """
        by_game = {result.game_id: result for result in results}
        if len(by_game) != len(results):
            raise BadResultError(f"block {block_id}: two results for one game")
        async with self.transaction() as connection:
            await run(connection, "plan_once")
            await lock_lease(connection, block_id, lease_number)
            scores, board_ids = await _scores(connection, block_id, by_game)
            timeouts = [asdict(timeout) for result in results for timeout in result.timeouts]
            rows = [
                vars(each) | {"board_id": board_ids[each.game_id], "infractions": Jsonb(each.infractions)}
                for each in results
            ]
            async with connection.pipeline():
                await run_all(connection, "end_game", rows)
                await run_all(connection, "close_board", scores)
                await run(connection, "drop_journals", game_ids=list(by_game))
                if timeouts:
                    await run_all(connection, "note_timeout", timeouts)
                by_word = sum((Counter(result.infraction_counts) for result in results), Counter[tuple[int, str]]())
                await count_infractions(connection, by_word)
                await count_play(connection, block_id, results)
                await return_blocks(connection, block_id)
                ended = await run(connection, "end_block", block_id=block_id)
                tournament_id, may_be_last = (await ended.fetchall())[0]
            if may_be_last:
                await end_with_last_block(connection, tournament_id)

    async def closed_boards(self, tournament_id: int) -> list[BoardScore]:
        """Return the closed boards of a tournament in schedule order."""
        async with self.transaction() as connection:
            return [row.board async for row in read_boards(connection, tournament_id)]

    async def stored_games(
        self, name: str, game: int | None = None, with_open: bool = False
    ) -> AsyncIterator[StoredGame]:
        """Yield the games of closed boards in schedule order; no connection is in use between pages.

        *name*: the tournament. *game*: the id of the only game to yield; None: all. *with_open*: also finished games of
        open boards, which only operators may see. Raises `UnknownTournamentError`, `UnknownGameError`, and
        `ArchivedError` if games of the tournament were moved to a file.
        """
        async with self.transaction() as connection:
            id_ = await tournament_id(connection, name)
            await refuse_archived(connection, id_)
            board = game and await value(connection, "board_of_game", tournament_id=id_, game=game)
        number, rotation, seen = -1 if board is None else board, -1, 0
        upto = ALL if game is None else number
        while True:
            place = {"number": number, "rotation": rotation, "upto": upto, "page": PAGE}
            only = {"tournament_id": id_, "game": game, "with_open": with_open}
            page = await self._fetch(StoredGame, "stored_games", **only, **place)
            for each in page:
                yield each
            seen += len(page)
            if len(page) < PAGE:
                break
            number, rotation = page[-1].number, page[-1].rotation
        if with_open:
            async for finished in finished_open_games(self, id_, game):
                yield finished
                seen += 1
        if game is not None and not seen:
            where = "that is over" if with_open else "on a closed board"
            raise UnknownGameError(
                f"tournament {name!r} has no game {game} {where}: leave the game out for all there are"
            )

    async def public_board(
        self, board: int | None, game: int | None, newest_of: str = ""
    ) -> tuple[PublicBoard, list[StoredGame]]:
        """Return the closed board with id *board* and its games, or the board of *game* with that game alone.

        *newest_of*: a tournament, for a game of its newest closed board. Raises `UnknownTournamentError`,
        `UnknownGameError` for what does not exist or is not public yet, and `ArchivedError` if games of its tournament
        were moved to a file.
        """
        async with self.transaction() as connection:
            if newest_of:
                newest = await tournament_id(connection, newest_of)
                game = await value(connection, "newest_game", tournament_id=newest)
            boards = await fetch(connection, PublicBoard, "public_board", board=board, game=game)
            if not boards or (game is not None and game not in boards[0].games):
                what = f"game {game}" if game is not None else f"board {board if board is not None else 'yet'}"
                raise UnknownGameError(
                    f"there is no {what} that is over: a board's games are shown when all are played"
                )
            board_row = boards[0]
            await refuse_archived(connection, board_row.tournament_id)
            only = {"tournament_id": board_row.tournament_id, "game": game, "with_open": False, "rotation": -1}
            place = {"number": board_row.number, "upto": board_row.number, "page": MAX_GAMES}
            return board_row, await fetch(connection, StoredGame, "stored_games", **only, **place)


async def _scores(
    connection: Connection, block_id: int, results: dict[int, GameResult]
) -> tuple[list[dict[str, Any]], dict[int, int]]:
    """Return the parameters of `close_board`, and the board id of each game. *results*: by game id.

    Raises `BadResultError` unless the results are exactly the games of some boards.
    """
    rows = await select(connection, "boards_of_games", block_id=block_id, game_ids=list(results))
    board_ids = {game_id: board_id for board_id, *_, game_ids in rows for game_id in game_ids}
    if board_ids.keys() != results.keys():
        wrong = sorted(board_ids.keys() ^ results.keys())
        raise BadResultError(f"block {block_id}: games {wrong} are without a result, or not of a board under play")
    try:
        scores = [
            _score(board_id, number, board, [results[game_id] for game_id in game_ids])
            for board_id, number, *board, game_ids in rows
        ]
    except BadBoardError as error:
        raise BadResultError(f"block {block_id}: {error}") from error
    return scores, board_ids


def _score(board_id: int, number: int, board: Sequence[Any], results: Sequence[GameResult]) -> dict[str, Any]:
    scored, by_seat = _score_board(number, board, results)
    lists = {"halves": list(scored.halves), "points": list(scored.points), "infractions": list(scored.infractions)}
    return {"board_id": board_id, "seat_halves": by_seat} | lists


def _score_board(
    number: int, board: Sequence[Any], results: Sequence[GameResult]
) -> tuple[BoardScore, list[int] | None]:
    """Return a board's score and the half points won from each seat (None if it has several tables)."""
    line_up, sitters, tables, seats = board
    if tables > 1:
        at = [
            _outcome(table_of(line_up, tables, table), sitters and table_of(sitters, tables, table), seats, result)
            for table, result in enumerate(results)
        ]
        return score_matchpoints(number, "", tuple(line_up), tables, at), None
    outcomes = tuple(_outcome(line_up, sitters, seats, result) for result in results)
    scored = ClosedBoard(number, "", tuple(line_up), outcomes).score_board()
    return scored, seat_halves(len(line_up), [result.ranks for result in results])


def _outcome(line_up: list[int], sitters: list[int] | None, seats: int, result: GameResult) -> Outcome:
    guilty = [entry.get("seat") for entry in result.infractions]
    if any(not isinstance(seat, int) or not 0 <= seat < seats for seat in guilty):
        raise BadBoardError(f"game {result.game_id}: an infraction without a seat")
    if not len(result.ranks) == len(result.scores) == len(result.players_by_seat) == seats:
        raise BadBoardError(f"game {result.game_id}: its lists do not have {seats} seats")
    seated = entrants_by_seat(line_up, sitters, result.players_by_seat)
    return Outcome.of_seats(line_up, seated, result.ranks, result.scores, [seat for seat in guilty if seat is not None])
