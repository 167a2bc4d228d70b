"""Read the decisions of a pack, each with the view of its seat."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from arena.rules import KIND_NAMES, Game, RulesError, describe
from arena.rules.replays.line import from_line
from arena.rules.replays.place import Place, decisions_at
from arena.wire.laying import unpack_laid_cards
from arena.wire.refusals import MalformedError
from bots.sdk.bot.answers import LAYING, AnswerError, action_of
from bots.sdk.packs.pack import Pack, PackError
from bots.sdk.seats.diary import view_of
from bots.sdk.seats.replay import Decision, place_of, unpack_decision


class Question(NamedTuple):
    """A stored decision that a bot can be asked again."""

    place: str  # GAME:HAND:DECISION, without GAME if that is unknown
    decision: Decision
    kept: int  # the action that was stored as the answer
    why: str = ""  # reason of the infraction if the fallback answered, else ""
    game: Game | None = None  # a copy of the game with this decision open; None if only the seat's view is known

    def describe_view(self) -> list[str]:
        """Return the seat's view, as lines of text."""
        return str(view_of(self.decision)).splitlines()

    def describe(self, action: int) -> str:
        """Return an action of this decision in words."""
        return describe(self.decision.legal.kind, action, self.decision.legal.count)

    def are_alike(self, one: int, other: int) -> bool:
        """Return whether two actions are the same answer; the order of discarded or given cards does not matter."""
        if self.decision.legal.kind in LAYING and one and other:
            return sorted(unpack_laid_cards(one)) == sorted(unpack_laid_cards(other))
        return one == other


def questions_of(pack: Pack) -> list[Question]:
    """Return the decisions of a pack at which the seat had a choice. Raises `PackError`, also for an invalid game."""
    try:
        return [_of_log(pack)] if pack.asked else list(_of_game(pack))
    except (RulesError, MalformedError, AnswerError) as problem:
        raise PackError(str(problem)) from None


def question_at(record: dict[str, Any], place: Place) -> Question:
    """Return the decision at *place* in a game's *record*. Raises `PackError`, `PlaceError`, `RecordError`."""
    if place.decision is None:
        raise PackError(f"{place} has no decision; give GAME:HAND:DECISION, counted from 1")
    if record["id"] != place.game:
        raise PackError(f"{place} is not in game {record['id']}; give the record of its game")
    return next(_questions(record, place))


def _of_game(pack: Pack) -> Iterator[Question]:
    record = from_line(pack.game)
    if pack.seat >= len(record["seats"]):
        raise PackError(f"seat {pack.seat} is not in the game; give 0 to {len(record['seats']) - 1}")
    hand, decision = (None if number is None else number - 1 for number in (pack.hand, pack.decision))
    for question in _questions(record, Place(record["id"], hand, decision)):
        if question.decision.seat == pack.seat and question.decision.legal.single < 0:
            yield question


def _questions(record: dict[str, Any], place: Place) -> Iterator[Question]:
    for at, game, action in decisions_at(record, place):
        seat = int(game.to_act)
        decision = Decision(game.rules, seat, game.events(seat), game.legal())
        assert at.hand is not None
        infractions = record["hands"][at.hand]["infractions"]
        reasons = [str(each["reason"]) for each in infractions if each["decision"] == at.decision]
        yield Question(str(at), decision, action, reasons[0] if reasons else "", game.copy())


def _of_log(pack: Pack) -> Question:
    decision = unpack_decision(pack.asked)
    action = action_of(decision.legal.kind, pack.answer)
    if not decision.legal.allows(action):
        raise PackError(f"answer {pack.answer!r} is not a legal {KIND_NAMES[decision.legal.kind]}; correct it")
    return Question(place_of(decision.events), decision, action, pack.error)
