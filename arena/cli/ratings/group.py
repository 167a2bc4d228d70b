"""`arena ratings`: show official tables, live Elo and its receipts, and the value of seats."""

from collections.abc import Iterable
from itertools import groupby

import click

from arena.api.columns import AGAINST_ALL, FINDINGS, LIVE_ELO, POOLED_RATINGS, as_dict
from arena.api.labels import POOL_LABELS, rated_format
from arena.cli.pages import fetch_all, fetch_pages
from arena.cli.ratings.tables import live_rows, official_rows, strength_tables
from arena.cli.service import Service, asking_for_rows
from arena.cli.terminal.options import VARIANT
from arena.cli.terminal.printing import console, explain_option, print_json, print_listing, say, show, table
from arena.cli.terminal.refusal import Refusal
from arena.cli.terminal.tables import pools_label, rating_table
from arena.cli.tournament.standings import finding_tables
from arena.wire.gen import ratings_pb2 as pb
from arena.wire.gen.measures_pb2 import GetFindingsRequest
from arena.wire.gen.receipts_pb2 import GetEloReceiptRequest, GetEloReceiptResponse


@click.command
@click.argument("variant", required=False, default="", type=VARIANT)
@click.option("--pooled", is_flag=True, help="Show one number over all variants, each with equal weight.")
@click.option("--anchor", metavar="BOT", default="", help="Give BOT 1500 instead of the mean; only tables with BOT.")
@click.option("--against-all", is_flag=True, help="Add scores against all bots of a table, each with equal weight.")
@click.option("--live", is_flag=True, help="Show live Elo, which changes with each board, instead of ratings.")
@click.option("--seats", is_flag=True, help="Show the value of each seat over all bots, with 95% intervals.")
@click.option("--receipt", metavar="BOT", default="", help="List the boards that moved BOT's live Elo in VARIANT.")
@click.option("--rebuild", is_flag=True, help="Recompute all ratings from the stored boards.")
@explain_option
@asking_for_rows
def ratings(
    variant: str,
    pooled: bool,
    anchor: str,
    against_all: bool,
    live: bool,
    seats: bool,
    receipt: str,
    rebuild: bool,
    explain: bool,
    as_json: bool,
    as_csv: bool,
    service: Service,
) -> None:
    """Show ratings with 95% intervals, of VARIANT or all variants.

    These are the official tables. They also show how likely one bot is stronger than another.
    """
    flags = {"--pooled": pooled, "--seats": seats, "--rebuild": rebuild, "--live": live, "--receipt": receipt}
    flags |= {"--anchor": anchor, "--against-all": against_all}
    given = [option for option, is_given in flags.items() if is_given]
    if len(given) > 1:
        raise Refusal(f"{' and '.join(given)} are given together; use one of them")
    if (rebuild or receipt) and (as_csv or explain):
        raise Refusal(f"{'--csv' if as_csv else '--explain'} is not for {given[0]}; leave it out, or use --json")
    if (rebuild or pooled) and variant:
        raise Refusal(f"{given[0]} is for all variants at once; leave out {variant}")
    if receipt and not variant:
        raise Refusal(f"--receipt is for one variant; name it, as in: arena ratings VARIANT --receipt {receipt}")
    if rebuild:
        rebuilt = service.ask(lambda people: people.RebuildRatings, pb.RebuildRatingsRequest(), as_json)
        say(f"{rebuilt.boards} boards folded in, {rebuilt.changed} ratings changed")
    elif receipt:
        _show_receipts(service, receipt, variant, as_json)
    elif seats:
        _show_seats(variant, service, explain, as_json, as_csv)
    elif live:
        _show_live(variant, service, explain, as_json, as_csv)
    else:
        only = [variant] if variant else []
        asked = pb.GetStrengthsRequest(variants=only, pooled=pooled, anchor=anchor, against_all=against_all)
        _show_official(asked, service, explain, as_json, as_csv)


def _show_live(variant: str, service: Service, explain: bool, as_json: bool, as_csv: bool) -> None:
    answer = fetch_all(service, pb.ListRatingsResponse, pb.ListRatingsRequest(variant=variant), as_json=as_json)
    if as_csv:
        print_listing(LIVE_ELO, live_rows(answer.tables))
    elif not answer.tables:
        say("nothing is rated yet")
    else:
        show(map(rating_table, answer.tables), explain)


def _show_official(asked: pb.GetStrengthsRequest, service: Service, explain: bool, as_json: bool, as_csv: bool) -> None:
    answer = service.ask(lambda people: people.GetStrengths, asked, as_json)
    if as_csv:
        print_listing(POOLED_RATINGS + AGAINST_ALL * asked.against_all, official_rows(answer.tables))
        return
    if answer.behind:
        say(f"{answer.behind} boards are being fitted and are not in yet; ask again in a moment")
    if answer.tables:
        show((part for each in answer.tables for part in strength_tables(each)), explain)
    elif not answer.behind:
        say("nothing is rated in the rated format yet" if asked.pooled else "nothing is rated yet")


def _show_seats(variant: str, service: Service, explain: bool, as_json: bool, as_csv: bool) -> None:
    answer = service.ask(lambda people: people.GetFindings, GetFindingsRequest(variant=variant), as_json)
    pool = POOL_LABELS["trust"]
    if as_csv:
        print_listing(FINDINGS, (({}, each) for each in answer.findings), pool)
    elif answer.findings:
        by_variant = groupby(answer.findings, key=lambda each: each.variant)
        show((part for name, own in by_variant for part in finding_tables(f"{name} ({pool})", own)), explain)
    else:
        say("nothing is rated yet")


def _show_receipts(service: Service, bot: str, variant: str, as_json: bool) -> None:
    """Print the boards that moved a bot's live Elo, in a table for each scale, or as lines of JSON."""
    tables = fetch_all(service, pb.ListRatingsResponse, pb.ListRatingsRequest(variant=variant)).tables
    newest = max((each.revision for each in tables), default=0)
    requests = [
        GetEloReceiptRequest(bot=bot, variant=variant, pool=each.pools[0], format=each.format)
        for each in tables
        if each.revision == newest and any(bot in (line.bot, line.bot.partition("@")[0]) for line in each.ratings)
    ]
    # If the bot is on no scale, ask anyway: the arena's refusal says why.
    for request in requests or [GetEloReceiptRequest(bot=bot, variant=variant)]:
        pages = fetch_pages(service, request)
        if as_json:
            for page in pages:
                print_json(as_dict(page))
        else:
            _show_receipt(pages, variant)


def _show_receipt(pages: Iterable[GetEloReceiptResponse], variant: str) -> None:
    rows = table("", "tournament", "against (their live Elo, score)", "board", "before", "change", "after", numbers=4)
    for page in pages:
        pool = f"{pools_label(page.pools)}, {rated_format([page.format])}"
        rows.title = f"Boards that moved the live Elo of {page.bot} in {variant} ({pool})"
        for line in page.entries:
            most = line.most
            scores = (f"{each.bot} ({each.live_elo:.0f}, {each.half_points / most:.3f})" for each in line.opponents)
            numbers = f"{line.before:.2f}", f"{line.after - line.before:+.2f}", f"{line.after:.2f}"
            rows.add_row(line.tournament, ", ".join(scores), str(line.board), *numbers)
        published, settled = page.live_elo, page.settled_elo
    console().print(rows)
    provisional = "" if published == settled else f", {settled!r} of which is settled: the rest is provisional"
    say(f"published: {published!r}{provisional}")
