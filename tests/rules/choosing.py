"""Random games for the adjudicator. Random options of every variant, stacked decks and a random player."""

import json
import random
from typing import Any

from hypothesis import strategies as st

from arena.rules import (
    Game,
    Kind,
    Legal,
    Rules,
    card_code,
    card_text,
    configure,
    new_game,
    pack_cards,
    presets_of,
    to_decision,
)
from arena.rules.records.record import to_record
from tests.adjudicator.variants import SHEETS

TARGETS = st.integers(10, 300)
SPADES: dict[str, st.SearchStrategy[Any]] = {
    "target": TARGETS,
    "series_wins": st.integers(1, 100),
    "blind_nil_allowed": st.booleans(),
    "blind_six_deficit": st.integers(0, 60),
    "blind_six_limit": st.none() | st.integers(0, 2),
    "bag_rule": st.sampled_from(["limit", "each"]),
    "bag_limit": st.integers(1, 12),
    "award_jacks": st.lists(st.sampled_from(["JC", "JD", "JH"]), unique=True),
    "award_points": st.integers(0, 100),
}
PINOCHLE: dict[str, st.SearchStrategy[Any]] = {
    "target": TARGETS,
    "opening": st.sampled_from(["left_must", "dealer_must", "dealer_takes_it", "redeal"]),
    "rounds": st.sampled_from([None, 1]),
    "bidder_needs_marriage": st.booleans(),
}
OWN: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "pinochle-chips": {"hands": st.integers(1, 6), "deadline": st.none() | st.integers(1, 604800)},
    "pinochle-racehorse": {
        "target": st.integers(10, 2000),
        "pass_count": st.sampled_from([0, 3, 4]),
        "extra_royalty": st.sampled_from([0, 20, 40, "40/20"]),
        "trump_rule": st.sampled_from(["if_wins", "always", "never"]),
        "must_lead_trump": st.booleans(),
        "set_scoring": st.sampled_from(["minus_bid", "opponents_gain"]),
        "save_meld": st.sampled_from(["point", "trick"]),
        "nines_need_save": st.booleans(),
        "both_reach": st.sampled_from(["declarer", "highest"]),
        "win_needs_bid": st.booleans(),
    },
    "pinochle-two-handed": {
        "scoring": st.sampled_from(["standard", "alternate"]),
        "bidding": st.sampled_from(["single", "auction", "reveal"]),
    },
    "pinochle-cutthroat": {"defenders_score": st.sampled_from(["team", "own"])},
}
WITHOUT = {"pinochle-chips": ["target"], "pinochle-two-handed": ["rounds"]}
FORMATS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({"kind": "game"}),
    st.builds(lambda count: {"kind": "hands", "count": count}, st.integers(1, 3)),
    st.builds(lambda wins: {"kind": "series", "wins": wins}, st.integers(1, 2)),
)


@st.composite
def chosen_rules(draw: st.DrawFn, variant: str) -> Rules:
    """Draw a preset of the variant and some of its options. Games are short."""
    sheet = SHEETS[variant]
    common = {
        "format": FORMATS,
        "max_hands": st.integers(3, 5),
        "first_dealer": st.just("draw") | st.integers(0, sheet.seats - 1),
    }
    own = SPADES if sheet.is_spades else PINOCHLE | OWN.get(variant, {})
    fitting = {name: values for name, values in own.items() if name not in WITHOUT.get(variant, [])}
    options: dict[str, Any] = draw(st.fixed_dictionaries(common, optional=fitting))
    if not sheet.is_spades and draw(st.booleans()):
        options |= draw(bid_limits(variant))
    if variant == "pinochle-chips" and draw(st.booleans()):
        options["purse"] = draw(st.integers(1, 60))
        options["ante"] = draw(st.integers(0, options["purse"]))
    if options["format"]["kind"] == "hands" and draw(st.booleans()):
        options["max_hands"] = options["format"]["count"]
    return configure(variant, draw(st.sampled_from(sorted(presets_of(variant)))), options)


@st.composite
def bid_limits(draw: st.DrawFn, variant: str) -> dict[str, int]:
    """Draw a least bid, near the variant's or well below, and a cap that random bidders can reach."""
    sheet = SHEETS[variant]
    least = draw(st.integers(20 if variant == "pinochle-chips" else 1, sheet.least_bid // sheet.step + 5))
    most = least + draw(st.integers(0, 20))
    return {"min_bid": least * sheet.step, "max_bid": most * sheet.step}


@st.composite
def stacked_decks(draw: st.DrawFn, variant: str) -> list[list[str]]:
    """Draw up to three decks in which like cards lie together. So melds, long suits and captured jacks are many."""
    decks = []
    for _ in range(draw(st.integers(1, 3))):
        rng = random.Random(draw(st.integers(0, 2**32)))
        spread = rng.choice((0.0, 0.3, 1.0))
        suits = {suit: rng.choice((0, 0, 2)) * rng.random() for suit in "SDCH123"}
        kinds = {card: suits[card[1]] + rng.random() for card in SHEETS[variant].deck}
        deck = list(SHEETS[variant].deck)
        decks.append(sorted(deck, key=lambda card: kinds[card] + spread * rng.random()))
    return decks


def random_answer(legal: Legal, rng: random.Random, eager: float) -> int:
    """Return any legal answer. *eager* is how readily it bids in an auction, and by how little."""
    if legal.kind == Kind.AUCTION:
        if legal.least > legal.most or (legal.may_pass and rng.random() > eager):
            return 0
        bids = range(legal.least, legal.most + 1, legal.step)
        return rng.choice(bids[:6] if rng.random() < 0.9 else bids)
    if legal.kind in (Kind.DISCARD, Kind.GIVE):
        if legal.may_concede and rng.random() < 0.2:
            return 0
        return pack_cards([legal.cards[at] for at in sorted(rng.sample(range(len(legal.cards)), legal.count))])
    if legal.kind == Kind.BID and rng.random() < 0.6:
        return rng.choice(legal.actions[:4])
    return rng.choice(legal.actions)


def answers_of(seat: int, legal: Legal) -> tuple[int, Any]:
    """The seat and its legal answers as the adjudicator lists them."""
    if legal.kind == Kind.AUCTION:
        least, step, most = (legal.least, legal.step, legal.most) if legal.least <= legal.most else (0, 1, 0)
        return seat, {"least": least, "step": step, "most": most, "may_pass": legal.may_pass}
    if legal.kind in (Kind.DISCARD, Kind.GIVE):
        cards = sorted(card_text(card) for card in legal.cards)
        return seat, {"cards": cards, "count": legal.count, "may_concede": legal.may_concede}
    answers = [to_decision(seat, legal.kind, action) for action in legal.actions]
    return seat, [{key: value for key, value in answer.items() if key not in ("seat", "kind")} for answer in answers]


def played(rules: Rules, number: int, decks: list[list[str]]) -> tuple[Game, list[tuple[int, Any]]]:
    """Play a whole random game. Returns it with the legal answers of each of its decisions."""
    rng = random.Random(number)
    game = new_game(rules, rng.randbytes(32), deals=[[card_code(card) for card in deck] for deck in decks])
    eager, asked = rng.choice((0.1, 0.4, 0.8)), []
    while not game.is_over:
        legal = game.legal()
        asked.append(answers_of(game.to_act, legal))
        game.apply(random_answer(legal, rng, eager))
    return game, asked


def record_of(game: Game) -> dict[str, Any]:
    names = [f"bot{player}@1" for player in game.seating]
    record: dict[str, Any] = json.loads(json.dumps(to_record(game, "a game", names)))
    return record
