import pytest

from arena.rules import (
    BLIND_NIL,
    BLIND_SIX,
    LOOK,
    NIL,
    Dealt,
    Game,
    HandStarted,
    Kind,
    Rules,
    Said,
    configure,
    new_game,
)
from arena.rules.hands.actions import ONE_FOR_50, TWO_FOR_40

SEED = bytes(range(32))


def bidding(**options: object) -> Game:
    return new_game(configure("spades-4", options=options), SEED)


def test_everybody_is_asked_blind_then_bid_before_the_next() -> None:
    game = bidding()
    asked = []
    while game.kind != Kind.PLAY:
        asked.append((game.to_act, game.kind))
        game.apply(LOOK if game.kind == Kind.BLIND else 3)
    assert asked == [(seat, kind) for seat in (1, 2, 3, 0) for kind in (Kind.BLIND, Kind.BID)]
    assert game.to_act == 1


def test_legal_bids() -> None:
    game = bidding()
    assert game.legal().actions == [LOOK, BLIND_NIL]
    game.apply(LOOK)
    assert game.legal().actions == [*range(1, 14), NIL, ONE_FOR_50, TWO_FOR_40]


def test_a_blind_bid_counts_as_the_bid() -> None:
    game = bidding()
    game.apply(BLIND_NIL)
    assert (game.to_act, game.kind) == (2, Kind.BLIND)
    assert Said(1, Kind.BLIND, BLIND_NIL) in game.events(3)


def test_nobody_is_asked_who_may_not_go_blind() -> None:
    game = bidding(blind_nil_allowed=False)
    assert (game.to_act, game.kind) == (1, Kind.BID)
    assert isinstance(game.events(1)[1], Dealt)


def test_a_hand_is_seen_only_after_the_blind_answer() -> None:
    game = bidding()
    assert game.events(1) == [HandStarted(0, 0, 0)]
    assert game.view(1).cards == []
    before = game.events(2)
    game.apply(LOOK)
    said, dealt = game.events(1)[1:]
    assert said == Said(1, Kind.BLIND, LOOK)
    assert isinstance(dealt, Dealt)
    assert game.events(2) == [*before, said]


def with_scores(scores: list[int], used: list[int], **options: object) -> list[list[int]]:
    """Return the blind bids each seat is offered in the second hand. Given these scores and blind sixes used."""
    game = bidding(**options)
    first = game.copy()
    for seat, score in enumerate(scores):
        first.seats[seat].score, first.seats[seat].blind_sixes = score, used[seat]
    first.phase = 0
    first.next_phase()
    offers: list[list[int]] = [[] for _ in scores]
    while first.kind != Kind.PLAY:
        if first.kind == Kind.BLIND:
            offers[first.to_act] = first.legal().actions
            first.apply(LOOK)
        else:
            first.apply(1)
    return offers


def test_blind_six_needs_the_deficit() -> None:
    both, nil = [LOOK, BLIND_NIL, BLIND_SIX], [LOOK, BLIND_NIL]
    assert with_scores([100, 51, 50, -20], [0] * 4) == [nil, nil, both, both]
    assert with_scores([100, 51, 50, -20], [0] * 4, blind_six_deficit=0) == [both] * 4
    six = [LOOK, BLIND_SIX]
    assert with_scores([100, 51, 50, -20], [0] * 4, blind_nil_allowed=False) == [[], [], six, six]


@pytest.mark.parametrize(("limit", "offered"), [(0, False), (1, False), (2, True), (None, True)])
def test_blind_six_has_a_limit(limit: int | None, offered: bool) -> None:
    offers = with_scores([100, 0, 0, 0], [0, 1, 0, 0], blind_six_limit=limit)
    assert (BLIND_SIX in offers[1]) is offered
    assert (BLIND_SIX in offers[2]) is (limit != 0)


def test_a_blind_six_is_counted(spades: Rules) -> None:
    game = bidding(blind_six_deficit=0)
    game.apply(BLIND_SIX)
    assert [seat.blind_sixes for seat in game.seats] == [0, 1, 0, 0]
    assert game.seats[1].bid == BLIND_SIX
