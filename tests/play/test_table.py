import pytest

from arena.play import (
    DISCONNECTED,
    ILLEGAL,
    RESIGNED,
    TIMEOUT,
    Answered,
    Infraction,
    Ledger,
    Lost,
    Malformed,
    Question,
    Rejection,
    Reply,
    TimedOut,
    count_unasked,
    play_game,
)
from arena.rules import Game, GameEnded, HandEnded, HandStarted, Kind, new_game
from tests.league.made import known
from tests.play.scripted import SEED, TIME, CrashError, Script, Scripted, at, crash_at, new_ledger, seats_of, two_hands

SPADES = two_hands("spades-4")
NO_SUCH_CARD = Answered(63)


async def played(scripts: dict[int, Script], auto_single: bool = True) -> tuple[Ledger, list[Scripted]]:
    ledger, seats = new_ledger(SPADES), seats_of(SPADES, scripts)
    await play_game(ledger, seats, auto_single=auto_single)
    return ledger, seats


def at_first_play(reply: Answered | Malformed | TimedOut | Lost) -> Script:
    """Return a script that gives *reply* at the first card played."""
    done: list[int] = []

    def script(question: Question) -> Reply | None:
        if question.legal.kind == Kind.PLAY and not done:
            done.append(question.number)
            return reply
        return None

    return script


async def test_game_ends_and_every_seat_sees_all_its_events() -> None:
    ledger, seats = await played({})
    assert ledger.game.is_over
    assert not ledger.infractions
    for number, seat in enumerate(seats):
        assert seat.told == ledger.game.events(number)
        assert seat.opened == []
        assert known(seat.ending).score == ledger.game.result().scores[number]
        assert known(seat.ending).rank == ledger.game.result().ranks[number]
        assert isinstance(seat.told[-1], GameEnded)
        assert seat.asked == [(number, 0) for number in range(1, len(seat.asked) + 1)]
    assert isinstance(seats[0].questions[0].events[0], HandStarted)


async def test_one_legal_answer_is_not_asked_for_unless_the_match_says_so() -> None:
    _, seats = await played({})
    assert all(question.legal.single < 0 for seat in seats for question in seat.questions)
    every, asked = await played({}, auto_single=False)
    assert sum(len(seat.asked) for seat in asked) == len(every.game.actions) > sum(len(seat.asked) for seat in seats)


async def test_seats_hear_the_result_only_at_the_end_of_a_hand() -> None:
    _, seats = await played({})
    assert [seat.tells for seat in seats] == [1, 1, 1, 1]  # the second hand's end comes with GameOver
    for seat in seats:
        ends = [event for question in seat.questions for event in question.events if isinstance(event, HandEnded)]
        assert not ends


async def test_an_illegal_answer_may_be_corrected() -> None:
    ledger, seats = await played({1: at(3, NO_SUCH_CARD, Malformed("no action"))})
    assert seats[1].asked[2:6] == [(3, 0), (3, 1), (3, 2), (4, 0)]
    again, last = seats[1].questions[3:5]
    rejection = known(again.rejection)
    assert rejection.left == 2
    assert "play 63" in rejection.reason
    assert again.events == seats[1].questions[2].events
    assert last.rejection == Rejection("no action", 1)
    assert not ledger.infractions
    assert [account.illegal for account in ledger.accounts] == [0, 2, 0, 0]


async def test_each_illegal_answer_after_the_third_costs_the_decision() -> None:
    def script(question: Question) -> Reply | None:
        return NO_SUCH_CARD if question.number in (3, 5) else None

    ledger, seats = await played({2: script})
    assert seats[2].asked[2:9] == [(3, 0), (3, 1), (3, 2), (3, 3), (4, 0), (5, 0), (6, 0)]
    assert [entry.reason for entry in ledger.infractions] == [ILLEGAL, ILLEGAL]
    assert ledger.accounts[2].illegal == 5
    assert known(seats[2].ending).infractions == 2
    assert_fallback(ledger, ledger.infractions[0])


async def test_time_that_is_up_costs_the_decision_and_the_bank() -> None:
    ledger, seats = await played({0: at_first_play(TimedOut(65_000_001))})
    assert [entry.reason for entry in ledger.infractions] == [TIMEOUT]
    assert [account.bank_us for account in ledger.accounts] == [0, TIME.bank_us, TIME.bank_us, TIME.bank_us]
    later = [question for question in seats[0].questions if question.bank_us == 0]
    assert later[0].last_think_us == 65_000_001
    assert_fallback(ledger, ledger.infractions[0])


@pytest.mark.parametrize("reason", [DISCONNECTED, RESIGNED])
async def test_a_seat_that_is_gone_is_not_asked_again_and_has_one_infraction(reason: str) -> None:
    ledger, seats = await played({3: at_first_play(Lost(reason))})
    assert [(entry.seat, entry.reason) for entry in ledger.infractions] == [(3, reason)]
    assert seats[3].questions[-1].legal.kind == Kind.PLAY
    assert [question.legal.kind for question in seats[3].questions].count(Kind.PLAY) == 1
    assert ledger.game.is_over
    assert [account.lost for account in ledger.accounts] == [False, False, False, True]
    assert seats[3].ending
    assert seats[3].told == ledger.game.events(3)
    assert_fallback(ledger, ledger.infractions[0])


async def test_thinking_beyond_the_move_s_time_comes_out_of_the_bank() -> None:
    seats = seats_of(SPADES)
    seats[0].think_us = TIME.move_us + 1000
    seats[1].think_us = TIME.move_us
    ledger = new_ledger(SPADES)
    await play_game(ledger, seats)
    assert ledger.accounts[0].bank_us == TIME.bank_us - 1000 * len(seats[0].asked)
    assert ledger.accounts[1].bank_us == TIME.bank_us
    assert seats[0].questions[1].bank_us == TIME.bank_us - 1000
    assert seats[0].questions[1].last_think_us == TIME.move_us + 1000


async def test_exception_of_a_seat_is_raised_unchanged() -> None:
    with pytest.raises(CrashError):
        await played({2: crash_at(4)})


def assert_fallback(ledger: Ledger, entry: Infraction) -> None:
    """Check that the fallback answered the infraction's decision, which is its seat's."""
    game = new_game(SPADES, SEED)
    ends = 0
    for action in ledger.game.actions:
        if game.hand.number == entry.hand and ends == entry.decision:
            assert game.to_act == entry.seat
            assert action == game.fallback()
            return
        hand = game.hand.number
        game.apply(action)
        ends = ends + 1 if game.hand.number == hand else 0
    raise AssertionError("no such decision")


async def test_seat_is_judged_at_once() -> None:
    scripts = {0: at_first_play(TimedOut(65_000_001)), 2: at(3, *[NO_SUCH_CARD] * 4)}
    ledger, seats = await played(scripts)
    illegal, late = sorted(ledger.infractions, key=lambda entry: entry.reason)
    (verdict,) = seats[late.seat].verdicts
    assert (verdict.infraction, verdict.hand, verdict.decision, verdict.line) == (TIMEOUT, late.hand, late.decision, "")
    assert (verdict.kind, verdict.number) == (Kind.PLAY, seats[0].asked[verdict.number - 1][0])
    (verdict,) = seats[illegal.seat].verdicts
    assert (verdict.infraction, verdict.number, verdict.hand, verdict.decision) == (
        ILLEGAL,
        3,
        illegal.hand,
        illegal.decision,
    )
    assert verdict.played is not None
    assert "play 63 is not legal: legal is " in verdict.line
    assert [seats[1].verdicts, seats[3].verdicts] == [[], []]


def decisions(game: Game, seat: int, auto_single: bool) -> int:
    """How many decisions of the whole game were the seat's."""
    again, count = new_game(game.rules, game.seed), 0
    for action in game.actions:
        count += again.to_act == seat and not (auto_single and again.legal().single >= 0)
        again.apply(action)
    return count


@pytest.mark.parametrize("auto_single", [True, False])
@pytest.mark.parametrize("number", [1, 3, 9])
async def test_count_unasked_covers_all_decisions_after_the_bot_left(number: int, auto_single: bool) -> None:
    def script(question: Question) -> Reply | None:
        return Lost(DISCONNECTED) if question.number == number else None

    ledger, _ = await played({2: script}, auto_single)
    (left,) = ledger.infractions
    count = count_unasked(ledger.game, {2: (left.hand, left.decision)}, auto_single)
    assert ledger.accounts[2].asked == number
    assert count[2] > 0
    assert number + count[2] == decisions(ledger.game, 2, auto_single)
    assert [count[seat] for seat in (0, 1, 3)] == [0, 0, 0]


async def test_count_unasked_is_zero_if_nobody_left() -> None:
    ledger, _ = await played({})
    assert count_unasked(ledger.game, {}, True) == [0, 0, 0, 0]
