"""Build the distribution: the rules core and the path of a decision compiled by mypyc, where a C compiler works.

Without a compiler, or where mypy or the compiler fails, the wheel is pure: the same source, interpreted.
Editable installs stay uncompiled: a compiled module in the source tree would shadow the source that is being edited.
`make venv` lets them import a compiled copy until a source changes (`use_compiled`).
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from subprocess import CalledProcessError
from sysconfig import get_path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
CORE = Path("arena/rules")
HANDBOOK = Path("arena/docs")
# The build checks no types, which `make lint` does: it needs no stubs, and no package that modules import.
MYPY = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]
# These modules use the core's native integers, once for each decision of a columnar bot: the compiler joins both.
COLUMNS = [
    Path("arena/wire/columns/pack.py"),
    Path("arena/play/ledger.py"),
    *(Path("workers/link", name) for name in ("lockstep.py", "batches.py")),
    Path("arena/rl/stepping.py"),
]
# The path of each batch of columnar bots at the gateway.
BATCHES = [
    Path("arena/gateway/seats", name)
    for name in ("answered_batches.py", "batch_delivery.py", "open_batches.py", "worker_stream.py")
]
# The path of each single decision: the codec, the table, the gateway's seats, the kit.
ROWS = [
    *(Path("arena/wire", name) for name in ("actions.py", "events.py", "laying.py", "legal.py", "seats.py")),
    *(Path("arena/play", name) for name in ("seat.py", "table.py")),
    Path("workers/link/outcomes.py"),
    *(Path("workers/play", name) for name in ("batch_channel.py", "placement.py", "remote_seat.py", "row_channel.py")),
    *(
        Path("arena/gateway/seats", name)
        for name in (
            "bot_stream.py",
            "clock.py",
            "delivery.py",
            "event_log.py",
            "row_delivery.py",
            "seat.py",
            "timekeeper.py",
        )
    ),
    Path("bots/sdk/bot/answers.py"),  # without the clock of its folder: `help()` cannot describe compiled code
    *(Path("bots/sdk/seats", name) for name in ("seat.py", "session.py")),
]
# Code that no game waits for stays Python, as do the variants: setting a game up, and its record.
COLD = {
    *("__init__", "check", "claim", "draw", "errors", "native", "parts", "play_counts", "record"),
    *("verify", "words"),
}
PAGES = {"variants", "replays"}
# Calls within the core need not go through the linker's table: about a tenth faster.
FLAGS = [] if sys.platform == "win32" else ["-fno-semantic-interposition", "-fvisibility=hidden"]


def compiled_sources() -> list[Path]:
    """Return the modules that are compiled, relative to the folder of this file."""
    core = [path.relative_to(ROOT) for path in sorted((ROOT / CORE).rglob("*.py"))]
    return [path for path in core if path.stem not in COLD and not PAGES & set(path.parts)] + COLUMNS + BATCHES + ROWS


class NotCompiledError(Exception):
    """Raised with the reason why the wheel is built without compiled modules."""


class BuildWithHandbook(build_py):
    """Copy `docs/` into the package, so that an installed arena has its handbook."""

    def run(self) -> None:
        """Build the Python modules, then copy the handbook unless the install is editable."""
        super().run()
        if not self.editable_mode:
            shutil.copytree(ROOT / "docs", Path(self.build_lib, HANDBOOK), dirs_exist_ok=True)

    def byte_compile(self, files: list[str]) -> None:
        """Compile *files* unless $PYTHONDONTWRITEBYTECODE is set, about which setuptools would warn."""
        if not sys.dont_write_bytecode:
            super().byte_compile(files)


def core_extensions() -> list[Any]:
    """Return the compiled modules as extensions. Raises `NotCompiledError`."""
    try:
        from mypyc.build import mypycify
    except ImportError as missing:
        raise NotCompiledError(f"{missing.name} is not installed") from None
    _try_compiler()
    print("compiling the rules core: one to three minutes; ARENA_COMPILE=0 skips it", flush=True)
    try:
        extensions = mypycify([*MYPY, *map(str, compiled_sources())], opt_level="3", debug_level="0")
    except SystemExit:  # mypy has printed its errors
        raise NotCompiledError("mypy reports errors") from None
    for extension in extensions:
        extension.extra_compile_args += [*FLAGS, *os.environ.get("CFLAGS", "").split()]  # the user's have the last word
    return extensions


def _try_compiler() -> None:
    """Compile one line against Python's headers, before minutes are spent. Raises `NotCompiledError`."""
    from distutils.ccompiler import new_compiler
    from distutils.errors import CCompilerError, DistutilsError
    from distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "try.c")
        source.write_text("#include <Python.h>\nint answer(void) { return 42; }\n")
        compiler = new_compiler()
        customize_compiler(compiler)
        try:
            compiler.compile([str(source)], output_dir=folder, include_dirs=[get_path("include")])
        except (CCompilerError, DistutilsError, OSError) as problem:
            raise NotCompiledError(f"no C compiler works here ({problem})") from None


# A module for site-packages: {modules} by name are (folder of the source, compiled file), until a source changes.
FINDER = """import os, sys
from importlib.util import spec_from_file_location
MODULES = {modules}
class Compiled:
    @staticmethod
    def find_spec(name, path=None, target=None):
        folder, file = MODULES.get(name, ("", ""))
        known = os.path.exists(file) and (not path or folder in path)
        return spec_from_file_location(name, file) if known else None
if max((os.stat(path).st_mtime_ns for path in {paths} if os.path.exists(path)), default=0) == {newest}:
    sys.meta_path.insert(0, Compiled)
"""


def use_compiled(compile_core: Callable[[], Path], list_sources: Callable[[], Iterable[Path]]) -> None:
    """Let this Python import the compiled core, until one of its sources changes; print why if that is impossible.

    *compile_core* returns the folder of the core.
    """
    try:
        _try_compiler()
        core = compile_core()
    except (NotCompiledError, AssertionError, CalledProcessError) as problem:
        print(f"the rules core stays uncompiled, so games take longer: {problem}", file=sys.stderr)
        return
    modules = {}
    for file in core.rglob("*.so"):
        parts = file.relative_to(core).parts[:-1]
        modules[".".join((*parts, file.name.partition(".")[0]))] = str(ROOT.joinpath(*parts)), str(file)
    paths = sorted(map(str, list_sources()))
    newest = max(os.stat(path).st_mtime_ns for path in paths)
    library = Path(get_path("purelib"))
    library.joinpath("arena_compiled.py").write_text(FINDER.format(modules=modules, paths=paths, newest=newest))
    library.joinpath("arena_compiled.pth").write_text("import arena_compiled\n")


def build() -> None:
    """Build compiled where that is wanted and possible, else pure with one warning.

    All or nothing: of a group that mypyc compiles no module works without the others.
    """
    if "bdist_wheel" in sys.argv and os.environ.get("ARENA_COMPILE") != "0":
        try:
            _setup(core_extensions())
            return
        except NotCompiledError as reason:
            problem = str(reason)
        except SystemExit as failed:  # how setuptools ends when the compiler fails
            if failed.code == "interrupted":
                raise
            problem = str(failed.code)
        print(f"WARNING: trick-arena is built without compiled modules, which is slower: {problem}", file=sys.stderr)
    _setup([])


def _setup(extensions: list[Any]) -> None:
    for earlier in Path("build").glob("lib*"):  # what an earlier build left there would be packed too
        shutil.rmtree(earlier)
    setup(ext_modules=extensions, cmdclass={"build_py": BuildWithHandbook})


if __name__ == "__main__":  # the tests import what is compiled
    build()
