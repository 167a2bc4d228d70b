"""For operators: what operators did."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from arena.web.desk.action import Shelf, Signed
from arena.web.serving.forms import Told, decimal
from arena.wire.gen.acts_pb2 import Act, ListActsRequest

MOST: Final = 1000
DAYS: Final = 7.0
LONGEST_DAYS: Final = 36_500


@dataclass(frozen=True)
class Acts:
    """What was done in the last *days*, the newest first; *is_cut*: older ones of that time are not here."""

    days: float
    acts: Sequence[Act]
    is_cut: bool


async def acts(signed: Signed, told: Told) -> Acts:
    """List the acts of the last days."""
    given = decimal(told, "days", LONGEST_DAYS)
    days = DAYS if given is None else given
    request = ListActsRequest(page_size=MOST)
    request.since.FromDatetime(datetime.now(UTC) - timedelta(days=days))
    answer = await signed.ask(request)
    return Acts(days, answer.acts, bool(answer.next_page_token))


ACTS = Shelf("/desk/acts", acts, "desk/acts.html", ("days",), is_operators=True)
