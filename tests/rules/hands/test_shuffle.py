import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import VARIANTS, card_text, configure, new_game, replay
from arena.rules.cards import RANKS, SUITS
from arena.rules.hands.layout import layout_of
from arena.rules.hands.shuffle import DEAL_PREFIX, _swap_cards, commitment, shuffle_deck
from tests.adjudicator.deal import shuffled as judge_shuffled
from tests.rules.playing import play_on, random_game

SINGLE = layout_of(VARIANTS["spades-4"].deck).deck
PINOCHLE = layout_of(VARIANTS["pinochle-cutthroat"].deck).deck


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**32 - 1), st.sampled_from([SINGLE, PINOCHLE]))
def test_the_deal_is_the_sheets(seed: bytes, number: int, deck: list[int]) -> None:
    before = list(deck)
    expected = judge_shuffled([card_text(card) for card in deck], b"arena-deal-v1", seed, number)
    assert [card_text(card) for card in shuffle_deck(deck, DEAL_PREFIX, seed, number)] == expected
    assert deck == before


def test_a_word_too_large_is_left_out() -> None:
    rejected, plain, short = [0, 1, 2], [0, 1, 2], [0, 1, 2]
    assert _swap_cards(rejected, struct.pack("<3I", 2**32 - 1, 7, 0))
    assert _swap_cards(plain, struct.pack("<2I", 7, 0))
    assert rejected == plain
    assert not _swap_cards(short, struct.pack("<2I", 2**32 - 1, 7))


def test_canonical_decks() -> None:
    assert [13 * SUITS.index(s) + RANKS.index(r) for s in "SDCH" for r in "AKQJT98765432"] == SINGLE
    assert [13 * SUITS.index(s) + RANKS.index(r) for s in "SDCH" for r in "ATKQJ9" for _ in "12"] == PINOCHLE


def test_commitment_is_of_the_raw_bytes() -> None:
    assert commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hand_whose_deck_was_shuffled_ahead_is_the_same(variant: str) -> None:
    rules, seed = configure(variant, options={"max_hands": 3}), random.Random(7).randbytes(32)
    plain = random_game(rules, 7)
    ahead = new_game(rules, seed)
    for action in plain.actions:
        ahead.shuffle_ahead()
        ahead.copy().shuffle_ahead()
        ahead.apply(action)
    ahead.shuffle_ahead()
    assert [hand.deck for hand in ahead.hands] == [hand.deck for hand in plain.hands]
    assert ahead.result() == plain.result() == replay(rules, seed, plain.actions).result()
    assert [ahead.events(seat) for seat in range(rules.seats)] == [plain.events(seat) for seat in range(rules.seats)]


def test_a_copy_plays_on_as_a_game_whose_next_deck_is_there() -> None:
    game = play_on(new_game(VARIANTS["spades-4"], bytes(32)), random.Random(1), 30)
    game.shuffle_ahead()
    other = play_on(game.copy(), random.Random(2), 100)
    assert play_on(game, random.Random(2), 100).actions == other.actions


def test_there_is_no_next_deck_of_given_deals() -> None:
    game = new_game(VARIANTS["spades-4"], deals=[SINGLE])
    game.shuffle_ahead()
    assert not game.ahead
