"""Show the rules and the handbook, which are Markdown, as HTML."""

import asyncio
import posixpath
import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from grpc import StatusCode
from markdown_it import MarkdownIt
from markdown_it.token import Token

from arena.api.local_client import LocalClient
from arena.guards.auth import RefusedError
from arena.handbook import FOLDER, navigation, rules_page
from arena.rules import (
    VARIANTS,
    Melded,
    Rules,
    UnknownVariantError,
    best_meld,
    card_text,
    entries,
    find,
    layout_of,
    meld_points,
    new_game,
    presets_of,
)
from arena.rules.replays.narrate import format_meld
from arena.web.pages.search import COMMENT, Section, address_of, anchor_of, find_sections
from arena.web.serving.addresses import PageMovedError, invalid
from arena.web.serving.templates import face

MAX_QUERY: Final = 100  # characters
EXAMPLE_SEED: Final = bytes([0, 151]) * 16  # every pinochle hand has four kinds of meld or more
SUITS: Final = ("spades", "diamonds", "clubs", "hearts")
_RELATIVE_LINK: Final = re.compile(r"(?!\w+:|/)([^#]+)(#.*)?")
# A row of a table of melds: its name, the cards or nothing, and their suits in words.
MELD_ROW: Final = re.compile(
    r"<td>([a-z ]+)</td>\n<td>((?:[2-9TJQKA] )+(?=of )|(?:[2-9TJQKA][SDCH] ?)+|(?=one of each))([a-z ]*)</td>"
)
MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class ExampleHand:
    """A hand to draw; *cards*: each with whether its melds need it; *meld*: in words, "" without melds."""

    cards: list[tuple[str, bool]]
    meld: str


@dataclass(frozen=True)
class Variant:
    """A variant in the list of variants; *seats*: number of seats; *cards*: of the deck; *about*: a sentence."""

    variant: str
    about: str
    seats: int
    cards: int
    presets: list[str]
    hand: ExampleHand


@dataclass(frozen=True)
class Variants:
    """The content of the list of variants."""

    variants: list[Variant]


@dataclass(frozen=True)
class Link:
    """A link to a page, or to a heading of *level* 1 to 3."""

    path: str
    title: str
    level: int = 1


@dataclass(frozen=True)
class Text:
    """A page of the rules or the handbook, as Markdown and HTML; *name*: the variant or the page.

    *groups*: the navigation. *around*: the previous and the next page. *hits*: the sections with the words *search*.
    """

    name: str
    path: str
    markdown: str
    html: str
    headings: list[Link]
    groups: dict[str, list[Link]]
    around: list[Link | None]
    hand: ExampleHand | None = None
    search: str = ""
    hits: tuple[tuple[Section, list[str]], ...] = ()


async def variants(_client: LocalClient) -> Variants:
    """List the variants."""
    return Variants([_variant(name, rules) for name, rules in VARIANTS.items()])


def _variant(name: str, rules: Rules) -> Variant:
    sentence = re.sub(r"^`\S+` is ", "", rules_page(rules).split("\n\n")[1].replace("\n", " ")).partition(".")[0]
    cards = len(layout_of(rules.deck).deck)
    about = f"{sentence[:1].upper()}{sentence[1:]}."
    return Variant(name, about, rules.seats, cards, list(presets_of(name)), deal_example(rules))


def deal_example(rules: Rules) -> ExampleHand:
    """Return seat 1's hand from `EXAMPLE_SEED`, or the one with most jokers, sorted, with its best melds."""
    layout, (dealer, *others) = layout_of(rules.deck), new_game(rules, EXAMPLE_SEED).seats
    hands = [seat.cards for seat in (*others, dealer)]
    cards = max(hands, key=lambda hand: sum(card_text(code)[0] == "X" for code in layout.sorted(hand)))
    shown, meld = 0, ""
    if melds := rules.melds:
        spreads = [best_meld(cards, trump, melds, layout) for trump in range(len(SUITS))]
        points = [meld_points(each.counts, melds) for each in spreads]
        trump = points.index(max(points))
        laid = Melded(0, points[trump], tuple(entries(spreads[trump].counts, melds)), ())
        shown, meld = spreads[trump].shown, f"With {SUITS[trump]} as trump, this hand {format_meld(laid)}."
    copies = [(code, copy) for code in dict.fromkeys(layout.deck) for copy in range(layout.count(cards, code))]
    return ExampleHand([(card_text(code), copy < layout.count(shown, code)) for code, copy in copies], meld)


async def rules(_client: LocalClient, variant: str) -> Text:
    """Show the rules of a variant."""
    try:
        terms = find(variant)
    except UnknownVariantError as problem:
        raise RefusedError(StatusCode.NOT_FOUND, str(problem)) from None
    text = _text(variant, f"/rules/{variant}", rules_page(terms), "rules", hand=deal_example(terms))
    return replace(text, html=MELD_ROW.sub(_draw_meld, text.html))


def _draw_meld(row: re.Match[str]) -> str:
    """Return a row of a table of melds with its cards drawn, spades for trump, in front of the words."""
    name, cards, words = row.groups()
    suits = "HH" if "another" in words else "SS"
    codes = [f"{name[0].upper()}{suit}" for suit in "SDCH"] if not cards else cards.split()
    faces = "".join(face(code if len(code) > 1 else code + suits[0]) for code in codes)
    return f"<td>{name}</td>\n<td>{faces} {words}</td>"


async def handbook(_client: LocalClient, name: str = "index", search: str = "") -> Text:
    """Show a page of the handbook, or the sections that have all words of *search*."""
    if not any(name in pages for pages in navigation().values()):
        raise RefusedError(StatusCode.NOT_FOUND, "This page of the handbook does not exist: /docs lists all pages.")
    path = address_of(name)
    if not path.startswith("/docs"):
        raise PageMovedError(path)
    if len(search) > MAX_QUERY:
        raise invalid(f"search has {len(search)} characters; the limit is {MAX_QUERY}")
    hits = await asyncio.to_thread(find_sections, search) if search else ()
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    return _text(name, path, text, posixpath.dirname(name), search=search, hits=tuple(hits))


@cache
def _groups() -> dict[str, list[Link]]:
    groups = navigation().items()
    return {group: [Link(address_of(page), title) for page, title in pages.items()] for group, pages in groups}


def _text(name: str, path: str, markdown: str, folder: str, **others: Any) -> Text:
    html, headings = _render(markdown, folder)
    pages = [None, *(link for links in _groups().values() for link in links), None]
    place = next((place for place, link in enumerate(pages) if link and link.path == path), 0)
    around = [pages[place - 1] if place else None, pages[place + 1] if place else None]
    return Text(name, path, markdown, html, headings, _groups(), around, **others)


def _render(text: str, folder: str) -> tuple[str, list[Link]]:
    """Return Markdown as HTML and its headings, whose text links to them; relative links start in *folder*."""
    tokens = MARKDOWN.parse(COMMENT.sub("", text))
    headings = []
    for place, token in enumerate(tokens):
        for each in token.children or ():
            if each.type == "link_open":
                each.attrSet("href", _address(str(each.attrGet("href")), folder))
            elif each.type == "image":
                each.attrSet("src", _address(str(each.attrGet("src")), folder))
        if token.type == "heading_close":
            opening, inline = tokens[place - 2 : place]
            anchor, words = anchor_of(inline.content), inline.children or []
            headings.append(Link(f"#{anchor}", "".join(each.content for each in words), int(token.tag[1])))
            opening.attrSet("id", anchor)
            link = Token("link_open", "a", 1, {"href": f"#{anchor}"})
            inline.children = [link, *words, Token("link_close", "a", -1)]
    html = str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})).replace("<pre>", '<pre tabindex="0">')
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    return html, [each for each in headings if each.level <= len("###")]


def _address(link: str, folder: str) -> str:
    match = _RELATIVE_LINK.fullmatch(link)
    if match is None:
        return link
    path = posixpath.normpath(posixpath.join(folder, match[1]))
    is_page = path.endswith(".md")
    return f"{address_of(path.removesuffix('.md'))}{match[2] or ''}" if is_page else f"/docs-files/{path}"
