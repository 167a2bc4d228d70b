from typing import Any

import pytest

from arena.rules import configure
from arena.wire.legal import legal_from_bytes, legal_to_bytes
from bots.house.search import SearchBot
from bots.sdk import View
from bots.sdk.practice.local import board_seed, house_bot, play_local
from tests.wire.games import SETUPS


class QuickSearch(SearchBot):
    playouts = 3


class RowSearch(QuickSearch):
    def answer(self, view: View) -> Any:
        assert view.asked  # the messages of a seat list cards by code
        view.asked = legal_from_bytes(view.asked.kind, legal_to_bytes(view.asked))
        return super().answer(view)


@pytest.mark.parametrize(("variant", "preset"), SETUPS)
def test_search_plays_every_game_without_an_error_and_again_alike(variant: str, preset: str) -> None:
    rules = configure(variant, preset, {"format": {"kind": "hands", "count": 1}})
    others = [house_bot("simple")] * (rules.seats - 1)
    actions = play_local(rules, board_seed(2, 0), [QuickSearch, *others]).actions
    if rules == configure(variant, None, {"format": {"kind": "hands", "count": 1}}):
        assert play_local(rules, board_seed(2, 0), [RowSearch, *others]).actions == actions


class HurriedSearch(SearchBot):
    ms = 1


@pytest.mark.parametrize("variant", ["spades-3", "pinochle-chips"])
def test_search_bounded_by_its_clock_plays_without_an_error(variant: str) -> None:
    rules = configure(variant, None, {"format": {"kind": "hands", "count": 1}})
    bots = [HurriedSearch] + [house_bot("simple")] * (rules.seats - 1)
    assert play_local(rules, board_seed(1, 2), bots).is_over
