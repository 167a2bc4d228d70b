"""Set up logging of a process: to standard error, harmless to read."""

import logging
import sys
from typing import Final

from arena.escapes import escaped, escaped_lines

FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class Harmless(logging.Formatter):
    """Escape what others wrote; only tracebacks have several lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the record but for its traceback, on one line."""
        return escaped(super().formatMessage(record))

    def formatException(self, ei: "logging._SysExcInfoType") -> str:
        """Return the traceback."""
        return escaped_lines(super().formatException(ei))


def log_to_stderr(form: str = FORM) -> None:
    """Log from INFO on, in lines of *form*."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Harmless(form))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
