"""Lost seats and timeouts, translated from gateways' messages for `arena.play`."""

from typing import Final

from arena.play import DISCONNECTED, RESIGNED, Evidence
from arena.wire.gen import link_pb2 as pb

LOST_REASONS: Final = {pb.LOST_REASON_DISCONNECTED: DISCONNECTED, pb.LOST_REASON_RESIGNED: RESIGNED}


def evidence_in(shown: pb.TimedOut) -> Evidence:
    """Read a gateway's evidence of a timeout."""
    return Evidence(shown.elapsed_us, shown.rtt_us, shown.lag_us, shown.silent_us, shown.connected)
