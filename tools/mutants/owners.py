"""Find the tests that reach a line, with those named for its file first."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from cosmic_ray.ast import get_ast_from_path
from cosmic_ray.work_item import MutationSpec

ENOUGH = 20.0  # total seconds of a mutant's tests of other files
BLOCKS = {"simple_stmt", "suite", "file_input", "funcdef", "classdef", "async_stmt"}
BLOCKS |= {"if_stmt", "for_stmt", "while_stmt", "with_stmt", "try_stmt"}


class Owners:
    """The tests of a package, by the lines that they reach."""

    def __init__(self, traces: Iterable[dict[str, Any]]) -> None:
        """*traces*: the files of `tools.mutants.traced`, one per test file."""
        self.seconds: dict[str, float] = {}
        self._reached: defaultdict[str, defaultdict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for trace in traces:
            tests = list(trace["tests"])
            self.seconds |= trace["tests"]
            for path, lines in trace["lines"].items():
                for line, numbers in lines.items():
                    self._reached[path][int(line)].update(tests[number] for number in numbers)

    def of(self, mutant: MutationSpec) -> tuple[list[str], float]:
        """Return the tests for a mutant, in order, and their seconds.

        These reach its statement; or its file, for code that runs at import or in another process; or all. Tests of the
        file named for the mutant's come first, then the quickest others, for ENOUGH seconds.
        """
        lines = self._reached[str(mutant.module_path)]
        first, last = statement(mutant)
        own = [] if runs_at_import(mutant) else [lines[line] for line in range(first, last + 1) if line in lines]
        tests = set[str]().union(*own)
        tests = tests or set().union(*lines.values()) or set(self.seconds)
        named = {test for test in tests if f"/test_{mutant.module_path.name}::" in test}
        chosen = self._quickest(named)
        total = 0.0
        for test in self._quickest(tests - named):
            total += self.seconds[test]
            if chosen and total > ENOUGH:
                break
            chosen.append(test)
        return chosen, sum(self.seconds[test] for test in chosen)

    def _quickest(self, tests: Iterable[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds[test], test))


def statement(mutant: MutationSpec) -> tuple[int, int]:
    """Return the first and last line of a mutant's simple statement, or of its part of a compound head."""
    node = tree(mutant.module_path).get_leaf_for_position(mutant.start_pos, include_prefixes=True)
    while node.parent.type not in BLOCKS:
        node = node.parent
    return node.start_pos[0], node.end_pos[0]


def runs_at_import(mutant: MutationSpec) -> bool:
    """Return whether a mutant is in no function: the first test that imports its file runs it."""
    node = tree(mutant.module_path).get_leaf_for_position(mutant.start_pos, include_prefixes=True)
    while node is not None and node.type not in ("funcdef", "lambdef"):
        node = node.parent
    return node is None


@cache
def tree(path: Path) -> Any:
    return get_ast_from_path(path)
