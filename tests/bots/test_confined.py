"""A seat in a process of its own: what it sends on its socket, and what it is told there."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arena.rules import configure
from arena.wire.gen import link_pb2, seat_pb2
from bots.sdk import Bot, View
from bots.sdk.confined.loop import LENGTH, play
from tests.bots.arena import Table

RULES = configure("spades-4", options={"blind_nil_allowed": False})


class Raising(Bot):
    """Cannot bid."""

    def bid(self, view: View) -> int | str:
        raise RuntimeError("no idea")


@contextmanager
def playing(entry: str) -> Iterator[socket.socket]:
    """Yield the other end of a bot's socket; the bot has ended behind it."""
    here, there = socket.socketpair()
    thread = threading.Thread(target=play, args=(entry, there.detach(), False))
    thread.start()
    with here:
        yield here
    thread.join()


def tell(line: socket.socket, message: link_pb2.ToBotEnvelope) -> None:
    data = message.SerializeToString()
    line.sendall(len(data).to_bytes(LENGTH, "big") + data)


def answer(line: socket.socket) -> seat_pb2.Answer:
    with line.makefile("rb") as coming:
        data = coming.read(int.from_bytes(coming.read(LENGTH), "big"))
    (answer,) = seat_pb2.ToArena.FromString(data).answers.answers
    return answer


@pytest.mark.parametrize(("entry", "replaced"), [(f"{__name__}:Raising", True), ("bots.house.simple:SimpleBot", False)])
def test_it_says_which_answers_are_the_kits_and_tells_verdicts(
    entry: str, replaced: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    table = Table(RULES, bytes(32))
    with playing(entry) as line:
        seat = table.asked
        for update in (seat.start(), table.ask()):
            batch = link_pb2.BatchEnvelope(updates=[link_pb2.UpdateEnvelope.FromString(update.SerializeToString())])
            tell(line, link_pb2.ToBotEnvelope(batch=batch))
        assert answer(line).replaced is replaced
        verdict = seat_pb2.Verdict(seat_id=seat.seat_id, number=seat.number)
        verdict.infraction, verdict.reason = seat_pb2.INFRACTION_KIND_ILLEGAL, "bid 50 is not legal: legal is 1 to 13"
        verdict.played.bid = 1
        envelope = link_pb2.VerdictsEnvelope(verdicts=[verdict.SerializeToString()])
        tell(line, link_pb2.ToBotEnvelope(verdicts=envelope))
    said = capfd.readouterr().err
    assert f"of seat {seat.seat_id}: bid 50 is not legal: legal is 1 to 13; the fallback answered bid 1\n" in said
    assert said.count("--replay") == 1 + replaced
