"""Search the handbook: list and rank its sections, for the browser too. Find pages with similar names."""

import asyncio
import re
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from typing import Final
from urllib.parse import quote

from arena.api.local_client import LocalClient
from arena.guards.auth import RefusedError
from arena.handbook import FOLDER, navigation
from arena.rules import VARIANTS
from arena.wire.gen.accounts_pb2 import ListBotsRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest

MAX_CHARACTERS: Final = 4_000  # of a section that are searched
MAX_HITS: Final = 20
Section = tuple[str, str, str, str]  # a page's title, a heading, its address, and its text, one sentence a line
COMMENT: Final = re.compile(r"^ *<!--.*?-->\n?", re.MULTILINE | re.DOTALL)
_FENCE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_MARKUP: Final = re.compile(r"!?\[([^]]*)]\([^)]*\)|^\s*```\w*$|^[-:|]+$|[`*]+", re.MULTILINE)
_LINE_WRAP: Final = re.compile(r"(?<!\n)\n(?![\n\t|]| *- | *\d+\. )")


def address_of(page: str) -> str:
    """Return the address of a page of the handbook; *page*: its path in docs/, without the ending."""
    return f"/{page}" if page.removeprefix("rules/") in VARIANTS else f"/docs/{page}".removesuffix("/index")


def anchor_of(heading: str) -> str:
    """Return the anchor that MkDocs makes of a heading."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


@cache
def list_sections() -> list[Section]:
    """Return the sections of all pages in reading order, which begin with headings of three levels."""
    sections = []
    for page, title in [each for group in navigation().values() for each in group.items()]:
        text = COMMENT.sub("", (FOLDER / f"{page}.md").read_text(encoding="utf-8"))
        text = _FENCE.sub(lambda code: code[0].replace("\n", "\n\t"), text)  # a comment in code is no heading
        _, *parts = re.split(r"^#{1,3} (.+)\n", text, flags=re.MULTILINE)
        for heading, body in zip(parts[::2], parts[1::2], strict=True):
            path = address_of(page) + (f"#{anchor_of(heading)}" if body != parts[1] else "")
            sections.append((title, _MARKUP.sub(r"\1", heading), path, _sentences(body)))
    return sections


def _sentences(markdown: str) -> str:
    text = _MARKUP.sub(r"\1", _LINE_WRAP.sub(" ", markdown)).replace("|", " · ")
    lines = (" ".join(line.split()).strip("· ").removeprefix("- ") for line in re.split(r"(?<=[.?!]) |\n", text))
    return "\n".join(filter(None, lines))[:MAX_CHARACTERS]


def find_sections(query: str) -> list[tuple[Section, list[str]]]:
    """Return the best sections in which each word of *query* begins a word, as `find` in handbook.js does.

    Each section has its best sentence, split so that every second part is such a word.
    """
    words = re.findall(r"[^\W_]+", query.lower())
    terms = {word: re.compile(rf"(?<![^\W_]){word}") for word in words}

    def score(section: Section) -> int:
        title, heading, _, text = map(str.lower, section)
        fields = ((3, title), (5, heading), (1, text))
        points = [sum(n for n, field in fields if word in field and terms[word].search(field)) for word in terms]
        return sum(points) if all(points) else 0

    scores = {section: score(section) for section in list_sections()}
    best = sorted(filter(scores.get, scores), key=lambda section: -scores[section])[:MAX_HITS]
    pattern = re.compile(rf"((?<![^\W_])(?:{'|'.join(terms)})[^\W_]*)", re.IGNORECASE)
    return [(each, max(map(pattern.split, each[3].split("\n")), key=len)) for each in best]


async def whole(_client: LocalClient) -> list[tuple[str, str, str]]:
    """Show the whole handbook in reading order, for language models: title, address and Markdown of each page."""
    pages = [each for group in navigation().values() for each in group.items()]
    return [(title, address_of(page), (FOLDER / f"{page}.md").read_text(encoding="utf-8")) for page, title in pages]


async def index(_client: LocalClient) -> list[Section]:
    """List the sections of the handbook, for the search in the browser."""
    return await asyncio.to_thread(list_sections)


async def find_similar(client: LocalClient, path: str) -> list[tuple[str, str]]:
    """Return addresses and names of pages whose names are similar to that in *path*, the address of no page."""
    section, _, name = path.strip("/").partition("/")
    names = list(VARIANTS) if section in ("ladder", "rules", "seats") else []
    with suppress(RefusedError):  # without the store there are no suggestions
        if section == "bots":
            bots = [each.bot for each in (await client.ask(ListBotsRequest(page_size=1000))).bots]
            names = bots if "@" in name else list({bot.partition("@")[0] for bot in bots})
        if section in ("tournaments", "gates"):
            names = [each.name for each in (await client.ask(ListTournamentsRequest(page_size=1000))).tournaments]
    similar = await asyncio.to_thread(get_close_matches, name.lower(), names)
    return [(f"/{section}/{quote(each, safe='@')}", each) for each in similar]
