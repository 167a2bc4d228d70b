"""Ask a bot the decisions of packs again, and list the answers that changed."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bots.sdk.bot.answers import AnswerError, action_of
from bots.sdk.packs.pack import SUFFIX, PackError, read_pack
from bots.sdk.packs.questions import Question, questions_of
from bots.sdk.seats.diary import answer_to, view_of
from bots.sdk.seats.errors import RAISED
from bots.sdk.vector.bot import BotClass, VectorBot


class BotAnswer(NamedTuple):
    """A bot's answer to a stored decision: a legal *action*, or None and an *error* text."""

    action: int | None
    error: str = ""


def ask(bot: BotClass, question: Question) -> BotAnswer:
    """Ask a fresh object of *bot* a decision. Raises `PackError` if the decision cannot be asked of a vector bot."""
    legal = question.decision.legal
    try:
        action = _action_of(bot, question)
    except AnswerError as none:
        return BotAnswer(None, str(none))
    except PackError:
        raise
    except RAISED as error:
        return BotAnswer(None, f"{type(error).__name__}: {error}")
    return BotAnswer(action) if legal.allows(action) else BotAnswer(None, f"{question.describe(action)} is not legal")


def _action_of(bot: BotClass, question: Question) -> int:
    if not issubclass(bot, VectorBot):
        return action_of(question.decision.legal.kind, answer_to(bot, view_of(question.decision)))
    from bots.sdk.vector.log import one_row

    if question.game is None:
        raise PackError(f"{bot.__name__} is a VectorBot, which cannot be asked a decision of a log; remove the pack")
    return one_row(bot, question.game)


class ChangedAnswer(NamedTuple):
    """A decision that the bot now answers differently than before."""

    pack: str
    place: str
    seat: int
    was: str
    now: str
    error: str = ""  # why the bot gives no legal answer now; "" if it does
    why: str = ""  # why the fallback gave the stored answer; "" if the bot did

    def __str__(self) -> str:
        reason = f" (the fallback: {self.why})" if self.why else ""
        now = f"fails: {self.error}" if self.error else f"now {self.now}"
        return f"{self.pack}: {self.place} seat {self.seat}: was {self.was}{reason}, {now}"


class ReplayResult(NamedTuple):
    """The result of asking packs again: the numbers of packs and decisions, and the changed answers."""

    packs: int
    decisions: int
    changed: list[ChangedAnswer]

    @property
    def errors(self) -> int:
        """The number of decisions to which the bot gives no legal answer."""
        return sum(bool(each.error) for each in self.changed)

    def summary(self) -> str:
        """Return the numbers in one line of text."""
        return f"packs: {self.packs}, decisions: {self.decisions}, changed: {len(self.changed)}, errors: {self.errors}"


def questions_in(folder: Path, variants: Sequence[str]) -> Iterator[tuple[str, list[Question]]]:
    """Yield (file name, decisions) for each pack in *folder* whose variant is one of *variants*. Raises `PackError`."""
    if not folder.is_dir():
        raise PackError(f"{folder} is not a folder; give a folder of packs, as `arena bot keep` writes them")
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            questions = questions_of(read_pack(path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, PackError) as problem:
            raise PackError(f"{path}: {problem}") from None
        if all(each.decision.rules.name in variants for each in questions):
            yield path.name, questions


def replay_packs(bot: BotClass, folder: Path, other: BotClass | None = None) -> ReplayResult:
    """Ask *bot* all decisions in a folder of packs, and compare the answers with the stored ones.

    *other*: if not None, the answers of this bot replace the stored ones. Raises `PackError`.
    """
    packs, decisions, changed = 0, 0, []
    for name, questions in questions_in(folder, bot.variants):
        packs += 1
        for question in questions:
            decisions += 1
            was = BotAnswer(question.kept) if other is None else ask(other, question)
            change = compare(name, question, was, ask(bot, question), "" if other else question.why)
            changed += [] if change is None else [change]
    return ReplayResult(packs, decisions, changed)


def compare(pack: str, question: Question, was: BotAnswer, now: BotAnswer, why: str = "") -> ChangedAnswer | None:
    """Return how an answer changed; None if it did not. *pack*: file name; *why*: why the fallback gave *was*."""
    if now.action is not None and was.action is not None and question.are_alike(was.action, now.action):
        return None
    before, after = (each.error if each.action is None else question.describe(each.action) for each in (was, now))
    return ChangedAnswer(pack, question.place, question.decision.seat, before, after, now.error, why)
