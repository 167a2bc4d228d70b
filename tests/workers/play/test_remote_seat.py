import asyncio
from typing import Any

import pytest

import workers.play.placement
from arena.play import (
    DISCONNECTED,
    RESIGNED,
    Answered,
    Ending,
    Ledger,
    Lost,
    Malformed,
    Question,
    Rejection,
    TimeControl,
    TimedOut,
)
from arena.rules import Event, Played, TrickWon, configure, legal_actions, new_game
from arena.wire.events import event_from_pb
from arena.wire.gen import cards_pb2, seat_pb2
from arena.wire.gen import link_pb2 as pb
from tests.gateway.clients import until
from tests.workers.gateway import ScriptedGateway, serving
from tests.workers.known import Known
from workers.link.link_pool import LinkPool
from workers.play.place import AnswersLostError, GatewayAwayError, LeaseSupersededError, NoInstanceError, Place
from workers.play.placement import Placement
from workers.play.remote_seat import RemoteSeat

FIRST: list[Event] = [Played(0, 5)]
LATER: list[Event] = [Played(1, 6), TrickWon(1)]
LEGAL = legal_actions(9, [7, 8])


def question(number: int, attempt: int = 0, events: list[Event] | None = None) -> Question:
    rejection = Rejection("play 2S is not legal", 3 - attempt) if attempt else None
    return Question(number, attempt, LEGAL, LATER if events is None else events, 5_000_000, 60_000_000, 0, 0, rejection)


def seat_at(links: LinkPool, *addresses: str, last: str = "", must_be_known: bool = False) -> RemoteSeat:
    ledger = Ledger(new_game(configure("spades-4"), bytes(32)), TimeControl(0, 0))
    place = Place(77, 4, 2, "spades-4", b"", last)
    return RemoteSeat(Placement(place, 0, ledger, links, Known(*addresses), must_be_known))


def events_in(turn: bytes) -> list[Event]:
    return [event_from_pb(event) for event in seat_pb2.Turn.FromString(turn).events]


def answering(reply: pb.Answered) -> Any:
    return lambda ask: reply


async def test_a_question_goes_out_and_its_answer_comes_back(gateway: ScriptedGateway, links: LinkPool) -> None:
    seat = seat_at(links, gateway.address)
    await seat.open([])
    reply = await seat.ask(question(1))
    assert isinstance(reply, Answered)
    assert LEGAL.allows(reply.action)
    (ask,) = gateway.asked
    assert (ask.seat_id, ask.lease_number, ask.number, ask.attempt) == (77, 2, 1, 0)
    assert (ask.move_us, ask.bank_us) == (5_000_000, 60_000_000)
    assert events_in(ask.turn) == LATER
    decision = seat_pb2.Turn.FromString(ask.turn).decision
    assert (decision.number, list(decision.legal.play.cards)) == (1, [7, 8])


@pytest.mark.parametrize(
    ("outcome", "reply"),
    [
        (pb.Answered(action=b"", think_us=3), Malformed),
        (pb.Answered(action=b"\xff\xff", think_us=3), Malformed),
        (pb.Answered(action=cards_pb2.Action(trump=cards_pb2.SUIT_CLUBS).SerializeToString()), Malformed),
        (pb.Answered(action=cards_pb2.Action(play=51).SerializeToString()), Answered),
        (pb.Answered(timed_out=pb.TimedOut(elapsed_us=66_000_000), think_us=65_900_000), TimedOut),
    ],
)
async def test_each_outcome_of_a_question(
    gateway: ScriptedGateway, links: LinkPool, outcome: pb.Answered, reply: type
) -> None:
    seat = seat_at(links, gateway.address)
    gateway.answer = answering(outcome)
    await seat.open([])
    assert isinstance(await seat.ask(question(1)), reply)


@pytest.mark.parametrize(
    ("reason", "word"), [(pb.LOST_REASON_DISCONNECTED, DISCONNECTED), (pb.LOST_REASON_RESIGNED, RESIGNED)]
)
async def test_a_lost_seat(
    gateway: ScriptedGateway, links: LinkPool, reason: pb.LostReason.ValueType, word: str
) -> None:
    seat = seat_at(links, gateway.address)
    gateway.answer = answering(pb.Answered(lost=pb.Lost(reason=reason)))
    await seat.open([])
    assert await seat.ask(question(1)) == Lost(word)


async def test_a_rejected_answer_is_asked_again_with_the_reason(gateway: ScriptedGateway, links: LinkPool) -> None:
    seat = seat_at(links, gateway.address)
    await seat.open([])
    await seat.ask(question(1))
    await seat.ask(question(1, attempt=1))
    rejected = seat_pb2.Rejected.FromString(gateway.asked[1].rejected)
    assert (rejected.number, rejected.left, rejected.reason) == (1, 2, "play 2S is not legal")
    assert gateway.asked[1].attempt == 1


async def test_a_new_game_without_an_instance_goes_back(gateway: ScriptedGateway, links: LinkPool) -> None:
    gateway.status = pb.OPEN_STATUS_NO_INSTANCE
    with pytest.raises(NoInstanceError):
        await seat_at(links, gateway.address).open([])


async def test_a_running_game_s_bot_that_does_not_come_back_is_lost(gateway: ScriptedGateway, links: LinkPool) -> None:
    gateway.status = pb.OPEN_STATUS_NO_INSTANCE
    seat = seat_at(links, gateway.address)
    await seat.open(FIRST)
    assert await seat.ask(question(3)) == Lost(DISCONNECTED)


async def test_a_higher_token_ends_it(gateway: ScriptedGateway, links: LinkPool) -> None:
    gateway.status = pb.OPEN_STATUS_FENCED
    with pytest.raises(LeaseSupersededError):
        await seat_at(links, gateway.address).open([])


async def test_answers_are_lost_only_with_the_gateway_that_had_them(gateway: ScriptedGateway, links: LinkPool) -> None:
    seat = seat_at(links, gateway.address, last=gateway.address, must_be_known=True)
    with pytest.raises(AnswersLostError):
        await seat.open(FIRST)
    gateway.known.add(77)  # which is the seat's id
    await seat_at(links, gateway.address, last=gateway.address, must_be_known=True).open(FIRST)


async def test_the_gateway_that_had_the_seat_comes_first(gateway: ScriptedGateway, links: LinkPool) -> None:
    async with serving(ScriptedGateway()) as other:
        await seat_at(links, other.address, gateway.address, last=gateway.address).open(FIRST)
        assert (len(gateway.opened), len(other.opened)) == (1, 0)
        await seat_at(links, other.address, gateway.address).open([])
        assert (len(gateway.opened), len(other.opened)) == (1, 1)


async def test_a_gateway_that_lives_and_does_not_answer_is_waited_for(
    gateway: ScriptedGateway, links: LinkPool
) -> None:
    silent = ScriptedGateway()
    async with serving(silent):
        pass
    seat = seat_at(links, silent.address, gateway.address, last=silent.address, must_be_known=True)
    directory = Known(silent.address, gateway.address)
    seat.placement._directory = directory
    opening = asyncio.create_task(seat.open(FIRST))
    await until(lambda: directory.looks > 2 or opening.done())
    assert not opening.done()  # after two whole rounds without it
    silent.known.add(77)  # it has the answers that are in no journal
    async with serving(silent):
        await opening
    assert [len(there.opened) for there in (silent, gateway)] == [1, 0]


async def test_a_gateway_that_is_gone_for_good_is_replaced(gateway: ScriptedGateway, links: LinkPool) -> None:
    async with serving(ScriptedGateway()) as gone:
        seat = seat_at(links, gone.address)
        await seat.open([])
        gone.answer = lambda ask: None
        asking = asyncio.create_task(seat.ask(question(1)))
        await gone.asks(1)
        assert isinstance(seat.placement._directory, Known)
        seat.placement._directory.addresses = [gateway.address]
    assert isinstance(await asking, Answered)
    assert seat.placement.gateway == gateway.address
    assert events_in(gateway.opened[0].events) == LATER


async def test_after_a_restart_a_gateway_gets_all_events_and_questions_again(links: LinkPool) -> None:
    gateway = ScriptedGateway()
    async with serving(gateway):
        seat = seat_at(links, gateway.address)
        await seat.open([])
        await seat.ask(question(1, events=FIRST))
        gateway.answer = lambda ask: None
        asking = asyncio.create_task(seat.ask(question(2)))
        await gateway.asks(2)
    restarted = ScriptedGateway()
    restarted.address = gateway.address
    async with serving(restarted):
        assert isinstance(await asking, Answered)
    assert events_in(restarted.opened[0].events) == FIRST + LATER
    assert events_in(restarted.asked[0].turn) == []
    assert (restarted.asked[0].number, restarted.asked[0].attempt) == (2, 0)


async def test_a_gateway_that_knows_nothing_of_earlier_attempts_asks_as_if_there_were_none(links: LinkPool) -> None:
    gateway = ScriptedGateway()
    async with serving(gateway):
        seat = seat_at(links, gateway.address)
        await seat.open([])
        await seat.ask(question(1))
        gateway.answer = lambda ask: None
        asking = asyncio.create_task(seat.ask(question(1, attempt=1)))
        await gateway.asks(2)
    restarted = ScriptedGateway()
    restarted.address = gateway.address
    async with serving(restarted):
        assert isinstance(await asking, Answered)
        await seat.ask(question(1, attempt=2))
    assert events_in(restarted.opened[0].events) == LATER
    first, second = restarted.asked
    assert (first.attempt, first.rejected, events_in(first.turn)) == (0, b"", [])
    assert second.attempt == 1
    assert second.rejected


async def test_a_seat_that_a_gateway_disowns_is_opened_again(gateway: ScriptedGateway, links: LinkPool) -> None:
    seat = seat_at(links, gateway.address)
    await seat.open([])
    link = links.to(gateway.address)
    gateway.answer = lambda ask: None
    asking = asyncio.create_task(seat.ask(question(1)))
    await gateway.asks(1)
    gateway.answer = answering(pb.Answered(lost=pb.Lost(reason=pb.LOST_REASON_RESIGNED)))
    link._receive(pb.ToWorker(opened=[pb.SeatOpened(seat_id=77, status=pb.OPEN_STATUS_CLOSED)]))
    assert await asking == Lost(RESIGNED)
    assert len(gateway.opened) == 2


async def test_a_stale_refusal_says_nothing_of_a_newer_open(gateway: ScriptedGateway, links: LinkPool) -> None:
    gateway.keeps_waiting = True
    opening = asyncio.create_task(seat_at(links, gateway.address).open([]))
    await gateway.waiting.wait()
    link = links.to(gateway.address)
    for status, lease_number in (
        *((pb.OPEN_STATUS_FENCED, 1), (pb.OPEN_STATUS_NO_INSTANCE, 1)),  # answers to this worker's open of before
        *((pb.OPEN_STATUS_CLOSED, 1), (pb.OPEN_STATUS_CLOSED, 2)),  # for a Tell that was on its way
    ):
        link._receive(pb.ToWorker(opened=[pb.SeatOpened(seat_id=77, status=status, lease_number=lease_number)]))
    link._receive(pb.ToWorker(opened=[pb.SeatOpened(seat_id=77, status=pb.OPEN_STATUS_OPEN, lease_number=2)]))
    await opening


async def test_tells_marks_and_the_end_arrive(gateway: ScriptedGateway, links: LinkPool) -> None:
    seat = seat_at(links, gateway.address)
    await seat.open([])
    seat.tell(FIRST)
    seat.mark(3)
    await seat.close(Ending(LATER, 2, -40, "hands", 1))
    await links.stop()
    assert events_in(gateway.told[0].turn) == FIRST
    assert [(mark.seat_id, mark.number) for mark in gateway.marked] == [(77, 3)]
    over = seat_pb2.GameOver.FromString(gateway.closed[0].game_over)
    assert (over.rank, over.score, over.ended, over.infractions) == (2, -40, "hands", 1)
    assert [event_from_pb(event) for event in over.events] == LATER


async def test_no_gateway_at_all(links: LinkPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.play.placement, "AT_START", 0.5)
    with pytest.raises(GatewayAwayError):
        await seat_at(links).open([])
