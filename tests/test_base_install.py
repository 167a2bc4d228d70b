import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from arena.distribution import NAME

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE", "arena", "workers", "bots", "docs")


def run(*command: str | Path, cwd: Path) -> str:
    """Return what the command prints.

    On failure all of it is in the test's report.
    """
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "ARENA_STATE")}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**environment, "ARENA_COMPILE": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a fresh environment with the project.

    Installed there without extras, from a wheel.
    """
    folder = tmp_path_factory.mktemp("base")
    source = folder / "source"
    source.mkdir()
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, source / name)
    build = ("--no-deps", "--no-build-isolation", "-w", "wheels", "./source")
    run(sys.executable, "-m", "pip", "wheel", "-q", *build, cwd=folder)
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv/bin/python"
    wheel = next((folder / "wheels").glob("*.whl"))
    install = ("install", "-q", "--no-compile", "-c", ROOT / "constraints.txt", wheel)
    run(sys.executable, "-m", "pip", "--python", python, *install, cwd=folder)
    return python


def test_the_base_brings_grpc_and_protobuf_only(base: Path) -> None:
    listed = run(sys.executable, "-m", "pip", "--python", base, "list", "--format=freeze", cwd=base.parent)
    brought = {"grpcio", "protobuf", "typing_extensions"}
    packages = {line.partition("==")[0] for line in listed.splitlines() if "==" in line}  # pip may warn of its cache
    assert packages == {NAME, *brought}


def test_the_wheel_is_pure(base: Path) -> None:
    (wheel,) = (base.parents[2] / "wheels").glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with ZipFile(wheel) as packed:
        assert not [name for name in packed.namelist() if name.endswith((".so", ".pyd", ".c"))]
        assert "bots/py.typed" in packed.namelist()


@pytest.mark.parametrize("variant", ["spades-4", "pinochle-cutthroat"])
def test_a_bot_plays_in_process_on_the_base_alone(base: Path, variant: str) -> None:
    assert run(base, "-m", "bots.house.random", "--local", variant, cwd=base.parent)


def test_a_bot_is_begun_run_and_checked_on_the_base_alone(base: Path, tmp_path: Path) -> None:
    run(base, "-m", "bots", "new", "red-fox", cwd=tmp_path)
    project = tmp_path / "red-fox"
    assert "RedFox" in run(base, "red_fox.py", "--local", "pinochle-chips", cwd=project)
    assert " 0 failed" in run(base, "-m", "bots", "check", "--quick", "--games-only", "red_fox.py", cwd=project)
