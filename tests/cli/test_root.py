import os
import signal
import subprocess
import sys

import click
import pytest

from arena.cli.root import ADVANCED, COMMANDS, GROUPS
from arena.cli.root import arena as group
from arena.distribution import install_command
from arena.tokens import new_token
from tests.cli.conftest import Command
from tests.cli.test_json import commands, groups

ARENA = [sys.executable, "-m", "arena"]


def test_the_base_install_names_the_package_to_install() -> None:
    code = "import sys; sys.modules['click'] = None; from arena.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"arena: the command is not part of the base install: {install_command('server')}")
    assert "python -m bots" in done.stderr
    assert done.stderr.count("\n") == 1


def test_no_command_prints_the_help(arena: Command) -> None:
    said = arena()
    assert (said.code, said.out) == (2, "")
    assert all(name in said.err for names in GROUPS.values() for name in names)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_the_line_of_the_list(name: str, arena: Command) -> None:
    said = arena(name, "--help")
    assert (said.code, said.err) == (0, "")
    assert said.out.lower().startswith("usage: arena")
    command = group.get_command(click.Context(group), name)
    assert command
    assert COMMANDS[name][1] == command.get_short_help_str(200)


def test_every_command_is_in_one_group_and_few_are_visible(arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = [name for names in (*GROUPS.values(), ADVANCED) for name in names]
    assert len(GROUPS) == 4
    assert sorted(names) == sorted(COMMANDS)
    paths = dict(commands(group))
    visible = [path for path, each in paths.items() if path.split()[0] not in ADVANCED and not each.hidden]
    assert len(visible) <= 60
    lines = arena("--help").out.splitlines()
    assert len(lines) <= 40
    assert [line.split()[0] for line in lines[9:] if line.startswith("  ")] == names[: -len(ADVANCED)]
    advanced = arena("advanced").out
    others = {top if (top := path.split()[0]) in ADVANCED else path for path in paths if path not in visible}
    assert all(f"  {path} " in advanced for path in others)
    assert "default: $ARENA_SERVER" in advanced


def test_no_line_of_a_help_is_cut(arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for path, _ in groups(group):
        listed = arena(*path, "--help").out.partition("Commands:")[2].partition("\n\n")[0]
        assert "..." not in listed, path


def test_an_unknown_command_names_similar_ones(arena: Command) -> None:
    for word, similar in (("torunament", "; use tournament"), ("zzz", "; use one of those listed")):
        said = arena(word)
        assert (said.refused, said.err) == (True, f"arena: {word!r} is not a command{similar} (see arena --help)\n")


@pytest.mark.parametrize(
    "words",
    [
        ("selfplay",),
        ("tournament", "create"),
        ("bot", "register", "x"),
        ("verify", "a", "b"),
        ("up", "--workers", "many"),
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_line(words: tuple[str, ...], arena: Command) -> None:
    said = arena(*words)
    assert said.refused
    assert "Traceback" not in said.err


# Slow imports that only a running service needs; all commands together import none of them.
HEAVY = (
    "celery fastapi jinja2 markdown_it numpy psycopg pydantic redis starlette uvicorn"
    " arena.gateway arena.store arena.web workers"
)


def test_commands_import_only_modules_they_need() -> None:
    code = (
        "import sys; from importlib import import_module; from arena.cli.root import COMMANDS\n"
        "print({'grpc', 'rich', 'arena.rules'} & set(sys.modules))\n"
        "for module, _ in COMMANDS.values(): import_module(module)\n"
        f"print(set({HEAVY!r}.split()) & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\nset()\n"


def test_the_shell_completes() -> None:
    env = os.environ | {"_ARENA_COMPLETE": "bash_complete", "COMP_WORDS": "arena tou", "COMP_CWORD": "1"}
    assert "tournament" in subprocess.run(ARENA, env=env, capture_output=True, text=True).stdout


@pytest.mark.parametrize("code", [141, 130])
def test_a_closed_pipe_and_ctrl_c_end_it_silently(code: int) -> None:
    words = ("selfplay", "spades-4", "--option", "max_hands=1", "--games", "100000", "--seed", "x")
    with subprocess.Popen([*ARENA, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        if code == 141:
            process.stdout.close()
        else:
            process.send_signal(signal.SIGINT)
            process.stdout.read()
        assert process.wait() == code
        assert process.stderr.read() == b""


@pytest.mark.parametrize("words", [("bot", "list"), ("tokens",), ("--server",)])
def test_a_token_at_the_wrong_place_is_not_repeated(arena: Command, words: tuple[str, ...]) -> None:
    token = new_token("owner")
    said = arena(*words, token)
    assert said.refused
    assert token not in said.err
