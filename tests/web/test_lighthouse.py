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
JUDGED: Final = ("accessibility", "best-practices")
LEAST: Final = 0.95
# What makes a page fast on any machine; the performance score is timed, so it is only printed.
MOST_BYTES: Final = 120_000
MOST_REQUESTS: Final = 9  # page, styles, two fonts, icon; htmx, its settings and their stream; the home page's hand
MOST_ELEMENTS: Final = 1_500
MAX_RUNS: Final = 3  # where the browser is slow, the program loses its trace (NO_NAVSTART) and asks to be run again


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
    command += [f"--only-categories=performance,{','.join(JUDGED)}", f"--chrome-flags=--headless {' '.join(FLAGS)}"]
    for _ in range(MAX_RUNS):
        process = await asyncio.create_subprocess_exec(*command, env=os.environ | {"CHROME_PATH": CHROMIUM})
        if await process.wait() == 0:
            break
    found = json.loads(report.read_text())
    scores = {name: category["score"] for name, category in found["categories"].items()}
    print(path, scores)
    assert {name: scores[name] for name in JUDGED if scores[name] < LEAST} == {}
    audits = found["audits"]
    assert audits["total-byte-weight"]["numericValue"] <= MOST_BYTES
    assert len(audits["network-requests"]["details"]["items"]) <= MOST_REQUESTS
    assert audits["dom-size-insight"]["details"]["debugData"]["totalElements"] <= MOST_ELEMENTS
    assert audits["cumulative-layout-shift"]["numericValue"] == 0
