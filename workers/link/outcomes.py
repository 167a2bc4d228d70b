"""Lost seats, timeouts and verdicts, translated between messages and `arena.play`."""

from typing import Final

from arena.play import DISCONNECTED, ILLEGAL, RESIGNED, TIMEOUT, Evidence
from arena.wire.gen import link_pb2 as pb
from arena.wire.gen import seat_pb2

LOST_REASONS: Final = {pb.LOST_REASON_DISCONNECTED: DISCONNECTED, pb.LOST_REASON_RESIGNED: RESIGNED}
FAULTS: Final = {TIMEOUT: seat_pb2.FAULT_TIMEOUT, ILLEGAL: seat_pb2.FAULT_ILLEGAL}


def evidence_in(shown: pb.TimedOut) -> Evidence:
    """Read a gateway's evidence of a timeout."""
    return Evidence(shown.elapsed_us, shown.rtt_us, shown.lag_us, shown.silent_us, shown.connected)
