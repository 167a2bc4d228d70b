"""Count leaves without the engine. By what the adjudicator, which knows the sheets alone, asks next."""

import hashlib
import itertools
from typing import Any

from arena.rules import configure, options_of
from tests.adjudicator import Asked, judged
from tests.adjudicator.variants import SHEETS

Json = dict[str, Any]


def unfinished(variant: str, position: Json) -> Json:
    """Return a record whose one hand ends at this position. It is of the right form; all else in it is wrong."""
    sheet, seed = SHEETS[variant], position["seed"]
    zeros: list[int] = [0] * sheet.seats
    dealt: Json = {"hands": [[] for _ in zeros]}
    dealt |= {key: [] for key in ("kitty", "dummy") if getattr(sheet, key)}
    hand: Json = {"number": 0, "game": 0, "dealer": 0, "dealt": dealt, "decisions": position["decisions"], "melds": []}
    hand |= {"tricks": [], "points": zeros, "outcome": "", "deltas": zeros, "scores": zeros}
    hand |= {"bags": zeros} if sheet.is_spades else {}
    hand |= {"pot": 0} if variant == "pinochle-chips" else {}
    record: Json = {"format": "arena-game/1", "id": "", "variant": variant}
    record |= {"options": options_of(configure(variant, options=position["options"])), "seed": seed}
    record |= {"commitment": hashlib.sha256(bytes.fromhex(seed)).hexdigest(), "seats": [""] * sheet.seats}
    record |= {"hands": [hand | {"infractions": []}], "games": [], "ranks": zeros, "scores": zeros}
    return record | {"ended": "max_hands"}


def open_decision(record: Json) -> Asked | None:
    """Return what is asked after the last decision. None where the hand is over."""
    _, asked = judged(record)
    assert asked, record
    decisions = record["hands"][0]["decisions"]
    return asked[0][-1] if len(asked[0]) > len(decisions) else None


def answers(asked: Asked) -> list[Json]:
    who: Json = {"seat": asked.seat, "kind": asked.kind}
    allowed = asked.allowed
    if asked.kind == "auction":
        bids = range(allowed["least"], allowed["most"] + 1, allowed["step"]) if allowed["least"] else []
        passes = [who | {"do": "pass"}] if allowed["may_pass"] else []
        return [*passes, *(who | {"do": "bid", "value": bid} for bid in bids)]
    if asked.kind in ("discard", "give"):
        laid = sorted(set(itertools.combinations(allowed["cards"], allowed["count"])))
        conceding = [who | {"do": "concede"}] if allowed["may_concede"] else []
        return [*conceding, *(who | {"do": asked.kind, "cards": list(cards)} for cards in laid)]
    return [who | answer for answer in allowed]


def adjudicated_leaves(variant: str, position: Json) -> int:
    """The leaves below a position, as the adjudicator has them."""
    record = unfinished(variant, position)
    decisions = record["hands"][0]["decisions"] = list(position["decisions"])

    def below(depth: int) -> int:
        asked = open_decision(record) if depth else None
        if asked is None:
            return 1
        count = 0
        for answer in answers(asked):
            decisions.append(answer)
            count += below(depth - 1)
            decisions.pop()
        return count

    return below(position["depth"])
