"""Show the design system: every part of the page that several pages share, with sample values (`/style`)."""

import re
from dataclasses import dataclass
from typing import Final

from arena.api.local_client import LocalClient
from arena.web.charts import Chart
from arena.web.drawings import Intervals, intervals
from arena.web.pages.bots.pictures import draw_days
from arena.web.pages.ladders import ends_of
from arena.web.serving.templates import FOLDER
from arena.wire.gen.ratings_pb2 import RatingDay, Strength
from arena.wire.gen.tournaments_pb2 import Tournament

TOKEN: Final = re.compile(r"--([\w-]+): ([^;]+);")
LONG: Final = "a-bot-whose-name-has-all-forty-characters@and-a-version-that-is-just-as-long-as-that"
STRENGTHS: Final = (("red-fox@2", 1688, 41), ("ferret@1.4", 1602, 55), (LONG, 1490, 38), ("heron@1", 1221, 90))
STATES: Final = ("running", "finished", "cancelled")


@dataclass(frozen=True)
class Token:
    """A token of arena.css: its value in the light theme and, if it differs, in the dark one."""

    name: str
    light: str
    dark: str


@dataclass(frozen=True)
class Style:
    """The tokens, and samples for a ladder, a chart and a list."""

    colours: list[Token]
    spaces: list[Token]
    sizes: list[Token]
    ladder: list[Strength]
    drawn: Intervals
    chart: Chart | None
    tournaments: list[Tournament]


async def style(_client: LocalClient, sort: str = "") -> Style:
    """Show the parts of the design system."""
    light, dark = (FOLDER / "arena.css").read_text(encoding="utf-8").split(":root {")[1:3]
    first, second = dict(TOKEN.findall(light.partition("}")[0])), dict(TOKEN.findall(dark.partition("}")[0]))
    tokens = [Token(name, value, second.get(name, "")) for name, value in first.items()]
    ladder = [
        Strength(bot=bot, rating=rating, low=rating - half, high=rating + half, boards=4_000 // half)
        for bot, rating, half in STRENGTHS
    ]
    for place, line in enumerate(ladder, start=1):
        line.first_place, line.last_place = place - place // 3, min(place + place % 3, len(ladder))
    days = [
        RatingDay(
            bot="ferret@1.4",
            day=f"2026-11-{day:02}",
            rating=1480 + 9 * day,
            low=1450 - 90 / day,
            high=1520 + 9 * day,
            boards=day,
        )
        for day in (1, 2, 4, 9, 12, 17, 25)
    ]
    return Style(
        [each for each in tokens if each.dark],
        [each for each in tokens if each.name.startswith("space")],
        [each for each in tokens if each.name.startswith("size")],
        ladder,
        intervals([(each.rating, *ends_of(each)) for each in ladder]),
        draw_days(days, "a sample"),
        [
            Tournament(name=f"cup-{state}", state=state, kind="round-robin", variants=["spades-4"], closed=7, boards=9)
            for state in STATES
        ],
    )
