"""Why a call or a connection was refused, and by whom."""

import os
import re
import ssl
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple


class Malformed(ValueError):
    """A message has no meaning; the text says what is accepted."""


RETRY_AFTER: Final = "arena-retry-after-ms"
STOP: Final = "arena-stop"


class Advice(NamedTuple):
    """Advice: *stop*, or dial again *after* so many seconds, if given."""

    stop: bool = False
    after: float | None = None


def refusal_metadata(retry_ms: int | None) -> tuple[tuple[str, str], ...]:
    """Return a refusal's trailing metadata; *retry_ms* None means to stop."""
    return ((STOP, "1"),) if retry_ms is None else ((RETRY_AFTER, str(retry_ms)),)


def advice_of(metadata: Iterable[tuple[str, str | bytes]] | None) -> Advice:
    """Return what trailing metadata advises; unknown entries advise nothing."""
    said = dict(metadata or ())
    after = said.get(RETRY_AFTER)
    seconds = int(after) / 1000 if isinstance(after, str) and after.isdecimal() else None
    return Advice(STOP in said, seconds)


_HASHED: Final = re.compile(r"[0-9a-f]{8}\.\d+")  # the file names that OpenSSL looks up in a folder
_CERTIFICATE: Final = re.compile(rb"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)


def known_authorities() -> bytes | None:
    """Return the authorities in PEM, read anew; None without a list."""
    found: dict[bytes, None] = {}  # most machines have them twice, in a file and a folder
    for path in _files():
        with suppress(OSError):
            found |= dict.fromkeys(_CERTIFICATE.findall(path.read_bytes()))
    return b"\n".join(found) or None


def _files() -> Iterator[Path]:
    """Yield the files where OpenSSL looks: `SSL_CERT_FILE`, then `SSL_CERT_DIR`."""
    paths = ssl.get_default_verify_paths()
    yield Path(os.environ.get(paths.openssl_cafile_env, paths.openssl_cafile))
    for folder in os.environ.get(paths.openssl_capath_env, paths.openssl_capath).split(os.pathsep):
        with suppress(OSError):
            yield from (file for file in Path(folder).iterdir() if _HASHED.fullmatch(file.name))
