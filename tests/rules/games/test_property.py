"""Random play of random rules: what must hold whatever happens."""

import json
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.rules import VARIANTS, Game, Kind, Rules, configure, new_game, pack, presets_of, replay, unpack
from arena.rules.hands.hand import KITTY_TAKEN
from arena.rules.phases.deal import dummy_of, kitty_of
from arena.rules.phases.score_bids import bags_over, bid_points
from arena.rules.records.record import to_record
from arena.rules.records.verify import verify
from tests.rules.playing import any_rules, play_on, random_action, random_game

NUMBERS = st.integers(0, 2**32)
PRESETS = [(variant, preset) for variant in VARIANTS for preset in presets_of(variant)]


def names(rules: Rules) -> list[str]:
    return [f"bot{seat}@1" for seat in range(rules.seats)]


def everywhere(game: Game) -> list[int]:
    """Every card, wherever it is."""
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


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
@pytest.mark.parametrize("kind", ["game", "hands", "series"])
def test_every_preset_in_every_format(variant: str, preset: str, kind: str) -> None:
    shape = {"game": {}, "hands": {"count": 3}, "series": {"wins": 2}}[kind]
    rules = configure(variant, preset, {"format": {"kind": kind, **shape}, "max_hands": 6})
    for number in range(4):
        game = random_game(rules, number)
        assert verify(to_record(game, "x", names(rules))) == []


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
def test_what_is_allowed_is_what_is_legal(rules: Rules, number: int) -> None:
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


@given(NUMBERS, st.sampled_from(["official", "short-limit", "short-each", "three-jacks"]))
def test_spades_scores_add_up(number: int, preset: str) -> None:
    rules = configure("spades-4", preset, {"format": {"kind": "hands", "count": 3}})
    record = to_record(random_game(rules, number), "x", names(rules))
    scores, bags = [0] * 4, [0] * 4
    for hand, log in zip(record["hands"], random_game(rules, number).hands, strict=True):
        assert sum(hand["points"]) == 13
        assert [sum(trick["winner"] == seat for trick in hand["tricks"]) for seat in range(4)] == hand["points"]
        for seat in range(4):
            bid = [action for who, kind, action in log.entries() if who == seat and action > 0][-1]
            won = [card for trick in hand["tricks"] if trick["winner"] == seat for card in trick["cards"]]
            jacks = [jack for jack in options_jacks(preset) if jack in won]
            jacks = jacks if len(jacks) in (1, 3) else []
            delta = bid_points(bid, hand["points"][seat]) + 10 * sum(jack != "JH" for jack in jacks)
            extra = bags_over(bid, hand["points"][seat])
            if preset == "short-each":
                delta -= 10 * max(0, extra - ("JH" in jacks))
            else:
                bags[seat] = max(0, bags[seat] + extra - ("JH" in jacks))
                if bags[seat] >= (5 if preset == "short-limit" else 10):
                    delta -= 10 * bags[seat]
                    bags[seat] = 0
            scores[seat] += delta
            assert hand["deltas"][seat] == delta
        assert (hand["scores"], hand["bags"]) == (scores, bags)


def options_jacks(preset: str) -> list[str]:
    return {"official": ["JD", "JC"], "three-jacks": ["JD", "JC", "JH"]}.get(preset, ["JC"])


@given(NUMBERS, st.sampled_from(["team", "own"]), st.sampled_from(["redeal", "dealer_must", "dealer_takes_it"]))
def test_pinochle_scores_add_up(number: int, defenders: str, opening: str) -> None:
    options = {"format": {"kind": "hands", "count": 4}, "defenders_score": defenders, "opening": opening}
    rules = configure("pinochle-cutthroat", options=options)
    scores = [0, 0, 0]
    for hand in to_record(random_game(rules, number), "x", names(rules))["hands"]:
        check_contract(hand, defenders)
        scores = [before + delta for before, delta in zip(scores, hand["deltas"], strict=True)]
        assert hand["scores"] == scores


def check_contract(hand: dict[str, object], defenders: str) -> None:
    points, outcome, declarer, bid = hand["points"], hand["outcome"], hand["declarer"], hand["bid"]
    deltas, tricks, melds = hand["deltas"], hand["tricks"], hand["melds"]
    assert isinstance(points, list)
    assert isinstance(deltas, list)
    assert isinstance(tricks, list)
    assert isinstance(melds, list)
    if outcome == "passed_out":
        assert (declarer, bid, hand["trump"], melds, tricks, deltas) == (None, None, None, [], [], [0, 0, 0])
        return
    assert isinstance(declarer, int)
    assert isinstance(bid, int)
    others = [(declarer + 1) % 3, (declarer + 2) % 3]
    assert [meld["seat"] for meld in melds] == [declarer, *others]
    royal = any(name in ("run", "royal_marriage") for name, _, _ in melds[0]["melds"])
    assert royal == (outcome != "no_royal_marriage")
    if not royal:
        assert (tricks, points) == ([], [0, 0, 0])
        assert [deltas[seat] for seat in (declarer, *others)] == [-bid, bid, bid]
        return
    assert (sum(points), len(tricks)) == (25, 15)
    worth = {meld["seat"]: meld["points"] + points[meld["seat"]] for meld in melds}
    won = {seat: sum(trick["winner"] == seat for trick in tricks) for seat in range(3)}
    assert outcome == ("made" if worth[declarer] >= bid else "set")
    assert deltas[declarer] == (worth[declarer] if outcome == "made" else -bid)
    if defenders == "own":
        assert [deltas[seat] for seat in others] == [worth[seat] if won[seat] else 0 for seat in others]
    else:
        together = sum(worth[seat] for seat in others) if won[others[0]] + won[others[1]] else 0
        assert [deltas[seat] for seat in others] == [together, together]
