"""A bot of the kit that hangs, at a real gateway and a real worker: it is told while it hangs."""

import io
import re
import threading
from typing import Any, ClassVar

import pytest

from arena.rules import configure
from bots.house.simple import SimpleBot
from bots.sdk import Card, View
from bots.sdk.seats.errors import BotErrors
from bots.sdk.vector.bot import VectorBot
from tests.workers.both_ways import claim_of
from tests.workers.link.blocks import play_with_kit

RULES = configure("spades-4", options={"format": {"kind": "hands", "count": 1}})
MOVE_US = 500_000


class Heard(io.StringIO):
    """What was printed; *told* is set with the first verdict."""

    def __init__(self) -> None:
        super().__init__()
        self.told = threading.Event()

    def write(self, text: str) -> int:
        written = super().write(text)
        if "time was up" in text:
            self.told.set()
        return written


class Hangs(SimpleBot):
    """Plays its first card when it has been told that its time was up."""

    heard: ClassVar[Heard]

    def play(self, view: View[Card]) -> Card:
        self.heard.told.wait(30)
        return super().play(view)


class HangsInColumns(VectorBot):
    """Answers its first batch when it has been told that its time was up."""

    heard: ClassVar[Heard]

    def decide(self, batch: Any) -> Any:
        self.heard.told.wait(30)
        return batch.fallback


@pytest.mark.parametrize("bot", [Hangs, HangsInColumns])
async def test_each_infraction_is_printed_with_its_place(bot: type[Hangs] | type[HangsInColumns]) -> None:
    bot.heard = Heard()
    errors = BotErrors(out=bot.heard)
    claim = claim_of(RULES, 1, [7] * RULES.seats, auto_single=True, move_us=MOVE_US, bank_us=0)
    (result,) = await play_with_kit(claim, bot, errors)
    assert result.infractions
    assert {each["reason"] for each in result.infractions} == {"timeout"}
    assert errors.verdicts == errors.verdict_kinds["timeout"] == len(result.infractions)
    lines = re.findall(r"hand (\d+), decision (\d+) of seat (\d+)", bot.heard.getvalue())
    places = {(each["hand"] + 1, each["decision"] + 1, 1000 + each["seat"]) for each in result.infractions}
    assert {(int(hand), int(decision), int(seat)) for hand, decision, seat in lines} == places
    assert bot.heard.getvalue().count("--replay") == len(places)
