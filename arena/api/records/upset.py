"""The board of a tournament that came out most unlike the ratings."""

import asyncio
from collections.abc import Mapping, Sequence

from arena.api.calls.call import Call
from arena.league.findings.upsets import Upset, biggest_upset
from arena.league.ratings.boards import BoardScore
from arena.league.ratings.bradley_terry import Fit
from arena.wire.gen import records_pb2 as pb


async def get_upset(call: Call[pb.GetUpsetRequest]) -> pb.GetUpsetResponse:
    """Return the biggest upset of a stretch of the schedule. Raises `UnknownTournament`."""
    ratings = call.store.ratings
    row = await call.store.tournaments.named(call.request.name)
    boards = await ratings.stretch_of_boards(call.request.name, call.request.first)
    played = {board.variant for board in boards.values()}
    scales = {variant: scale for variant, scale in (await ratings.scales_of(row.id)).items() if variant in played}
    fits = await ratings.fits(scales.values())
    by_variant = {variant: fits.get(scale, []) for variant, scale in scales.items()}
    found = await asyncio.to_thread(_biggest, boards, by_variant)
    if found is None:
        return pb.GetUpsetResponse()
    board_id, upset = found
    names = {entrant.version_id: entrant.bot for entrant in row.entrants}
    return pb.GetUpsetResponse(
        upset=pb.Upset(
            board=str(board_id),
            number=upset.board.number,
            variant=upset.board.variant,
            bot=names[upset.player],
            others=[names[other] for other in upset.others],
            score=upset.score,
            expected=upset.expected,
        )
    )


def _biggest(boards: dict[int, BoardScore], fits: Mapping[str, Sequence[Fit]]) -> tuple[int, Upset] | None:
    found = []
    for variant, parts in fits.items():
        own = {board.number: (id, board) for id, board in boards.items() if board.variant == variant}
        for fit in parts:
            strengths = dict(zip(fit.players, fit.strengths, strict=True))
            upset = biggest_upset((board for _, board in own.values()), strengths)
            if upset is not None:
                found.append((own[upset.board.number][0], upset))
    return max(found, key=lambda each: each[1].score - each[1].expected, default=None)
