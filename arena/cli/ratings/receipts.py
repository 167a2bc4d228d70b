"""Receipts: what a published number is made of."""

from collections.abc import Iterable
from itertools import combinations

from arena.api.labels import format_words, rated_format
from arena.cli.pages import gathered, pages
from arena.cli.service import Service, as_dict, unless_json_lines
from arena.cli.terminal.printing import console, print_json, say, table
from arena.cli.terminal.tables import pool_label, pools_label
from arena.wire.gen import receipts_pb2 as pb
from arena.wire.gen.ratings_pb2 import ListRatingsRequest, ListRatingsResponse


def live_receipts(service: Service, bot: str, variant: str, as_json: bool) -> None:
    """Show the boards that moved a bot's live Elo.

    On each scale that it is on. As JSON a line for each page.
    """
    tables = gathered(service, ListRatingsResponse, ListRatingsRequest(variant=variant)).tables
    newest = max((table.revision for table in tables), default=0)
    requests = [
        pb.GetEloReceiptRequest(bot=bot, variant=variant, pool=table.pools[0], format=table.format)
        for table in tables
        if table.revision == newest and any(bot in (line.bot, line.bot.partition("@")[0]) for line in table.ratings)
    ]
    # Who is on no scale is refused by the arena, which says why.
    for request in requests or [pb.GetEloReceiptRequest(bot=bot, variant=variant)]:
        found = pages(service, request)
        if as_json:
            for page in found:
                print_json(as_dict(page))
        else:
            _live_receipt(found, variant)


def _live_receipt(found: Iterable[pb.GetEloReceiptResponse], variant: str) -> None:
    rows = table("", "tournament", "against (their live Elo, score)", "board", "before", "change", "after", numbers=4)
    for page in found:
        pool = f"{pools_label(page.pools)}, {rated_format([page.format])}"
        rows.title = f"What moved the live Elo of {page.bot} in {variant} ({pool})"
        for line in page.entries:
            numbers = f"{line.before:.2f}", f"{line.after - line.before:+.2f}", f"{line.after:.2f}"
            rows.add_row(line.tournament, _against(line), str(line.board), *numbers)
        said = [page.live_elo, page.settled_elo]
    console().print(rows)
    provisional = "" if said[0] == said[1] else f", {said[1]!r} of which is settled: the rest is provisional"
    say(f"published: {said[0]!r}{provisional}")


def strength_receipt(service: Service, bot: str, variant: str, as_json: bool) -> None:
    """Show a bot's line-ups behind the official tables.

    As JSON a line for each page.
    """
    found = unless_json_lines(pages(service, pb.GetStrengthReceiptRequest(bot=bot, variant=variant)), as_json)
    rows = table("", "tournament", "pool", "rated format", "line-up, in half points of each pair", "boards", numbers=1)
    for page in found:
        rows.title = f"What the official tables of {variant} know of {bot} ({pools_label(page.pools)})"
        for line in page.tallies:
            rows.add_row(
                line.tournament, pool_label(line.pool), format_words(line.format), _pairs(line), str(line.boards)
            )
    console().print(rows)


def _against(line: pb.ReceiptBoard) -> str:
    scores = (f"{each.bot} ({each.live_elo:.0f}, {each.half_points / line.most:.3f})" for each in line.opponents)
    return ", ".join(scores)


def _pairs(line: pb.LineUpTally) -> str:
    """Each pair with how the half points went between them."""
    size = line.tables_per_board or len(line.bots)  # who are compared with each other
    fields = [line.bots[first : first + size] for first in range(0, len(line.bots), size)]
    pairs = [pair for field in fields for pair in combinations(field, 2)]
    most = 2 * (1 if line.tables_per_board else len(line.bots)) * line.boards
    return ", ".join(
        f"{one} {halves}:{most - halves} {other}" for (one, other), halves in zip(pairs, line.halves, strict=True)
    )
