"""Where lines of a board part: two lines are one game up to there, and answer otherwise there."""

import random
from itertools import combinations

import pytest

from arena.rules import VARIANTS, DifferentBoardsError, Game, configure, new_game
from arena.rules.games.length import starting_score
from arena.rules.replays.parting import departure, list_decisions, partings, sum_parts
from tests.rules.playing import play_on, random_game
from tests.sizes import sized

HANDS = {"format": {"kind": "hands", "count": 2}}
LINES = 4


def lines_of(variant: str, number: int) -> list[Game]:
    """Games of one deal; each follows an earlier one for a while."""
    rng = random.Random(number)
    first = new_game(configure(variant, options=HANDS), rng.randbytes(32))
    games = [play_on(first, rng)]
    while len(games) < LINES:
        followed = rng.choice(games)
        game = new_game(first.rules, first.seed)
        for action in followed.actions[: rng.randrange(len(followed.actions))]:
            game.apply(action)
        games.append(play_on(game, rng))
    return games


@pytest.mark.parametrize("variant", VARIANTS)
def test_two_lines_are_one_game_up_to_where_they_part(variant: str) -> None:
    for number in range(sized(3, 50)):
        games = lines_of(variant, number)
        actions = [list_decisions(game) for game in games]
        for one, other in combinations(range(LINES), 2):
            parted = partings([games[one], games[other]])
            if not parted:
                assert games[one].actions == games[other].actions
                continue
            parting = parted[0]
            places = [(each.hand, each.decision) for each in actions[one]]
            place = places.index((parting.hand, parting.decision))
            assert games[one].actions[:place] == games[other].actions[:place]
            assert games[one].actions[place] != games[other].actions[place]
            assert [choice.lines for choice in parting.choices] == [[0], [1]]
            assert [choice.action for choice in parting.choices] == [
                actions[one][place].action,
                actions[other][place].action,
            ]
            at = actions[one][place]
            assert (parting.seat, parting.kind, parting.trick) == (at.seat, at.kind, at.trick)


@pytest.mark.parametrize("variant", VARIANTS)
def test_any_two_lines_part_at_just_one_of_all_partings(variant: str) -> None:
    for number in range(sized(3, 50)):
        games = lines_of(variant, number)
        all_partings = partings(games)
        for one, other in combinations(range(LINES), 2):
            apart = [
                each
                for each in all_partings
                if sum(bool({one, other} & {*choice.lines}) for choice in each.choices) > 1
            ]
            expected = [(alone.hand, alone.decision) for alone in partings([games[one], games[other]])]
            assert [(each.hand, each.decision) for each in apart] == expected
        assert all_partings == sorted(all_partings, key=lambda each: (each.hand, each.decision))


def test_lines_that_never_part() -> None:
    game = random_game(configure("spades-4", options=HANDS), 1)
    assert partings([game, game]) == []
    assert partings([game]) == partings([]) == []


def test_games_of_two_boards_are_refused() -> None:
    rules = configure("spades-4", options=HANDS)
    with pytest.raises(DifferentBoardsError):
        partings([random_game(rules, 1), random_game(rules, 2)])


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_points_of_all_hands_add_up_to_the_score(variant: str) -> None:
    for number in range(3):
        games = lines_of(variant, number)
        start = starting_score(games[0].rules)
        for game, seats in zip(games, sum_parts(games), strict=True):
            scores = [hand.scores for hand in game.hands if hand.is_over][-1]
            assert [sum(parts.values()) for parts in seats] == [score - start for score in scores]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_player_departs_where_it_alone_answers_otherwise(variant: str) -> None:
    for number in range(sized(3, 50)):
        games = lines_of(variant, number)
        seats = [[(number + line) % games[0].rules.seats] for line in range(LINES)]
        others = [[seat for seat in range(games[0].rules.seats) if seat not in own] for own in seats]
        place = departure(games, seats, others)
        at_all = [
            each
            for each in partings(games)
            if {each.seat in seats[line] for choice in each.choices for line in choice.lines} == {True, False}
        ]
        if place is None:
            assert at_all == []
            continue
        assert place.parting in at_all
        assert place.parting.seat in seats[place.line]
        (own,) = [choice for choice in place.parting.choices if place.line in choice.lines]
        assert own.action == place.action
        assert all(choice.action != place.action for choice in place.others)
        assert not any(place.parting.seat in seats[line] for choice in place.others for line in choice.lines)
        of_hand = [game.hands[place.parting.hand].deltas[place.parting.seat] for game in games]
        assert place.points == of_hand[place.line]
        theirs = [of_hand[line] for each in place.others for line in each.lines]
        assert place.others_points * len(theirs) == sum(theirs)


def test_a_player_with_the_same_answers_never_departs() -> None:
    (game, *_) = lines_of("spades-4", 1)
    assert departure([game, game], [[0], [1]], [[1, 2, 3], [0, 2, 3]]) is None
