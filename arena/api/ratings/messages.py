"""Lines that several tables have: ratings and passed limits."""

import math
from collections.abc import Container, Iterable, Mapping
from typing import Any

from arena.api.calls.messages import message_of
from arena.league.findings.marks import Conduct, passed
from arena.league.findings.voids import Void, voided_lines
from arena.league.ratings.strengths import Strength
from arena.wire.gen import ratings_pb2 as pb

Names = Mapping[int, str]  # version -> "name@version"


def strength_message(line: Strength, names: Names, **others: Any) -> pb.Strength:
    """Return the message of an official table's line.

    *others*: fields that not every such table has.
    """
    error = line.error if math.isfinite(line.error) else None
    places = {"first_place": 0, "last_place": 0, "to_settle": None}
    rest = {"superiority": (), "spread": None, "kind": "", **places} | others
    return message_of(pb.Strength, line, bot=names[line.player], rating=line.elo, error=error, **rest)


def voided(voids: Iterable[Void], played: Mapping[int, int], boards: int, names: Names) -> list[pb.VoidedBot]:
    """Whose boards were voided: as `voided_lines`, of those who are in *names*."""
    return [
        message_of(pb.VoidedBot, line, bot=names[line.player], flagged=line.is_flagged)
        for line in voided_lines(voids, played, boards)
        if line.player in names
    ]


def marks(conduct: Conduct | None, but: Container[str] = ()) -> list[pb.PassedLimit]:
    """The limits that are passed; *but*: bots of other tables."""
    return [message_of(pb.PassedLimit, each) for each in passed(conduct or Conduct()) if each.bot not in but]
