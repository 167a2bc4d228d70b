"""Read one closed board with its games."""

from arena.store.database import Room, fetch, run
from arena.store.errors import UnknownGame
from arena.store.play.archive import refuse_archived
from arena.store.play.results import stored_game
from arena.store.play.rows import PublicBoard, StoredGame

MOST_GAMES = 1_000  # of a board


class PublicBoards(Room):
    """Closed boards, for anybody."""

    async def public_board(self, board: int | None, game: int | None) -> tuple[PublicBoard, list[StoredGame]]:
        """Return the board of that id with its games; or that of *game*, with that game alone.

        Raises `UnknownGame` where it is none, or is not to be told of yet, and `Archived` where
        games of its tournament are in a file.
        """
        async with self.transaction() as connection:
            boards = await fetch(connection, PublicBoard, "public_board", board=board, game=game)
            if not boards or (game is not None and game not in boards[0].games):
                what = f"board {board}" if game is None else f"game {game}"
                raise UnknownGame(f"there is no {what} that is over: a board's games are told when all are played")
            found = boards[0]
            await refuse_archived(connection, found.tournament_id)
            only = {"tournament_id": found.tournament_id, "game": game, "with_open": False, "rotation": -1}
            place = {"number": found.number, "upto": found.number, "page": MOST_GAMES}
            rows = await (await run(connection, "stored_games", **only, **place)).fetchall()
        return found, [stored_game(row[:-2]) for row in rows]
