from collections import Counter

import pytest

from arena.rules import COUNTS, VARIANTS, Game, configure, play_counts, presets_of
from arena.rules.hands.hand import PASSED_OUT
from tests.rules.playing import random_game

HANDS = {"format": {"kind": "hands", "count": 4}}
SPADES = [name for name in VARIANTS if configure(name).bags is not None]
PINOCHLE = [name for name in VARIANTS if name not in SPADES]
OF_SPADES = COUNTS[1 : COUNTS.index("contracts")]
OF_PINOCHLE = COUNTS[COUNTS.index("contracts") :]


def counted(game: Game) -> list[dict[str, int]]:
    return [dict(zip(COUNTS, counts, strict=True)) for counts in play_counts(game)]


def games(variant: str) -> list[Game]:
    return [
        random_game(configure(variant, preset, HANDS), number) for preset in presets_of(variant) for number in range(15)
    ]


@pytest.mark.parametrize("variant", SPADES)
def test_the_sources_of_points_add_up_to_the_score(variant: str) -> None:
    seen: Counter[str] = Counter()
    for game in games(variant):
        for seat, own in enumerate(counted(game)):
            total = sum(hand.deltas[seat] for hand in game.hands)
            assert own["bid_score"] + own["jack_score"] + own["bag_score"] == total
            assert own["bids"] + own["nils"] + own["blinds"] + own["specials"] == own["hands"] == len(game.hands)
            assert not any(own[name] for name in OF_PINOCHLE)
            seen.update(own)
    assert all(seen[name] for name in ("bids_made", "short_tricks", "bags", "nils", "specials", "bag_score"))


@pytest.mark.parametrize("variant", PINOCHLE)
def test_every_hand_that_was_bought_has_one_contract(variant: str) -> None:
    seen: Counter[str] = Counter()
    for game in games(variant):
        played = [hand for hand in game.hands if hand.outcome != PASSED_OUT]
        seats = counted(game)
        assert sum(own["contracts"] for own in seats) == len(played)
        assert sum(own["contract_bids"] for own in seats) == sum(hand.bid for hand in played)
        assert sum(own["trick_points"] for own in seats) == sum(sum(hand.points) for hand in game.hands)
        assert all(own["contracts_made"] + own["contracts_given_up"] <= own["contracts"] for own in seats)
        assert not any(own[name] for own in seats for name in OF_SPADES)
        for own in seats:
            seen.update(own)
    assert all(seen[name] for name in ("contracts", "contract_bids", "meld_points", "trick_points"))


def test_bids_of_spades_are_counted_as_the_hands_have_them() -> None:
    game = random_game(configure("spades-4", "three-jacks", HANDS), 3)
    for seat, own in enumerate(counted(game)):
        bids = [hand.seats[seat] for hand in game.hands if hand.seats[seat].bid < 32]
        assert own["bid_tricks"] == sum(int(each.bid) for each in bids)
        assert own["bids_made"] == sum(each.tricks >= each.bid for each in bids)
        assert own["short_tricks"] == sum(max(0, int(each.bid - each.tricks)) for each in bids)
