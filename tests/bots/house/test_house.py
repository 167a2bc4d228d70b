import hashlib
import statistics
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules import VARIANTS, configure, sides_of
from bots.sdk import Bot
from bots.sdk.practice.local import UnknownOpponentError, board_score, board_seed, house_bot, play_board, play_local
from bots.sdk.practice.practice import rated_rules
from tests.sizes import sized
from tests.wire.games import SETUPS

FORMATS = ({"kind": "game"}, {"kind": "hands", "count": 3}, {"kind": "series", "wins": 2})


@pytest.mark.parametrize("variant", VARIANTS)
def test_simple_beats_random_by_far(variant: str) -> None:
    rules = rated_rules(variant, None)
    line_up = [house_bot("simple")] + [house_bot("random")] * (sides_of(rules) - 1)
    boards = [play_board(rules, board_seed(11, board), line_up) for board in range(sized(6, 40))]
    differences = [
        board_score(games, 0) - statistics.mean(board_score(games, other) for other in range(1, len(line_up)))
        for games in boards
    ]
    assert statistics.mean(differences) > 3 * statistics.stdev(differences) / len(differences) ** 0.5


@pytest.mark.parametrize(("variant", "preset"), SETUPS)
@settings(max_examples=sized(2, 200))
@given(
    seed=st.integers(0, 2**32),
    form=st.sampled_from(FORMATS),
    bots=st.lists(st.sampled_from(["random", "simple", "expert", "silent"]), min_size=5, max_size=5),
)
def test_no_house_bot_is_ever_at_fault(
    variant: str, preset: str, seed: int, form: dict[str, object], bots: list[str]
) -> None:
    rules = configure(variant, preset, {"format": form, "first_dealer": "draw", "max_hands": 6})
    makers: list[Callable[[], Bot]] = [Bot if name == "silent" else house_bot(name) for name in bots]
    assert play_local(rules, board_seed(seed, 0), makers[: rules.seats]).is_over


@pytest.mark.parametrize("variant", VARIANTS)
def test_equal_games_are_played_equally(variant: str) -> None:
    rules = rated_rules(variant, None)
    bots = [house_bot(name) for name in ("expert", "simple", *["random"] * (rules.seats - 2))]
    first, second = (play_local(rules, board_seed(3, 1), bots).actions for _ in range(2))
    assert first == second


# Games of `simple` in all seats of every variant, as they were played when its first version was frozen.
FROZEN = {4: "c2631c412feabeeb", 20: "c4d121db7a077b42"}  # by how many deals


def test_the_first_simple_is_frozen() -> None:
    deals = sized(4, 20)
    played = hashlib.sha256()
    for variant in VARIANTS:
        rules = rated_rules(variant, None)
        for deal in range(1, deals + 1):
            game = play_local(rules, board_seed(7, deal), [house_bot("simple@1")] * rules.seats)
            played.update(repr(game.actions).encode())
    assert played.hexdigest()[:16] == FROZEN[deals]


def test_the_second_simple_bids_better_where_two_play_and_plays_as_the_first_elsewhere() -> None:
    first, second = house_bot("simple@1"), house_bot("simple@2")
    two = configure("pinochle-two-handed", options={"format": {"kind": "hands", "count": 1}})
    ahead = 0.0
    for deal in range(1, 61):
        seed = board_seed(8, deal)
        for bots in ([second, first], [first, second]):
            game = play_local(two, seed, bots)
            scores = dict(zip((bots[player] for player in game.seating), game.result().scores, strict=True))
            ahead += (scores[second] - scores[first]) / 120
    assert ahead > 2
    three = rated_rules("pinochle-cutthroat", None)
    games = [play_local(three, board_seed(8, 1), [bot] * 3).actions for bot in (first, second)]
    assert games[0] == games[1]


def test_a_name_may_carry_its_version() -> None:
    assert house_bot("expert@1") is house_bot("expert")
    assert house_bot("simple@2") is house_bot("simple")
    assert house_bot("simple@1") is not house_bot("simple")
    with pytest.raises(UnknownOpponentError, match=r"'simple@3' is not a house bot; .* simple@2, simple@1, expert@1"):
        house_bot("simple@3")


def test_unknown_house_bots_are_named() -> None:
    with pytest.raises(UnknownOpponentError, match="use one of random, simple, expert, search"):
        house_bot("clever")
