from typing import Any

from arena.play import Answered, Ledger, Lost, Malformed, TimedOut, play_game, split_entries
from arena.rules import unpack
from arena.rules.records.record import to_record
from arena.rules.records.thinking import Charge, charges_of
from arena.rules.records.verify import verify
from tests.adjudicator import faults
from tests.play.scripted import Script, Scripted, as_json, at, new_ledger, two_hands

RULES = two_hands("spades-4")
NAMES = ["a", "b", "c", "d"]


async def played(think_us: int = 0, script: Script | None = None, in_columns: bool = False) -> Ledger:
    """Play a game in which seat 1 does as it is told, and nobody else takes time."""
    ledger = new_ledger(RULES)
    seats = [Scripted() for _ in range(RULES.seats)]
    seats[1] = Scripted(script or (lambda question: None), think_us, in_columns=in_columns)
    await play_game(ledger, seats)
    return ledger


def by_seat(ledger: Ledger) -> list[list[Charge | None]]:
    """Return each seat's charges in the order of its decisions."""
    seats: list[list[Charge | None]] = [[] for _ in range(RULES.seats)]
    decided = [seat for hand in ledger.game.hands for seat, _, _ in hand.decisions()]
    for seat, charge in zip(decided, charges_of(unpack(ledger.actions_and_charges[1])), strict=True):
        seats[seat].append(charge)
    return seats


def record_of(ledger: Ledger) -> dict[str, Any]:
    return as_json(to_record(ledger.game, "x", NAMES, charges=unpack(ledger.actions_and_charges[1])))


async def test_each_decision_has_what_it_was_charged() -> None:
    ledger = await played(1_234_567)
    charges = by_seat(ledger)
    asked = [each for each in charges[1] if each is not None]
    assert len(asked) == ledger.accounts[1].asked < len(charges[1])  # a single card is not asked for
    assert set(asked) == {Charge(1235, in_batch=False)}
    assert set(charges[0]) == {Charge(0, in_batch=False), None}


async def test_record_separates_the_time_of_batches() -> None:
    ledger = await played(40_000, in_columns=True)
    charges = by_seat(ledger)
    assert set(charges[1]) == {Charge(40, in_batch=True), None}
    record = record_of(ledger)
    assert faults(record) == []
    for hand in record["hands"]:
        seats = [decision["seat"] for decision in hand["decisions"]]
        for seat, alone, together in zip(seats, hand["charged_ms"], hand["batch_ms"], strict=True):
            assert (alone, together) in ({(None, 40), (None, None)} if seat == 1 else {(0, None), (None, None)})


async def test_charge_covers_all_attempts_and_no_lost_seat() -> None:
    again = await played(script=at(2, Malformed("nothing", 3_000_000), Answered(63, 5_000_000), TimedOut(70_000_000)))
    assert by_seat(again)[1][1] == Charge(70_000, in_batch=False)  # of the last attempt, which has the others in it
    lost = await played(script=at(3, Malformed("nothing", 3_000_000), Lost("resigned")))
    assert set(by_seat(lost)[1][2:]) == {None}


async def test_record_verifies_with_and_without_charges() -> None:
    ledger = await played(2_000_000)
    record = record_of(ledger)
    assert verify(record) == []
    assert faults(record) == []
    assert all(len(hand["charged_ms"]) == len(hand["decisions"]) for hand in record["hands"])
    assert not any("batch_ms" in hand for hand in record["hands"])
    without = to_record(ledger.game, "x", NAMES)
    for hand in record["hands"]:
        del hand["charged_ms"]
    assert record == as_json(without)


async def test_verify_reports_invalid_times() -> None:
    record = record_of(await played())
    hand, count = record["hands"][0], len(record["hands"][0]["decisions"])
    for wrong in ([0] * (count - 1), [-1] * count, [True] * count, [0.5] * count, "x", None):
        for key in ("charged_ms", "batch_ms"):
            times = hand.pop(key, None)
            hand[key] = wrong
            assert verify(record)[0].startswith(f'hands[0].{key}: expected "a list of {count}, '), wrong
            del hand[key]
            if times is not None:
                hand[key] = times


def test_a_journal_in_pieces_has_every_entry_once() -> None:
    """Times of one byte and of several, and pieces that end anywhere."""
    ledger, whole, pieces = new_ledger(RULES), new_ledger(RULES), [b"", b""]
    for number in range(40):
        think_us = 1000 * (number % 9) ** 3
        for each in (ledger, whole):
            each.settle(each.accounts[each.game.to_act], each.game.fallback(), 0, think_us=think_us)
        if number % 7 in (0, 1, 5):
            news = ledger.news()
            pieces = [piece + new for piece, new in zip(pieces, split_entries(news.entries), strict=True)]
            if number % 2:  # another decision was settled before the journal was written
                for each in (ledger, whole):
                    each.settle(each.accounts[each.game.to_act], each.game.fallback(), 0, think_us=think_us)
            ledger.keep(news)
    pieces = [piece + new for piece, new in zip(pieces, split_entries(ledger.news().entries), strict=True)]
    assert tuple(pieces) == ledger.actions_and_charges == whole.actions_and_charges
    assert len(unpack(pieces[0])) == len(unpack(pieces[1])) == ledger.entered
