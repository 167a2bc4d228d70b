"""Words of this arena's own, explained where a page first has them (docs/reference/glossary.md)."""

from typing import Final

from markupsafe import Markup

GLOSSARY: Final = "/docs/reference/glossary"
WORDS: Final = {
    "board": "one deal, played once in each rotation of the bots that meet",
    "bot": "name@version: a bot, and which version of its program this is",
    "boards": "closed boards that the number is made of",
    "faults": "how often a simple fallback had to answer for the bot, or the bot left",
    "kind": "specialist: its ratings differ between the variants beyond chance; all-rounder: they do not",
    "open": "a pool: an owner meets a deal once, and is compared with those who had the same cards",
    "closed": "a pool: bots that were handed in play in fresh processes that can remember nothing",
    "test": "a tournament with a known seed, to try things out: nothing of it is rated",
    "trust": "a pool: bots may meet a deal again in each of its rotations, and are trusted not to remember it",
    "rating": "how strong the bot is by all its boards, in board Elo; the mean of the table is 1500",
    "95% interval": "where the number before it lies, 19 times in 20",
    "rotation": "one of a board's games: the same deal, every bot one seat further",
    "score": "on a board: 1, 1/2 or 0 against each other bot, by rank; 50% is even",
}


def word(text: str) -> Markup | str:
    """Return a word with its explanation, which leads to the glossary; one that is not there as it is."""
    told = WORDS.get(text)
    link = Markup('<a class="word" href="{}" title="{}">{}</a>')
    return text if told is None else link.format(GLOSSARY, told, text)
