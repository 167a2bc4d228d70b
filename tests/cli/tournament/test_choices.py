import json
import re

import pytest

from arena.cli.gate.ladder import start
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.changing import variant_choices
from arena.cli.tournament.group import create
from arena.store.database import QUERIES
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, LadderTerms


def test_each_variant_has_its_preset_and_its_options() -> None:
    first, second = variant_choices(
        ["spades-4:short-each", "pinochle-cutthroat"], ["spades-4:target=250", "spades-4:bag_rule=each"]
    )
    assert (first.variant, first.preset) == ("spades-4", "short-each")
    assert json.loads(first.options) == {"target": 250, "bag_rule": "each"}
    assert (second.variant, second.preset, second.options) == ("pinochle-cutthroat", "", "")


def test_presets_and_weights_stand_behind_a_variant_in_either_option() -> None:
    listed = variant_choices(["spades-3:2"], [], "spades-4:short-each:3, pinochle-chips:1,spades-5:x,")
    found = [(choice.variant, choice.preset, choice.weight) for choice in listed]
    assert found == [
        ("spades-3", "", 2),
        ("spades-4", "short-each", 3),
        ("pinochle-chips", "", 1),
        ("spades-5", "x", 0),  # the arena says which presets there are
    ]


@pytest.mark.parametrize("word", ["spades-4:0", "spades-4:2:short-each", "spades-4:", ":3", "spades-4:a:b:1"])
def test_malformed_variants_are_refused(word: str) -> None:
    with pytest.raises(Refusal, match=r"is not V\[:PRESET\]\[:WEIGHT\]"):
        variant_choices([], [], word)


def test_a_variant_given_twice_is_refused() -> None:
    with pytest.raises(Refusal, match=r"'spades-4' is given twice; name it once, as V\[:PRESET\]"):
        variant_choices(["spades-4:short-each"], [], "spades-4:3")


@pytest.mark.parametrize("word", ["target=250", "spades-3:target=250", "spades-4:target"])
def test_an_option_names_its_variant(word: str) -> None:
    with pytest.raises(Refusal, match="option"):
        variant_choices(["spades-4"], [word])


def test_an_option_of_a_tournament_is_in_the_request_the_command_and_the_sql() -> None:
    """Those three places are all: nothing between them lists the options."""
    fields = set(CreateTournamentRequest.DESCRIPTOR.fields_by_name) - {"ladder"}
    terms = set(LadderTerms.DESCRIPTOR.fields_by_name)
    assert fields <= {param.name for param in create.params}
    assert terms <= {param.name for param in start.params}
    queries = ("create_tournament", "add_variant", "add_entrant", "add_ladder")
    sql = b"".join(QUERIES[query] for query in queries).decode()
    stored = {name.removeprefix("ladder_") for name in re.findall(r"%\((\w+)\)s", sql)}
    columns = {"move_time": "move_us", "bank": "bank_us", "ask_single": "auto_single", "forfeit_after": "forfeit_s"}
    parts = {"variants": "variant", "bots": "version_id"}
    of_its_own = {"beacon"}  # `add_beacon` stores it with the round it promises
    assert {(columns | parts).get(field, field) for field in (fields | terms) - of_its_own} <= stored
