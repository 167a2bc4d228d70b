"""Prepare a release: `make release VERSION=1.0.0rc1`. It publishes nothing.

It sets the version, runs `.ci/run`, then builds and checks `dist/VERSION`. A failed step restores the changed files.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

from packaging.version import Version

from arena.distribution import NAME
from setup import compiled_sources
from tests.arguments import Parser
from tests.compiled import ROOT, built_wheel

CHANGELOG, CITATION, PROJECT = (ROOT / name for name in ("CHANGELOG.md", "CITATION.cff", "pyproject.toml"))
CHART, DESCRIPTORS = ROOT / "deploy/helm/Chart.yaml", ROOT / "proto/v1.binpb"
PACKAGES = ("arena", "bots", "runner", "workers")
EXAMPLES = "bots/examples/"  # only Python files and weights of these are in a wheel
MAX_WHEEL = 8_000_000  # bytes
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


class ReleaseError(Exception):
    """Raised with one line that names the problem and its solution."""


def main(version: str, smoke: bool) -> None:
    """Prepare the release *version*. With *smoke*, build and check the present version without tests.

    Raises `ReleaseError`, and `subprocess.CalledProcessError` with the output on standard error.
    """
    if smoke:
        build(ROOT / "build/release", read_version())
        return
    if status := _run("git", "status", "--porcelain", output=True):
        raise ReleaseError(f"the tree has changes ({status.split(maxsplit=1)[1]}, ...); commit or remove them")
    check_version(version, read_version(), _run("git", "tag", output=True).split())
    folder = ROOT / "dist" / version
    with restored_on_failure(CHANGELOG, CHART, CITATION, DESCRIPTORS, PROJECT):
        CHANGELOG.write_text(release_notes(CHANGELOG.read_text(), version, date.today()))
        write_version(version)
        write_descriptors(DESCRIPTORS)
        _run(ROOT / ".ci/run")
        build(folder, version)
    print("To publish it, run these two commands; the tag starts .github/workflows/release.yml:")
    print(f"  git commit -am 'Release {version}' && git tag -a v{version} -m 'arena {version}'")
    print(f"  git push --atomic origin HEAD v{version}")


def read_version() -> str:
    """Return the version in pyproject.toml."""
    return str(tomllib.loads(PROJECT.read_text())["project"]["version"])


def write_version(version: str) -> None:
    """Set the version in pyproject.toml, and in the files that repeat it."""
    semantic = re.sub(r"(a|b|rc)(?=\d)", r"-\1", version)  # Helm wants 1.0.0-rc1
    for path, line, text in (
        (PROJECT, 'version = ".*"', f'version = "{version}"'),
        (CITATION, "version: .*", f"version: {version}"),
        (CHART, "version: .*", f"version: {semantic}"),
        (CHART, "appVersion: .*", f"appVersion: {version}"),
    ):
        path.write_text(re.sub(f"(?m)^{line}$", text, path.read_text(), count=1))


def check_version(version: str, current: str, tags: list[str]) -> None:
    """Raise `ReleaseError` unless *version* has the usual form, is newer than *current*, and has no tag."""
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        raise ReleaseError(f"VERSION={version!r} is not a version; write one such as 1.0.0 or 1.0.0rc1")
    if Version(version) < Version(current) or f"v{version}" in tags:
        raise ReleaseError(f"VERSION={version} is not newer than {current}, or has a tag; choose a newer version")


def release_notes(text: str, version: str, day: date) -> str:
    """Return the changelog *text* with its unreleased lines as the section of *version*."""
    before, heading, after = text.partition("## [Unreleased]\n")
    section = after.partition("\n## [")[0]
    if not section.strip():
        raise ReleaseError("CHANGELOG.md lists nothing under [Unreleased]; list there what users can do now")
    return f"{before}{heading}\n## [{version}] - {day.isoformat()}\n{after}"


@contextmanager
def restored_on_failure(*paths: Path) -> Iterator[None]:
    """Write the contents of *paths* back if the block raises."""
    contents = {path: path.read_bytes() for path in paths}
    try:
        yield
    except BaseException:
        for path, content in contents.items():
            path.write_bytes(content)
        raise


def write_descriptors(target: Path) -> None:
    """Write the protocol's descriptors, which later releases are compared with (docs/explanation/compatibility.md)."""
    sources = sorted((ROOT / "proto").glob("arena/v1/*.proto"))
    flags = (f"-I{ROOT / 'proto'}", "--include_imports", f"--descriptor_set_out={target}")
    _run(sys.executable, "-m", "grpc_tools.protoc", *flags, *sources)


def build(folder: Path, version: str) -> None:
    """Write sdist, wheels, SBOM and SHA256SUMS to *folder*, which is emptied first; check them."""
    compiled = built_wheel()
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for path in compiled.parent.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    (sdist,) = folder.glob("*.tar.gz")
    pure = ("wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, sdist)
    _run(*PIP, *pure, environment={"ARENA_COMPILE": "0"})
    wheels = sorted(folder.glob("*.whl"))
    for wheel in wheels:
        check_wheel(wheel, is_compiled=wheel.name == compiled.name)
    _run(sys.executable, "-m", "twine", "check", "--strict", *wheels, sdist)
    _install(folder / compiled.name, version, folder / f"trick_arena-{version}.cdx.json")
    sums = [(sha256(path.read_bytes()).hexdigest(), path) for path in sorted(folder.iterdir())]
    (folder / "SHA256SUMS").write_text("".join(f"{digest}  {path.name}\n" for digest, path in sums))
    for _, path in sums:
        print(f"{path.stat().st_size:11,} bytes  {path.relative_to(ROOT)}")


def check_wheel(wheel: Path, is_compiled: bool) -> None:
    """Compare the names in *wheel* with what git tracks. Raises `ReleaseError` for a difference or a large wheel."""
    with ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
    modules = {name for name in names if name.endswith((".so", ".pyd"))}
    tracked = _run("git", "ls-files", *PACKAGES, "docs", output=True).splitlines()
    packed_names = (name for name in tracked if not name.startswith(EXAMPLES) or name.endswith((".py", ".npz")))
    wanted = {f"arena/{name}" if name.startswith("docs/") else name for name in packed_names}
    if difference := sorted(wanted ^ (names - modules)):
        raise ReleaseError(f"{wheel.name} and git differ in {', '.join(difference[:5])}; add to or remove from one")
    stems = {name.partition(".")[0] for name in modules}
    sources = {path.with_suffix("").as_posix() for path in compiled_sources()} if is_compiled else set()
    if missing := sorted(sources - stems if is_compiled else stems):
        raise ReleaseError(f"{wheel.name} is half compiled, see {missing[0]}; read the compiler's messages above")
    if wheel.stat().st_size > MAX_WHEEL:
        raise ReleaseError(f"{wheel.name} has {wheel.stat().st_size:,} bytes; find what grew, or raise MAX_WHEEL")


def _install(wheel: Path, version: str, sbom: Path) -> None:
    """Install *wheel* with the hashed requirements into an empty environment; list its packages in *sbom*."""
    with tempfile.TemporaryDirectory(prefix="arena-release-") as folder:
        venv.create(folder, with_pip=False, symlinks=True)
        python = Path(folder, "bin/python")
        pip = (*PIP, "--python", python)
        _run(*pip, "install", "-q", "--require-hashes", "-r", ROOT / "deploy/requirements.txt")
        from_here = ("--no-index", "--no-deps", "--find-links", wheel.parent)  # by name, so that no path is recorded
        _run(*pip, "install", "-q", *from_here, f"{NAME}=={version}")
        _run(*pip, "check")
        _run(Path(folder, "bin/arena"), "--version")
        kind = ("--pyproject", PROJECT, "--mc-type", "application", "--output-reproducible", "-o", sbom)
        _run(sys.executable, "-m", "cyclonedx_py", "environment", *kind, python)
    if not json.loads(sbom.read_text())["components"]:
        raise ReleaseError(f"{sbom.name} lists no packages; read the messages of cyclonedx-py above")


def _run(*command: str | Path, output: bool = False, environment: dict[str, str] | None = None) -> str:
    stdout = subprocess.PIPE if output else None
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | (environment or {})
    done = subprocess.run(command, check=True, stdout=stdout, text=True, cwd=ROOT, env=variables)
    return done.stdout or ""


if __name__ == "__main__":
    parser = Parser(description="Prepare a release; publish nothing.")
    parser.add_argument("version", nargs="?", default="", help="the version of the release, such as 1.0.0rc1")
    parser.add_argument("--smoke", action="store_true", help="build and check the present version, without tests")
    arguments = parser.parse_args()
    try:
        main(arguments.version, arguments.smoke)
    except ReleaseError as problem:
        parser.exit(2, f"release: {problem}\n")
    except subprocess.CalledProcessError as problem:
        sys.exit(f"release: {problem.cmd[0]} failed with exit code {problem.returncode}; its message is above")
