"""The hand that cost a player of a board most: all that is told is of that hand, and of nobody's later failure."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import pytest

from arena.rules import LOOK, PASS, VARIANTS, DifferentBoardsError, Game, Kind, configure, new_game
from arena.rules.replays.parting import LostHand, list_decisions, lost_hand
from tests.rules.playing import random_game
from tests.rules.replays.test_parting import LINES, lines_of
from tests.sizes import sized


@dataclass(frozen=True)
class Player:
    """Bids *bids*, hand by hand, in an auction as far as that; plays its lowest card, or its highest."""

    bids: Sequence[int]
    high: bool = False

    def answer(self, game: Game) -> int:
        legal, bid = game.legal(), self.bids[game.hand.number % len(self.bids)]
        if legal.kind == Kind.BLIND:
            return LOOK
        if legal.kind == Kind.BID:
            return bid
        if legal.kind == Kind.AUCTION:
            return legal.least if legal.least <= bid or not legal.may_pass else PASS
        if legal.kind == Kind.PLAY:
            return (max if self.high else min)(legal.actions, key=lambda card: (card % 13, card))
        return game.fallback()


def board(variant: str, number: int, players: Mapping[str, Player], **options: object) -> list[Game]:
    """Play a deal in all rotations, of which line 0 has the players in their order."""
    rules, seed = configure(variant, options=options), hashlib.sha256(number.to_bytes(2, "little")).digest()
    games = [new_game(rules, seed) for _ in players]
    for game, names in zip(games, rotations(players), strict=True):
        while not game.is_over:
            game.apply(players[names[game.to_act]].answer(game))
    return games


def rotations(players: Mapping[str, Player]) -> list[list[str]]:
    names = list(players)
    return [names[place:] + names[:place] for place in range(len(names))]


def lost_by(player: str, variant: str, number: int, players: Mapping[str, Player], **options: object) -> LostHand:
    found = lost_hand(board(variant, number, players, **options), rotations(players), player)
    assert found is not None
    return found


def hands(count: int) -> dict[str, object]:
    return {"kind": "hands", "count": count}


ALIKE = {"weak": Player([3]), "one": Player([3], True), "two": Player([3], True), "three": Player([3], True)}


def test_cards_played_worse_are_told_by_their_tricks() -> None:
    found = lost_by("weak", "spades-4", 2, ALIKE, format=hands(3))
    assert (found.hand, found.seat) == (1, 2)
    assert (found.own.player, found.own.points, found.own.told) == ("weak", -30, "bid 3, won 2: -30")
    told = "bid 3, won 4: +30; JC captured: +10; 1 bag; in all +40"
    assert (found.best.player, found.best.points, found.best.told) == ("one", 40, told)
    assert [each.player for each in found.others] == ["two", "three"]
    assert found.parting is not None
    assert (found.parting.hand, found.parting.seat, found.parting.trick) == (1, 2, 1)
    assert {each.action: each.lines for each in found.parting.choices} == {"plays AC": [0, 1, 3], "plays 2D": [2]}


def test_a_late_hand_is_told_from_that_hand() -> None:
    players = {"weak": Player([3, 3, 6]), "one": Player([3]), "two": Player([3]), "three": Player([3])}
    found = lost_by("weak", "spades-4", 1, players, format=hands(3))
    assert (found.hand, found.seat) == (2, 3)
    assert (found.own.told, found.best.told) == ("bid 6, won 3: -60", "bid 3, won 3: +30")
    assert found.parting is not None
    assert (found.parting.hand, found.parting.decision, found.parting.kind) == (2, 1, "bid")
    assert {each.action: each.lines for each in found.parting.choices} == {"bids 3": [0, 2, 3], "bids 6": [1]}


def test_a_bid_that_would_have_failed_too_comes_with_its_tricks() -> None:
    players = {"vector": Player([6]), "simple": Player([5], True), "a": Player([3]), "b": Player([3])}
    found = lost_by("vector", "spades-4", 11, players, format=hands(1))
    assert (found.own.told, found.best.told) == ("bid 6, won 4: -60", "bid 5, won 5: +50")


def test_nobody_is_credited_with_what_another_failed_at_later() -> None:
    """Who passed took most with these cards, as it was the loser itself that was set: the board's best bid the same."""
    players = {"simple": Player([18]), "first": Player([0], True), "cautious": Player([18], True)}
    found = lost_by("simple", "pinochle-cutthroat", 201, players, format=hands(1))
    assert found.own.told == "took it for 18 in spades, with 4 melded and 9 in tricks, 13 in all: set, -18"
    told = "took it for 18 in spades, with 4 melded and 16 in tricks, 20 in all: made, +20"
    assert (found.best.player, found.best.told) == ("cautious", told)
    (first,) = found.others
    assert first.points > found.best.points
    assert first.told == "passed; simple took it for 18: set; melds +7, tricks +15 of the defenders together: +22"


def test_points_that_earlier_hands_cost_part_no_decision() -> None:
    players = {"weak": Player([1, 3]), "one": Player([3]), "two": Player([3]), "three": Player([3])}
    found = lost_by("weak", "spades-4", 4, players, format=hands(2), bag_limit=4)
    assert found.hand == 1
    costs = "; with those before 5 bags, at the limit of 4: -50; in all -10"
    assert found.own.told == f"bid 3, won 5: +30; JD captured: +10; 2 bags{costs}"
    assert found.best.told == "bid 3, won 5: +30; JD captured: +10; 2 bags; in all +40"
    assert found.parting is None


def test_hands_with_other_offers_of_a_blind_bid_are_not_laid_side_by_side() -> None:
    players = {"weak": Player([4, 8]), "one": Player([3]), "two": Player([3]), "three": Player([3])}
    options = {"blind_nil_allowed": False, "blind_six_deficit": 30, "blind_six_limit": None}
    found = lost_by("weak", "spades-4", 4, players, format=hands(2), **options)
    assert (found.hand, found.own.told, found.best.told) == (1, "bid 8, won 3: -80", "bid 3, won 3: +30")
    assert found.parting is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_is_the_dearest_hand_beside_the_best(variant: str) -> None:
    for number in range(sized(5, 60)):
        games = lines_of(variant, number)
        each = "abcde"[: games[0].rules.seats]
        seats = [[*each[line:], *each[:line]] for line in range(LINES)]
        taken = {name: fmean(scores_of(games, seats, name)) for name in each}
        for player in each:
            own = {seat for names in seats for seat, name in enumerate(names) if name == player}
            best = max(taken[names[seat]] for names in seats for seat in own)
            found = lost_hand(games, seats, player)
            if found is None:
                continue
            assert taken[found.best.player] == best > taken[player]
            for held in (found.own, found.best, *found.others):
                assert games[held.line].hands[found.hand].deltas[found.seat] == held.points
                assert seats[held.line][found.seat] == held.player
            for line, names in enumerate(seats):
                for other, others in enumerate(seats):
                    for seat in range(len(names)):
                        if (names[seat], others[seat]) == (player, found.best.player):
                            for one, two in zip(games[line].hands, games[other].hands, strict=False):
                                cost = one.deltas[seat] - two.deltas[seat]
                                assert found.own.points - found.best.points <= cost
            assert_parts(games, found)


def scores_of(games: Sequence[Game], seats: Sequence[Sequence[str]], player: str) -> list[int]:
    return [
        score
        for game, names in zip(games, seats, strict=True)
        for name, score in zip(names, game.result().scores, strict=True)
        if name == player
    ]


def assert_parts(games: Sequence[Game], found: LostHand) -> None:
    """Both are the same in this hand up to where they part, and answer otherwise there; or never."""
    own, best = (
        [at for at in list_decisions(games[each.line]) if at.hand == found.hand] for each in (found.own, found.best)
    )
    if found.parting is None:
        assert (
            own == best
            or games[found.own.line].hands[found.hand].blind != games[found.best.line].hands[found.hand].blind
        )
        return
    place, parting = found.parting.decision, found.parting
    assert own[:place] == best[:place]
    assert own[place] != best[place]
    for line, at in ((found.own.line, own[place]), (found.best.line, best[place])):
        assert (at.seat, at.kind, at.trick) == (parting.seat, parting.kind, parting.trick)
        (did,) = [choice.action for choice in parting.choices if line in choice.lines]
        assert did == at.action


def test_who_did_best_has_lost_no_hand() -> None:
    games = board("spades-4", 2, ALIKE, format=hands(3))
    taken = {player: sum(scores_of(games, rotations(ALIKE), player)) for player in ALIKE}
    assert lost_hand(games, rotations(ALIKE), max(taken, key=lambda player: taken[player])) is None
    assert lost_hand(games, rotations(ALIKE), "nobody") is None
    assert lost_hand(games[:1], rotations(ALIKE)[:1], "weak") is None


def test_games_of_two_boards_are_refused() -> None:
    rules = configure("spades-4", options={"format": hands(1)})
    with pytest.raises(DifferentBoardsError):
        lost_hand([random_game(rules, 1), random_game(rules, 2)], rotations(ALIKE)[:2], "weak")
