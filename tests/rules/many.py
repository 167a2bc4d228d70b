"""Play random games of one variant and preset.

They run, verify, and leave the invariants whole.
"""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from arena.rules import Game, Rules, card_text, configure, new_game
from arena.rules.hands.layout import layout_of
from arena.rules.records.record import to_record
from arena.rules.records.verify import verify
from tests.rules.choosing import random_answer


def checked_games(variant: str, preset: str, games: int, options: Mapping[str, Any]) -> None:
    """Play and check so many games.

    An assertion fails with the number of the game.
    """
    for number in range(games):
        rng = random.Random(number)
        rules = configure(variant, preset, options)
        game = new_game(rules, rng.randbytes(32))
        eager = rng.choice((0.1, 0.4, 0.8))
        while not game.is_over:
            game.apply(random_answer(game.legal(), rng, eager))
        record = to_record(game, "x", ["bot@1"] * rules.seats)
        assert verify(record) == [], number
        check_hands(rules, record, number)
        check_ranks(rules, game, number)


def check_hands(rules: Rules, record: dict[str, Any], number: int) -> None:
    """Check cards, money and scores of a record's hands.

    Every card is dealt once and nobody plays a card it never had; money is kept; scores add up.
    """
    deck = Counter(card_text(card) for card in layout_of(rules.deck).deck)
    purse = record["options"].get("purse")
    start = [0 if purse is None else purse - record["options"]["ante"]] * rules.seats
    scores, of_game = start, 0
    for hand in record["hands"]:
        dealt = hand["dealt"]
        held = Counter(card for cards in dealt["hands"] for card in cards) + Counter(dealt.get("kitty", []))
        assert held + Counter(dealt.get("dummy", [])) == deck, number
        assert not Counter(card for trick in hand["tricks"] for card in trick["cards"]) - held, number
        before = scores if hand["game"] == of_game else start
        scores, of_game = hand["scores"], hand["game"]
        assert scores == [score + delta for score, delta in zip(before, hand["deltas"], strict=True)], number
        if purse is not None:
            assert sum(scores) + hand["pot"] == rules.seats * purse, number
            assert min([*scores, hand["pot"]]) >= 0, number


def check_ranks(rules: Rules, game: Game, number: int) -> None:
    """Check that a rank is 1 + the sides that did better.

    Who won a single game is first.
    """
    result = game.result()
    partners = bool(rules.seats == 4 and rules.auction is not None)
    sides = [seat % 2 if partners else seat for seat in range(rules.seats)]
    assert len({(sides[seat], result.ranks[seat], result.scores[seat]) for seat in range(rules.seats)}) == len(
        set(sides)
    ), number
    for rank in result.ranks:
        assert rank == 1 + len({sides[seat] for seat in range(rules.seats) if result.ranks[seat] < rank}), number
    if result.ended != "series":
        assert [seat for seat, rank in enumerate(result.ranks) if rank == 1] == list(result.games[-1].winner), number
