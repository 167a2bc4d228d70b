import pytest

from tests.programs import program
from workers.__main__ import QueuesError, queues_of

SETTINGS = {"ARENA_DSN": "postgresql://x", "ARENA_REDIS_URL": "redis://x", "ARENA_LINK_SECRET": "secret"}


@pytest.mark.parametrize(
    ("changed", "said"),
    [*(({name: ""}, f"{name} is not set") for name in SETTINGS), ({"ARENA_LEASE": "long"}, "ARENA_LEASE=long")],
)
def test_setting_that_is_wrong_is_one_line_and_exit_code_2(changed: dict[str, str], said: str) -> None:
    done = program("-m", "workers", **SETTINGS | changed)  # type: ignore[arg-type]  # none is called cwd
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert said in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--queues", "whist"], "there is no queue 'whist'"), (["--nonsense"], "give --queues or nothing")],
)
def test_queue_or_option_that_does_not_exist_is_refused(words: list[str], said: str) -> None:
    with pytest.raises(QueuesError, match=said):
        queues_of(words)


@pytest.mark.parametrize("module", ["workers", "arena.gateway", "arena.web"])
@pytest.mark.parametrize(
    ("name", "server", "address"),
    [
        ("ARENA_DSN", "Postgres", "postgres:arena:geheim@localhost"),
        ("ARENA_REDIS_URL", "Redis", "redis://:geheim/@localhost/0"),
        ("ARENA_REDIS_URL", "Redis", "valkey://:geheim@localhost/0"),
    ],
)
def test_an_invalid_address_is_refused_without_repeating_its_password(
    module: str, name: str, server: str, address: str
) -> None:
    env = SETTINGS | {name: address}
    done = program("-m", module, **env)  # type: ignore[arg-type]  # none is called cwd
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert f"{name} is not an address of {server}" in done.stderr
    assert "geheim" not in done.stderr
