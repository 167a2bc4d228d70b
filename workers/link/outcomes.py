"""Convert lost seats, timeouts and verdicts between messages and the objects of `arena.play`."""

import logging
from typing import Final

from arena.logs import of_decision
from arena.metrics import Histogram
from arena.play import (
    DISCONNECTED,
    ILLEGAL,
    RESIGNED,
    TIMEOUT,
    Answered,
    Evidence,
    Lost,
    Malformed,
    Reply,
    TimedOut,
    Verdict,
)
from arena.wire.actions import action_from_bytes
from arena.wire.gen import link_pb2 as pb
from arena.wire.gen import seat_pb2
from arena.wire.refusals import MalformedError
from arena.wire.seats import verdict_bytes

logger = logging.getLogger(__name__)
# How long answered decisions were open here, less the time charged and the network's share.
OVERHEADS: Final = Histogram((0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0))
LOST_REASONS: Final = {pb.LOST_REASON_DISCONNECTED: DISCONNECTED, pb.LOST_REASON_RESIGNED: RESIGNED}
INFRACTIONS: Final = {TIMEOUT: seat_pb2.INFRACTION_KIND_TIMEOUT, ILLEGAL: seat_pb2.INFRACTION_KIND_ILLEGAL}


def read_evidence(shown: pb.TimedOut) -> Evidence:
    """Return the evidence of a timeout that a gateway sent."""
    return Evidence(shown.elapsed_us, shown.rtt_us, shown.lag_us, shown.silent_us, shown.connected)


def reply_of(kind: int, answered: pb.Answered) -> Reply:
    """Return the reply in *answered*, the outcome of a question about decision *kind*."""
    outcome = answered.WhichOneof("outcome")
    think_us, net_us = answered.think_us, answered.net_us
    if outcome == "lost":
        return Lost(LOST_REASONS[answered.lost.reason])
    if outcome == "timed_out":
        evidence = str(answered.timed_out).replace("\n", " ")
        seat_id, number = answered.seat_id, answered.number
        logger.info(
            "seat %x, decision %d: time was up: %s", seat_id, number, evidence, extra=of_decision(seat_id, number)
        )
        return TimedOut(think_us, net_us, read_evidence(answered.timed_out))
    try:
        return Answered(action_from_bytes(kind, answered.action), think_us, net_us)
    except MalformedError as error:
        return Malformed(str(error), think_us, net_us)


def verdict_message(seat_id: int, lease_number: int, verdict: Verdict) -> pb.Judged:
    """Return the message that sends *verdict* to the bot of a seat."""
    where = (verdict.hand, verdict.decision)
    data = verdict_bytes(
        seat_id, verdict.number, INFRACTIONS[verdict.infraction], *where, verdict.kind, verdict.played, verdict.line
    )
    return pb.Judged(seat_id=seat_id, lease_number=lease_number, verdict=data)
