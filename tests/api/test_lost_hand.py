"""The hand that cost a player of a board most: all that is told is of that hand, and of nobody's later failure."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import pytest

from arena.api.records.boards import lost_hand
from arena.rules import LOOK, PASS, VARIANTS, DifferentBoardsError, Game, Kind, configure, new_game
from arena.rules.replays.parting import list_decisions
from arena.wire.gen.records_pb2 import LostHand
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
    loss = lost_hand(board(variant, number, players, **options), rotations(players), player)
    assert loss is not None
    return loss


def hands(count: int) -> dict[str, object]:
    return {"kind": "hands", "count": count}


ALIKE = {"weak": Player([3]), "one": Player([3], True), "two": Player([3], True), "three": Player([3], True)}


def test_worse_card_play_shows_in_the_tricks() -> None:
    loss = lost_by("weak", "spades-4", 2, ALIKE, format=hands(3))
    assert (loss.hand, loss.seat) == (1, 2)
    assert (loss.own.player, loss.own.points, loss.own.summary) == ("weak", -30, "bid 3, won 2: -30")
    line = "bid 3, won 4: +30; JC captured: +10; 1 bag; in all +40"
    assert (loss.best.player, loss.best.points, loss.best.summary) == ("one", 40, line)
    assert [each.player for each in loss.others] == ["two", "three"]
    assert loss.HasField("parting")
    assert (loss.parting.hand, loss.parting.seat, loss.parting.trick) == (1, 2, 1)
    assert {each.action: list(each.lines) for each in loss.parting.choices} == {"plays AC": [0, 1, 3], "plays 2D": [2]}


def test_the_lost_hand_may_be_a_late_one() -> None:
    players = {"weak": Player([3, 3, 6]), "one": Player([3]), "two": Player([3]), "three": Player([3])}
    loss = lost_by("weak", "spades-4", 1, players, format=hands(3))
    assert (loss.hand, loss.seat) == (2, 3)
    assert (loss.own.summary, loss.best.summary) == ("bid 6, won 3: -60", "bid 3, won 3: +30")
    assert loss.HasField("parting")
    assert (loss.parting.hand, loss.parting.decision, loss.parting.kind) == (2, 1, "bid")
    assert {each.action: list(each.lines) for each in loss.parting.choices} == {"bids 3": [0, 2, 3], "bids 6": [1]}


def test_a_bid_that_would_have_failed_too_comes_with_its_tricks() -> None:
    players = {"vector": Player([6]), "simple": Player([5], True), "a": Player([3]), "b": Player([3])}
    loss = lost_by("vector", "spades-4", 11, players, format=hands(1))
    assert (loss.own.summary, loss.best.summary) == ("bid 6, won 4: -60", "bid 5, won 5: +50")


def test_nobody_is_credited_with_what_another_failed_at_later() -> None:
    """Who passed took most with these cards, as it was the loser itself that was set: the board's best bid the same."""
    players = {"simple": Player([18]), "first": Player([0], True), "cautious": Player([18], True)}
    loss = lost_by("simple", "pinochle-cutthroat", 201, players, format=hands(1))
    assert loss.own.summary == "took it for 18 in spades, with 4 melded and 9 in tricks, 13 in all: set, -18"
    line = "took it for 18 in spades, with 4 melded and 16 in tricks, 20 in all: made, +20"
    assert (loss.best.player, loss.best.summary) == ("cautious", line)
    (first,) = loss.others
    assert first.points > loss.best.points
    assert first.summary == "passed; simple took it for 18: set; melds +7, tricks +15 of the defenders together: +22"


def test_points_that_earlier_hands_cost_part_no_decision() -> None:
    players = {"weak": Player([1, 3]), "one": Player([3]), "two": Player([3]), "three": Player([3])}
    loss = lost_by("weak", "spades-4", 4, players, format=hands(2), bag_limit=4)
    assert loss.hand == 1
    costs = "; with those before 5 bags, at the limit of 4: -50; in all -10"
    assert loss.own.summary == f"bid 3, won 5: +30; JD captured: +10; 2 bags{costs}"
    assert loss.best.summary == "bid 3, won 5: +30; JD captured: +10; 2 bags; in all +40"
    assert not loss.HasField("parting")


def test_hands_with_other_offers_of_a_blind_bid_are_not_laid_side_by_side() -> None:
    players = {"weak": Player([4, 8]), "one": Player([3]), "two": Player([3]), "three": Player([3])}
    options = {"blind_nil_allowed": False, "blind_six_deficit": 30, "blind_six_limit": None}
    loss = lost_by("weak", "spades-4", 4, players, format=hands(2), **options)
    assert (loss.hand, loss.own.summary, loss.best.summary) == (1, "bid 8, won 3: -80", "bid 3, won 3: +30")
    assert not loss.HasField("parting")


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_lost_hand_is_the_costliest_next_to_the_best(variant: str) -> None:
    for number in range(sized(5, 60)):
        games = lines_of(variant, number)
        each = "abcde"[: games[0].rules.seats]
        seats = [[*each[line:], *each[:line]] for line in range(LINES)]
        taken = {name: fmean(scores_of(games, seats, name)) for name in each}
        for player in each:
            own = {seat for names in seats for seat, name in enumerate(names) if name == player}
            best = max(taken[names[seat]] for names in seats for seat in own)
            loss = lost_hand(games, seats, player)
            if loss is None:
                continue
            assert taken[loss.best.player] == best > taken[player]
            for hand in (loss.own, loss.best, *loss.others):
                assert games[hand.line].hands[loss.hand].deltas[loss.seat] == hand.points
                assert seats[hand.line][loss.seat] == hand.player
            for line, names in enumerate(seats):
                for other, others in enumerate(seats):
                    for seat in range(len(names)):
                        if (names[seat], others[seat]) == (player, loss.best.player):
                            for one, two in zip(games[line].hands, games[other].hands, strict=False):
                                cost = one.deltas[seat] - two.deltas[seat]
                                assert loss.own.points - loss.best.points <= cost
            assert_parts(games, loss)


def scores_of(games: Sequence[Game], seats: Sequence[Sequence[str]], player: str) -> list[int]:
    return [
        score
        for game, names in zip(games, seats, strict=True)
        for name, score in zip(names, game.result().scores, strict=True)
        if name == player
    ]


def assert_parts(games: Sequence[Game], loss: LostHand) -> None:
    """Both are the same in this hand up to where they part, and answer otherwise there; or never."""
    own, best = (
        [at for at in list_decisions(games[each.line]) if at.hand == loss.hand] for each in (loss.own, loss.best)
    )
    if not loss.HasField("parting"):
        assert (
            own == best or games[loss.own.line].hands[loss.hand].blind != games[loss.best.line].hands[loss.hand].blind
        )
        return
    place, parting = loss.parting.decision, loss.parting
    assert own[:place] == best[:place]
    assert own[place] != best[place]
    for line, at in ((loss.own.line, own[place]), (loss.best.line, best[place])):
        assert (at.seat, at.kind, at.trick) == (parting.seat, parting.kind, parting.trick)
        (did,) = [choice.action for choice in parting.choices if line in choice.lines]
        assert did == at.action


def test_the_best_player_has_no_lost_hand() -> None:
    games = board("spades-4", 2, ALIKE, format=hands(3))
    taken = {player: sum(scores_of(games, rotations(ALIKE), player)) for player in ALIKE}
    assert lost_hand(games, rotations(ALIKE), max(taken, key=lambda player: taken[player])) is None
    assert lost_hand(games, rotations(ALIKE), "nobody") is None
    assert lost_hand(games[:1], rotations(ALIKE)[:1], "weak") is None


def test_games_of_two_boards_are_refused() -> None:
    rules = configure("spades-4", options={"format": hands(1)})
    with pytest.raises(DifferentBoardsError):
        lost_hand([random_game(rules, 1), random_game(rules, 2)], rotations(ALIKE)[:2], "weak")
