"""Random play and random options for the tests of the rules core."""

import random
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from arena.rules import VARIANTS, Game, Kind, Legal, Melded, Rules, card_code, configure, new_game, pack_cards
from arena.rules.hands.hand import Hand
from arena.rules.hands.layout import layout_of
from arena.rules.hands.melding import best_meld, entries, meld_points
from arena.rules.phases.deal import hand_size
from arena.rules.records.record import to_record


def codes(text: str) -> list[int]:
    return [card_code(card) for card in text.split()]


def melded(rules: Rules, cards: str, trump: str) -> Melded:
    """The best meld of these cards, as seat 0 would lay it."""
    assert rules.melds is not None
    layout = layout_of(rules.deck)
    best = best_meld(layout.hand(codes(cards)), "SDCH".index(trump), rules.melds, layout)
    told = tuple(entries(best.counts, rules.melds))
    return Melded(0, meld_points(best.counts, rules.melds), told, tuple(layout.sorted(best.shown)))


def gather(hand: Hand, winners: list[int]) -> None:
    """Let these seats have won the first tricks."""
    for winner in winners:
        hand.gather(winner)


def random_action(legal: Legal, rng: random.Random) -> int:
    if legal.kind == Kind.AUCTION:
        if legal.least > legal.most or (legal.may_pass and rng.random() < 0.6):
            return 0
        return min(legal.most, legal.least + legal.step * rng.choice((0, 0, 1, 3, 10)))
    if legal.kind in (Kind.DISCARD, Kind.GIVE):
        if legal.may_concede and rng.random() < 0.1:
            return 0
        return pack_cards([legal.cards[at] for at in sorted(rng.sample(range(len(legal.cards)), legal.count))])
    return rng.choice(legal.actions)


def play_on(game: Game, rng: random.Random, decisions: int = 10**9) -> Game:
    while decisions and not game.is_over:
        game.apply(random_action(game.legal(), rng))
        decisions -= 1
    return game


def random_game(rules: Rules, number: int) -> Game:
    rng = random.Random(number)
    return play_on(new_game(rules, rng.randbytes(32)), rng)


def stacked(
    rules: Rules,
    dealer: int,
    hands: Sequence[Sequence[int]],
    kitty: Sequence[int] = (),
    dummy: Sequence[int] = (),
) -> list[int]:
    """Return the shuffled deck that deals these hands (by seat).

    And dummy and kitty; filled up from the rest of the deck.
    """
    rest = layout_of(rules.deck).deck.copy()
    for card in [card for hand in hands for card in hand] + list(kitty) + list(dummy):
        rest.remove(card)
    full = []
    for seat, hand in enumerate(hands):
        missing = hand_size(rules, dealer, seat) - len(hand)
        full.append([*hand, *rest[:missing]])
        rest = rest[missing:]
    left = [full[(dealer + 1 + place) % rules.seats] for place in range(rules.seats)]
    turned = [*dummy, *rest[: rules.deal.dummy - len(dummy)]]
    rest = rest[rules.deal.dummy - len(dummy) :]
    return [card for hand in left for card in hand] + [*turned, *kitty, *rest]


def answer(game: Game, *actions: int) -> Game:
    for action in actions:
        game.apply(action)
    return game


def finished(game: Game) -> dict[str, Any]:
    """The record, everything that is still open answered by the fallback."""
    while not game.is_over:
        game.apply(game.fallback())
    return to_record(game, "x", [str(player) for player in game.seating])


FORMATS = st.one_of(
    st.just({"kind": "game"}),
    st.builds(lambda count: {"kind": "hands", "count": count}, st.integers(1, 3)),
    st.builds(lambda wins: {"kind": "series", "wins": wins}, st.integers(1, 2)),
)

SPADES_OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "target": st.integers(10, 200),
    "series_wins": st.integers(1, 100),
    "blind_nil_allowed": st.booleans(),
    "blind_six_deficit": st.integers(0, 100),
    "blind_six_limit": st.none() | st.integers(0, 2),
    "bag_rule": st.sampled_from(["limit", "each"]),
    "bag_limit": st.integers(1, 12),
    "award_jacks": st.lists(st.sampled_from(["JC", "JD", "JH"]), unique=True),
    "award_points": st.integers(0, 100),
}
PINOCHLE_OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "target": st.integers(10, 200),
    "opening": st.sampled_from(["left_must", "dealer_must", "dealer_takes_it", "redeal"]),
    "min_bid": st.integers(1, 60),
    "max_bid": st.integers(60, 80),
    "bidder_needs_marriage": st.booleans(),
}
ROUNDS = {"rounds": st.sampled_from([None, 1])}
RACEHORSE_OPTIONS = (
    PINOCHLE_OPTIONS
    | ROUNDS
    | {
        "target": st.integers(10, 2000),
        "min_bid": st.integers(1, 60).map(lambda tens: 10 * tens),
        "max_bid": st.integers(60, 80).map(lambda tens: 10 * tens),
        "pass_count": st.sampled_from([0, 3, 4]),
        "extra_royalty": st.sampled_from([0, 20, 40, "40/20"]),
        "trump_rule": st.sampled_from(["if_wins", "always", "never"]),
        "must_lead_trump": st.booleans(),
        "set_scoring": st.sampled_from(["minus_bid", "opponents_gain"]),
        "save_meld": st.sampled_from(["point", "trick"]),
        "nines_need_save": st.booleans(),
        "both_reach": st.sampled_from(["declarer", "highest"]),
        "win_needs_bid": st.booleans(),
    }
)
OPTIONS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    **{name: SPADES_OPTIONS for name, rules in VARIANTS.items() if rules.bids is not None},
    "pinochle-two-handed": PINOCHLE_OPTIONS
    | {
        "scoring": st.sampled_from(["standard", "alternate"]),
        "bidding": st.sampled_from(["single", "auction", "reveal"]),
    },
    "pinochle-racehorse": RACEHORSE_OPTIONS,
    "pinochle-double-deck": PINOCHLE_OPTIONS | ROUNDS,
    "pinochle-single-deck": PINOCHLE_OPTIONS | ROUNDS,
    "pinochle-chips": {name: values for name, values in PINOCHLE_OPTIONS.items() if name != "target"}
    | ROUNDS
    | {
        "min_bid": st.integers(20, 60),
        "purse": st.integers(30, 200),
        "ante": st.integers(0, 30),
        "hands": st.integers(1, 6),
        "deadline": st.none() | st.integers(1, 604800),
    },
    "pinochle-cutthroat": PINOCHLE_OPTIONS | ROUNDS | {"defenders_score": st.sampled_from(["team", "own"])},
}


@st.composite
def any_rules(draw: st.DrawFn, variants: Sequence[str] = sorted(OPTIONS)) -> Rules:
    variant = draw(st.sampled_from(variants))
    common = {
        "format": FORMATS,
        "max_hands": st.integers(3, 5),
        "first_dealer": st.just("draw") | st.integers(0, VARIANTS[variant].seats - 1),
    }
    options = draw(st.fixed_dictionaries(common, optional=OPTIONS[variant]))
    return configure(variant, options=options)
