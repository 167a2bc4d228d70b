"""The table that people read: decisions a second, and how many times that is what a named peer does in this run."""

from typing import Any, Final

DECISIONS: Final = 56  # of a hand of spades-4: 4 bids and 52 plays

NOTES = """
A decision goes worker -> gateway -> bot process -> back, each a process of its own with the compiled core, over
loopback; all seats are one process of a trivial bot, every decision is asked (auto_single off), games are of 1,000
hands, and what was journalled counts. Postgres and Celery are left out.
ping-pong    a bare grpc.aio stream between two processes, one message at a time; as gRPC comes, and below it with its
             event engine switched off, as it is in our processes
rows         the ordinary kit: a decision an object (Bot); columns: batches of rows in arrays (VectorBot)
HTTP/JSON    a decision a request, httpx to a raw ASGI app under uvicorn, kept alive; the best of 1 and 16 at once
own share    of a turn: from one question to the next, less what the bot was given"""


def show(figures: dict[str, Any]) -> None:
    """Print it."""
    http = max(figures["http"].values())
    ping = figures["ping-pong"]
    one, many = (figures["rows"][tables] for tables in (1, 128))
    line("", "decisions/s", "hands/s", "against", "aim")
    line("HTTP/JSON, httpx to uvicorn", f"{http:,.0f}")
    tuned = figures["ping-pong without engine"]
    line("bare grpc.aio ping-pong", f"{ping:,.0f}")
    line("  without its event engine", f"{tuned:,.0f}")
    line("OpenSpiel's Python loop", "", f"{figures['openspiel hands']:,.0f}")
    row("rows, 1 table", one, f"{one['decisions'] / ping:.2f} x ping-pong", "0.35")
    line("", "", "", f"{one['decisions'] / tuned:.2f} x without engine")
    line("  the arena's own share", f"p50 {one['share p50']} us", f"p99 {one['share p99']} us", "", "2 ms")
    row("rows, 128 tables", many, f"{many['decisions'] / http:.1f} x HTTP", "20")
    columns = figures["columns"]
    row("columns, 512 tables", columns, f"{columns['decisions'] / http:.0f} x HTTP", "150")
    line("", "", "", f"{columns['decisions'] / DECISIONS / figures['openspiel hands']:.2f} x OpenSpiel", "2")
    print(NOTES)


def row(name: str, figures: dict[str, Any], against: str, aim: str) -> None:
    """A way to ask."""
    decisions = figures["decisions"]
    line(name, f"{decisions:,.0f}", f"{decisions / DECISIONS:,.0f}", against, aim)


def line(name: str, *cells: str) -> None:
    """Print one line."""
    print(f"{name:<29}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, (14, 14, 22, 8), strict=False)))
