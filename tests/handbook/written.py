"""The page docs/reference/protocol-exchange.md as the arena of today speaks."""

from pathlib import Path
from typing import Final

from tests.handbook.examples import examples
from tests.handbook.exchange import exchange
from tests.handbook.page import Page

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "reference" / "protocol-exchange.md"
HEAD: Final = """# A game on the wire

Written by `python -m tests.handbook` from a real game, between a bot and a gateway; a test plays it again and
compares. Messages are in protobuf's text format, and what follows a `#` is for people. Updates of many seats come
gathered in a batch; here each is shown in one of its own.

**What is 0 is not on the wire**, and not here: `played {}` is card 0, the two of spades, played by seat 0.
Libraries give such a field its default; where yours does not, ask it to."""


async def written() -> str:
    """All of it; the times in it are of this run."""
    page = Page()
    page.say(HEAD)
    await exchange(page)
    examples(page)
    return page.text()
