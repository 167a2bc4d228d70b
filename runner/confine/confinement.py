"""Confine a seat's process step by step: namespaces, root, user, limits, system calls."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from runner.confine import filters, landlock, namespaces, root
from runner.confine.limits import Limits, die_with_parent, drop_privileges
from runner.confine.system_calls import call

NAME: Final = b"seat"


class CannotConfineError(Exception):
    """Raised if the confinement *step* fails, before any of the bot author's code has run."""

    def __init__(self, step: str, problem: OSError) -> None:
        super().__init__(f"{step}: {problem.strerror or problem}")


@dataclass(frozen=True)
class Confinement:
    """The settings of one seat's confinement.

    Attributes:
        number: The number of the seat on this machine, 0 to 4,999; it selects the seat's user.
        base: The path of an empty folder, in which the seat's root is built.
        binds: The files and folders that the seat sees, read-only.
        links: The symbolic links that the seat sees, as (name, target).
        is_program: Whether the seat will execute a program, instead of Python code.
    """

    number: int
    base: str
    binds: Sequence[root.Bind]
    links: Sequence[tuple[str, str]]
    limits: Limits
    is_program: bool

    def enter_namespaces(self) -> None:
        """Enter new namespaces; the next child will be their first process. Raises `CannotConfineError`."""
        _step("namespaces of its own", lambda: namespaces.enter(self.number))

    def confine(self, files: int) -> None:
        """Confine this process, the first in its namespaces, and close all descriptors from *files* on.

        This cannot be undone. For a program, `execute` limits the data memory later. Raises `CannotConfineError`, and
        `MemoryError` if Python needs more memory.
        """
        _step("a root of its own", lambda: root.change(self.base, self.binds, self.links))
        _step("a name of its own", lambda: call("sethostname", NAME, len(NAME)))
        _step("a user of its own", lambda: namespaces.become(self.number))
        os.closerange(files, 2**31 - 1)
        _step("limits", self.limits.limit_rest)
        if not self.is_program:
            _step("a limit of its memory", self.limits.limit_data)
        _step("no privileges", drop_privileges)
        _step("its death with its parent's", die_with_parent)  # again, because a change of user clears this setting
        _step("Landlock", lambda: landlock.lock(["/"], ["/tmp", "/dev/null"]))
        _step("seccomp", lambda: filters.install(self.is_program))

    def execute(self, path: str, environment: Mapping[str, str]) -> NoReturn:
        """Replace this confined process by the program at *path*. Raises `OSError`.

        The limit on data memory is set last: Python may need more, and the program replaces Python.
        """
        self.limits.limit_data()
        os.execve(path, [path], environment)


def _step(name: str, do: Callable[[], object]) -> None:
    try:
        do()
    except OSError as problem:
        raise CannotConfineError(name, problem) from None
