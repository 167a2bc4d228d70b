"""`arena tournament create --dry-run`: show what it makes, and how long."""

from collections.abc import Iterator

from rich.table import Table

from arena.api.labels import rated_formats
from arena.cli.terminal.printing import table
from arena.cli.tournament.balances import balance_table, emptiness
from arena.wire.gen.tournaments_pb2 import EstimateTournamentResponse, VariantEstimate

STEPS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


def shown(answer: EstimateTournamentResponse, kind: str) -> Iterator[Table | str]:
    """Return a table of a tournament's size, time and assumptions."""
    columns = ("variant", "line-ups", "blocks", "boards", "games", "a game takes")
    rows = table("Nothing is stored; each board would get a commitment", *columns, numbers=5)
    total = VariantEstimate(variant="in all")
    for line in answer.variants:
        rows.add_row(line.variant, *_counts(line), between(line.least_s, line.most_s))
        for field in ("line_ups", "blocks", "boards", "games"):
            setattr(total, field, getattr(total, field) + getattr(line, field))
    if len(answer.variants) > 1:
        rows.add_row(total.variant, *_counts(total), "")
    yield rows
    yield rated_formats((line.variant, line.format) for line in answer.variants)
    yield balance_table("How even that is", answer.balances, kind)
    yield from emptiness(answer.balances)
    yield f"time: {between(answer.least_s, answer.most_s)}"
    yield from _grounds(answer)


def between(least: float, most: float) -> str:
    """Return a range in words, to two figures."""
    low, high = _rough(least), _rough(most)
    return low if low == high else f"{low} to {high}"


def _rough(seconds: float) -> str:
    if seconds < 1:
        return f"{float(f'{1000 * seconds:.2g}'):g} ms"
    size, unit = next((size, unit) for size, unit in STEPS if seconds >= size)
    return f"{float(f'{seconds / size:.2g}'):g} {unit}"


def _counts(line: VariantEstimate) -> tuple[str, ...]:
    return tuple(map(str, (line.line_ups, line.blocks, line.boards, line.games)))


def _grounds(answer: EstimateTournamentResponse) -> Iterator[str]:
    """What the time stands on."""
    for line in answer.variants:
        if line.source == "assumed":
            yield f"{line.variant}: no game of it with these options was measured: 2 to 100 ms a decision are assumed"
        else:
            yield f"{line.variant}: as measured in the last {line.measured} blocks of {line.source}"
    if answer.offline:
        seats = f"{answer.assumed_seats} seats are assumed of each"
        yield f"not connected: {', '.join(answer.offline)} ({seats})"
    yield workers_line(answer)


def workers_line(answer: EstimateTournamentResponse) -> str:
    """Who is there to play."""
    if not answer.workers:
        return "workers: none is there, one is assumed; nothing is played before one is started"
    if not answer.busy_workers:
        return f"workers: {answer.workers}, which play nothing now"
    return f"workers: {answer.workers}, of which {answer.busy_workers} play now"
