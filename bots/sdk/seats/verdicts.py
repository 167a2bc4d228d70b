"""What the arena held against an answer, in the words of its author."""

from typing import Final

from arena.rules import Legal, describe
from arena.wire.actions import action_from_pb, told
from arena.wire.gen import seat_pb2
from bots.sdk.seats.faults import Faults

TIMEOUT: Final = "timeout"
WORDS: Final = {seat_pb2.FAULT_TIMEOUT: TIMEOUT, seat_pb2.FAULT_ILLEGAL: "illegal"}


def tell_verdict(
    faults: Faults, verdict: seat_pb2.Verdict, legal: Legal | None = None, where: object = "", replay: str = ""
) -> None:
    """Tell a verdict; what was *legal*, the view *where* it was and its *replay* if they are known.

    Raises `BotFailed`.
    """
    word = WORDS.get(verdict.fault, "fault")
    kind = word if verdict.HasField("played") else ""
    line = _line(verdict, word, legal) if faults.shows_verdicts else ""
    faults.verdict(verdict.seat_id, verdict.number, kind, line, where, replay)


def _line(verdict: seat_pb2.Verdict, word: str, legal: Legal | None) -> str:
    what = "time was up" if word == TIMEOUT else verdict.reason or word
    is_over = verdict.HasField("played")
    then = f"the fallback answered {_played(verdict, legal)}" if is_over else "it is asked again"
    place = f"hand {verdict.hand + 1}, decision {verdict.decision + 1}"
    return f"the arena, at {place} of seat {verdict.seat_id}: {what}; {then}"


def _played(verdict: seat_pb2.Verdict, legal: Legal | None) -> str:
    if legal is None:
        return told(verdict.played)
    return describe(legal.kind, action_from_pb(legal.kind, verdict.played), legal.count)
