"""The deadline of pinochle-chips: the seats' charged time, tested between hands."""

from typing import Any

from arena.play import Answered, Ledger, play_game
from arena.rules import HandStarted, Rules, configure, pack, replay, unpack
from arena.rules.records.record import to_record
from arena.rules.records.verify import verify
from tests.adjudicator import faults
from tests.play.scripted import SEED, Scripted, as_json, new_ledger

SECOND = 1_000_000


def rules_of(deadline: int) -> Rules:
    return configure("pinochle-chips", options={"deadline": deadline, "hands": 6})


async def played(deadline: int, think_us: int = SECOND // 2) -> tuple[Ledger, list[Scripted]]:
    """A game whose seats think so long for each decision."""
    ledger = new_ledger(rules_of(deadline))
    seats = [Scripted(think_us=think_us) for _ in range(3)]
    await play_game(ledger, seats)
    return ledger, seats


def record_of(ledger: Ledger) -> dict[str, Any]:
    return as_json(to_record(ledger.game, "x", ["a", "b", "c"], (), ledger.elapsed_s))


async def test_time_is_counted_and_the_game_ends_after_the_hand_that_reached_it() -> None:
    whole, _ = await played(604800)
    elapsed = whole.elapsed_s
    assert (len(elapsed), whole.game.result().ended) == (6, "hands")
    assert sorted(elapsed) == elapsed
    late, seats = await played(elapsed[1] + 1)
    hands = next(place for place, seconds in enumerate(elapsed) if seconds > elapsed[1]) + 1
    assert (late.elapsed_s, late.game.result().ended) == (elapsed[:hands], "deadline")
    for number, seat in enumerate(seats):
        assert seat.told == late.game.events(number)
        assert sum(isinstance(event, HandStarted) for event in seat.told) == hands
        assert seat.ending is not None
        assert seat.ending.ended == "deadline"


async def test_record_with_a_deadline_verifies_and_is_rebuilt() -> None:
    for deadline in (1, 20, 604800):
        ledger, _ = await played(deadline)
        record = record_of(ledger)
        assert verify(record) == []
        assert faults(record) == []
        stored = pack(ledger.game.actions)
        assert stored == ledger.actions_and_charges[0]
        game = replay(rules_of(deadline), SEED, unpack(stored), ledger.elapsed_s)
        assert to_record(game, "x", ["a", "b", "c"], (), ledger.elapsed_s) == record


async def test_ledger_keeps_no_time_without_a_deadline() -> None:
    ledger = new_ledger(configure("pinochle-chips", options={"hands": 1}))
    await play_game(ledger, [Scripted(lambda question: Answered(-1, SECOND)) for _ in range(3)])
    assert ledger.elapsed_s == []
    assert ledger.news().state.endswith('"played_us":[]')
