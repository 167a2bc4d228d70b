"""`arena doctor`: show versions, the loaded core, servers and state."""

import json
import platform
import subprocess
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from arena import rules
from arena.cli.terminal.printing import as_json_option, print_json, say
from arena.distribution import NAME, install_command
from arena.local.binaries import find_postgres, find_valkey
from arena.local.ports import is_open
from arena.local.problems import NoServerFound
from arena.local.state import default_folder
from runner.confine.machine import checks

PACKAGES = (NAME, "grpcio", "protobuf", "click", "rich", "celery", "redis", "psycopg")


@dataclass(frozen=True)
class Finding:
    """One thing looked at."""

    what: str
    found: str
    good: bool = True
    is_needed: bool = True


@click.command
@as_json_option
def doctor(as_json: bool) -> int:
    """Say what the arena finds on this machine.

    Exit code 1 when something it needs is missing.
    """
    python = Finding("python", f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    servers = _server("Postgres", find_postgres, "postgres"), _server("Valkey or Redis", find_valkey)
    findings = [python, *map(_package, PACKAGES), _core(), *servers, *_confinement(), *_state()]
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            say(f"{_mark(finding):8}{finding.what:17}{finding.found}")
    return 0 if all(finding.good or not finding.is_needed for finding in findings) else 1


def _mark(finding: Finding) -> str:
    return "ok" if finding.good else "MISSING" if finding.is_needed else "no"


def _confinement() -> list[Finding]:
    """Whether bots can be handed in here: the arena is good without."""
    found = checks()
    can = all(check.ok or not check.is_needed for check in found)
    said = "bots that are handed in are played here" if can else "bots that are handed in cannot be played here"
    listed = [
        Finding(check.name, check.told if check.ok else f"{check.told}: {check.advice}", check.ok, is_needed=False)
        for check in found
    ]
    return [*listed, Finding("hand-in", said, can, is_needed=False)]


def _package(name: str) -> Finding:
    try:
        return Finding(name, version(name))
    except PackageNotFoundError:
        return Finding(name, f"not installed: {install_command('server')}", good=False)


def _core() -> Finding:
    how = "compiled by mypyc" if rules.COMPILED else "not compiled (plays the same games, slower)"
    return Finding("rules core", f"{how}, {Path(rules.__file__).parent}")


def _server(what: str, find: Callable[[], Path], program: str = "") -> Finding:
    """What *find* finds: a program, or the folder of *program*."""
    try:
        found = find()
    except NoServerFound as problem:
        return Finding(what, str(problem), good=False)
    return Finding(what, f"{_version_of(found / program)}, {found}")


def _version_of(program: Path) -> str:
    """The first line the program says of itself."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True)
    if said.returncode:
        return f"does not run ({(said.stderr.splitlines() or ['no reason given'])[0]})"
    return said.stdout.splitlines()[0]


def _state() -> list[Finding]:
    folder = default_folder()
    server = folder / "server.json"
    try:
        address = str(json.loads(server.read_text())["gateway"])
    except FileNotFoundError:
        there = "" if folder.is_dir() else " (made by the first `arena up`)"
        return [Finding("state folder", f"{folder}{there}"), Finding("service here", "not running")]
    except OSError as problem:
        return [Finding("state folder", f"{folder}, not open to you ({problem.strerror})")]
    running = is_open(int(address.rpartition(":")[2]))
    return [
        Finding("state folder", str(folder)),
        Finding("service here", f"running at {address}" if running else f"does not answer at {address}"),
    ]
