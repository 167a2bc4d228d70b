"""Read the decisions of one hand, one by one. Each must be the one that is open, and its answer legal."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Json = Any


class AstrayError(Exception):
    """Raised when a decision cannot be followed. The rest of its hand cannot be judged then."""


@dataclass
class Asked:
    """One decision as the sheets have it: all its legal answers.

    *allowed* is a list of answers (a decision without `seat` and `kind`), for `auction` a dict of least, step, most
    (0, 1, 0: only a pass) and may_pass, for `discard` and `give` a dict of cards, count and may_concede.
    """

    seat: int
    kind: str
    allowed: Json


@dataclass
class Answers:
    """What a hand's decisions say, and what was asked."""

    decisions: list[Json]
    asked: list[Asked] = field(default_factory=list)

    def next(self, seat: int, kind: str, allowed: Json) -> dict[str, Json]:
        """The answer of the decision that is open."""
        at = len(self.asked)
        self.asked.append(Asked(seat, kind, allowed))
        if at >= len(self.decisions):
            raise AstrayError(f"decisions end at {at}, where seat {seat} is asked {kind}")
        decision = dict(self.decisions[at])
        claims = decision.pop("seat", None), decision.pop("kind", None)
        if claims != (seat, kind):
            raise AstrayError(f"decision {at} is {claims[1]} of seat {claims[0]}, but {kind} of seat {seat} is open")
        return decision

    def illegal(self, answer: Json) -> AstrayError:
        asked = self.asked[-1]
        text = f"decision {len(self.asked) - 1}: seat {asked.seat} answers {asked.kind} with {answer}"
        return AstrayError(f"{text}, which is illegal; legal is {asked.allowed}")

    def one_of(self, seat: int, kind: str, allowed: list[dict[str, Json]]) -> dict[str, Json]:
        answer = self.next(seat, kind, allowed)
        if not any(same(answer, legal) for legal in allowed):
            raise self.illegal(answer)
        return answer

    def play(self, seat: int, cards: Sequence[str]) -> str:
        allowed = [{"do": "play", "card": card} for card in sorted(set(cards))]
        return str(self.one_of(seat, "play", allowed)["card"])

    def auction(self, seat: int, least: int, step: int, most: int, may_pass: bool) -> int | None:
        """The bid, or None for a pass."""
        if least > most:
            least, step, most = 0, 1, 0
        allowed = {"least": least, "step": step, "most": most, "may_pass": may_pass}
        answer = self.next(seat, "auction", allowed)
        if same(answer, {"do": "pass"}) and may_pass:
            return None
        bid = answer.get("value")
        if list(answer) != ["do", "value"] or answer["do"] != "bid" or type(bid) is not int or least == 0:
            raise self.illegal(answer)
        if not (least <= bid <= most and (bid - least) % step == 0):
            raise self.illegal(answer)
        return bid

    def cards(self, seat: int, kind: str, hand: list[str], count: int, may_concede: bool = False) -> list[str] | None:
        """The cards discarded or given, or None where the seat concedes."""
        allowed = {"cards": sorted(hand), "count": count, "may_concede": may_concede}
        answer = self.next(seat, kind, allowed)
        if may_concede and same(answer, {"do": "concede"}):
            return None
        cards = answer.get("cards")
        if list(answer) != ["do", "cards"] or answer["do"] != kind or not isinstance(cards, list):
            raise self.illegal(answer)
        if len(cards) != count or Counter(cards) - Counter(hand):
            raise self.illegal(answer)
        return cards

    def over(self) -> None:
        """Nothing is open any more."""
        if len(self.decisions) > len(self.asked):
            raise AstrayError(f"decision {len(self.asked)} and later: the hand is over")


def same(answer: dict[str, Json], legal: dict[str, Json]) -> bool:
    """Equal in keys, their order, values and types (True is not 1)."""
    return list(answer.items()) == list(legal.items()) and [type(v) for v in answer.values()] == [
        type(v) for v in legal.values()
    ]
