"""Options that many commands must have, and their help."""

import re
from collections.abc import Iterator

import click

from arena.cli.root import arena

# Lists that stay short.
SHORT = {"bot infractions", "archive list"}
# Commands that run on, that parse their own words, that print JSON Lines anyway, or pages for people.
WITHOUT = {
    *("up", "web", "demo", "play"),
    *("bot new", "bot run", "bot text", "bot check"),
    *("export", "selfplay"),
    "rules",
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
