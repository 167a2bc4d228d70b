"""The service runs on what `trick-arena[server]` asks for.

The tests' own environment has more and would hide a gap.
"""

import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from arena.distribution import NAME

ROOT = Path(__file__).resolve().parents[1]
# Imports the service where nothing but the packages it was given is to be had.
SERVICE = """
import importlib, sys
hidden = set(sys.argv[1].split(","))
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())
for name in sys.argv[2:]:
    importlib.import_module(name)
"""
MODULES = ("kombu.transport.redis", "arena.gateway.__main__", "workers.__main__", "arena.demo.run", "arena.cli.root")


def asked_for(requirement: Requirement, requirements: set[tuple[str, frozenset[str]]]) -> set[str]:
    """Return the names of the distributions that *requirement* brings.

    With what they ask for in turn.
    """
    name = canonicalize_name(requirement.name)
    key = (name, frozenset(requirement.extras))
    if key in requirements:
        return set()
    requirements.add(key)
    names: set[str] = {name}
    for line in requires(name) or []:
        below = Requirement(line)
        extras = ("", *requirement.extras)
        if below.marker is None or any(below.marker.evaluate({"extra": extra}) for extra in extras):
            names |= asked_for(below, requirements)
    return names


def test_the_service_imports_what_its_install_brings() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    wanted = [wish for wish in map(Requirement, lines) if wish.marker is None or wish.marker.evaluate()]
    brought: set[str] = set().union(*(asked_for(wish, set()) for wish in wanted))
    here = packages_distributions().items()
    hidden = [package for package, names in here if not {*map(canonicalize_name, names)} & (brought | {NAME})]
    assert "pytest" in hidden
    command = [sys.executable, "-c", SERVICE, ",".join(hidden), *MODULES]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
