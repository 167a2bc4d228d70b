import csv
import json

import pytest

from arena.api.labels import unmet_pairs
from arena.cli.ratings.tables import rank_range
from arena.wire.gen.ratings_pb2 import Strength
from tests.cli.conftest import Command, Served


def test_ratings_are_shown_and_rebuilt(finished: Served, arena: Command) -> None:
    said = arena("ratings", "spades-4")
    assert all(bot in said.out for bot in ("a@1", "b@1", "c@1", "d@1"))
    assert arena("ratings").out == said.out
    before = arena("ratings", "--json").out
    assert arena("ratings", "--rebuild").out == "4 boards folded in, 0 ratings changed\n"
    assert json.loads(arena("ratings", "--rebuild", "--json").out) == {"boards": 4, "changed": 0}
    assert arena("ratings", "--json").out == before
    assert arena("ratings", "spades-4", "--rebuild").refused
    (head, *rows) = csv.reader(arena("ratings", "--csv").out.splitlines())
    assert head[:7] == ["variant", "revision", "place", "format", "part", "bot", "rating"]
    assert [row[:3] for row in rows] == [["spades-4", "1", str(place)] for place in range(1, 5)]
    (head, *rows) = csv.reader(arena("ratings", "--live", "--csv").out.splitlines())
    assert head[3:7] == ["provisional", "format", "bot", "live_elo"]
    assert [row[:3] for row in rows] == [["spades-4", "1", str(place)] for place in range(1, 5)]
    assert arena("ratings", "--rebuild", "--csv").refused
    assert "Rating, spades-4 (on trust, rated format: 4 hands)" in said.out
    assert "below 10 boards" in said.out
    assert "Live Elo, spades-4 (on trust, rated format: 4 hands)" in arena("ratings", "--live").out
    pooled = arena("ratings", "--pooled").out
    assert pooled.startswith("No bot is compared in each of: spades-4 (on trust).\nNo bot has boards in: ")
    assert "a@1 is missing: spades-4 too few boards (4).\n" in pooled
    seats = arena("ratings", "spades-4", "--seats").out
    assert "spades-4 (on trust): findings" in seats
    assert "place 3" in seats
    waiting = arena("tournament", "standings", "cup", "--luck").out
    assert waiting == "spades-4: 4 boards wait for the house bot to play them; ask again\n"
    deals = finished.await_(finished.store.ratings.deals_for_luck(9, 60.0))
    finished.await_(finished.store.ratings.put_luck({deal.board_id: number for number, deal in enumerate(deals)}))
    assert (
        "spades-4: cup (on trust, deals committed by the operator, rated format: 4 hands), points as they are and less"
        " luck" in arena("tournament", "standings", "cup", "--luck").out
    )
    assert arena("tournament", "standings", "cup", "--luck", "--csv").out.count("\n") == 5
    (less_luck,) = json.loads(arena("tournament", "standings", "cup", "--luck", "--json").out)["tables"]
    assert (less_luck["waiting"], len(less_luck["lines"])) == (0, 4)
    live = ("ratings", "spades-4", "--receipt")
    receipt = arena(*live, "a@1").out
    assert "Boards that moved the live Elo of a@1 in spades-4 (on trust, rated format: 4 hands)" in receipt
    assert "published: " in receipt
    assert arena(*live, "a").out == receipt, "a name is its newest version, as elsewhere"
    assert arena(*live, "nobody").refused
    assert "--seats and --live are given together; use one" in arena("ratings", "--live", "--seats").err
    (page,) = arena(*live, "a@1", "--json").out.splitlines()
    assert json.loads(page)["entries"][-1]["after"] == json.loads(page)["live_elo"]
    (table,) = json.loads(arena("ratings", "--json").out)["tables"]
    ranks = [line.split("│")[1].strip() for line in said.out.splitlines() if line.startswith("│")]
    assert ranks == [f"{line['first_place']}-{line['last_place']}" for line in table["strengths"]] == ["1-4"] * 4
    assert rank_range(Strength(first_place=2, last_place=2)) == "2"
    assert sum(line["rating"] for line in table["strengths"]) / len(table["strengths"]) == pytest.approx(1500)
    assert arena("ratings", "spades-4", "--pooled").refused


def test_ratings_have_an_anchor_or_scores_against_all(read_only: Served, arena: Command) -> None:
    said = arena("ratings", "spades-4", "--anchor", "b@1").out
    assert "Rating, spades-4, b@1 at 1500 (" in said
    assert "Intervals are those of the difference from b@1." in said
    assert arena("ratings", "--anchor", "nobody").refused
    (table,) = json.loads(arena("ratings", "--against-all", "--json").out)["tables"]
    (standings,) = json.loads(arena("tournament", "standings", "cup", "--json").out)["variants"]
    scores = {line["bot"]: line["score"] for line in standings["standings"]}
    assert {line["bot"]: line["against_all"] for line in table["strengths"]} == pytest.approx(scores)
    (head, *_) = csv.reader(arena("ratings", "--against-all", "--csv").out.splitlines())
    assert head[-5:] == ["against_all", "against_all_low", "against_all_high", "unmet", "pool"]
    assert arena("ratings", "--anchor", "b", "--pooled").refused
    (sentence,) = unmet_pairs(Strength(bot=bot, unmet="abcd".replace(bot, "")) for bot in "abcd")
    assert sentence == "Pairs that have not met: 6 (a and b, a and c, a and d, b and c, b and d, ...)."


EXPLAINED = {
    ("ratings",): {"rating", "95% interval", "boards"},
    ("ratings", "--against-all"): {"rating", "against all"},
    ("ratings", "--live"): {"live Elo", "boards"},
    ("ratings", "--seats"): {"about", "effect, %", "interval", "boards"},
    ("tournament", "standings", "cup"): {"rating", "score", "points a game", "infractions", "owner"},
    ("tournament", "crosstable", "cup"): {"score", "95% interval"},
    ("bot", "versus", "a", "b"): {"score", "rated format", "pool", "points a game", "its"},
}


@pytest.mark.parametrize("words", EXPLAINED, ids=" ".join)
def test_each_column_is_explained_below_its_table(read_only: Served, arena: Command, words: tuple[str, ...]) -> None:
    plain, said = arena(*words), arena(*words, "--explain")
    assert said.out.startswith(plain.out)
    columns = [line.partition(": ")[0] for line in said.out.removeprefix(plain.out).splitlines()]
    assert EXPLAINED[words] <= set(columns)
    assert len(columns) == len(set(columns))
    for form in ("--json", "--csv"):
        assert arena(*words, "--explain", form).refused
        assert arena(*words, form, "--explain").refused


def test_the_rating_comes_before_all_other_numbers(read_only: Served, arena: Command) -> None:
    for words in (("ratings",), ("tournament", "standings", "cup")):
        heading = next(line for line in arena(*words).out.splitlines() if "rating" in line and "bot" in line)
        assert heading.replace("┃", " ").split()[:2] == ["bot", "rating"]


def test_nothing_is_rated_in_a_new_arena(served: Served, arena: Command) -> None:
    assert arena("ratings").out == "nothing is rated yet\n"
    assert arena("ratings", "--live").out == "nothing is rated yet\n"
    assert arena("ratings", "--pooled").out == "nothing is rated in the rated format yet\n"
