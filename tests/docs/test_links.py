import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = [*ROOT.glob("*.md"), *ROOT.glob("deploy/*.md"), *ROOT.glob("bots/examples/*/README.md")]
INSIDE = [page for page in ROOT.glob("docs/**/*.md") if "sheets" not in page.parts]
CODE = ("arena", "workers", "bots", "tests", "proto", "deploy")
SUFFIXES = {".py", ".sql", ".proto", ".md", ".conf", ".yaml", ".txt"}
LEFT_OUT = {"gen", "node_modules"}  # generated; not ours
HISTORY = "CHANGELOG.md"  # names things as they were called
PARTS = "arena|workers|bots|runner|tests|tools|proto|deploy|docs"


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors(page: Path) -> Iterator[str]:
    """Yield what a link into the page may name, as viewers of Markdown derive it from headings."""
    for heading in re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", OUTSIDE, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        if "://" not in link:
            name, _, anchor = link.partition("#")
            there = (page.parent / name).resolve() if name else page
            assert there.exists(), link
            assert not anchor or anchor in set(anchors(there)), link


@pytest.mark.parametrize("page", [page for page in (*OUTSIDE, *INSIDE) if page.name != HISTORY], ids=named)
def test_paths_in_pages_are_there(page: Path) -> None:
    for path in re.findall(rf"`((?:{PARTS})/[\w./*{{}},-]*)`", page.read_text()):
        for one in braces(path):
            assert any(ROOT.glob(one.rstrip("/"))), path


@pytest.mark.parametrize("page", [page for page in INSIDE if "architecture" in str(page)], ids=named)
def test_files_that_pages_of_the_architecture_name_are_there(page: Path) -> None:
    ours = {path.name for part in PARTS.split("|") for path in (ROOT / part).rglob("*.*")} | {"setup.py"}
    named_here = set(re.findall(r"`(\w+\.(?:py|sql|proto|html|css|js))`", page.read_text()))
    assert named_here - ours == set()


def braces(path: str) -> list[str]:
    """`a/{b,c}` as the shell has it: a/b and a/c."""
    before, _, rest = path.partition("{")
    inside, _, after = rest.partition("}")
    return [before + word + after for word in inside.split(",")]


@pytest.mark.parametrize("part", CODE)
def test_pages_that_code_names_are_there(part: str) -> None:
    for path in (ROOT / part).rglob("*"):
        if path.suffix in SUFFIXES and not LEFT_OUT & set(path.parts):
            for page in re.findall(r"\b(?:docs/[\w/.-]+|[A-Z]+)\.md\b", path.read_text()):
                assert (ROOT / page).is_file(), f"{named(path)}: {page}"
