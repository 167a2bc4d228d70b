"""The rules of each variant as a page for people, written from its record."""

from arena.rules.reference.page import index, pages, rules_page

__all__ = ["index", "pages", "rules_page"]
