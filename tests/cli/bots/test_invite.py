import json
import re

from tests.cli.conftest import Command, Served


def test_an_invite_is_printed_alone_or_as_a_link(served: Served, arena: Command) -> None:
    said = arena("owner", "invite", "--expires", "2d")
    assert re.fullmatch("arena_invite_[A-Za-z0-9]{43}\n", said.out)
    assert "/invite/CODE" in said.err
    said = arena("owner", "invite", "--page", "https://arena.example.org/")
    assert re.fullmatch("https://arena.example.org/invite/arena_invite_[A-Za-z0-9]{43}\n", said.out)
    made = json.loads(arena("owner", "invite", "--json").out)
    assert set(made) == {"code", "expires"}


def test_only_an_operator_invites(served: Served, arena: Command) -> None:
    token = arena("owner", "create", "ada").out.strip()
    assert arena("owner", "invite", "--token", token).refused
    assert arena("owner", "invite", "--expires", "0s").refused
