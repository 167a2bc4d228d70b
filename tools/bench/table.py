"""Print hands per second of `make bench`, and their ratio to OpenSpiel's."""

from typing import Any

NOTES = """
hands/s of one core, in CPU time of the process, dealing and scoring included; in brackets: times OpenSpiel in this run.
Python driver   the public API and a random bot in plain Python, against OpenSpiel's spades through its Python API
play_out        our compiled random play, the deal shuffled by SHAKE-256, against OpenSpiel's evaluate_bots
dealt before    copy() of a dealt game and play_out, against evaluate_bots on a clone of a dealt state
                (and against evaluate_bots with its own deal)
A hand of spades-4 has the decisions of OpenSpiel's, 4 bids and 52 plays: spades is played with blind_nil_allowed false
and blind_six_limit 0. OpenSpiel's game is partnership spades: a peer in speed, not in rules."""


def against(ours: float, *theirs: float) -> str:
    """Return our figure, with its ratio to each of theirs."""
    return f"{ours:,.0f} (" + ", ".join(f"{ours / each:.2f}" for each in theirs) + ")"


class Table:
    """A table that prints its rows as they are measured."""

    def __init__(self, peer: dict[str, float]) -> None:
        self.peer = peer
        self.weights: dict[str, tuple[float, int, int]] = {}
        self.line("", "Python driver,", "Python driver,", "play_out,", "play_out,")
        self.line("hands/s", "Python core", "compiled core", "the sheet's deal", "dealt before")
        rollouts, dealt = peer["rollouts"], peer["rollouts of dealt hands"]
        self.line("OpenSpiel spades", f"{peer['python']:,.0f}", "", f"{rollouts:,.0f}", f"{dealt:,.0f}")

    def line(self, name: str, *cells: str) -> None:
        """Print one line."""
        print(f"{name:<21}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, (18, 18, 19, 23), strict=True)))

    def row(self, variant: str, source: dict[str, Any], native: dict[str, Any]) -> None:
        """Print the figures of a variant with the uncompiled and the compiled core."""
        python, rollouts, dealt = (self.peer[name] for name in ("python", "rollouts", "rollouts of dealt hands"))
        self.line(
            variant,
            against(source["python"], python),
            against(native["python"], python),
            against(native["rollouts"], rollouts),
            against(native["rollouts of dealt hands"], dealt, rollouts),
        )
        self.weights[variant] = (native["copies"], native["bytes dealt"], native["bytes at most"])

    def notes(self) -> None:
        """Print the size of a state, and the meaning of the columns."""
        print(f"\n{'a state, compiled':<21}{'copy() a second':>18}{'bytes, dealt':>18}{'bytes, at most':>19}")
        for variant, (copies, dealt, ended) in self.weights.items():
            print(f"{variant:<21}{copies:>18,.0f}{dealt:>18,}{ended:>19,}")
        print(NOTES)
