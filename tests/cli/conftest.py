from collections.abc import Callable
from dataclasses import dataclass

import pytest

from arena.cli.root import run


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def refused(self) -> bool:
        """A user's error as promised: code 2, nothing on standard output, one line on standard error."""
        return self.code == 2 and not self.out and len(self.err.splitlines()) == 1


Command = Callable[..., Said]


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs the command in this process."""

    def call(*arguments: str) -> Said:
        capsys.readouterr()
        code = run(list(arguments))
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return call
