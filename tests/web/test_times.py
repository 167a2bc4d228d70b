import csv
import io
import json
from statistics import fmean
from typing import Any

import pytest

from arena.api.records.export import make_record
from tests.sizes import IS_LONG
from tests.web.conftest import BOTS, HOSTILE, Web
from tests.web.test_games import evil_line
from tests.web.varied import VARIED, games_of


async def test_a_game_shows_the_time_charged_for_its_decisions(reading: Web) -> None:
    every = await games_of(reading, VARIED)
    for listed in every if IS_LONG else {game.variant: game for game in every}.values():
        shown = (await reading.get(f"/games/{listed.game}.json")).json()
        decided = [step for step in shown["steps"] if step["seat"] >= 0]
        of_hand = shown["record"]["hands"][0]
        times = zip(decided, of_hand["charged_ms"], of_hand["batch_ms"], strict=True)
        assert all((step["charged_ms"], step["batch_ms"]) == (alone, batch) for step, alone, batch in times)
        for seat, each in enumerate(shown["times"]):
            own = [step for step in decided if step["seat"] == seat]
            alone = [step["charged_ms"] for step in own if step["charged_ms"] is not None]
            batched = [step["batch_ms"] for step in own if step["batch_ms"] is not None]
            assert (each["decisions"], each["batched"]) == (len(alone) + len(batched), len(batched))
            assert (each["total_ms"], each["longest_ms"]) == (sum(alone), max(alone, default=-1))
            if alone:
                assert shown["steps"][each["longest_at"]]["charged_ms"] == each["longest_ms"]
        rows = list(csv.DictReader(io.StringIO((await reading.get(f"/games/{listed.game}.csv")).text)))
        assert [row["charged_ms"] for row in rows if row["seat"] != "-1"] == [
            "" if ms is None else str(ms) for ms in of_hand["charged_ms"]
        ]
        html = (await reading.get(f"/games/{listed.game}")).text
        assert "Thinking time" in html
        assert "longest batch" in html


async def test_a_game_that_was_not_measured_says_so(reading: Web) -> None:
    game = (await games_of(reading, "cup"))[0].game
    assert (await reading.get(f"/games/{game}.json")).json()["times"] == []
    assert "was not measured in this hand" in (await reading.get(f"/games/{game}")).text
    assert "was not measured" not in (await reading.get(f"/games/line?line={evil_line()}")).text


async def test_a_bot_s_figures_are_those_of_the_records(reading: Web) -> None:
    names = (VARIED, HOSTILE, "cup")  # the blocks that `play_varied` plays may be of any
    stored = [game for name in names async for game in reading.store.play.stored_games(name)]
    records = [json.loads(make_record(game)) for game in stored if game.variant == "spades-4" and game.charges]
    batched, *others = [f"{bot}@1" for bot in BOTS]
    for bot in others:
        shown = await figures(reading, bot)
        timed = [timed for record in records for timed in times(record, bot)]
        cards = [ms for is_card, ms in timed if is_card]
        assert shown["charged a card"]["value"] == pytest.approx(fmean(cards))
        assert int(shown["charged a card"]["of"]) == len(cards)  # proto JSON has 64 bits as text
        for name, share in (("half of the decisions within", 50), ("95 of 100 decisions within", 95)):
            most = shown[name]["value"]
            assert 100 * sum(ms <= most for _, ms in timed) >= share * len(timed)
            assert int(shown[name]["of"]) == len(timed)
    shown = await figures(reading, batched)
    assert "value" not in shown["charged a card"]
    assert "field" in shown["charged a card"]
    assert "half of the decisions within" not in shown


async def figures(web: Web, bot: str) -> dict[str, Any]:
    play = (await web.get(f"/bots/{bot}.json")).json()["play"]
    (stats,) = [each["play"] for each in play if each["play"]["variant"] == "spades-4"]
    return {figure["name"]: figure for figure in stats["figures"]}


def times(record: dict[str, Any], bot: str) -> list[tuple[bool, int]]:
    """Return of a bot's decisions that were timed by themselves whether it was a card, and the milliseconds."""
    return [
        (decision["kind"] == "play", ms)
        for hand in record["hands"]
        for decision, ms in zip(hand["decisions"], hand["charged_ms"], strict=True)
        if ms is not None and record["seats"][decision["seat"]] == bot
    ]
