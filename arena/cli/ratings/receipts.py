"""Print the boards that moved a bot's live Elo."""

from collections.abc import Iterable

from arena.api.columns import as_dict
from arena.api.labels import rated_format
from arena.cli.pages import gathered, pages
from arena.cli.service import Service
from arena.cli.terminal.printing import console, print_json, say, table
from arena.cli.terminal.tables import pools_label
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


def _against(line: pb.ReceiptBoard) -> str:
    scores = (f"{each.bot} ({each.live_elo:.0f}, {each.half_points / line.most:.3f})" for each in line.opponents)
    return ", ".join(scores)
