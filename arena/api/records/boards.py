"""Read boards and games that are closed."""

import asyncio
from typing import Final

from grpc import StatusCode

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import Page, in_hex, message_of
from arena.api.records.export import MOST_ID, record_of
from arena.escapes import cut
from arena.guards.auth import Refused
from arena.rules import find
from arena.store.ratings.scores import FIRST_GAME, GameRow, Games
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


MOST_SEATS = 10  # more than any variant has
RESULTS = {"": None, "won": True, "lost": False}


async def list_games(call: Call[pb.ListGamesRequest]) -> pb.ListGamesResponse:
    """A page of games. Raises `Refused`, also where somebody else than an operator asks for open boards."""
    if call.request.open and call.caller.scope != "operator":
        raise Refused(StatusCode.PERMISSION_DENIED, "open: games of open boards are for operators alone")
    if call.request.variant:
        find(call.request.variant)
    page = Page.asked(call.request, FIRST_GAME)
    if call.request.by_loss:
        dearest = await call.store.ratings.dearest_games(_wanted(call.request), page.size)
        return pb.ListGamesResponse(games=[_game(row) for row in dearest])
    found = await call.store.ratings.games(_wanted(call.request), page.fetch, *page.after)
    rows, more = page.cut(found, lambda row: (row.board, row.rotation))
    return pb.ListGamesResponse(games=[_game(row) for row in rows], next_page_token=more)


def _wanted(request: pb.ListGamesRequest) -> Games:
    seat = request.seat if request.HasField("seat") else None
    if seat is not None and not request.bot:
        raise invalid(f"seat {seat}: say of which bot, too")
    if seat is not None and seat >= MOST_SEATS:
        raise invalid(f"seat {seat} is none: seats are counted from 0")
    if request.result not in RESULTS:
        raise invalid(f"result {cut(request.result)!r} is none: accepted are won and lost")
    if (request.result or request.by_loss) and not request.bot:
        raise invalid(f"{'result' if request.result else 'by_loss'}: say of which bot, too")
    if request.by_loss and (request.open or request.seat_id or request.page_token):
        raise invalid("by_loss: games of closed boards, all on one page; leave open, seat_id and page_token out")
    about = (request.name, request.bot or None, request.variant or None, seat, request.open, RESULTS[request.result])
    return Games(*about, min(request.seat_id, MOST_ID) or None)


def _game(row: GameRow) -> pb.ListedGame:
    ranks, scores = row.ranks or [0] * len(row.bots), row.scores or [0] * len(row.bots)
    seated = zip(row.bots, ranks, scores, strict=True)
    seats = [pb.GameSeat(bot=bot, rank=rank, points=points) for bot, rank, points in seated]
    return message_of(pb.ListedGame, row, game=str(row.id), seats=seats, open=not row.is_closed)


MOST: Final = 200
USUAL: Final = 20


async def get_losses(call: Call[pb.GetLossesRequest]) -> pb.GetLossesResponse:
    """The dearest first. Raises `Refused`, `UnknownVariant`, `UnknownTournament`, `UnknownBot`."""
    asked = call.request
    if asked.most > MOST:
        raise invalid(f"most {asked.most} is not in 1..{MOST}")
    if asked.variant:
        find(asked.variant)
    variant, ratings = asked.variant or None, call.store.ratings
    version_id, bot = await ratings.find_version(asked.bot)  # says what there is where no bot has the name
    name = asked.name or await ratings.newest_in_rotations(version_id, bot, variant)
    bot = await ratings.find_entrant(name, asked.bot if asked.name else bot)
    found = await ratings.losses(name, bot, variant, asked.most or USUAL)
    losses = [message_of(pb.Loss, row, board=str(row.id)) for row in found.dearest]
    return pb.GetLossesResponse(bot=bot, losses=losses, boards=found.boards, tournament=name)


async def get_meetings(call: Call[pb.GetMeetingsRequest]) -> pb.GetMeetingsResponse:
    """Return them in schedule order. Raises `Refused`, `UnknownVariant`, `UnknownTournament`, `UnknownBot`."""
    asked = call.request
    if asked.variant:
        find(asked.variant)
    for name in (asked.bot, asked.opponent):
        await call.store.ratings.find_version(name)  # says what there is where no bot has the name
    bot, opponent = [await call.store.ratings.find_entrant(asked.name, name) for name in (asked.bot, asked.opponent)]
    if bot == opponent:
        raise invalid(f"opponent {asked.opponent!r} is {bot} itself: give two bots, or two versions")
    rows, following = await call.store.ratings.met_boards(
        asked.name, (bot, opponent), asked.variant or None, asked.first
    )
    boards = [message_of(pb.MetBoard, row, board=str(row.id)) for row in rows]
    return pb.GetMeetingsResponse(bot=bot, opponent=opponent, boards=boards, next=following)
