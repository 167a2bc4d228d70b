"""The workflow in bots/examples/ci, its steps run by a shell against a real arena."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from ruamel.yaml import YAML

from tests.programs import ROOT
from tests.tutorials.terminal import Terminal

pytestmark = [pytest.mark.tutorial, pytest.mark.slow, pytest.mark.timeout(600)]

WORKFLOW: Final[dict[str, Any]] = YAML(typ="safe").load(ROOT / "bots/examples/ci/bot.yml")
STEPS: Final[list[dict[str, Any]]] = [step for step in WORKFLOW["jobs"]["bot"]["steps"] if "run" in step][1:]
VARIANT: Final = "pinochle-two-handed"


@dataclass
class Repository:
    """The folder of a bot, with what a runner of GitHub sets."""

    folder: Path
    environment: dict[str, str]

    def write(self, house_bot: str, note: str) -> None:
        """Make a house bot's code the bot's, with a comment."""
        subprocess.run(["rm", "-rf", self.folder], check=True)
        new = ("arena", "bot", "new", "red-fox", "--from", house_bot)
        subprocess.run(new, cwd=self.folder.parent, env=self.environment, check=True, capture_output=True)
        settings = self.folder / "bot.toml"
        text = re.sub(r"(?s)variants = \[.*?\]", f'variants = ["{VARIANT}"]', settings.read_text())
        settings.write_text(f"{text}# {note}\n")

    def push(self) -> tuple[int, str, str]:
        """Run the steps until one fails; return the exit code, the summary and what was printed."""
        summary = self.folder.parent / "summary.md"
        summary.write_text("")
        printed = ""
        for step in STEPS:
            own = {**WORKFLOW["env"], "VARIANTS": VARIANT, "GITHUB_STEP_SUMMARY": str(summary)}
            script = step["run"].replace("bot check", "bot check --quick")
            shell = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
            environment = {**self.environment, **own, "RUNNER_TEMP": str(summary.parent)}
            done = subprocess.run(shell, cwd=self.folder, env=environment, capture_output=True, text=True)
            printed += done.stdout + done.stderr
            if done.returncode:
                return done.returncode, summary.read_text(), printed
        return 0, summary.read_text(), printed


@pytest.fixture
def repository() -> Iterator[Repository]:
    with tempfile.TemporaryDirectory(prefix="arena-ci-") as name:
        folder = Path(name)
        folder.chmod(0o711)  # the user who runs root's Postgres reaches its data in here
        environment = _user(folder)
        service = Terminal(folder, environment)
        try:
            service.type("arena up --port 0", until="The arena is up at")
            owner = subprocess.run(
                ["arena", "owner", "create", "ada"], env=environment, check=True, capture_output=True, text=True
            )
            yield Repository(folder / "red-fox", {**environment, "ARENA_TOKEN": owner.stdout.strip()})
        finally:
            service.close()


def _user(folder: Path) -> Mapping[str, str]:
    theirs = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**theirs, "PATH": path, "ARENA_STATE": str(folder / "state"), "XDG_CONFIG_HOME": str(folder)}


def test_a_push_is_checked_submitted_and_played_against_the_current_version(repository: Repository) -> None:
    repository.write("random", "the first")
    code, summary, printed = repository.push()
    assert (code, summary) == (0, "red-fox@1 is the first version: there is nothing to compare it with.\n"), printed
    repository.write("simple", "a better one")
    code, summary, printed = repository.push()
    assert code == 0, printed
    assert summary.startswith("### red-fox@2 against red-fox@1\n```\n")
    assert "red-fox@2 is stronger than red-fox@1" in summary
    repository.write("random", "a worse one")
    code, summary, printed = repository.push()
    assert code == 1, printed
    assert "red-fox@3 is not stronger than red-fox@2" in summary
    assert "red-fox@3 is withdrawn" in printed
    (repository.folder / "red_fox.py").write_text("import nothing\n")
    assert repository.push()[:2] == (1, "")  # the check fails, and nothing is submitted
