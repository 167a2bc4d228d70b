"""Play games and print the build of the core and a digest, which does not depend on the build."""

import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Any

from arena.rules import Kind, Legal, configure, new_game, pack, pack_cards
from arena.rules.games import game as engine
from arena.rules.records.record import to_record

SETTINGS: list[tuple[str, str | None, dict[str, Any]]] = [
    ("spades-4", "official", {"first_dealer": "draw"}),
    ("spades-4", "short-limit", {"format": {"kind": "series", "wins": 2}, "max_hands": 4}),
    ("spades-4", "short-each", {"blind_six_deficit": 0, "blind_six_limit": None}),
    ("spades-4", "three-jacks", {"format": {"kind": "hands", "count": 3}}),
    ("spades-3", "three-jacks", {"first_dealer": "draw"}),
    ("spades-5", "short-limit", {"blind_six_deficit": 0}),
    ("spades-5-2jokers", "short-each", {"first_dealer": "draw"}),
    ("spades-5-3jokers", None, {"format": {"kind": "series", "wins": 1}, "max_hands": 2}),
    ("pinochle-cutthroat", None, {"first_dealer": "draw"}),
    ("pinochle-chips", None, {"first_dealer": "draw"}),
    ("pinochle-chips", None, {"purse": 20, "ante": 5, "opening": "redeal", "format": {"kind": "series", "wins": 1}}),
    ("pinochle-two-handed", None, {"bidding": "reveal", "first_dealer": "draw"}),
    ("pinochle-two-handed", None, {"scoring": "alternate", "opening": "redeal"}),
    ("pinochle-cutthroat", None, {"opening": "redeal", "rounds": 1, "bidder_needs_marriage": True}),
    ("pinochle-cutthroat", None, {"defenders_score": "own", "format": {"kind": "series", "wins": 1}, "target": 60}),
    ("pinochle-single-deck", None, {"opening": "dealer_must"}),
    ("pinochle-double-deck", None, {"first_dealer": "draw"}),
    ("pinochle-racehorse", "racehorse", {"format": {"kind": "series", "wins": 1}, "extra_royalty": "40/20"}),
    ("pinochle-racehorse", "plain", {"win_needs_bid": True, "trump_rule": "always", "min_bid": 10}),
    ("pinochle-racehorse", None, {"set_scoring": "opponents_gain", "nines_need_save": False, "must_lead_trump": True}),
]


def numbers(seed: bytes) -> Iterator[int]:
    """Pseudo-random numbers that are the same for every build."""
    count = 0
    while True:
        yield from hashlib.shake_256(seed + count.to_bytes(4, "little")).digest(4096)
        count += 1


def choice(legal: Legal, number: int) -> int:
    if legal.actions:
        return legal.actions[number % len(legal.actions)]
    if legal.kind == Kind.AUCTION:
        return (
            0
            if legal.least > legal.most or (legal.may_pass and number % 3)
            else min(legal.least + number % 5 * legal.step, legal.most)
        )
    start = number % (len(legal.cards) - legal.count + 1)
    return pack_cards(legal.cards[start : start + legal.count])


def played(settings: tuple[str, str | None, dict[str, Any]], number: int) -> bytes:
    """Return one game's play as bytes, in one round of ten with all that can be seen of it."""
    variant, preset, options = settings
    rules = configure(variant, preset, {"max_hands": 3} | options)
    seed = hashlib.sha256(number.to_bytes(4, "little")).digest()
    game = new_game(rules, seed)
    random = numbers(seed)
    in_full = number // len(SETTINGS) % 10 == 0
    fallbacks = []
    while not game.is_over:
        if in_full:
            fallbacks.append(game.fallback())
        game.apply(choice(game.legal(), next(random)))
    seen: list[object] = [game.result(), game.seating, fallbacks]
    if in_full:
        seen += [game.events(seat) for seat in range(rules.seats)]
        seen.append(json.dumps(to_record(game, "x", ["n"] * rules.seats)))
    return pack(game.actions) + repr(seen).encode()


def main() -> None:
    digest = hashlib.sha256()
    for number in range(int(sys.argv[1])):
        digest.update(played(SETTINGS[number % len(SETTINGS)], number))
    core = "Python" if str(engine.__file__).endswith(".py") else "compiled"
    print(json.dumps({"core": core, "digest": digest.hexdigest()}))


if __name__ == "__main__":
    main()
