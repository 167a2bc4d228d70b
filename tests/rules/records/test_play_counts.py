from collections import Counter

import pytest

from arena.rules import VARIANTS, Game, configure, presets_of
from arena.rules.hands.hand import PASSED_OUT
from arena.rules.records.play_counts import CALL_COUNTS, COUNTS, calls_of, play_counts
from tests.rules.playing import random_game
from tests.sizes import sized

HANDS = {"format": {"kind": "hands", "count": 4}}
SPADES = [name for name in VARIANTS if configure(name).bags is not None]
PINOCHLE = [name for name in VARIANTS if name not in SPADES]
SPECIAL_AND_NOT = ("bids", "nils", "blinds", "specials")
OF_SPADES = COUNTS[1 : COUNTS.index("contracts")]
OF_PINOCHLE = COUNTS[COUNTS.index("contracts") : COUNTS.index("called_0")]


def counted(game: Game) -> list[dict[str, int]]:
    return [dict(zip(COUNTS, counts, strict=True)) for counts in play_counts(game)]


def called(own: dict[str, int], count: str) -> int:
    return sum(own[f"{count}_{slot}"] for slot in range(len(CALL_COUNTS) // 3))


def games(variant: str) -> list[Game]:
    numbers = range(sized(6, 15))
    return [
        random_game(configure(variant, preset, HANDS), number) for preset in presets_of(variant) for number in numbers
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
            assert called(own, "called") == own["hands"]
            assert called(own, "called_made") == sum(own[f"{kind}_made"] for kind in SPECIAL_AND_NOT)
            assert called(own, "called_points") == total
            tricks = [own[f"called_{slot}"] * int(name) for slot, name in enumerate(calls_of(game.rules)[:-3])]
            assert sum(tricks) == own["bid_tricks"]
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
        assert [called(own, "called") for own in seats] == [own["contracts"] for own in seats]
        assert [called(own, "called_made") for own in seats] == [own["contracts_made"] for own in seats]
        deltas = [sum(hand.deltas[seat] for hand in played if hand.declarer == seat) for seat in range(len(seats))]
        assert [called(own, "called_points") for own in seats] == deltas
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


def test_a_contract_is_told_by_its_steps_above_the_least_bid() -> None:
    seen: Counter[int] = Counter()
    for number in range(40):
        game = random_game(configure("pinochle-racehorse", options=HANDS), number)
        for seat, own in enumerate(counted(game)):
            bought = [hand.bid for hand in game.hands if hand.declarer == seat and hand.outcome != PASSED_OUT]
            for slot, (least, most) in enumerate(((0, 0), (1, 2), (3, 5), (6, 10), (11, 10_000))):
                count = sum(least <= (bid - 250) // 10 <= most for bid in bought)  # from 250 on, by 10
                assert own[f"called_{slot}"] == count
                seen[slot] += count
    assert len(seen) > 2
