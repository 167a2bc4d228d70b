"""`arena doctor`: show versions, the loaded core, servers and state."""

import platform
import subprocess
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from arena import rules
from arena.cli.terminal.printing import as_json_option, print_json, say
from arena.distribution import NAME, install_command
from arena.local.addresses import FILE, Addresses, is_open
from arena.local.binaries import find_postgres, find_valkey
from arena.local.problems import NoServerFound, StateUnreachable
from arena.local.state import default_folder, try_folder
from runner.confine.machine import checks

PACKAGES = {  # of a distribution the module that is imported
    NAME: "arena.rules",
    "grpcio": "grpc",
    "protobuf": "google.protobuf",
    **{name: name for name in ("click", "rich", "celery", "redis", "psycopg")},
}
WITHIN = 10.0  # seconds that a program has to say its version


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
    """Report what the arena needs and finds on this machine.

    Exit code 1 when something it needs is missing.
    """
    python = Finding("python", f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    servers = _server("Postgres", find_postgres, "postgres", "initdb"), _server("Valkey or Redis", find_valkey)
    findings = [python, *map(_package, PACKAGES), _core(), *servers, *_confinement(), *_state()]
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            say(f"{_mark(finding):8}{finding.what:17}{finding.found}")
    return 0 if all(finding.good or not finding.is_needed for finding in findings) else 1


def _mark(finding: Finding) -> str:
    return "ok" if finding.good else "FAIL" if finding.is_needed else "no"


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
        import_module(PACKAGES[name])
        return Finding(name, version(name))
    except PackageNotFoundError:
        return Finding(name, f"not installed: {install_command('server')}", good=False)
    except Exception as problem:  # whatever an import raises
        return Finding(name, f"cannot be imported ({problem}): {install_command('server')}", good=False)


def _core() -> Finding:
    how = "compiled by mypyc" if rules.COMPILED else "not compiled (plays the same games, slower)"
    return Finding("rules core", f"{how}, {Path(rules.__file__).parent}")


def _server(what: str, find: Callable[[], Path], *programs: str) -> Finding:
    """Run what *find* finds: a program, or *programs* of a folder."""
    try:
        found = find()
        said = [_version_of(found / program) for program in programs or ("",)]
    except (NoServerFound, DoesNotRun) as problem:
        return Finding(what, str(problem), good=False)
    return Finding(what, f"{said[0]}, {found}")


class DoesNotRun(Exception):
    """Raised for a program that cannot say its version; the text says why."""


def _version_of(program: Path) -> str:
    """Return the first line that the program says of itself. Raises `DoesNotRun`."""
    why = "no reason given"
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, errors="replace", timeout=WITHIN)
        if said.returncode == 0 and said.stdout.strip():
            return said.stdout.splitlines()[0]
        why = (said.stderr.splitlines() or [why])[0]
    except OSError as problem:
        why = problem.strerror or str(problem)
    except subprocess.TimeoutExpired:
        why = f"no answer to --version within {WITHIN:.0f} s"
    raise DoesNotRun(f"{program} does not run ({why}): {install_command('server')}")


def _state() -> list[Finding]:
    """Try the state folder, and the service that runs over it."""
    folder = default_folder()
    try:
        try_folder(folder)
    except StateUnreachable as problem:
        return [Finding("state folder", str(problem), good=False)]
    there = "" if folder.is_dir() else " (made by the first `arena up`)"
    return [Finding("state folder", f"{folder}{there}"), *_service(folder / FILE)]


def _service(file: Path) -> list[Finding]:
    """Connect to the service whose addresses are in *file*: the arena is good without."""

    def finding(found: str, good: bool) -> Finding:
        return Finding("service here", found, good, is_needed=False)

    try:
        addresses = Addresses.parse(file.read_text())
        running = is_open(int(addresses.gateway.rpartition(":")[2]))
    except FileNotFoundError:
        return [finding("not running: `arena up` starts it", False)]
    except (OSError, ValueError) as problem:
        return [finding(f"{file} cannot be read ({problem}): start `arena up` again", False)]
    if not running:
        return [finding(f"nothing answers at {addresses.gateway}, which {file} names: start `arena up` again", False)]
    return [finding(line, True) for line in addresses.lines()]
