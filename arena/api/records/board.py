"""One closed board with the records of its games."""

import asyncio

from arena.api.calls.call import Call
from arena.api.calls.messages import in_hex, message_of
from arena.api.calls.refusals import invalid
from arena.api.records.records import MOST_ID, record_of
from arena.escapes import cut
from arena.wire.gen import records_pb2 as pb


async def get_board(call: Call[pb.GetBoardRequest]) -> pb.GetBoardResponse:
    """A board whose games are all played, and told of; or one of its games.

    Raises `Refused`: no such board, or one that is still open, whoever asks.
    """
    asked = call.request
    if not asked.board and not asked.game:
        raise invalid("board: give a board's id, or as `game` that of one of its games")
    board, games = await call.store.play.public_board(_id("board", asked.board), _id("game", asked.game))
    records = [await asyncio.to_thread(record_of, game) for game in games]
    return message_of(
        pb.GetBoardResponse,
        board,
        board=str(board.id),
        commitment=in_hex(board.commitment),
        seed=in_hex(board.seed),
        games=[str(game) for game in board.games],
        records=records,
    )


def _id(what: str, text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and int(text) <= MOST_ID):
        raise invalid(f"{what} {cut(text)!r} is not a number")
    return int(text)
