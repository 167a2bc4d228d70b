"""Show that a call takes its time."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn


@contextmanager
def waiting(doing: str) -> Iterator[None]:
    """Say on standard error what is done, and for how long, where somebody looks."""
    columns = (SpinnerColumn(), TextColumn(doing, markup=False), TimeElapsedColumn())
    hidden = not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=hidden) as progress:
        progress.add_task("", total=None)
        yield
