"""A seat in process that answers by a script and remembers its questions and events."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.play import Answered, Ending, Journal, Ledger, Question, Reply, TimeControl, Verdict
from arena.rules import Event, Kind, Legal, Rules, configure

TIME = TimeControl(5_000_000, 60_000_000)
SEED = bytes(range(32))


class CrashError(Exception):
    pass


Script = Callable[[Question], Reply | None]  # None: play as always


@dataclass
class Scripted:
    script: Script = lambda question: None
    think_us: int = 0
    opened: list[Event] | None = None
    asked: list[tuple[int, int]] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    told: list[Event] = field(default_factory=list)
    tells: int = 0
    verdicts: list[Verdict] = field(default_factory=list)
    ending: Ending | None = None
    in_columns: bool = False

    async def open(self, events: Sequence[Event]) -> None:
        self.opened = list(events)
        self.told = list(events)

    async def ask(self, question: Question) -> Reply:
        self.asked.append((question.number, question.attempt))
        self.questions.append(question)
        if question.attempt == 0:
            self.told += question.events
        reply = self.script(question)
        return Answered(pick(question), self.think_us) if reply is None else reply

    def tell(self, events: Sequence[Event]) -> None:
        self.tells += 1
        self.told += events

    def judge(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)

    async def close(self, ending: Ending) -> None:
        self.told += ending.events
        self.ending = ending


def pick(question: Question) -> int:
    """Return a legal answer that depends on the question alone, so that a resumed game goes on the same."""
    return answer_to(question.legal, random.Random(f"{question.number} {question.legal!r}"))


def answer_to(legal: Legal, chance: random.Random) -> int:
    if legal.kind == Kind.AUCTION:
        bids = list(range(legal.least, legal.most + 1, legal.step))[:3]
        return chance.choice(bids + [0, 0] * legal.may_pass)
    if legal.cards:
        places = sorted(chance.sample(range(len(legal.cards)), legal.count))
        return sum(legal.cards[place] << (6 * index) for index, place in enumerate(places))
    return chance.choice(legal.actions)


def at(number: int, *replies: Reply) -> Script:
    """Give *replies*, one for each attempt, to decision *number*."""

    def script(question: Question) -> Reply | None:
        given = question.number == number and question.attempt < len(replies)
        return replies[question.attempt] if given else None

    return script


def crash_at(number: int) -> Script:
    def script(question: Question) -> Reply | None:
        if question.number == number:
            raise CrashError
        return None

    return script


def two_hands(variant: str, **options: object) -> Rules:
    return configure(variant, options={"format": {"kind": "hands", "count": 2}, **options})


def new_ledger(rules: Rules, journal: Journal | None = None, seed: bytes = SEED) -> Ledger:
    return Ledger.resume(rules, seed, TIME, journal)


def as_json(record: object) -> dict[str, Any]:
    """Return a record as one that was written and read."""
    read: dict[str, Any] = json.loads(json.dumps(record))
    return read


def seats_of(rules: Rules, scripts: Mapping[int, Script] | None = None) -> list[Scripted]:
    return [Scripted((scripts or {}).get(seat, lambda question: None)) for seat in range(rules.seats)]
