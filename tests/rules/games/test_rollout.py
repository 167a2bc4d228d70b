import itertools
from collections import Counter
from typing import Any

import pytest

from arena.rules import VARIANTS, Game, Kind, Legal, configure, legal_bids, legal_cards, new_game, play_out, replay
from arena.rules.games.rollout import Chance, draw_bid, draw_laid_cards
from arena.rules.hands.layout import size
from tests.sizes import sized

SEED = bytes(range(32))
SAMPLES = 6000
PLAYED = sized(1000, SAMPLES)  # games


def assert_uniform(counts: Counter[Any], kinds: int, samples: int = SAMPLES) -> None:
    """Check that every kind's count is within five standard deviations of the mean."""
    mean = samples / kinds
    assert len(counts) == kinds
    assert all(abs(count - mean) < 5 * mean**0.5 for count in counts.values())


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(sized(3, 20)))
def test_every_answer_is_legal(variant: str, seed: int) -> None:
    rules = configure(variant, options={"max_hands": 3})
    game = new_game(rules, SEED)
    play_out(game, seed)
    assert game.is_over
    assert replay(rules, SEED, game.actions).result() == game.result()


def test_a_function_of_game_and_seed() -> None:
    def played(seed: int) -> list[int]:
        game = new_game(VARIANTS["pinochle-double-deck"], SEED)
        play_out(game, seed)
        return game.actions

    assert played(5) == played(5)
    assert len({tuple(played(seed)) for seed in (5, 6, -1, 2**80)}) == 4


def test_goes_on_from_where_the_game_is_and_leaves_one_that_is_over() -> None:
    game = new_game(configure("spades-4", options={"format": {"kind": "hands", "count": 1}}), SEED)
    for _ in range(20):
        game.apply(game.fallback())
    before = game.actions
    copy = game.copy()
    play_out(copy, 3)
    assert copy.actions[:20] == before == game.actions
    after = copy.actions
    play_out(copy, 4)
    assert copy.actions == after


def first_answers(game: Game) -> Counter[int]:
    place = len(game.actions)
    counts: Counter[int] = Counter()
    for seed in range(PLAYED):
        other = game.copy()
        play_out(other, seed)
        counts[other.actions[place]] += 1
    return counts


def test_listed_answers_are_equally_likely() -> None:
    game = new_game(configure("spades-4", options={"format": {"kind": "hands", "count": 1}}), SEED)
    while game.kind != Kind.PLAY:
        game.apply(game.fallback())
    assert_uniform(first_answers(game), len(game.legal().actions), PLAYED)


@pytest.mark.parametrize(
    ("legal", "kinds"),
    [
        (legal_bids(20, 5, 60, True), 10),
        (legal_bids(20, 5, 60, False), 9),
        (legal_bids(20, 1, 19, True), 1),
        (legal_cards(Kind.DISCARD, [12, 11, 25, 3, 40], 2), 10),
        (legal_cards(Kind.GIVE, [12, 11, 25], 3), 1),
    ],
)
def test_unlisted_answers_are_equally_likely(legal: Legal, kinds: int) -> None:
    chance = Chance(7)
    draw = draw_bid if legal.kind == Kind.AUCTION else draw_laid_cards
    answers = Counter(draw(legal, chance) for _ in range(SAMPLES))
    assert all(map(legal.allows, answers))
    assert_uniform(answers, kinds)


def test_a_concession_is_one_of_the_answers() -> None:
    legal = legal_cards(Kind.DISCARD, [12, 11, 25, 3], 2, may_concede=True)
    chance = Chance(7)
    answers = Counter(draw_laid_cards(legal, chance) for _ in range(SAMPLES))
    assert len(answers) == 7
    assert 0 in answers


def test_neighbouring_seeds_begin_apart() -> None:
    assert_uniform(Counter(Chance(seed).below(10) for seed in range(SAMPLES)), 10)


def test_size_counts_bits() -> None:
    for places in itertools.combinations((0, 1, 5, 31, 32, 33, 60, 61), 4):
        mask = sum(1 << place for place in places)
        assert size(mask) == 4
    assert size(0) == 0
    assert size(2**62 - 1) == 62


@pytest.mark.parametrize("mask", [0b1, 0b111, 0b1011, 0b1101000])
def test_each_set_bit_is_chosen_as_often(mask: int) -> None:
    chance = Chance(7)
    chosen = Counter(chance.one_of(mask) for _ in range(SAMPLES))
    assert set(chosen) == {1 << bit for bit in range(mask.bit_length()) if mask >> bit & 1}
    assert_uniform(chosen, mask.bit_count())
