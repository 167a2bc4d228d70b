"""Lists of games with their results."""

from grpc import StatusCode

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.pages import Page
from arena.api.calls.refusals import invalid
from arena.api.records.records import MOST_ID
from arena.escapes import cut
from arena.guards.refused import Refused
from arena.rules import find
from arena.store.ratings.scores import FIRST_GAME, GameRow, Games
from arena.wire.gen import records_pb2 as pb

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
