"""Replay all packs of a folder, and tell which decisions changed."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bots.sdk.packs.asking import Answered, ask
from bots.sdk.packs.pack import SUFFIX, BadPack, Pack, read_pack
from bots.sdk.packs.questions import Question, questions_of
from bots.sdk.vector.bot import BotClass


class Changed(NamedTuple):
    """A decision that this code answers otherwise: *was* and *now* in words; *fault*: why it has no answer now.

    *why*: of a kept answer that was the arena's.
    """

    pack: str
    place: str
    seat: int
    was: str
    now: str
    fault: str = ""
    why: str = ""

    def __str__(self) -> str:
        reason = f" (the fallback: {self.why})" if self.why else ""
        now = f"fails: {self.fault}" if self.fault else f"now {self.now}"
        return f"{self.pack}: {self.place} seat {self.seat}: was {self.was}{reason}, {now}"


class Replayed(NamedTuple):
    """What came of some packs: how many, how many decisions they have, and those that changed."""

    packs: int
    decisions: int
    changed: list[Changed]

    @property
    def faults(self) -> int:
        """How many decisions the bot fails at."""
        return sum(bool(each.fault) for each in self.changed)

    def summary(self) -> str:
        """Return the numbers in a line."""
        return f"packs: {self.packs}, decisions: {self.decisions}, changed: {len(self.changed)}, faults: {self.faults}"


def packs_in(folder: Path) -> Iterator[tuple[str, Pack]]:
    """Yield the packs of a folder with their files' names, in their order. Raises `BadPack`."""
    if not folder.is_dir():
        raise BadPack(f"{folder}: accepted is a folder of packs, as `arena bot keep` writes them")
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            yield path.name, read_pack(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, BadPack) as problem:
            raise BadPack(f"{path}: {problem}") from None


def questions_in(folder: Path, variants: "tuple[str, ...] | list[str]") -> Iterator[tuple[str, list[Question]]]:
    """Yield the decisions of each pack whose variant is one of *variants*. Raises `BadPack`."""
    for name, pack in packs_in(folder):
        try:
            questions = questions_of(pack)
        except BadPack as problem:
            raise BadPack(f"{folder / name}: {problem}") from None
        if all(each.decision.rules.name in variants for each in questions):
            yield name, questions


def replay_packs(bot: BotClass, folder: Path, other: BotClass | None = None) -> Replayed:
    """Ask *bot* all decisions of a folder's packs; compare with what was kept, or with what *other* answers.

    Raises `BadPack`.
    """
    packs, decisions, changed = 0, 0, []
    for name, questions in questions_in(folder, bot.variants):
        packs += 1
        for question in questions:
            decisions += 1
            was = Answered(question.kept) if other is None else ask(other, question)
            change = compared(name, question, was, ask(bot, question), "" if other else question.why)
            changed += [] if change is None else [change]
    return Replayed(packs, decisions, changed)


def compared(pack: str, question: Question, was: Answered, now: Answered, why: str = "") -> Changed | None:
    """Return how an answer changed; None where it is the same and no fault."""
    if now.action is not None and was.action is not None and question.are_alike(was.action, now.action):
        return None
    before, after = (each.fault if each.action is None else question.told(each.action) for each in (was, now))
    return Changed(pack, question.place, question.decision.seat, before, after, now.fault, why)
