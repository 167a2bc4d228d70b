"""Read a page of the rules whatever its lines' width."""

import re

from arena.rules import Rules
from arena.rules.reference import rules_page


def unwrapped_page(rules: Rules) -> str:
    """The page with each sentence and each item on one line."""
    return re.sub(r"(?<=\S)\n {0,2}(?!- |\||#|\n|$)", " ", rules_page(rules))
