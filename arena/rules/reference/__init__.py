"""The rules of each variant as a page for people, written from its record."""

from arena.rules.reference.page import index, pages, rules_page
from arena.rules.reference.words import counted

__all__ = ["counted", "index", "pages", "rules_page"]
