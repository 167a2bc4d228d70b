"""Each variant's rules as a page for people, from its record."""

from arena.rules.reference.page import index, pages, rules_page
from arena.rules.reference.words import counted

__all__ = ["counted", "index", "pages", "rules_page"]
