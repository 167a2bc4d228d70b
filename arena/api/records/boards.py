"""Return closed boards, their games, costly boards and hands, and meetings of two bots."""

import asyncio
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

from grpc import StatusCode

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import Page, make_message, to_hex
from arena.api.records.export import game_of, make_record, read_id
from arena.escapes import clip
from arena.guards.auth import RefusedError
from arena.rules import LOOK, Game, Kind, find, new_game
from arena.rules.replays.parting import parting_in_hand, refuse_other_boards
from arena.rules.replays.place import names_of
from arena.rules.replays.sheet import format_result
from arena.store.ratings.scores import FIRST_GAME, WON, GameRow
from arena.wire.gen import records_pb2 as pb


async def get_board(call: Call[pb.GetBoardRequest]) -> pb.GetBoardResponse:
    """Return a closed board with its games, or with one of its games, and the costliest hand of a bot.

    Raises `RefusedError` if the board is unknown or open, also for operators.
    """
    asked = call.request
    if not asked.board and not asked.game and not asked.newest_of:
        raise invalid("board is empty: give a board's id, or a game's id as `game`")
    newest_of = "" if asked.board or asked.game else asked.newest_of
    ids = read_id("board", asked.board), read_id("game", asked.game)
    board, stored = await call.store.play.public_board(*ids, newest_of)
    games = [await asyncio.to_thread(game_of, game) for game in stored]
    records = [await asyncio.to_thread(make_record, *each) for each in zip(stored, games, strict=True)]
    costliest = None
    if any(asked.bot in game.seats for game in stored):
        costliest = await asyncio.to_thread(lost_hand, games, [game.seats for game in stored], asked.bot)
    hashes = {"commitment": to_hex(board.commitment), "seed": to_hex(board.seed)}
    texts = {"board": str(board.id), "games": map(str, board.games)}
    return make_message(pb.GetBoardResponse, board, records=records, costliest=costliest, **hashes, **texts)


def lost_hand(games: Sequence[Game], seats: Sequence[Sequence[str]], player: str) -> pb.LostHand | None:
    """Return the hand that cost *player* most, or None if no other player with its cards won more.

    *games*: the finished games of a board; *seats*: the players' names by seat in each game. The player is compared
    with the one who won most points per game of all who ever held its cards. So the costs of all hands add up to the
    result of the board. The result is also None if only hands that one of the two did not play made the difference.
    Raises `DifferentBoardsError` if the deals differ.
    """
    refuse_other_boards(games)
    costliest = min(_hands(games, seats, player, _best(games, seats, player)), default=None)
    if costliest is None or costliest[0] >= 0:
        return None
    _, hand, seat, *lines = costliest
    lines += [line for line, game in enumerate(games) if line not in lines and hand < len(game.hands)]
    own, other, *rest = [_end(games[line], hand, seat, line, seats[line]) for line in lines]
    part = parting_in_hand(games, hand, own.line, other.line)
    asked = [number for number, place in _list_choices(games[own.line], hand) if seats[own.line][place] == player]
    choices = [make_message(pb.Choice, each) for each in part.choices] if part else []
    return pb.LostHand(
        hand=hand,
        seat=seat,
        own=own,
        best=other,
        others=sorted(rest, key=lambda each: -each.points),
        parting=make_message(pb.Parting, part, choices=choices) if part else None,
        first_own=next((number for number in asked if part is None or number >= part.decision), None),
        below=fmean(each.points for each in (other, *rest)) - own.points,
    )


def _list_choices(game: Game, hand: int) -> Iterator[tuple[int, int]]:
    """Yield decision and seat of each answer in *hand* that can cost points: neither forced, nor a look at the hand."""
    assert game.seed is not None, "only practice deals have no seed"
    again, decision = new_game(game.rules, game.seed), 0
    for action in game.actions:
        if again.hand.number == hand:
            if again.legal().single < 0 and (again.kind, action) != (Kind.BLIND, LOOK):
                yield decision, again.to_act
            decision += 1
        again.apply(action)


def _best(games: Sequence[Game], seats: Sequence[Sequence[str]], player: str) -> str | None:
    """Return the player with most points per game of those who held *player*'s cards; None if it is *player*."""
    taken: dict[str, list[int]] = {}
    for game, names in zip(games, seats, strict=True):
        for name, score in zip(names, game.result().scores, strict=True):
            taken.setdefault(name, []).append(score)
    own = {seat for names in seats for seat, name in enumerate(names) if name == player}
    rivals = sorted({names[seat] for names in seats for seat in own} - {player})
    best = max(rivals, key=lambda name: fmean(taken[name]), default=None)
    return best if best is not None and fmean(taken[best]) > fmean(taken[player]) else None


def _hands(
    games: Sequence[Game], seats: Sequence[Sequence[str]], player: str, best: str | None
) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield (points minus those of *best* with the same cards, hand, seat, own line, line of *best*) of each hand."""
    held = [(own, seat) for own, names in enumerate(seats) for seat, name in enumerate(names) if name == player]
    for own, seat in held:
        for other in (line for line, names in enumerate(seats) if names[seat] == best):
            for hand, (mine, its) in enumerate(zip(games[own].hands, games[other].hands, strict=False)):
                yield mine.deltas[seat] - its.deltas[seat], hand, seat, own, other


def _end(game: Game, hand: int, seat: int, line: int, players: Sequence[str]) -> pb.HandEnding:
    text = format_result(game, game.hands[hand], seat, names_of(players))
    return pb.HandEnding(line=line, player=players[seat], points=game.hands[hand].deltas[seat], summary=text)


FORWARD, BACK = 0, 1  # directions of a page from its token's game
MAX_SEATS = 10  # more seats than any variant has


async def list_games(call: Call[pb.ListGamesRequest]) -> pb.ListGamesResponse:
    """Return a page of games. Raises `RefusedError`, also if an owner or reader asks for open boards."""
    if call.request.open and call.caller.scope != "operator":
        raise RefusedError(StatusCode.PERMISSION_DENIED, "open: only operators may list games of open boards")
    if call.request.variant:
        find(call.request.variant)
    page = Page.from_request(call.request, (*FIRST_GAME, FORWARD))
    _check_filters(call.request)
    if call.request.by_loss:
        return pb.ListGamesResponse(games=map(_game, await call.store.ratings.dearest_games(call.request, page.size)))
    *_, direction = page.after
    games = await call.store.ratings.games(call.request, page.fetch, *page.after)
    rows, more = page.trim(games, lambda row: (row.board, row.rotation, direction))
    previous, following = "", more
    if rows and direction != FORWARD:
        rows = rows[::-1]
        previous, following = more, page.token((rows[-1].board, rows[-1].rotation, FORWARD))
    elif rows and call.request.page_token:
        previous = page.token((rows[0].board, rows[0].rotation, BACK))
    total = await call.store.ratings.count_games(call.request) if call.request.with_total else None
    tokens = {"next_page_token": following, "previous_page_token": previous}
    return pb.ListGamesResponse(games=map(_game, rows), total=total, **tokens)


def _check_filters(request: pb.ListGamesRequest) -> None:
    if request.HasField("seat") and not request.bot:
        raise invalid(f"seat {request.seat} needs a bot: give `bot` too")
    if request.seat >= MAX_SEATS:
        raise invalid(f"seat {request.seat} is unknown: give a number from 0 to {MAX_SEATS - 1}")
    if request.result and request.result not in WON:
        raise invalid(f"result {clip(request.result)!r} is unknown: give won or lost")
    if (request.result or request.by_loss) and not request.bot:
        raise invalid(f"{'result' if request.result else 'by_loss'} needs a bot: give `bot` too")
    if request.by_loss and (request.open or request.seat_id or request.page_token):
        raise invalid("by_loss lists games of closed boards on one page: leave out open, seat_id and page_token")


def _game(row: GameRow) -> pb.ListedGame:
    ranks, scores = row.ranks or [0] * len(row.bots), row.scores or [0] * len(row.bots)
    seated = zip(row.bots, ranks, scores, strict=True)
    seats = [pb.GameSeat(bot=bot, rank=rank, points=points) for bot, rank, points in seated]
    return make_message(pb.ListedGame, row, game=str(row.id), seats=seats, open=not row.is_closed)


MOST: Final = 200
USUAL: Final = 20


async def get_losses(call: Call[pb.GetLossesRequest]) -> pb.GetLossesResponse:
    """Return the boards that cost a bot most points, the costliest first."""
    asked = call.request
    if asked.most > MOST:
        raise invalid(f"most {asked.most} is too large; give 1 to {MOST}")
    if asked.variant:
        find(asked.variant)
    variant, ratings = asked.variant or None, call.store.ratings
    version_id, bot = await ratings.find_version(asked.bot)  # raises an error for an unknown bot
    name = asked.name or await ratings.newest_in_rotations(version_id, bot, variant)
    bot = await ratings.find_entrant(name, asked.bot if asked.name else bot)
    boards, losses = await ratings.losses(name, bot, variant, asked.most or USUAL)
    return pb.GetLossesResponse(bot=bot, losses=losses, boards=boards, tournament=name)


async def get_meetings(call: Call[pb.GetMeetingsRequest]) -> pb.GetMeetingsResponse:
    """Return the boards on which two bots met, in schedule order."""
    asked = call.request
    if asked.variant:
        find(asked.variant)
    for name in (asked.bot, asked.opponent):
        await call.store.ratings.find_version(name)  # raises an error for an unknown bot
    bot, opponent = [await call.store.ratings.find_entrant(asked.name, name) for name in (asked.bot, asked.opponent)]
    if bot == opponent:
        raise invalid(f"opponent {asked.opponent!r} is {bot} itself: give two bots, or two versions")
    variant = asked.variant or None
    boards, following = await call.store.ratings.met_boards(asked.name, (bot, opponent), variant, asked.first)
    return pb.GetMeetingsResponse(bot=bot, opponent=opponent, boards=boards, next=following)
