"""Changes of the export of a drawn tournament, each of which has to be found."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.cli.conftest import Command

STRANGER = Path(__file__).parents[1] / "offline" / "stranger.py"


def stranger(file: Path) -> int:
    """The exit code of a check of the export that shares no code with ours."""
    return subprocess.run([sys.executable, "-I", STRANGER, file], capture_output=True, check=False).returncode


def flipped(digits: str) -> str:
    return f"{int(digits[0], 16) ^ 1:x}{digits[1:]}"


def another_nonce(told: dict[str, Any]) -> None:
    told["lists"][0]["owners"][0]["nonce"] = flipped(told["lists"][0]["owners"][0]["nonce"])


def another_m(told: dict[str, Any]) -> None:
    told["nonces"][0][1] = flipped(told["nonces"][0][1])
    told["lists"][1]["owners"][0]["nonce"] = told["nonces"][0][1]


def another_commitment(told: dict[str, Any]) -> None:
    told["lists"][0]["owners"][1]["commitment"] = flipped(told["lists"][0]["owners"][1]["commitment"])


def another_signature(told: dict[str, Any]) -> None:
    told["lists"][1]["signature"] = flipped(told["lists"][1]["signature"])


def an_owner_less(told: dict[str, Any]) -> None:
    del told["lists"][0]["owners"][1]


def an_attempt_less(told: dict[str, Any]) -> None:
    del told["lists"][0]


def another_order_of_entry(told: dict[str, Any]) -> None:
    told["entrants"].reverse()


def more_boards(told: dict[str, Any]) -> None:
    told["boards_each"] += 1


def nobody_named(told: dict[str, Any]) -> None:
    told["unrevealed"] = []


def the_first_attempt(told: dict[str, Any]) -> None:
    told["attempt"] = 0


def check_changes(arena: Command, lines: list[dict[str, Any]], file: Path) -> None:
    """Write each change of an export's *lines* into *file*; we and a stranger find it."""
    for change in (
        another_nonce,
        another_m,
        another_commitment,
        another_signature,
        an_owner_less,
        an_attempt_less,
        another_order_of_entry,
        more_boards,
        nobody_named,
        the_first_attempt,
    ):
        changed = json.loads(json.dumps(lines))
        change(changed[0])
        file.write_text("".join(f"{json.dumps(line)}\n" for line in changed))
        said = arena("verify", str(file))
        assert (said.code, said.err) == (1, ""), change.__name__
        assert stranger(file), change.__name__
