"""What a bot calls, drawn."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.web.drawings import Dot, intervals
from arena.web.pages.ladders import ends_of
from arena.wire.gen.measures_pb2 import Calls


@dataclass(frozen=True)
class Call:
    """A bid, and where its share of made ones lies: *dot*; the others' is at *field_at*, in percent of the width."""

    call: Calls
    dot: Dot | None
    field_at: float | None


def drawn_calls(found: Iterable[Calls]) -> list[Call]:
    """Return a bot's bids with their pictures, all on the scale from 0 to 1."""
    calls = list(found)
    own = [(each.made, *ends_of(each)) for each in calls]
    field = [(each.field_made, None, None) for each in calls]
    dots = intervals([*own, *field, (0.0, None, None), (1.0, None, None)]).dots
    return [
        Call(
            each,
            dots[place] if each.called else None,
            dots[len(calls) + place].at if each.field_called else None,
        )
        for place, each in enumerate(calls)
    ]
