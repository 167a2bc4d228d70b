from collections.abc import Callable
from typing import Any

import pytest

from arena.rules import Legal, configure
from arena.wire.legal import legal_from_bytes, legal_to_bytes
from bots.house.search import SearchBot
from bots.sdk import View
from bots.sdk.practice.local import board_seed, house_bot, play_local
from bots.sdk.text.words import legal_of_words, legal_words
from tests.wire.games import SETUPS


class QuickSearch(SearchBot):
    playouts = 3


@pytest.mark.parametrize(("variant", "preset"), SETUPS)
def test_search_plays_every_game_without_an_error_and_again_alike(variant: str, preset: str) -> None:
    rules = configure(variant, preset, {"format": {"kind": "hands", "count": 1}})
    bots = [QuickSearch] + [house_bot("simple")] * (rules.seats - 1)
    actions = play_local(rules, board_seed(1, 2), bots).actions
    if rules == configure(variant, None, {"format": {"kind": "hands", "count": 1}}):
        assert play_local(rules, board_seed(1, 2), bots).actions == actions


@pytest.mark.parametrize(
    "convert",
    [
        lambda legal, _: legal_from_bytes(legal.kind, legal_to_bytes(legal)),
        lambda legal, cards: legal_of_words(legal.kind, legal_words(legal, cards)),
    ],
    ids=["rows", "text"],
)
def test_search_plays_the_same_cards_from_every_kind_of_seat(convert: Callable[[Any, Any], Legal]) -> None:
    class ConvertedSearch(QuickSearch):
        def answer(self, view: View) -> Any:
            view.asked = convert(view.asked, view.cards)
            return super().answer(view)

    rules = configure("pinochle-chips", None, {"format": {"kind": "hands", "count": 1}})
    seed, others = board_seed(2, 0), [house_bot("simple")] * (rules.seats - 1)
    ours, converted = (play_local(rules, seed, [bot, *others]) for bot in (QuickSearch, ConvertedSearch))
    assert converted.actions == ours.actions


class HurriedSearch(SearchBot):
    ms = 1


@pytest.mark.parametrize("variant", ["spades-3", "pinochle-chips"])
def test_search_bounded_by_its_clock_plays_without_an_error(variant: str) -> None:
    rules = configure(variant, None, {"format": {"kind": "hands", "count": 1}})
    bots = [HurriedSearch] + [house_bot("simple")] * (rules.seats - 1)
    assert play_local(rules, board_seed(1, 2), bots).is_over
