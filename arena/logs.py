"""Log as text or JSON, with the ids of the request, block, seat or decision (docs/reference/logs.md)."""

import json
import logging
import os
import re
import secrets
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final

from arena.escapes import clip, escape, escape_lines
from arena.wire.token import without_tokens

FORMAT, LEVEL = "ARENA_LOG_FORMAT", "ARENA_LOG_LEVEL"
LEVELS: Final = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
TEXT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
# Fields of a line that name what it is about. `decision` is SEAT-NUMBER; a batch lists several as `decisions`.
IDS: Final = ("request", "block", "lease", "board", "seat", "decision", "decisions", "batch")
OURS: Final = ("arena", "workers", "runner")  # the loggers whose level is `ARENA_LOG_LEVEL`
_PASSWORD: Final = re.compile(r"(://[^\s:/@]*:)[^\s@/]+(?=@)|(password=)\S+")

_context: ContextVar[Mapping[str, Any]] = ContextVar("log ids", default=MappingProxyType({}))


def begin_request() -> str:
    """Return the random id of a new request; all later lines of the current task have it."""
    request = secrets.token_hex(8)
    _context.set({**_context.get(), "request": request})
    return request


@contextmanager
def tracing(**ids: Any) -> Iterator[None]:
    """Add *ids*, named as in `IDS`, to the lines of the block and of the tasks that it begins."""
    token = _context.set({**_context.get(), **ids})
    try:
        yield
    finally:
        _context.reset(token)


def of_decision(seat_id: int, number: int) -> dict[str, str]:
    """Return the ids of decision *number* of a seat, for the argument `extra` of a logger."""
    seat = f"{seat_id:x}"
    return {"seat": seat, "decision": f"{seat}-{number}"}


def hide_secrets(text: str) -> str:
    """Return *text* with "..." in place of tokens, and of passwords in addresses."""
    return _PASSWORD.sub(r"\1\2...", without_tokens(text))


class LogFormatter(logging.Formatter):
    """Formatter that hides secrets and escapes control characters. Only tracebacks in text have several lines.

    *part*: the name of the process, as "gateway"; "" writes lines of text in the format *form*.
    """

    def __init__(self, form: str = TEXT, part: str = "") -> None:
        super().__init__(form)
        self._part = part
        self._process = f"{socket.gethostname()}:{os.getpid()}"

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of *record*, with its traceback if there is one."""
        if not self._part:
            return super().format(record)
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="microseconds"),
            "level": record.levelname.lower(),
            "part": self._part,
            "process": self._process,
            "logger": record.name,
            "message": hide_secrets(record.getMessage()),
        }
        own: dict[str, Any] = {name: vars(record)[name] for name in IDS if name in vars(record)}
        ids = {**_context.get(), **own}
        if record.exc_info:
            line["error"] = hide_secrets(super().formatException(record.exc_info))
        return json.dumps({**line, **ids})

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line of text of *record*, without its traceback."""
        return escape(hide_secrets(super().formatMessage(record)))

    def formatException(self, ei: "logging._SysExcInfoType") -> str:
        """Return the traceback of the exception *ei*, with control characters escaped."""
        return escape_lines(hide_secrets(super().formatException(ei)))


def log_to_stderr(part: str, form: str = TEXT) -> None:
    """Log to standard error as `ARENA_LOG_FORMAT` and `ARENA_LOG_LEVEL` say. Raises `SettingError`.

    *part*: the name of this process. *form*: the format of lines of text, as for `logging.Formatter`. Loggers of
    libraries log INFO and above at most.
    """
    from arena.settings import SettingError  # imports drivers of databases, which `arena trace` does not need

    kind, level = os.environ.get(FORMAT) or "text", (os.environ.get(LEVEL) or "info").lower()
    if kind not in ("text", "json"):
        raise SettingError(f"{FORMAT}={clip(kind)}: give text or json")
    if level not in LEVELS:
        raise SettingError(f"{LEVEL}={clip(level)}: give one of {', '.join(LEVELS)}")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LogFormatter(form, part if kind == "json" else ""))
    logging.basicConfig(level=max(LEVELS[level], logging.INFO), handlers=[handler])
    for name in OURS:
        logging.getLogger(name).setLevel(LEVELS[level])
