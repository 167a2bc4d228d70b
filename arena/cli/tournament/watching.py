"""Follow a tournament until it is over, and show its progress."""

import time
from collections.abc import Callable, Iterator
from itertools import chain

import grpc
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Column

from arena.cli.service import Service, status_of
from arena.cli.terminal.printing import console
from arena.cli.terminal.tables import waits_of
from arena.escapes import escape
from arena.wire.gen.tournaments_pb2 import WatchTournamentRequest, WatchTournamentResponse

MAX_ABSENCE = 60.0  # seconds for which a gateway may be away after it has answered once
WATCH_TIMEOUT = 5.0  # seconds after which a call is repeated, so that a dead connection is noticed
RETRY_INTERVAL = 0.5  # seconds to wait before a gateway that is away is called again
TENTHS = 10  # number of progress lines that are printed without a terminal


def looks(
    service: Service, name: str, meanwhile: Callable[[], None] = lambda: None
) -> Iterator[WatchTournamentResponse]:
    """Yield the progress of tournament *name*, now and at each change, until it is over. Raises `Refusal`.

    The gateway may be away for `MAX_ABSENCE` seconds. *meanwhile* is called every few seconds, and may raise.
    """
    last: WatchTournamentResponse | None = None
    last_seen: float | None = None
    request = WatchTournamentRequest(name=name)
    with service.people() as people:
        while True:
            try:
                for look in people.WatchTournament(request, metadata=service.metadata, timeout=WATCH_TIMEOUT):
                    last_seen = time.monotonic()
                    if look != last:
                        yield look
                    last = look
                return
            except grpc.RpcError as problem:
                if not _may_come_back(problem, last_seen):
                    raise
                meanwhile()


def _may_come_back(problem: grpc.RpcError, last_seen: float | None) -> bool:
    """Return whether to repeat a failed call: only if the gateway has answered within `MAX_ABSENCE` seconds."""
    code = status_of(problem)[0]
    if last_seen is None or code not in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
        return False
    if code is grpc.StatusCode.UNAVAILABLE:
        time.sleep(RETRY_INTERVAL)
    return time.monotonic() - last_seen < MAX_ABSENCE


def show_progress(
    service: Service, name: str, meanwhile: Callable[[], None] = lambda: None, lines: int = TENTHS
) -> None:
    """Show a progress bar until the tournament *name* is over; see `looks`.

    Without a terminal it prints a line at once, and one for each reason to wait. It prints another for each of *lines*
    equal parts of the boards.
    """
    updates = looks(service, name, meanwhile)
    first = next(updates)  # raises refusals before the bar is shown
    folding = Column(overflow="fold")  # in a narrow terminal only this column is folded
    now = TextColumn("{task.fields[now]}", markup=False, table_column=folding)
    printed: str | None = None
    screen, tenth = console(), 0
    with Progress(
        TextColumn("{task.description}", markup=False),
        *(BarColumn(bar_width=20), MofNCompleteColumn(), TextColumn("boards in"), TimeElapsedColumn()),
        *(TextColumn("left"), TimeRemainingColumn(), now),
        console=screen,
        disable=not screen.is_terminal,
    ) as progress:
        bar = progress.add_task(escape(name), total=None, now="")
        for look in chain([first], updates):
            tournament = look.tournament
            waits = waits_of(look, look.tournament.state)
            at_tables = [f"{look.playing} at the tables"] * bool(look.playing)
            progress.update(bar, total=tournament.boards, completed=tournament.closed, now=_bracket(at_tables + waits))
            before, tenth = tenth, max(tenth, lines * tournament.closed // max(1, tournament.boards))
            if not screen.is_terminal and (printed is None or tenth > before or (waits and _bracket(waits) != printed)):
                why = _bracket(at_tables * (printed is None) + waits)
                screen.print(f"{name}: {tournament.closed} of {tournament.boards} boards {why}".rstrip())
            printed = _bracket(waits)


def _bracket(words: list[str]) -> str:
    return f"({'; '.join(words)})" if words else ""
