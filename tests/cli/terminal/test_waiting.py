import sys

import pytest

from arena.cli.terminal.printing import waiting


@pytest.mark.parametrize("somebody_looks", [True, False])
def test_somebody_who_looks_sees_what_is_done(
    somebody_looks: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: somebody_looks)
    with waiting("making its boards"):
        pass
    said = capsys.readouterr()
    assert ("making its boards" in said.err) == somebody_looks
    assert not said.out
