"""Random play of random rules: what must hold whatever happens."""

import json
import random

from hypothesis import example, given
from hypothesis import strategies as st

from arena.rules import Game, Kind, Rules, configure, new_game, pack, replay, unpack
from arena.rules.hands.hand import KITTY_TAKEN
from arena.rules.phases.deal import dummy_of, kitty_of
from arena.rules.records.record import to_record
from arena.rules.records.verify import verify
from tests.rules.playing import any_rules, play_on, random_action, random_game

NUMBERS = st.integers(0, 2**32)


def names(rules: Rules) -> list[str]:
    return [f"bot{seat}@1" for seat in range(rules.seats)]


def everywhere(game: Game) -> list[int]:
    layout = game.layout
    cards = [card for seat in game.seats for card in layout.sorted(seat.cards) + layout.sorted(seat.taken)]
    cards += layout.sorted(game.trick) if game.kind == Kind.PLAY else []
    if not any(kind == KITTY_TAKEN for _, kind, _ in game.hand.entries()):
        cards += kitty_of(game.rules, game.hand)
    cards += dummy_of(game.rules, game.hand)[len(game.hand.winners) :]
    return sorted(cards)


PASSED_OUT = configure("pinochle-cutthroat", options={"opening": "redeal", "max_hands": 4})


@given(any_rules(), NUMBERS)
@example(PASSED_OUT, 5)
def test_every_card_is_somewhere_exactly_once(rules: Rules, number: int) -> None:
    rng = random.Random(number)
    game = new_game(rules, rng.randbytes(32))
    for _ in range(150):
        assert everywhere(game) == sorted(game.layout.deck)
        if game.is_over:
            break
        game.apply(random_action(game.legal(), rng))


@given(any_rules(), NUMBERS)
def test_records_verify_and_replays_are_equal(rules: Rules, number: int) -> None:
    game = random_game(rules, number)
    assert game.seed is not None
    record = to_record(game, "game", names(rules))
    assert verify(json.loads(json.dumps(record))) == []
    actions = unpack(pack(game.actions))
    assert actions == game.actions
    again = replay(rules, game.seed, actions)
    assert to_record(again, "game", names(rules)) == record
    assert [again.events(seat) for seat in range(rules.seats)] == [game.events(seat) for seat in range(rules.seats)]


@given(any_rules(), NUMBERS, st.integers(0, 400))
def test_a_copy_goes_its_own_way(rules: Rules, number: int, decisions: int) -> None:
    rng = random.Random(number)
    game = play_on(new_game(rules, rng.randbytes(32)), rng, decisions)
    before = ([game.events(seat) for seat in range(rules.seats)], game.actions, game.to_act)
    twin = game.copy()
    play_on(twin, rng)
    assert ([game.events(seat) for seat in range(rules.seats)], game.actions, game.to_act) == before
    play_on(game, random.Random(number + 1))
    assert game.seed is not None
    for either in (twin, game):
        assert replay(rules, game.seed, either.actions).result() == either.result()


@given(any_rules(), NUMBERS)
def test_a_game_allows_exactly_the_legal_actions(rules: Rules, number: int) -> None:
    rng = random.Random(number)
    game = new_game(rules, rng.randbytes(32))
    while not game.is_over:
        legal, action = game.legal(), random_action(game.legal(), rng)
        for tried in (action, -1, 0, 62, 63, 64, 2**70, rng.randrange(64), rng.randrange(2**24)):
            assert game.allows(tried) == legal.allows(tried), tried
        game.apply(action)


@given(any_rules(), NUMBERS)
def test_the_fallback_is_legal_and_single_is_the_only_answer(rules: Rules, number: int) -> None:
    rng = random.Random(number)
    game = new_game(rules, rng.randbytes(32))
    while not game.is_over:
        legal = game.legal()
        assert legal.kind == game.kind
        assert legal.allows(game.fallback())
        if len(legal.actions) == 1:
            assert legal.actions == [legal.single] == [game.fallback()]
        elif legal.actions:
            assert legal.single == -1
        if legal.kind == Kind.AUCTION:
            only_pass, only_open = legal.least > legal.most, legal.least == legal.most and not legal.may_pass
            assert (legal.single >= 0) == (only_pass or only_open)
        assert not legal.allows(2**50)
        assert not legal.allows(-1)
        game.apply(game.fallback() if rng.random() < 0.3 else random_action(legal, rng))
