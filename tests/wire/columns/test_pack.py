import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import (
    KIND_NAMES,
    VARIANTS,
    Game,
    GameOverError,
    Kind,
    Rules,
    configure,
    new_game,
    number_of,
    presets_of,
)
from arena.rules.hands.layout import layout_of
from arena.wire.columns.layout import VERSION, columns_of
from arena.wire.columns.pack import Columns
from tests.rules.choosing import random_answer
from tests.rules.games.test_hidden_bytes import DEPTHS, asked, some_game
from tests.rules.games.test_view import hidden_places, shown, with_swap
from tests.rules.playing import any_rules
from tests.sizes import sized
from tests.wire.columns.reference import Row, batch, row_of


def expected(rules: Rules, rows: list[Row]) -> bytes:
    columns = [(column.name, column.type) for column in columns_of(rules)]
    return batch(VERSION, number_of(rules.name), columns, rows)


def compare(game: Game, rng: random.Random, decisions: int) -> None:
    """Play on with random answers, and compare each row with the seat's view."""
    packed, rows = Columns(game.rules), []
    eager = rng.choice((0.1, 0.4, 0.8))
    while decisions and not game.is_over:
        asked_as = (rng.getrandbits(63), rng.randrange(1, 10**6), rng.randrange(4), rng.getrandbits(36), 60_000_000)
        packed.add(game, *asked_as)
        rows.append(row_of(game.view(game.to_act), *asked_as))
        game.apply(random_answer(game.legal(), rng, eager))
        decisions -= 1
    assert len(packed) == len(rows)
    assert packed.take() == expected(game.rules, rows)
    assert (len(packed), packed.take()) == (0, expected(game.rules, []))


@pytest.mark.parametrize("variant", VARIANTS)
def test_rows_equal_the_views(variant: str) -> None:
    for number in range(sized(4, 12)):
        rng = random.Random(number)
        preset = rng.choice(sorted(presets_of(variant)))
        rules = configure(variant, preset, {"format": {"kind": "hands", "count": 3}, "first_dealer": "draw"})
        compare(new_game(rules, rng.randbytes(32)), rng, 400)


@pytest.mark.parametrize("variant", VARIANTS)
def test_rows_go_out_in_parts_and_may_be_dropped(variant: str) -> None:
    rng = random.Random(7)
    game = new_game(VARIANTS[variant], rng.randbytes(32))
    packed, rows = Columns(game.rules), []
    for number in range(12):
        packed.add(game, number, 1, 0, 5, 6)
        rows.append(row_of(game.view(game.to_act), number, 1, 0, 5, 6))
        game.apply(random_answer(game.legal(), rng, 0.8))
    for dropped in (11, 4, 0):
        packed.drop(dropped)
        del rows[dropped]
    assert b"".join(packed.take_pieces(5)) == expected(game.rules, rows[:5])
    assert b"".join(packed.take_pieces(3)) == expected(game.rules, rows[5:8])
    assert packed.take() == expected(game.rules, rows[8:])


@given(any_rules(), st.integers(0, 2**32))
def test_rows_equal_the_views_with_any_options(rules: Rules, number: int) -> None:
    rng = random.Random(number)
    compare(new_game(rules, rng.randbytes(32)), rng, sized(150, 300))


def row(game: Game) -> bytes:
    packed = Columns(game.rules)
    packed.add(game, 1, 1, 0, 1, 1)
    return packed.take()


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        *((variant, {}) for variant in VARIANTS),
        ("pinochle-two-handed", {"bidding": "reveal"}),
        ("pinochle-two-handed", {"scoring": "alternate"}),
        ("pinochle-racehorse", {"pass_count": 4}),
    ],
)
def test_hidden_cards_leave_a_row_as_it_is(variant: str, options: dict[str, object]) -> None:
    rng, rules = random.Random(23), configure(variant, options=options)
    compared: set[int] = set()
    for number in range(sized(45, 90)):
        game = some_game(rules, rng, DEPTHS[number % len(DEPTHS)])
        if game is None:
            continue
        seat = game.to_act
        for _ in range(5):
            twin = with_swap(game, seat, *rng.sample(hidden_places(game, seat), 2))
            if twin is None or twin.hand_number or twin.hand.deck == game.hand.deck or shown(twin) != shown(game):
                continue
            if twin.to_act == seat:
                assert row(twin) == row(game)
                compared.add(game.kind)
    missing = [KIND_NAMES[kind] for kind in asked(variant, options) - compared]
    assert not missing, f"no games were compared at {missing}"


def test_a_game_that_is_over_has_no_row() -> None:
    rng = random.Random(1)
    game = new_game(configure("spades-4", options={"max_hands": 1}), rng.randbytes(32))
    while not game.is_over:
        game.apply(random_answer(game.legal(), rng, 0.3))
    packed = Columns(game.rules)
    with pytest.raises(GameOverError, match="no decision to pack"):
        packed.add(game, 1, 1, 0, 1, 1)
    assert packed.take() == expected(game.rules, [])


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_largest_answer_fits(variant: str) -> None:
    rules = VARIANTS[variant]
    count = max([rules.exchange.discards if rules.exchange else 0, 4 if rules.giving else 0])
    assert 64**count < 2**63
    assert layout_of(rules.deck).kinds[-1] < 62
    assert len(KIND_NAMES) - 1 == Kind.PLAY
