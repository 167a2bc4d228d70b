import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.bundles import pack, unpack
from arena.rules import VARIANTS
from bots.__main__ import main
from tests.bots.conftest import write_bot
from tests.programs import ROOT, program
from tests.sizes import IS_LONG


def ran(*words: str, cwd: Path) -> str:
    """Return what the command prints; on failure all of it is in the test's report."""
    paths = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=cwd,
        env={**os.environ, **paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("elsewhere")
    program("-m", "bots", "new", "red-fox", cwd=folder)
    return folder / "red-fox"


def test_a_new_project_has_its_files(project: Path) -> None:
    files = {".gitignore", "README.md", "bot.toml", "pyproject.toml", "red_fox.py", "test_red_fox.py"}
    assert {path.name for path in project.iterdir() if path.is_file()} == files
    for file in files:
        text = (project / file).read_text()
        assert not [word for word in ("my_bot", "my-bot", "MyBot") if word in text]
    assert "`red_fox.py` is all of it: a class with" in (project / "README.md").read_text()
    assert "class RedFox(Bot):" in (project / "red_fox.py").read_text()


def test_it_can_be_submitted(project: Path, tmp_path: Path) -> None:
    packed = pack(project)
    opened = unpack(packed.data, tmp_path)
    assert (opened.hash, opened.manifest) == (packed.hash, packed.manifest)
    assert (opened.manifest.entry, opened.manifest.variants) == ("red_fox:RedFox", tuple(VARIANTS))


def test_its_test_passes(project: Path) -> None:
    some = () if IS_LONG else ("-k", "pinochle-two-handed or kept")
    assert f"{12 if IS_LONG else 2} passed" in ran("pytest", "-q", "-p", "no:cacheprovider", *some, cwd=project)


@pytest.mark.usefixtures("short_pauses")
def test_it_passes_its_check(project: Path) -> None:
    words = ("check", "--quick", "--patience", "30", "--variants", "pinochle-chips", "--games-only", "red_fox.py")
    done = program("-m", "bots", *words, cwd=project, PYTHONPATH=str(ROOT))
    assert done.returncode == 0, done.stdout
    assert " 0 failed" in done.stdout.splitlines()[-1]


def test_it_runs(project: Path) -> None:
    done = program("red_fox.py", "--local", "spades-5", "--boards", "1", "--strict", cwd=project)
    assert "RedFox" in done.stdout


@pytest.fixture(scope="module")
def copy(project: Path) -> Path:
    """A project that begins as `simple`, beside the other one."""
    program("-m", "bots", "new", "grey-fox", "--from", "simple", cwd=project.parent)
    return project.with_name("grey-fox")


def test_a_copy_of_a_house_bot_plays_as_it_does(copy: Path) -> None:
    played = program("grey_fox.py", "--local", "spades-4", "--boards", "2", cwd=copy).stdout
    scores = [line.split()[:2] for line in played.splitlines() if "0.500 +- 0.000" in line]
    assert scores == [[name, "0.500"] for name in ("GreyFox", "simple", "simple#2", "simple#3")]


def test_a_copy_of_a_house_bot_is_all_that_it_needs(copy: Path) -> None:
    modules = [*copy.glob("*.py"), *copy.glob("house/**/*.py")]
    assert (copy / "house/craft/fitted.json").is_file()
    assert not [path for path in modules if "bots.house" in path.read_text()]
    assert pack(copy).manifest.entry == "grey_fox:GreyFox"
    readme = (copy / "README.md").read_text()
    assert "Its play is in `house/`, a copy of the house bot `simple`; `grey_fox.py` names it: a class with" in readme
    assert "is all of it" not in readme


def test_a_bot_of_one_file_gets_a_project_with_its_class_and_variants(project: Path) -> None:
    write_bot(project.parent / "mine.py", "variants = ('pinochle-chips',)", "", "def bid(self, view):", "    return 3")
    program("-m", "bots", "new", "blue-fox", "--from", "mine.py", cwd=project.parent)
    made = project.with_name("blue-fox")
    assert (made / "blue_fox.py").read_text().endswith('\nif __name__ == "__main__":\n    run(Mine)\n')
    assert (pack(made).manifest.entry, pack(made).manifest.variants) == ("blue_fox:Mine", ("pinochle-chips",))
    assert "from blue_fox import Mine\n" in (made / "test_blue_fox.py").read_text()
    words = ("check", "--quick", "--patience", "30", "--games-only", "--only", "kind", "blue-fox")
    done = program("-m", "bots", *words, cwd=project.parent, PYTHONPATH=str(ROOT))
    assert done.stdout.splitlines()[-1].endswith(" passed, 0 failed, 0 not played")
    refused = program("-m", "bots", "new", "no-fox", "--from", "none.py", cwd=project.parent)
    assert refused.stderr.startswith("error: --from none.py is not a file; give a house bot, or a Python file")


def test_the_code_of_both_is_clean(project: Path, copy: Path) -> None:  # tests/docs/test_bots.py has its types
    ran("ruff", "check", ".", str(copy), cwd=project)
    ran("ruff", "format", "--check", ".", str(copy), cwd=project)


def test_nothing_is_overwritten(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.parent)
    before = (project / "red_fox.py").stat().st_mtime_ns
    assert main(["new", "red-fox"]) == 2
    assert "red-fox exists already" in capsys.readouterr().err
    assert (project / "red_fox.py").stat().st_mtime_ns == before


@pytest.mark.parametrize("name", ["Red", "9lives", "a/b", "../up", "json", "class", "arena", "house", "x" * 41, ""])
def test_an_invalid_name_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", name]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_copy_takes_no_budget(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "red-fox", "--from", "search:200"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "error: --from 'search:200' has a budget; give the name alone, and --budget when you run the bot"
    ]
    assert not list(tmp_path.iterdir())
