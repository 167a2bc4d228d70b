"""In virtual time, with opponents whose think time does not hang on what is legal."""

import random

import pytest

from arena.play import Answered, Question, Reply, TimeControl, play_game
from arena.play.ledger import Ledger
from arena.rules import configure, unpack
from bots.sdk.seats.pace import Pace
from tests.gateway.simulated import VirtualLoop
from tests.play.scripted import Scripted, answer_to
from tests.timing.gaps import Gap, auc, gaps_of

RULES = configure("spades-4", options={"format": {"kind": "hands", "count": 4}})
GAMES = 100


class Thinking(Scripted):
    """A seat that thinks as long for any decision; without a choice it answers as the kit does."""

    def __init__(self, loop: VirtualLoop, chance: random.Random) -> None:
        super().__init__()
        self.spans: list[tuple[float, float]] = []
        self._loop, self._chance, self._pace = loop, chance, Pace()
        self._pace._random = chance

    async def ask(self, question: Question) -> Reply:
        asked, kind = self._loop.now(), question.legal.kind
        if question.legal.single >= 0:
            self._loop.hold_up(int(self._pace.draw_wait(kind) * 1e6))
            return Answered(question.legal.single)
        think = self._chance.lognormvariate(-3.0, 0.5)
        self._pace.note(kind, think)
        self._loop.hold_up(int(think * 1e6))
        self.spans.append((asked / 1e6, self._loop.now() / 1e6))
        return Answered(answer_to(question.legal, self._chance))


def gaps(auto_single: bool) -> list[Gap]:
    chance, loop, all_gaps = random.Random(17), VirtualLoop(), []
    seats = [Thinking(loop, chance) for _ in range(4)]
    for number in range(GAMES):
        seed = number.to_bytes(32, "big")
        ledger = Ledger.resume(RULES, seed, TimeControl(60_000_000, 60_000_000), None)
        for seat in seats:
            seat.spans = []
        loop.run_until_complete(play_game(ledger, seats, auto_single=auto_single))
        actions = unpack(ledger.actions_and_charges[0])
        all_gaps += [gap for seat in range(4) for gap in gaps_of(RULES, seed, actions, seat, seats[seat].spans)]
    loop.close()
    return all_gaps


def test_time_hides_forced_decisions_if_all_are_asked() -> None:
    result = auc(gaps(auto_single=False))
    assert result.low < 0.5 < result.high
    assert result.high - result.low < 0.06
    assert result.gaps > 5_000


def test_time_reveals_forced_decisions_if_the_arena_answers() -> None:
    assert auc(gaps(auto_single=True)).low > 0.75


@pytest.mark.parametrize(
    ("free", "forced", "value"), [([2.0, 3.0], [1.0], 1.0), ([1.0], [2.0, 1.0], 0.25), ([1.0], [1.0], 0.5)]
)
def test_the_auc_is_how_often_a_choice_takes_longer(free: list[float], forced: list[float], value: float) -> None:
    gaps_given = [Gap(seconds, 3, False) for seconds in free] + [Gap(seconds, 3, True) for seconds in forced]
    assert auc(gaps_given).value == value


def test_gaps_of_other_lengths_are_not_compared() -> None:
    gaps_given = [Gap(9.0, 3, False), Gap(1.0, 2, True), Gap(1.0, 3, True), Gap(2.0, 2, False)]
    assert auc(gaps_given).value == 1.0
