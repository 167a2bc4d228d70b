import re
from collections.abc import Iterator
from contextlib import suppress

import click
import pytest

from arena.cli.root import arena
from arena.cli.terminal.options import Whole

# Lists that stay short.
SHORT = {"bot infractions", "archive list"}
# Commands that run on, that parse their own words, that print JSON Lines anyway, or pages for people.
WITHOUT = {
    *("up", "web", "demo", "play", "login", "logout"),
    *("bot new", "bot text", "bot check"),
    *("export", "selfplay"),
    *("rules", "advanced"),
}
# First words of fragments that continue the option's name.
VAGUE = re.compile("(Of|Who|Whose|What|With|That|Those|Which|They|Where|Over|After|For|How|It)\\b")


def groups(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Group]]:
    yield path, group
    for name in group.list_commands(click.Context(group)):
        if isinstance(command := group.get_command(click.Context(group), name), click.Group):
            yield from groups(command, (*path, name))


def commands(whole: click.Group) -> Iterator[tuple[str, click.Command]]:
    for path, group in groups(whole):
        for name in group.list_commands(click.Context(group)):
            command = group.get_command(click.Context(group), name)
            assert command is not None
            if not isinstance(command, click.Group):
                yield " ".join((*path, name)), command


def test_every_command_with_results_has_json() -> None:
    by_name = dict(commands(arena))
    without = {name for name, command in by_name.items() if not any("--json" in each.opts for each in command.params)}
    assert without == WITHOUT
    assert len(by_name) > 30


NUMBERS = [
    (name, each) for name, command in commands(arena) for each in command.params if each.type.name.startswith("integer")
]


@pytest.mark.parametrize(("command", "parameter"), NUMBERS, ids=lambda each: getattr(each, "name", each))
def test_every_number_has_bounds(command: str, parameter: click.Parameter) -> None:
    assert isinstance(parameter.type, Whole)
    limit = 2**64 if parameter.name == "seat_id" else 2**31
    for number in (-1, 0, 2**31, 2**63, 10**30):
        with suppress(click.BadParameter):
            assert abs(parameter.type.convert(str(number), parameter, None)) < limit


def test_help_describes_each_option() -> None:
    for name, command in commands(arena):
        for option in (each for each in command.params if isinstance(each, click.Option)):
            assert option.help, (name, option.opts)
            assert not VAGUE.match(option.help), (name, option.opts, option.help)
        assert not VAGUE.match(command.help or ""), (name, command.help)


def test_every_list_has_a_limit() -> None:
    by_name = dict(commands(arena))
    limited = {name for name, command in by_name.items() if any("--limit" in each.opts for each in command.params)}
    lists = {"list", "games", "infractions", "commitments", "failed"}
    assert {name for name in by_name if name.split()[-1] in lists} - SHORT <= limited
