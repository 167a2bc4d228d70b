"""`help()` is enough to write a bot: all is told, and what it shows is so."""

import re
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from arena.rules import KIND_NAMES, VARIANTS, configure
from bots.sdk import AsyncBot, Bot, Call, Card, Clock, Meld, Outcome, Play, Trick, VectorBot, View, run
from bots.sdk.bot.cards import cards_of
from bots.sdk.practice.local import board_seed, play_local
from tests.bots.test_view import Seen

ATTRIBUTES = ("variant", "seat", "seats", "rules", "cards", "clock", "events")  # of an object, not of the class
THE_CORES = ("core", "asked", "observe")  # for who looks behind it
METHODS = ("may_hold", "is_master", "beats", "meld_points")
BY_KIND = ("legal", "fallback")  # shown as they are in `play`
EXAMPLE = re.compile(r"\bas `(.+?)`")
CARD = re.compile(r"\b([2-9TJQKA][SDCH])\b")


def public(of: object) -> list[str]:
    return [name for name in dir(of) if not name.startswith("_")]


NAMES = [name for name in public(View) if name not in THE_CORES]


@pytest.mark.parametrize("of", [View, Bot, AsyncBot, VectorBot, Clock])
def test_help_describes_each_public_name(of: type) -> None:
    doc = of.__doc__ or ""
    for name in public(of):
        assert f"{name}:" in doc or f"{name}," in doc or getattr(of, name).__doc__, name
    for name in ATTRIBUTES if of is View else ():
        assert re.search(rf"^ +{name}[:,]|, {name}:", doc, re.MULTILINE), name


@pytest.mark.parametrize("of", [Card, Play, Trick, Meld, Call, Outcome, run])
def test_the_help_of_each_class_names_its_fields(of: Any) -> None:
    doc = of.__doc__
    own = [] if of is run else getattr(of, "_fields", [name for name in of.__slots__ if name != "place"])
    assert not [name for name in own if not re.search(rf"[`*]{name}[`*]", doc)]


def shown(name: str) -> Any:
    """The example that the docstring of a name of the view gives."""
    example = EXAMPLE.search(getattr(View, name).__doc__)
    assert example, f"{name} shows no example"
    cards = {str(card): card for card in cards_of(configure("spades-4"))}
    text = CARD.sub(lambda match: f"cards[{match[1]!r}]", example[1])
    return eval(text, {"cards": cards, "Play": Play, "Trick": Trick, "Meld": Meld, "Call": Call, "Counter": Counter})


def is_like(value: Any, example: Any) -> bool:
    """Whether a value is of the shape that the example shows."""
    if hasattr(example, "_fields") or not isinstance(example, list | set | dict | tuple):
        return type(value) is type(example)
    kinds: dict[type, tuple[type[Any], ...]] = {list: (list, range), set: (frozenset,)}
    kind = kinds.get(type(example), (type(example),))
    return isinstance(value, kind) and all(any(is_like(item, one) for one in example) for item in value)


def value_of(view: View, name: str) -> Any:
    """What the view says under that name; of a method by some card or seat."""
    if name not in METHODS:
        return getattr(view, name)
    if name == "may_hold":
        return view.may_hold(0)
    if name == "meld_points":
        return view.meld_points("S") if view.rules.melds else 0
    cards = [view.cards[12], view.cards[25]]
    return view.beats(*cards) if name == "beats" else view.is_master(cards[0])


@pytest.fixture(scope="module")
def values() -> dict[str, list[Any]]:
    """Everything that the views of some games say, by name."""
    everything: dict[str, list[Any]] = {name: [] for name in NAMES}
    for variant in ("spades-4", "pinochle-two-handed", "pinochle-racehorse", "pinochle-chips"):
        for view in Seen(variant, None, 1).asked():
            for name in NAMES:
                if name in BY_KIND and view.kind != "play":
                    continue
                everything[name].append(deepcopy(value_of(view, name)))
    return everything


@pytest.mark.parametrize("name", NAMES)
def test_the_view_gives_what_its_help_shows(name: str, values: dict[str, list[Any]]) -> None:
    may_be_none = "None" in (getattr(View, name).__doc__ or "")
    assert values[name]
    wrong = [value for value in values[name] if not is_like(value, shown(name)) and not (value is None and may_be_none)]
    assert not wrong, wrong[0]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_bot_made_of_the_examples_of_help_plays(variant: str) -> None:
    rules = configure(variant, None, {"format": {"kind": "hands", "count": 2}})
    assert play_local(rules, board_seed(2, 0), [by_help()] * rules.seats).is_over


def by_help() -> type[Bot]:
    """A bot whose methods are the examples in the docstrings of `Bot`."""
    lines = ["class ByHelp(Bot):", "    answers_single = True"]
    for kind in KIND_NAMES[1:]:
        example = re.search(r"Example: `(return .+?)`\.", " ".join((getattr(Bot, kind).__doc__ or "").split()))
        assert example, f"{kind} shows no example"
        lines += [f"    def {kind}(self, view):", f"        {example[1]}"]
    space: dict[str, Any] = {"Bot": Bot}
    exec("\n".join(lines), space)
    bot: type[Bot] = space["ByHelp"]
    return bot
