from pathlib import Path

import pytest

from tests.bots.arena import arena
from tests.bots.test_command import TOKEN, started
from tests.programs import ROOT, program

MINE = "import sys\nimport helper\nfrom bots.sdk.streams.build import build_of_main\nprint(build_of_main())\n"


def build(folder: Path) -> str:
    done = program(folder / "mine.py")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Write a program of two files, and one file that is not part of it."""
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(MINE)
        (tmp_path / folder / "helper.py").write_text("STRENGTH = 1\n")
    (tmp_path / "here" / "notes.py").write_text("")
    return tmp_path


def test_a_build_is_the_files_of_the_program_wherever_they_lie(mine: Path) -> None:
    first = build(mine / "here")
    assert len(first) == 64
    assert build(mine / "there") == first
    (mine / "here" / "notes.py").write_text("x = 1\n")
    assert build(mine / "here") == first
    (mine / "here" / "helper.py").write_text("STRENGTH = 2\n")
    assert build(mine / "here") != first


async def test_hello_has_the_build(mine: Path) -> None:
    (mine / "here" / "mine.py").write_text("from bots.sdk import Bot, run\nrun(Bot)\n")
    async with arena() as there:
        builds = []
        for words in ((), ("--build", "net-7"), ("--build", "")):
            command = (str(mine / "here" / "mine.py"), "--arena", there.address, *words)
            process = await started(*command, ARENA_TOKEN=TOKEN, PYTHONPATH=str(ROOT))
            builds.append((await there.dialled()).hello.build)
            process.kill()
            await process.communicate()
        assert len(builds[0]) == 64
        assert builds[1:] == ["net-7", ""]
        house = await started("-m", "bots.house.simple", "--arena", there.address, ARENA_TOKEN=TOKEN)
        assert (await there.dialled()).hello.build == "", "the house's bots are of a release"
        house.kill()
        await house.communicate()


def test_a_build_that_is_no_name_is_one_line() -> None:
    words = ("--arena", "127.0.0.1:1", "--token", "t", "--build", "x" * 129)
    done = program("-m", "bots.house.simple", *words)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "at most 128 printable characters" in done.stderr
