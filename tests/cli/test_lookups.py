import json
from pathlib import Path

import pytest

from arena.rules import VARIANTS, option_help, options_of, presets_of
from tests.cli.conftest import Command


def test_variants_are_listed(arena: Command) -> None:
    said = arena("variants")
    assert said.code == 0
    assert all(name in said.out for name in VARIANTS)
    assert {line["variant"]: line["options"] for line in json.loads(arena("variants", "--json").out)} == {
        name: options_of(rules) for name, rules in VARIANTS.items()
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_presets_and_options_are_listed(variant: str, arena: Command) -> None:
    said = arena("variants", variant)
    assert said.code == 0
    assert all(name in said.out for name in presets_of(variant))
    assert all(name in said.out for name, _, _ in option_help(variant))
    answer = json.loads(arena("variants", variant, "--json").out)
    assert [line["option"] for line in answer["help"]] == [name for name, _, _ in option_help(variant)]


def test_doctor_reports_servers_and_core(arena: Command, monkeypatch: pytest.MonkeyPatch, own_folder: Path) -> None:
    monkeypatch.setenv("ARENA_STATE", str(own_folder))
    said = arena("doctor")
    assert (said.code, said.err) == (0, "")
    assert all(word in said.out for word in ("PostgreSQL", "rules core", "compiled", "state folder"))
    findings = json.loads(arena("doctor", "--json").out)
    assert all(finding["good"] for finding in findings if finding["is_needed"])


def test_rules_show_changed_options(arena: Command) -> None:
    said = arena("rules", "spades-5-2jokers")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("# Cutthroat Spades, 5 players, 2 jokers\n")
    assert "| `target` | `500`, here `90` |" in arena("rules", "spades-4", "--option", "target=90").out


def test_the_index_of_rules(arena: Command) -> None:
    said = arena("rules")
    assert all(f"({name}.md) | `{name}` |" in said.out for name in VARIANTS)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("variants", "spades-9"), "spades-4"),
        (("rules", "spades-9"), "spades-4"),
        (("rules", "--preset", "official"), "need a VARIANT"),
        (("rules", "spades-4", "--option", "x=1"), "has no such option"),
    ],
)
def test_wrong_words_are_refused(words: tuple[str, ...], named: str, arena: Command) -> None:
    said = arena(*words)
    assert (said.refused, named in said.err) == (True, True)
