"""`arena doctor`: check the packages, servers and folders that the arena needs."""

import os
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
from arena.local.problems import StartError
from arena.local.state import default_folder, try_folder
from runner.confine.machine import checks

PACKAGES = {  # module to import by distribution
    NAME: "arena.rules",
    "grpcio": "grpc",
    "protobuf": "google.protobuf",
    **{name: name for name in ("click", "rich", "celery", "redis", "psycopg")},
}
VERSION_TIMEOUT = 10.0  # seconds
CAN, CANNOT = "can play here", "cannot play here; correct the lines above that say `no`"
COMPILE = "install a C compiler, then run `make venv` in the checkout"


@dataclass(frozen=True)
class Finding:
    """The result of one check."""

    what: str  # name of the checked thing, as "python"
    found: str  # its version or state, or the problem and how to fix it
    good: bool = True
    is_needed: bool = True  # whether the arena cannot run without it


@click.command
@as_json_option
def doctor(as_json: bool) -> int:
    """Report whether this machine has what the arena needs.

    Exit code 1 if something it needs is missing.
    """
    python = Finding("python", f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    servers = _server("Postgres", find_postgres, "postgres", "initdb"), _server("Valkey or Redis", find_valkey)
    findings = [python, *map(_package, PACKAGES), _core(), *servers, *_confinement(), *_state(), *_connections()]
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            mark = "ok" if finding.good else "FAIL" if finding.is_needed else "no"
            say(f"{mark:8}{finding.what:17}{finding.found}")
    return 0 if all(finding.good or not finding.is_needed for finding in findings) else 1


def _confinement() -> list[Finding]:
    """Check whether this machine can confine, and so play, submitted bots; the arena runs without that."""
    results = checks()
    can = all(check.ok or not check.is_needed for check in results)
    listed = [
        Finding(check.name, check.detail if check.ok else f"{check.detail}: {check.advice}", check.ok, is_needed=False)
        for check in results
    ]
    return [*listed, Finding("submit", f"submitted bots {CAN if can else CANNOT}", can, is_needed=False)]


def _package(name: str) -> Finding:
    try:
        import_module(PACKAGES[name])
        return Finding(name, version(name))
    except PackageNotFoundError:
        return Finding(name, f"not installed: {install_command('server')}", good=False)
    except Exception as problem:  # an import may raise anything
        return Finding(name, f"cannot be imported ({problem}): {install_command('server')}", good=False)


def _core() -> Finding:
    how = "compiled by mypyc" if rules.COMPILED else f"not compiled, so games take longer; {COMPILE}"
    return Finding("rules core", f"{how} ({Path(rules.__file__).parent})", rules.COMPILED, is_needed=False)


def _server(what: str, find: Callable[[], Path], *programs: str) -> Finding:
    """Check a server: *find* returns its program, or the folder of its *programs*, which are run with --version."""
    try:
        path = find()
        versions = [_version_of(path / program) for program in programs or ("",)]
    except StartError as problem:
        return Finding(what, str(problem), good=False)
    return Finding(what, f"{versions[0]}, {path}")


def _version_of(program: Path) -> str:
    why = "no reason given"
    try:
        command = [str(program), "--version"]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=VERSION_TIMEOUT)
        if done.returncode == 0 and done.stdout.strip():
            return done.stdout.splitlines()[0]
        why = (done.stderr.splitlines() or [why])[0]
    except OSError as problem:
        why = problem.strerror or str(problem)
    except subprocess.TimeoutExpired:
        why = f"no answer to --version within {VERSION_TIMEOUT:.0f} s"
    raise StartError(f"{program} does not run ({why}): {install_command('server')}")


def _state() -> list[Finding]:
    folder = default_folder()
    try:
        try_folder(folder)
    except StartError as problem:
        return [Finding("state folder", str(problem), good=False)]
    missing = "" if folder.is_dir() else " (created by the first `arena up`)"
    return [Finding("state folder", f"{folder}{missing}"), *_service(folder / FILE)]


def _connections() -> list[Finding]:
    """Check whether the Postgres of $ARENA_DSN, if it is set, allows as many connections as the arena may open."""
    if not (os.environ.get("ARENA_DSN") or os.environ.get("ARENA_DSN_FILE")):
        return []
    import psycopg

    from arena.settings import SettingError, postgres_address
    from arena.store.errors import StoreUnavailableError
    from arena.store.session import PAGES, count_connections

    try:
        bound = count_connections(postgres_address("ARENA_DSN"))
    except (SettingError, StoreUnavailableError, psycopg.Error) as problem:
        return [Finding("connections", f"cannot be counted: {' '.join(str(problem).split())}", good=False)]
    good = bound.allowed >= bound.needed
    found = f"{bound.gateways} gateways, {bound.workers} workers and {PAGES} pages open at most {bound.needed}"
    cure = "" if good else "; raise max_connections of Postgres (docs/how-to/databases.md)"
    return [Finding("connections", f"{found}, Postgres allows {bound.allowed}{cure}", good)]


def _service(file: Path) -> list[Finding]:
    def finding(found: str, good: bool) -> Finding:
        return Finding("service here", found, good, is_needed=False)

    try:
        addresses = Addresses.parse(file.read_text())
        every = (addresses.gateway, *addresses.more_gateways, *addresses.tls_gateways, addresses.page)
        silent = [each for each in every if each and not is_open(int(each.rpartition(":")[2]))]
    except FileNotFoundError:
        return [finding("not running; start it with `arena up`", False)]
    except (OSError, ValueError) as problem:
        return [finding(f"{file} cannot be read ({problem}); start `arena up` again", False)]
    if silent:
        return [finding(f"nothing answers at {', '.join(silent)}, as in {file}; start `arena up` again", False)]
    return [finding(line, True) for line in addresses.lines()]
