import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_index_links_every_page_that_has_no_page_above_it() -> None:
    linked = set(re.findall(r"\(([\w/-]+\.md)", (DOCS / "index.md").read_text()))
    pages = [page.relative_to(DOCS) for page in DOCS.glob("**/*.md") if page.name != "index.md"]
    below = {str(page) for page in pages if not {"rules", "architecture"} & set(page.parts)}
    assert below - linked == set()


def test_the_concepts_are_sorted_and_each_stands_once() -> None:
    terms = re.findall(r"^\| \*\*(.+?)\*\* \|", (DOCS / "concepts.md").read_text(), re.MULTILINE)
    assert len(terms) > 40
    assert terms == sorted(set(terms), key=str.lower)
