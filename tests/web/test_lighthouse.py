"""What Lighthouse says of the pages."""

import asyncio
import json
import os
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.bots.tongues import NPM
from tests.web.browser.conftest import CHROMIUM, FLAGS
from tests.web.conftest import Web

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIGHTHOUSE: Final = "lighthouse@13.5.0"
ASKED: Final = ("performance", "accessibility", "best-practices")
LEAST: Final = 0.95


@pytest.fixture(scope="module")
def lighthouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, from the npm registry."""
    folder = tmp_path_factory.mktemp("lighthouse")
    subprocess.run([*NPM, LIGHTHOUSE], cwd=folder, check=True)
    return folder / "node_modules" / "lighthouse" / "cli" / "index.js"


@pytest.mark.parametrize("path", ["/", "/ladder/spades-4", "/tournaments/cup", "/bots/alpha@1", "/rules/spades-4"])
async def test_it_finds_little_to_say(reading: Web, lighthouse: Path, tmp_path: Path, path: str) -> None:
    report = tmp_path / "report.json"
    command = ["node", str(lighthouse), reading.url + path, "--quiet", "--output=json", f"--output-path={report}"]
    command += [f"--only-categories={','.join(ASKED)}", f"--chrome-flags=--headless {' '.join(FLAGS)}"]
    process = await asyncio.create_subprocess_exec(*command, env=os.environ | {"CHROME_PATH": CHROMIUM})
    assert await process.wait() == 0
    categories = json.loads(report.read_text())["categories"]
    assert {name: categories[name]["score"] for name in ASKED if categories[name]["score"] < LEAST} == {}
