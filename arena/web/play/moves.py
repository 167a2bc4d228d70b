"""What a person may do at its table, by the last part of the address."""

from collections.abc import Callable
from typing import Final

from arena.practice import Hint, Table, read_answer
from arena.web.serving.forms import Told

Move = Callable[[Table, Told], "Hint | None"]


def answer(table: Table, told: Told) -> None:
    """Answer the open decision."""
    table.act(read_answer(table.game, told.get("answer", "")))


def undo(table: Table, _told: Told) -> None:
    """Take the last decision back."""
    table.undo()


def hint(table: Table, _told: Told) -> Hint:
    """Say what `expert` would do."""
    return table.hint()


def show_all(table: Table, _told: Told) -> None:
    """Show all cards of this hand."""
    table.show_all()


def claim(table: Table, _told: Told) -> None:
    """Take all tricks that are left, if they are sure."""
    table.claim()


def finish(table: Table, _told: Told) -> None:
    """Let `simple` play the hand out."""
    table.finish()


MOVES: Final[dict[str, Move]] = {
    "answer": answer,
    "undo": undo,
    "hint": hint,
    "show": show_all,
    "claim": claim,
    "finish": finish,
}
