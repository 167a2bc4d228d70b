"""Print the figures of the turns: medians of the rounds, and their ratios to named peers."""

from statistics import median
from typing import Any, Final

from tools.bench.machine import machine

DECISIONS: Final = 56  # per hand of spades-4: 4 bids and 52 plays
WIDTHS: Final = (12, 10, 10, 32, 16)
AIMS: Final = {"512": "0.85; 1.2", "2048": "1.7; 2.2", "4096": "2.4; 3.2"}  # for columns, by tables
Round = dict[str, Any]

NOTES = """
A decision goes worker -> gateway -> bot process -> back, each a process of its own with the compiled core, over
loopback; all seats are one process of a trivial bot, every decision is asked (auto_single off), games are of 1,000
hands, and what was journalled counts. Postgres and Celery are left out. Each ratio is the median of the rounds'
ratios, with the least and the largest in brackets.
ping-pong    a bare grpc.aio stream between two processes, one message at a time; as gRPC comes, and below it with its
             event engine switched off, as it is in our processes
rows         the ordinary kit: a decision an object (Bot); columns: batches of rows in arrays (VectorBot)
HTTP/JSON    a decision a request, httpx to a raw ASGI app under uvicorn, kept alive; the best of 1 and 16 at once
own share    of a turn: from one question to the next, less what the bot was given
CPU          microseconds a decision of worker, gateway and bot, and the most memory each of them had"""


def show(rounds: list[Round]) -> None:
    """Print the table."""
    print(f"turns, {len(rounds)} rounds; {machine()}")
    ones = [each["rows"]["1"] for each in rounds]
    line("", "decisions/s", "hands/s", "", "against (median, range)", "floor; aim")
    line("HTTP/JSON, httpx to uvicorn", number(rounds, "http"))
    line("bare grpc.aio ping-pong", number(rounds, "ping-pong"))
    line("  without its event engine", number(rounds, "ping-pong without engine"))
    line("OpenSpiel's Python loop", "", number(rounds, "openspiel hands"))
    row(rounds, "rows", "1", "ping-pong", "ping-pong", "0.38; 0.45")
    line("", "", "", "", ratio(rounds, "rows", "1", "ping-pong without engine", "without engine"))
    half, most = (f"{name} {median(one[f'share {name}'] for one in ones):,.0f} us" for name in ("p50", "p99"))
    line("  the arena's own share", half, most, "", "", "p99 2 ms")
    row(rounds, "rows", "128", "http", "HTTP", "22; 28")
    for tables in rounds[0]["columns"]:
        row(rounds, "columns", tables, "openspiel hands", "OpenSpiel", AIMS.get(tables, ""))
    line("CPU, us a decision", "worker", "gateway", "bot", "memory, MB", "rows a batch")
    for way in ("rows", "columns"):
        for tables in rounds[0][way]:
            costs(rounds, way, tables)
    print(NOTES)


def row(rounds: list[Round], way: str, tables: str, peer: str, name: str, aims: str) -> None:
    """Print a way to ask, and its ratio to *peer*."""
    decisions = median(each[way][tables]["decisions"] for each in rounds)
    against = ratio(rounds, way, tables, peer, name)
    line(f"{way}, {int(tables):,} tables", f"{decisions:,.0f}", f"{decisions / DECISIONS:,.0f}", "", against, aims)


def ratio(rounds: list[Round], way: str, tables: str, peer: str, name: str) -> str:
    """Return the ratio to *peer*, a figure of the same rounds."""
    unit = DECISIONS if peer.endswith("hands") else 1
    ratios = sorted(each[way][tables]["decisions"] / (unit * each[peer]) for each in rounds)
    digits = 2 if ratios[0] < 10 else 0
    least, most = f"{ratios[0]:.{digits}f}", f"{ratios[-1]:.{digits}f}"
    return f"{median(ratios):.{digits}f} x {name} ({least}-{most})"


def costs(rounds: list[Round], way: str, tables: str) -> None:
    """Print the CPU time per decision, process by process."""
    figures = [each[way][tables] for each in rounds]
    cpu = [f"{median(each['cpu us'][part] for each in figures):.2f}" for part in range(len(figures[0]["cpu us"]))]
    memory = " + ".join(f"{median(sizes):,.0f}" for sizes in zip(*(each["megabytes"] for each in figures), strict=True))
    batch = f"{median(each['rows a batch'] for each in figures):,.0f}" if way == "columns" else ""
    line(f"  {way}, {int(tables):,} tables", *cpu, memory, batch)


def number(rounds: list[Round], figure: str) -> str:
    """Return the median of a figure."""
    return f"{median(each[figure] for each in rounds):,.0f}"


def line(name: str, *cells: str) -> None:
    """Print one line."""
    print(f"{name:<29}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=False)))
