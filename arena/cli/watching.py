"""Following a tournament until it is over: a live bar for people, lines of JSON for programs."""

import time
from collections.abc import Iterator

import grpc
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arena.cli.printing import console
from arena.cli.service import Service, status_of
from arena.wire.gen.arena_pb2 import WatchTournamentRequest, WatchTournamentResponse

AWAY_AT_MOST = 60.0  # seconds for which a gateway that was there may be away


def looks(service: Service, name: str) -> Iterator[WatchTournamentResponse]:
    """The progress of tournament *name*, each time it changed, until it is over.

    A gateway that goes away and comes back is waited for. Raises `Refusal`.
    """
    with service.people() as people:
        last_seen: float | None = None
        while True:
            try:
                for look in people.WatchTournament(WatchTournamentRequest(name=name), metadata=service.metadata):
                    last_seen = time.monotonic()
                    yield look
                return
            except grpc.RpcError as problem:
                away = status_of(problem)[0] is grpc.StatusCode.UNAVAILABLE
                if not away or last_seen is None or time.monotonic() - last_seen > AWAY_AT_MOST:
                    raise
                time.sleep(0.5)


def show_progress(service: Service, name: str) -> None:
    """A progress bar that lives until the tournament is over. Raises `Refusal`."""
    columns = (BarColumn(bar_width=40), MofNCompleteColumn(), TextColumn("boards {task.fields[now]}"))
    with Progress(
        TextColumn("{task.description}"), *columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console()
    ) as progress:
        bar = progress.add_task(name, total=None, now="")
        for look in looks(service, name):
            tournament = look.tournament
            progress.update(bar, total=tournament.boards, completed=tournament.closed, now=_now(look))


def _now(look: WatchTournamentResponse) -> str:
    words = [f"{look.playing} at the tables"] if look.playing else []
    if look.tournament.state == "created":
        words.append("not started")
    if look.offline and look.tournament.state == "running":
        words.append(f"waiting for {', '.join(look.offline)}")
    return f"({'; '.join(words)})" if words else ""
