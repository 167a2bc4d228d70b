import io
import pickle
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules import VARIANTS, Kind, configure, new_game
from bots.sdk import Bot, View
from bots.sdk.bot.answers import AnswerError, action_of, answer_of, legal_answers
from bots.sdk.bot.cards import cards_of
from bots.sdk.bot.knowledge import fallback_of
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors, BotFailedError
from bots.sdk.seats.pace import at_once
from bots.sdk.seats.replay import pack_decision, unpack_decision
from bots.sdk.seats.seat import Seat
from tests.sizes import sized
from tests.wire.games import SETUPS, decisions, rules_of
from tests.wire.test_round_trips import in_order

SPADES = cards_of(VARIANTS["spades-4"])
PINOCHLE = cards_of(VARIANTS["pinochle-cutthroat"])
setups = pytest.mark.parametrize(("variant", "preset"), SETUPS)


def test_cards_are_text_that_knows_more_and_compare_by_the_strength_of_their_deck() -> None:
    ace = SPADES[12]
    assert ace == "AS"
    assert f"{ace} {[ace]}" == "AS [AS]"
    assert (ace.rank, ace.suit, ace.code) == ("A", "S", 12)
    assert "AS" in [ace]
    assert deepcopy(ace) == pickle.loads(pickle.dumps(ace)) == ace
    assert pickle.loads(pickle.dumps(ace)).strength == ace.strength
    ten, king, queen = 8, 11, 10
    assert max(SPADES[ten], SPADES[king], SPADES[queen]) == "KS"
    assert max(PINOCHLE[ten], PINOCHLE[king], PINOCHLE[queen]) == "TS"


@setups
@settings(max_examples=sized(3, 200))
@given(seed=st.integers(0, 2**32))
def test_every_decision_in_the_bots_words_and_back(variant: str, preset: str, seed: int) -> None:
    rules = rules_of(variant, preset, hands=1)
    seats = [Seat(Bot, rules, seat, BotErrors(strict=True), Diary()) for seat in range(rules.seats)]
    for game, legal, action in decisions(rules, seed):
        seat = seats[game.to_act]
        seat.hear(game.events(game.to_act, len(seat.events)))
        seat.view.asked = legal
        assert seat.view.core == game.view(game.to_act)
        assert fallback_of(seat.view.core) == game.fallback()
        cards = seat.view.cards
        assert action_of(legal.kind, answer_of(legal.kind, action, cards)) == action
        if not legal.cards:
            assert all(legal.allows(action_of(legal.kind, answer)) for answer in legal_answers(legal, cards))
        assert str(seat.view)
        rebuilt = unpack_decision(pack_decision(rules, game.to_act, seat.events, legal))
        assert (rebuilt.rules, rebuilt.seat, rebuilt.events) == (rules, game.to_act, seat.events)
        assert in_order(rebuilt.legal) == in_order(legal)
        seat.view.asked = None


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (Kind.PLAY, 12),
        (Kind.PLAY, "1S"),
        (Kind.PLAY, None),
        (Kind.BID, 0),
        (Kind.BID, True),
        (Kind.BID, 32),
        (Kind.BID, "pass"),
        (Kind.BLIND, 3),
        (Kind.AUCTION, -5),
        (Kind.AUCTION, "nil"),
        (Kind.TRUMP, "X"),
        (Kind.TRUMP, 0),
        (Kind.DISCARD, []),
        (Kind.DISCARD, ["AS", 3, "KS"]),
        (Kind.DISCARD, "AS"),
        (Kind.THROW_IN, "maybe"),
    ],
)
def test_an_invalid_answer_is_refused(kind: int, answer: Any) -> None:
    with pytest.raises(AnswerError):
        action_of(kind, answer)


class Three:
    """As a number of numpy: no int, and an index."""

    def __index__(self) -> int:
        return 3


def test_numbers_need_not_be_pythons_own_and_a_pass_has_three_spellings() -> None:
    assert action_of(Kind.BID, Three()) == action_of(Kind.AUCTION, Three()) == 3
    assert [action_of(Kind.AUCTION, answer) for answer in ("pass", None, 0)] == [0, 0, 0]


def bidding(answer: Any) -> type[Bot]:
    """Return a bot that answers so, or raises what it is given."""

    class Bidding(Bot):
        def bid(self, view: View) -> Any:
            if isinstance(answer, BaseException):
                raise answer
            return answer

    return Bidding


class Unmade(Bot):
    def __init__(self) -> None:
        raise RuntimeError("no such bot")


RULES = configure("spades-4", options={"blind_nil_allowed": False})


def asked(bot: type[Bot], errors: BotErrors) -> tuple[Seat, int]:
    game = new_game(RULES, Random(1).randbytes(32))
    seat = Seat(bot, RULES, game.to_act, errors, Diary())
    seat.hear(game.events(game.to_act))
    return seat, at_once(seat.decide(game.legal()))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (RuntimeError("no idea"), "RuntimeError: no idea"),
        (SystemExit("enough"), "SystemExit: enough"),
        (14, "14 is not legal"),
        (["three"], "['three'] is not an answer to bid"),
    ],
)
def test_an_error_is_reported_with_its_view_and_answered_by_the_fallback(answer: Any, told: str) -> None:
    out = io.StringIO()
    errors = BotErrors(out=out)
    seat, action = asked(bidding(answer), errors)
    assert action == 1
    assert errors.count == 1
    assert told in out.getvalue()
    assert " ".join(map(str, seat.view.hand)) in out.getvalue()
    assert out.getvalue().count("--replay") == 1
    assert seat.view.kind == "none"


def test_a_bot_that_cannot_be_made_is_played_for() -> None:
    out = io.StringIO()
    errors = BotErrors(out=out)
    _, action = asked(Unmade, errors)
    assert (action, errors.count) == (1, 1)
    assert "no such bot" in out.getvalue()


def test_strict_stops_at_the_first_error() -> None:
    with pytest.raises(BotFailedError):
        asked(bidding(RuntimeError()), BotErrors(strict=True, out=io.StringIO()))


def test_each_cause_of_errors_is_told_once_and_ten_causes_at_most() -> None:
    out = io.StringIO()
    errors = BotErrors(out=out)
    for _ in range(30):
        asked(bidding(14), errors)
    assert (errors.count, out.getvalue().count("is not legal")) == (30, 1)
    assert out.getvalue().count("the same error again: further cases are counted, not printed\n") == 1
    for line in range(30):
        errors.report("raised", f"line {line}\nKeyError: {line}", "here")
        errors.report("raised", f"line {line}\nKeyError: {line + 1}", "here")
    assert (errors.count, out.getvalue().count("KeyError")) == (90, 9)
    assert out.getvalue().endswith("further errors are counted, not printed\n")


def test_cards_are_laid_in_any_order_from_any_iterable() -> None:
    laid = (["9H", "TS", "AS"], ("AS", "TS", "9H"), iter(["TS", "9H", "AS"]))
    assert len({action_of(Kind.DISCARD, cards) for cards in laid}) == 1
