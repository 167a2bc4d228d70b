import os
import subprocess
import sys

import pytest

from tests.programs import program

SETTINGS = {"ARENA_DSN": "postgresql://x", "ARENA_REDIS_URL": "redis://x", "ARENA_LINK_SECRET": "secret"}


@pytest.mark.parametrize("missing", SETTINGS)
def test_a_setting_that_is_missing_is_one_line_and_exit_code_2(missing: str) -> None:
    told = {name: value for name, value in SETTINGS.items() if name != missing}
    done = program("-m", "workers", **told)  # type: ignore[arg-type]  # none is called cwd
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert f"{missing} is not set" in done.stderr


def test_a_lease_that_is_no_number_is_one_line_and_exit_code_2() -> None:
    environment = os.environ | SETTINGS | {"ARENA_LEASE": "long"}
    done = subprocess.run([sys.executable, "-m", "workers"], env=environment, capture_output=True, text=True)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "ARENA_LEASE=long" in done.stderr


@pytest.mark.parametrize("module", ["workers", "arena.gateway", "arena.web"])
@pytest.mark.parametrize(
    ("name", "server", "address"),
    [
        ("ARENA_DSN", "Postgres", "postgres:arena:geheim@localhost"),
        ("ARENA_REDIS_URL", "Redis", "redis://:geheim/@localhost/0"),
        ("ARENA_REDIS_URL", "Redis", "valkey://:geheim@localhost/0"),
    ],
)
def test_an_address_that_is_none_is_one_line_that_does_not_repeat_its_password(
    module: str, name: str, server: str, address: str
) -> None:
    told = SETTINGS | {name: address}
    done = program("-m", module, **told)  # type: ignore[arg-type]  # none is called cwd
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert f"{name} is no address of {server}" in done.stderr
    assert "geheim" not in done.stderr
