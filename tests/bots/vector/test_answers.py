import random

import numpy as np
import pytest

from arena.rules import VARIANTS, Kind, Legal, pack_cards, unpack_cards
from bots.sdk.vector.answers import illegal_rows, legal_of, refusal
from tests.bots.vector.packed import pack_batch
from tests.rules.choosing import random_answer


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_fallback_is_the_arenas(variant: str) -> None:
    batch, games = pack_batch(variant, 5)
    assert batch.fallback.tolist() == [game.fallback() for game in games]


@pytest.mark.parametrize("variant", VARIANTS)
def test_batches_agree_with_the_rules_on_legality(variant: str) -> None:
    batch, games = pack_batch(variant, 5)
    rng = random.Random(5)
    assert [legal_of(batch, row) for row in range(len(batch))] == [game.legal() for game in games]
    assert illegal_rows(batch, batch.first_legal) == []
    answers = np.array([random_answer(game.legal(), rng, 0.5) for game in games], np.int64)
    assert illegal_rows(batch, answers) == []
    for wrong in (-1, 0, 1, 12, 31, 54, 63, 64, 250, 2**40, 2**63 - 1, -(2**63)):
        given = np.full(len(batch), wrong, np.int64)
        assert illegal_rows(batch, given) == [row for row, game in enumerate(games) if not game.legal().allows(wrong)]
        for row in illegal_rows(batch, given)[:20]:
            assert f"row {row} ({variant}, seat {1000 + row}, decision {row + 1})" in refusal(batch, row, wrong)


@pytest.mark.parametrize("variant", ["pinochle-chips", "pinochle-two-handed", "pinochle-double-deck"])
def test_cards_are_laid_in_any_order(variant: str) -> None:
    batch, _ = pack_batch(variant, 5)
    rows = np.flatnonzero(np.isin(batch.kind, (Kind.DISCARD, Kind.GIVE)))
    rng = random.Random(6)
    chosen = [rng.sample(legal_of(batch, int(row)).cards, int(batch.count[row])) for row in rows]
    laid = batch.lay(np.array(chosen))
    actions = batch.fallback.copy()
    actions[rows] = laid
    assert illegal_rows(batch, actions) == []
    assert [sorted(unpack_cards(int(action), len(cards))) for action, cards in zip(laid, chosen, strict=True)] == [
        sorted(cards) for cards in chosen
    ]


def scored_best(legal: Legal, scores: list[float], fallback: int) -> int:
    """The best legal action, found one by one."""
    if legal.kind == Kind.AUCTION:
        return fallback
    if legal.kind in (Kind.DISCARD, Kind.GIVE):
        chosen = sorted(legal.cards, key=lambda card: -scores[card])[: legal.count]
        return pack_cards([card for card in dict.fromkeys(legal.cards) for _ in range(chosen.count(card))])
    return max(sorted(legal.actions), key=lambda action: scores[action])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("width", [55, 64])
def test_the_best_by_score_is_the_best_of_the_legal(variant: str, width: int) -> None:
    batch, games = pack_batch(variant, 5)
    scores = np.random.default_rng(7).normal(size=(len(batch), width)).astype(np.float32)
    assert illegal_rows(batch, batch.best(scores)) == []
    assert batch.best(scores).tolist() == [
        scored_best(game.legal(), scores[row].tolist(), game.fallback()) for row, game in enumerate(games)
    ]
