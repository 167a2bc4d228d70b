"""Each variant's rules as a page for people, from its record."""

from arena.rules.reference.page import index, pages, rules_page
from arena.rules.reference.words import SUIT_NAMES, bid_text, counted, undealt

__all__ = ["SUIT_NAMES", "bid_text", "counted", "index", "pages", "rules_page", "undealt"]
