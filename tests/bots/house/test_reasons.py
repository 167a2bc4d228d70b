"""A hint's reason tells what decided."""

from itertools import chain
from typing import Any

import pytest

from arena.rules import VARIANTS, configure
from bots.house.advice import Advice
from bots.house.craft.fitted import FOLLOWS, LEADS
from bots.house.craft.pinochle_play import OF_A_FOLLOWER, OF_A_LEAD, TEXTS
from bots.house.expert import ExpertBot, advise
from bots.sdk import Card, View
from bots.sdk.practice.local import board_seed, play_local

PINOCHLE = [name for name in VARIANTS if name.startswith("pinochle")]


@pytest.mark.parametrize(("topics", "weights"), [(OF_A_LEAD, LEADS), (OF_A_FOLLOWER, FOLLOWS)])
def test_each_sign_is_about_one_thing(topics: dict[str, tuple[int, ...]], weights: dict[str, list[float]]) -> None:
    assert topics.keys() <= TEXTS.keys()
    for variant in PINOCHLE:
        assert sorted(chain(*topics.values())) == list(range(len(weights[variant])))


@pytest.mark.parametrize("variant", PINOCHLE)
def test_the_reason_for_a_card_compares_it_with_the_next_best(variant: str) -> None:
    advices: list[tuple[set[Card], Advice]] = []

    class Noting(ExpertBot):
        def answer(self, view: View) -> Any:
            advice = advise(view)
            if view.kind == "play" and len(legal := set(view.legal)) > 1:
                advices.append((legal, advice))
            return advice.answer

    rules = configure(variant, options={"format": {"kind": "hands", "count": 1}})
    for deal in range(3):
        play_local(rules, board_seed(5, deal), [Noting] * rules.seats)
    assert advices
    for legal, (card, why) in advices:
        reason, _, other = why.removesuffix(")").partition(" (next best: ")
        other = other or why.removeprefix("it is a little better than ")
        assert other in legal
        assert other != card
        if why.endswith(")"):
            for each in reason.split("; "):
                mine, _, its = each.partition(", not ")
                assert its
                assert not mine.endswith(f" {its}")
