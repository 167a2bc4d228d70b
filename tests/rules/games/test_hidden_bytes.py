"""A seat gets equal bytes at equal times in games that differ only in what it cannot know."""

import itertools
import random
from collections import Counter

import pytest

from arena.rules import KIND_NAMES, VARIANTS, Game, HandEnded, Rules, configure, new_game
from arena.rules.hands.layout import layout_of
from arena.wire.seats import game_over_bytes, start_bytes, turn_bytes
from tests.rules.choosing import random_answer
from tests.rules.games.test_view import SEED, hidden_places, shown, with_swap
from tests.rules.playing import play_on
from tests.sizes import sized

DEPTHS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 24, 40)
TRIED = sized(60, 90)
SWAPS = 5
ALSO: list[tuple[str, dict[str, object]]] = [
    ("pinochle-two-handed", {"bidding": "reveal"}),
    ("pinochle-two-handed", {"scoring": "alternate"}),
    ("pinochle-racehorse", {"pass_count": 4, "must_lead_trump": True}),
]
CASES: list[tuple[str, dict[str, object]]] = [
    *((variant, {}) for variant in VARIANTS),
    *((variant, options) for variant, options in ALSO if variant in VARIANTS),
]

Sent = tuple[int, bytes]


def sent(game: Game, seat: int) -> tuple[list[Sent], list[int]]:
    """Return the messages, with their places among all decisions, and the kinds asked."""
    rules = game.rules
    again = new_game(rules, SEED, deals=[game.hand.deck])
    messages = [(0, start_bytes(rules, seat, again.hand.dealer, 1_000_000, 2_000_000))]
    count, number = 0, 0
    kinds: list[int] = []
    for place, action in enumerate([*game.actions, -1]):
        if again.to_act == seat:
            news = again.events(seat, count)
            count, number = count + len(news), number + 1
            messages.append((place, turn_bytes(news, number, again.kind, again.legal())))
            assert again.view(seat).legal == again.legal()
            kinds.append(again.kind)
        if action >= 0:
            again.apply(action)
    messages.append((len(game.actions), game_over_bytes(again.events(seat, count), 0, 0, "void", 0)))
    return messages, kinds


def asked(variant: str, options: dict[str, object]) -> set[int]:
    rules = configure(variant, options=options)
    kinds: set[int] = set()
    for number in range(20):
        rng = random.Random(number)
        game = new_game(rules, rng.randbytes(32))
        for _ in range(150):
            if game.is_over:
                break
            kinds.add(game.kind)
            game.apply(random_answer(game.legal(), rng, 0.3))
    return kinds


def some_game(rules: Rules, rng: random.Random, decisions: int) -> Game | None:
    """Return a game after so many decisions, in its first hand. None where that is over by then."""
    deck = list(layout_of(rules.deck).deck)
    game = new_game(rules, SEED, deals=[rng.sample(deck, len(deck))])
    for _ in range(decisions):
        game.apply(random_answer(game.legal(), rng, 0.3))
        if game.is_over or game.hand_number:
            return None
    return game


@pytest.mark.parametrize(("variant", "options"), CASES)
def test_the_same_bytes_at_the_same_time(variant: str, options: dict[str, object]) -> None:
    rng, rules = random.Random(17), configure(variant, options=options)
    compared: Counter[int] = Counter()
    for number in range(TRIED):
        game = some_game(rules, rng, DEPTHS[number % len(DEPTHS)])
        if game is None:
            continue
        seat = game.to_act if number % 3 else number % rules.seats
        expected, kinds = sent(game, seat)
        for _ in range(SWAPS):
            first, second = rng.sample(hidden_places(game, seat), 2)
            twin = with_swap(game, seat, first, second)
            if twin is None or twin.hand_number or twin.hand.deck == game.hand.deck or shown(twin) != shown(game):
                continue
            if twin.to_act != game.to_act:
                continue
            assert sent(twin, seat) == (expected, kinds)
            assert twin.view(seat) == game.view(seat)
            compared.update({*kinds, game.kind})
    missing = [KIND_NAMES[kind] for kind in asked(variant, options) if not compared[kind]]
    assert not missing, f"no games were compared at {missing}"


@pytest.mark.parametrize("variant", [name for name, rules in VARIANTS.items() if rules.exchange is not None])
def test_what_was_laid_away_is_hidden_at_the_end_of_the_hand_too(variant: str) -> None:
    rng, rules = random.Random(19), configure(variant, options={"max_hands": 1})
    compared = 0
    for _ in range(16):
        deck = list(layout_of(rules.deck).deck)
        game = play_on(new_game(rules, SEED, deals=[rng.sample(deck, len(deck))]), rng)
        seat = (game.hand.declarer + 1) % rules.seats
        left = Counter(game.hand.deck) - Counter(card for trick in game.hand.tricks() for _, card in trick)
        hidden = [place for place in hidden_places(game, seat) if left[game.hand.deck[place]]]
        pairs = list(itertools.combinations(hidden, 2))
        for first, second in rng.sample(pairs, min(8, len(pairs))):
            twin = with_swap(game, seat, first, second)
            if twin is None or not twin.is_over or twin.hand.deck == game.hand.deck or shown(twin) != shown(game):
                continue
            if ended(twin) == ended(game):
                compared += 1
                assert sent(twin, seat) == sent(game, seat)
    assert compared > 5


def ended(game: Game) -> list[object]:
    """Return the score sheets, which all may see. They tell how many counters were laid away."""
    return [event for event in game.events(0) if isinstance(event, HandEnded)]
