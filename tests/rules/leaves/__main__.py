"""Write the positions and their counts anew. The adjudicator has to agree with each count."""

import json
import random

from arena.rules import Game, Kind, Rules, configure, find, new_game, to_decision
from arena.rules.games.view import laid_count
from tests.rules.choosing import random_answer
from tests.rules.leaves import FOLDER, VARIANTS, Json, leaves, path_of
from tests.rules.leaves.counted import adjudicated_leaves

TRIED = 30
MOST = 600
NO_OPTIONS: Json = {}
# What changes how cards are played: some endings are played under each.
OPTIONS: dict[str, list[Json]] = {
    "pinochle-racehorse": [{"trump_rule": "always"}, {"trump_rule": "never"}, {"must_lead_trump": True}],
    "pinochle-two-handed": [{"scoring": "alternate"}],
}


def decisions_of(game: Game) -> list[Json]:
    rules = game.rules
    decided = game.hand.decisions()
    return [to_decision(seat, kind, action, laid_count(rules, kind)) for seat, kind, action in decided]


def ending(rules: Rules, number: int, cards: int) -> Game | None:
    """Play at random to the lead of a trick with *cards* in each hand; None if that never comes."""
    rng = random.Random(number)
    game = new_game(rules, rng.randbytes(32))
    while not game.is_over and game.hand_number == 0:
        if game.kind == Kind.PLAY and all(len(game.layout.sorted(seat.cards)) == cards for seat in game.seats):
            return game
        game.apply(random_answer(game.legal(), rng, 0.3))
    return None


def endings(variant: str, options: Json, cards: int) -> list[Json]:
    """Return two endings, one of middling size and one with more leaves, so that rules bind."""
    rules = configure(variant, options=options)
    rows = []
    for number in range(TRIED):
        game = ending(rules, number, cards)
        if game is not None:
            rows.append((leaves(game, 99), game))
    rows.sort(key=lambda pair: pair[0])
    rows = [pair for pair in rows if pair[0] <= MOST] or rows[:1]
    chosen = {len(rows) // 2, len(rows) * 4 // 5} if rows else set()
    return [position(game, options, 99, count) for count, game in (rows[at] for at in sorted(chosen))]


def position(game: Game, options: Json, depth: int, count: int) -> Json:
    assert game.seed is not None
    place: Json = {"options": options, "seed": game.seed.hex(), "depth": depth, "leaves": count}
    return place | {"decisions": decisions_of(game)}


def beginning(variant: str, number: int) -> Json:
    """Return the position of a game's first decisions. Blind bids on offer, or an auction whose cap is near."""
    auction = find(variant).auction
    options: Json = {"blind_six_deficit": 0, "blind_nil_allowed": number > 0}
    if auction is not None:
        step = 10 if auction.min_bid % 10 == 0 and auction.max_bid == 4000 else 1
        options = {"max_bid": auction.min_bid + (3 + number) * step}
    game = new_game(configure(variant, options=options), random.Random(number).randbytes(32))
    depth = 3
    return position(game, options, depth, leaves(game, depth))


def main() -> None:
    for left_over in set(FOLDER.glob("*.json")) - {path_of(variant) for variant in VARIANTS}:
        left_over.unlink()
    for variant in VARIANTS:
        positions = [beginning(variant, number) for number in range(2)]
        for cards in (2, 3, 4)[: 3 if find(variant).seats < 4 else 2]:
            positions += endings(variant, NO_OPTIONS, cards)
        for options in OPTIONS.get(variant, []):
            positions += endings(variant, options, 3)
        positions = [place for place in positions if place["leaves"] <= MOST]
        for place in positions:
            assert adjudicated_leaves(variant, place) == place["leaves"], (variant, place)
        rows = [json.dumps(place, separators=(",", ":")) for place in positions]
        path_of(variant).write_text("[\n" + ",\n".join(rows) + "\n]\n")
        print(variant, *(place["leaves"] for place in positions))


if __name__ == "__main__":
    main()
