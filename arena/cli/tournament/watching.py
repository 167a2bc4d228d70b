"""Follow a tournament until it is over: a bar or JSON."""

import time
from collections.abc import Callable, Iterator
from itertools import chain

import grpc
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Column

from arena.cli.service import Service, status_of
from arena.cli.terminal.printing import console
from arena.cli.terminal.tables import waits_of
from arena.escapes import escaped
from arena.wire.gen.tournaments_pb2 import WatchTournamentRequest, WatchTournamentResponse

AWAY_AT_MOST = 60.0  # seconds for which a gateway that was there may be away
ASK_AGAIN = 5.0  # seconds; a line that has gone dead is noticed after so long
PAUSE = 0.5  # seconds between two tries
TENTHS = 10  # lines where nobody looks at a bar


def looks(
    service: Service, name: str, meanwhile: Callable[[], None] = lambda: None
) -> Iterator[WatchTournamentResponse]:
    """Yield a tournament's progress at each change until it is over.

    Raises `Refusal`. A gateway that goes away and comes back is waited for. *meanwhile* is called every few seconds and
    may raise.
    """
    last: WatchTournamentResponse | None = None
    last_seen: float | None = None
    request = WatchTournamentRequest(name=name)
    with service.people() as people:
        while True:
            try:
                for look in people.WatchTournament(request, metadata=service.metadata, timeout=ASK_AGAIN):
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
    """Whether to ask again, after a pause where the gateway is away. One that was never there is not waited for."""
    code = status_of(problem)[0]
    if last_seen is None or code not in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
        return False
    if code is grpc.StatusCode.UNAVAILABLE:
        time.sleep(PAUSE)
    return time.monotonic() - last_seen < AWAY_AT_MOST


def show_progress(
    service: Service, name: str, meanwhile: Callable[[], None] = lambda: None, stderr: bool = False
) -> None:
    """Show a progress bar until the tournament is over.

    Arguments and `Refusal` as for `looks`; *stderr*: on standard error.
    Where that is no terminal a bar is seen at the end alone: each tenth of the boards, and what is waited for, is told
    in lines.
    """
    updates = looks(service, name, meanwhile)
    first = next(updates)  # what is refused is told before there is a bar
    folding = Column(overflow="fold")  # in a narrow terminal; the rest stays whole
    now = TextColumn("{task.fields[now]}", markup=False, table_column=folding)
    shown, told, tenth = console(stderr), "", 0
    with Progress(
        TextColumn("{task.description}", markup=False),
        *(BarColumn(bar_width=20), MofNCompleteColumn(), TextColumn("boards in"), TimeElapsedColumn()),
        *(TextColumn("left"), TimeRemainingColumn(), now),
        console=shown,
    ) as progress:
        bar = progress.add_task(escaped(name), total=None, now="")
        for look in chain([first], updates):
            tournament = look.tournament
            waits = waits_of(look, look.tournament.state)
            now_told = [f"{look.playing} at the tables"] * bool(look.playing) + waits
            progress.update(bar, total=tournament.boards, completed=tournament.closed, now=_bracketed(now_told))
            before, tenth = tenth, max(tenth, TENTHS * tournament.closed // max(1, tournament.boards))
            if not shown.is_terminal and (tenth > before or (waits and _bracketed(waits) != told)):
                shown.print(f"{name}: {tournament.closed} of {tournament.boards} boards {_bracketed(waits)}".rstrip())
            told = _bracketed(waits)


def _bracketed(words: list[str]) -> str:
    return f"({'; '.join(words)})" if words else ""
