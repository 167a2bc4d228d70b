import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("docs/**/*.md"), *ROOT.glob("bots/examples/*/README.md")]


def anchors(page: Path) -> Iterator[str]:
    """What a link into the page may name, as the usual viewers of Markdown make it of headings."""
    for heading in re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        if "://" not in link:
            name, _, anchor = link.partition("#")
            there = (page.parent / name).resolve() if name else page
            assert there.is_file(), link
            assert not anchor or anchor in set(anchors(there)), link
