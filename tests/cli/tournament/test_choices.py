import json
import re

import pytest

from arena.cli.terminal.options import parse_variants
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.group import create
from arena.store.database import QUERIES
from arena.web.desk.tournaments import COMMAND_ONLY, read_request
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, LadderTerms


def test_each_variant_has_its_preset_and_its_options() -> None:
    options = ["spades-4:target=250", "spades-4:bag_rule=each"]
    first, second = parse_variants("spades-4:short-each,pinochle-cutthroat", options)
    assert (first.variant, first.preset) == ("spades-4", "short-each")
    assert json.loads(first.options) == {"target": 250, "bag_rule": "each"}
    assert (second.variant, second.preset, second.options) == ("pinochle-cutthroat", "", "")


def test_presets_and_weights_stand_behind_a_variant() -> None:
    listed = parse_variants("spades-3:2,spades-4:short-each:3, pinochle-chips:1,spades-5:x,", [])
    choices = [(choice.variant, choice.preset, choice.weight) for choice in listed]
    assert choices == [
        ("spades-3", "", 2),
        ("spades-4", "short-each", 3),
        ("pinochle-chips", "", 1),
        ("spades-5", "x", 0),  # the arena says which presets there are
    ]


@pytest.mark.parametrize("word", ["spades-4:0", "spades-4:2:short-each", "spades-4:", ":3", "spades-4:a:b:1"])
def test_variants_that_are_malformed_or_given_twice_are_refused(word: str) -> None:
    with pytest.raises(Refusal, match=r"is not V\[:PRESET\]\[:WEIGHT\]"):
        parse_variants(word, [])
    with pytest.raises(Refusal, match=r"'spades-4' is given twice; name it once, as V\[:PRESET\]"):
        parse_variants("spades-4:short-each,spades-4:3", [])


@pytest.mark.parametrize("word", ["target=250", "spades-3:target=250", "spades-4:target"])
def test_an_option_names_its_variant(word: str) -> None:
    with pytest.raises(Refusal, match="option"):
        parse_variants("spades-4", [word])


def test_an_option_of_a_tournament_is_in_the_request_the_command_and_the_sql() -> None:
    """Those three places are all: nothing between them lists the options, nor do the desk and the next season."""
    fields, terms = (set(each.DESCRIPTOR.fields_by_name) for each in (CreateTournamentRequest, LadderTerms))
    assert (fields | terms) - {"ladder"} <= {param.name for param in create.params}
    at_the_desk = read_request(dict.fromkeys(["play-spades-4", *fields], "1"))
    assert {field.name for field, _ in at_the_desk.ListFields()} == fields - COMMAND_ONLY
    queries = [QUERIES[name].decode() for name in ("create_tournament", "add_ladder", "add_variant", "add_entrant")]
    stored = {name for query in queries for name in re.findall(r"%\((\w+)\)s", query)}
    columns = {"boards": "boards_each", "move_time": "move_us", "bank": "bank_us", "ask_single": "auto_single"}
    parts = {"variants": "variant", "bots": "version_id"}  # and `add_beacon` stores the beacon with its round
    assert {(columns | parts).get(field, field) for field in (fields | terms) - {"ladder", "beacon"}} <= stored
    assert "SELECT t.*, l.*, " in QUERIES["next_season"].decode()
    for query in queries[:2]:
        names, values = re.findall(r"\(([^()]*)\)", query.replace("%(", "").replace(")s", ""))
        assert names.split() == values.split(), "so the columns of a season are parameters of the next one"
