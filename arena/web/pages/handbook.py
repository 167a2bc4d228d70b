"""Show the rules and the handbook, which are Markdown, as HTML."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from grpc import StatusCode
from markdown_it import MarkdownIt

from arena.api.local_client import LocalClient
from arena.guards.auth import RefusedError
from arena.handbook import FOLDER, rules_page
from arena.rules import VARIANTS, UnknownVariantError, find, presets_of
from arena.web.serving.rows import Row, row_of

_RELATIVE_LINK: Final = re.compile(r"(?!\w+:|/)([^#]+)(#.*)?")
MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Variant:
    """A variant in the list of variants; *seats*: number of seats."""

    variant: str
    seats: int
    presets: list[str]


@dataclass(frozen=True)
class Variants:
    """The content of the list of variants."""

    variants: list[Variant]


@dataclass(frozen=True)
class Text:
    """A page of the rules or the handbook, as Markdown and HTML; *name*: the variant or the page."""

    name: str
    markdown: str
    html: str


async def variants(_client: LocalClient) -> Variants:
    """List the variants."""
    return Variants([Variant(name, rules.seats, list(presets_of(name))) for name, rules in VARIANTS.items()])


def rows(page: Variants) -> Iterator[Row]:
    """Return a row for each variant."""
    return (row_of(each) for each in page.variants)


async def rules(_client: LocalClient, variant: str) -> Text:
    """Show the rules of a variant."""
    try:
        text = rules_page(find(variant))
    except UnknownVariantError as problem:
        raise RefusedError(StatusCode.NOT_FOUND, str(problem)) from None
    return Text(variant, text, _html(text, "rules"))


async def handbook(_client: LocalClient, name: str = "index") -> Text:
    """Show a page of the handbook."""
    if name not in _names():
        raise RefusedError(StatusCode.NOT_FOUND, "This page of the handbook does not exist: /docs lists all pages.")
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    return Text(name, text, _html(text, posixpath.dirname(name)))


@cache
def _names() -> frozenset[str]:
    return frozenset(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.md"))


def _html(text: str, folder: str) -> str:
    """Return Markdown as HTML with anchors; relative links start in *folder* and lead to the web page."""
    tokens = MARKDOWN.parse(text)
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            words = re.sub(r"[^\w\s-]", "", tokens[place + 1].content).strip().lower()
            token.attrSet("id", re.sub(r"[-\s]+", "-", words))  # the anchor that MkDocs makes
        for each in token.children or ():
            if each.type == "link_open":
                each.attrSet("href", _address(str(each.attrGet("href")), folder))
            elif each.type == "image":
                each.attrSet("src", _address(str(each.attrGet("src")), folder))
    return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def _address(link: str, folder: str) -> str:
    match = _RELATIVE_LINK.fullmatch(link)
    if match is None:
        return link
    path = posixpath.normpath(posixpath.join(folder, match[1]))
    if not path.endswith(".md"):
        return f"/docs-files/{path}"
    name = path.removesuffix(".md")
    return f"/docs{'' if name == 'index' else f'/{name}'}{match[2] or ''}"
