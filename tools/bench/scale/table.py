"""Print the cost of a million boards next to the aims."""

from typing import Any, Final

NOTES: Final = """
One Postgres of its own (fsync off) with a finished season of 200 bots at spades-4, put in by COPY.
scheduled    2, 3, 4, 5 at a table, 1, 2, 4 boards a pair: the whole schedule, and all its boards read once
stored       claims by two workers, and results of boards of four games of four hands with all their decisions
few          10 bots in blocks of 8 boards; all others in blocks of a board: apart, 10 bots; many, 500 bots;
             beside, 500 bots with the season stored
pages        of 1000 lines, from the middle of the season
page         what a browser gets, compressed: the median of answers a tenth of a second apart;
             bare: the same server with an answer of that length that is always the same"""
READ: Final = (
    "seat scores",
    "findings",
    "head to head",
    "page of 1000 games",
    "page of 200 games of a bot",
    "page of 1000 commitments",
    "page of 1000 records",
    "one record",
    "page of 1000 infractions",
    "page of 1000 infractions of a bot",
    "list of tournaments",
    "progress",
    "sweep",
    "bots",
)


def show(figures: dict[str, Any]) -> None:
    """Print all figures."""
    few = figures["writing"]["few"]
    print(f"{figures['machine']}; Postgres with {figures['postgres']}")
    line(f"{figures['boards']:,} boards stored", "", "aim")
    line("standings and crosstable", f"{figures['standings s']:.2f} s", "1 s")
    line("Elo, all rated again", f"{figures['rebuild s']:.1f} s", "20 s")
    line(f"Bradley-Terry of {figures['official table bots']} bots", f"{figures['official table s']:.2f} s", "2 s")
    schedules = figures["scheduling 500 bots s"]
    slowest = max(schedules, key=schedules.__getitem__)
    line("500 bots scheduled, the slowest", f"{schedules[slowest]:.2f} s", "2 s")
    line("hands stored a second, few", f"{few['hands stored a second']:,.0f}", "20,000")
    for name, costs in figures["writing"].items():
        line(f"a board made and stored, {name}", cost(costs), "flat" if name in ("many", "beside") else "")
    for name in READ:
        line(name, f"{figures[f'{name} s']:.2f} s", "1 s")
    line("bytes a board", f"{sum(figures['bytes a board'].values()):,.0f}")
    page(figures["page"])
    print(NOTES)


def page(figures: dict[str, Any]) -> None:
    """Print the figures of the page."""
    for path, milliseconds in figures["ms"].items():
        line(f"page {path}, {figures['kB'][path]:.0f} kB", f"{milliseconds:.1f} ms", "50 ms")
    ladders, bare = figures["ladders a second"], figures["bare answers a second"]
    line("ladders a second, one process", f"{ladders:,.0f} ({ladders / bare:.2f} x bare)", "500")
    watched = figures["watchers"]
    line(f"{watched['watchers']} watchers, cores", f"{watched['cores']:.2f}", "0.1")
    line(f"{watched['watchers']} watchers, memory", f"{watched['MB more']:.0f} MB", "100 MB")


def cost(costs: dict[str, Any]) -> str:
    """Return the cost of a board, in milliseconds of two workers."""
    return f"{costs['making ms a board']:.2f} + {1000 / costs['boards stored a second']:.2f} ms"


def line(name: str, value: str, aim: str = "") -> None:
    """Print one line."""
    print(f"{name:<36}{value:>18}{aim:>10}")
