"""Lines of the log: their schema, their ids, and what must not be in them."""

import io
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from arena.logs import IDS, LogFormatter, begin_request, hide_secrets, log_to_stderr, of_decision, tracing
from arena.settings import SettingError
from arena.tokens import new_token

PAGE = (Path(__file__).parents[1] / "docs/reference/logs.md").read_text()
log = logging.getLogger("arena.test")


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that logs a line as a gateway does, and returns it parsed."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(LogFormatter(part="gateway"))
    monkeypatch.setattr(log, "handlers", [handler])
    monkeypatch.setattr(log, "propagate", False)
    monkeypatch.setattr(log, "level", logging.DEBUG)

    def line(*words: Any, **more: Any) -> dict[str, Any]:
        stream.seek(stream.truncate(0))
        log.info(*words, **more)
        read: dict[str, Any] = json.loads(stream.getvalue())
        return read

    return line


def test_a_line_has_the_ids_of_its_context_and_its_own(lines: Any) -> None:
    with tracing(block=7, lease=2):
        first = lines("asked", extra=of_decision(0xAB, 3))
    assert {name: first[name] for name in IDS if name in first} == {
        "block": 7,
        "lease": 2,
        "seat": "ab",
        "decision": "ab-3",
    }
    assert first["message"] == "asked"
    assert "block" not in lines("later")


def test_a_request_has_an_id_of_its_own(lines: Any) -> None:
    with tracing():
        begun = begin_request()
        assert lines("called")["request"] == begun
        assert begin_request() != begun


def test_every_field_is_documented(lines: Any) -> None:
    try:
        raise ValueError("it failed")
    except ValueError:
        line = lines("failed", exc_info=True)
    assert line["error"].splitlines()[-1] == "ValueError: it failed"
    assert [*line, *IDS] == re.findall(r"^\| `(\w+)` \|", PAGE.partition("## Fields")[2], re.MULTILINE)


def test_no_line_has_a_secret(lines: Any) -> None:
    tokens = [new_token(scope) for scope in ("operator", "owner", "bot", "runner", "invite")]
    said = " ".join([*tokens, "postgresql://arena:s3cret@db/arena", "host=db password=s3cret dbname=arena"])
    for text in (json.dumps(lines("%s", said)), hide_secrets(said)):
        assert "s3cret" not in text
        assert not any(token in text for token in tokens)
        assert "postgresql://arena:...@db/arena" in text


@pytest.mark.parametrize(("name", "value", "accepted"), [("FORMAT", "xml", "text or json"), ("LEVEL", "5", "debug")])
def test_a_wrong_setting_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str, accepted: str) -> None:
    monkeypatch.setenv(f"ARENA_LOG_{name}", value)
    with pytest.raises(SettingError, match=f"ARENA_LOG_{name}={value}: give .*{accepted}"):
        log_to_stderr("gateway")
