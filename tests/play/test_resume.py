import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.play import Answered, Ledger, Lost, Malformed, Question, Reply, TimedOut, play_game, split_entries
from arena.play.ledger import JournalUpdate
from arena.rules import VARIANTS, Rules, configure
from tests.play.scripted import Script, Scripted, new_ledger, seats_of, two_hands

LATE = configure("pinochle-chips", options={"deadline": 13, "hands": 5})
ALL = [*(two_hands(variant) for variant in VARIANTS), LATE]


@dataclass(frozen=True)
class Stored:
    actions: bytes
    charges: bytes
    infractions: list[dict[str, Any]]
    banks: list[int]
    illegal: list[int]
    malformed: list[int]
    costs: list[tuple[int, int, int]]
    lost: list[int]
    asked: list[int]
    played_us: list[int]


def state_of(news: JournalUpdate) -> dict[str, Any]:
    state: dict[str, Any] = json.loads(f"{{{news.state}}}")
    return state


class Journalled(Scripted):
    """A seat that journals the ledger before each question, as if the worker were killed in it."""

    def keep(self, ledger: Ledger, pieces: list[JournalUpdate]) -> None:
        self.ledger, self.pieces = ledger, pieces

    async def ask(self, question: Question) -> Reply:
        news = self.ledger.news()
        self.pieces.append(news)
        self.ledger.keep(news)
        return await super().ask(question)


def naughty(infractions: dict[int, Reply]) -> Script:
    """Return a script that answers a seat's n-th decision by an infraction."""

    def script(question: Question) -> Reply | None:
        return infractions.get(question.number) if question.attempt == 0 else None

    return script


def _cost(question: Question) -> tuple[int, int]:
    return question.last_think_us, question.last_net_us


INFRACTIONS = st.sampled_from(
    [Answered(63, 7_000_000), Malformed("nothing", 6_000_000), TimedOut(70_000_000), Answered(63), Lost("resigned")]
)


@given(
    rules=st.sampled_from(ALL),
    seed=st.binary(min_size=32, max_size=32),
    infractions=st.dictionaries(st.integers(1, 24), INFRACTIONS, max_size=6),
    where=st.floats(0, 1, exclude_max=True),
)
async def test_a_game_resumed_anywhere_is_the_same_game(
    rules: Rules, seed: bytes, infractions: dict[int, Reply], where: float
) -> None:
    whole, pieces = new_ledger(rules, seed=seed), list[JournalUpdate]()
    seats = [Journalled(naughty(infractions)) if seat == 1 else Journalled() for seat in range(rules.seats)]
    for seat in seats:
        seat.keep(whole, pieces)
    result = await play_game(whole, seats)

    cut = int(where * len(pieces))
    entries = b"".join(piece.entries for piece in pieces[: cut + 1])
    journal = Stored(*split_entries(entries), **state_of(pieces[cut]))
    resumed, others = new_ledger(rules, journal, seed), seats_of(rules, {1: naughty(infractions)})
    assert await play_game(resumed, others) == result
    assert resumed.game.actions == whole.game.actions
    assert resumed.news().state == whole.news().state
    assert resumed.actions_and_charges == whole.actions_and_charges
    for number, (seat, other) in enumerate(zip(seats, others, strict=True)):
        assert seat.asked[len(seat.asked) - len(other.asked) :] == other.asked
        again = seat.questions[len(seat.questions) - len(other.questions) :]
        assert [_cost(question) for question in again] == [_cost(question) for question in other.questions]
        assert other.told == resumed.game.events(number)
        assert other.ending is not None
        assert seat.ending is not None
        assert (other.ending.rank, other.ending.infractions) == (seat.ending.rank, seat.ending.infractions)


@pytest.mark.parametrize("rules", [ALL[0], LATE], ids=lambda rules: str(rules.name))
async def test_a_finished_game_is_not_asked_again_but_its_seats_are_closed(rules: Rules) -> None:
    ledger = new_ledger(rules)
    result = await play_game(ledger, seats_of(rules, {1: naughty({1: TimedOut(20_000_000)})}))
    assert result.ended == ("deadline" if rules is LATE else "hands")
    news = ledger.news()
    seats = seats_of(rules)
    assert await play_game(new_ledger(rules, Stored(*split_entries(news.entries), **state_of(news))), seats) == result
    assert all(seat.opened is None and not seat.asked and seat.ending for seat in seats)


def test_news_covers_what_was_not_stored() -> None:
    ledger = new_ledger(ALL[0])
    ledger.force(ledger.game.fallback())
    first = ledger.news()
    ledger.force(ledger.game.fallback())
    ledger.keep(first)
    assert (first.start, first.end) == (0, 1)
    assert (ledger.news().start, ledger.news().end) == (1, 2)
