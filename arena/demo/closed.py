"""The demo's tournament of bots that are handed in: one variant, in the pool `closed`."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.bundles import pack
from arena.cli.bots.submitting import hand_in
from arena.cli.service import Service
from arena.demo.bots import ensure_owner
from arena.rules import find, sides_of
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice
from bots.new.writing import write_project

HOUSES: Final = ("simple", "random")
OWNERS: Final = ("ada", "ben")
BOARDS: Final = 20


def hand_in_house(service: Service, variant: str) -> list[str]:
    """Hand in house bots, as many as sit at a table of *variant*; return them as "name@version".

    What was handed in before stays the version that it is. Raises `Refusal`.
    """
    handed = []
    with tempfile.TemporaryDirectory() as folder:
        for place in range(sides_of(find(variant))):
            house, owner = HOUSES[place % len(HOUSES)], OWNERS[place // len(HOUSES) % len(OWNERS)]
            bot = Path(folder) / f"closed-{house}-{place // len(HOUSES) + 1}"
            write_project(bot, house, [variant])
            with service.people() as people:
                ensure_owner(people, service, owner)
            handed.append(hand_in(service, pack(bot), bot.name, owner).bot)
    return handed


def tournament_of(name: str, variant: str, bots: Sequence[str]) -> CreateTournamentRequest:
    """Return the request for a closed tournament of *bots*."""
    choice = VariantChoice(variant=variant)
    return CreateTournamentRequest(
        name=name, variants=[choice], bots=bots, boards=BOARDS, pool="closed", allow_same_owner=True
    )
