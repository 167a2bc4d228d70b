"""Every target is listed in tests/README.md, and CI runs it, whole or short, or says why not."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text()
CI = (ROOT / ".ci/run").read_text()
ROWS = {
    found[1]: [cell.strip() for cell in line.strip("| ").split("|")][2]
    for line in (ROOT / "tests/README.md").read_text().splitlines()
    if (found := re.match(r"\| `make ([\w-]+)` \|", line))
}
SMOKED = re.search(r"^SMOKED = ((?:.*\\\n)*.*)$", MAKEFILE, re.MULTILINE)


def test_the_list_has_every_target() -> None:
    phony = re.search(r"^\.PHONY: ((?:.*\\\n)*.*)$", MAKEFILE, re.MULTILINE)
    assert phony
    assert set(ROWS) == set(phony[1].replace("\\\n", " ").split())


def test_ci_runs_what_the_list_says() -> None:
    assert SMOKED
    assert {target for target, ci in ROWS.items() if ci == "short form"} == set(SMOKED[1].replace("\\\n", " ").split())
    for target, ci in ROWS.items():
        if ci == "runs it" and target != "venv":
            assert re.search(rf"(part .* |make .*){target}\b", CI), target


def test_every_program_is_in_the_makefile_or_in_the_list() -> None:
    text = MAKEFILE + (ROOT / "tests/README.md").read_text()
    programs = [".".join(path.parent.relative_to(ROOT).parts) for path in ROOT.glob("tests/**/__main__.py")]
    assert programs
    short = {name: f"`.{name.rpartition('.')[2]}`" for name in programs}  # as "`tools.bench.turns`, `.scale`"
    assert [name for name in programs if name not in text and short[name] not in text] == []
