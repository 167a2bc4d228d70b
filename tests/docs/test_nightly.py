import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_nightly_list_has_every_file_with_slow_tests() -> None:
    nightly = (ROOT / "CONTRIBUTING.md").read_text().partition("## Nightly")[2]
    listed = set(re.findall(r"`(tests/[\w/]*test_\w+\.py)`", nightly))
    mark = "mark." + "slow"
    slow = {str(path.relative_to(ROOT)) for path in ROOT.glob("tests/**/test_*.py") if mark in path.read_text()}
    assert listed == slow
