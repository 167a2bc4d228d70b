"""Whom this machine trusts to sign certificates, as OpenSSL finds it: gRPC would bring a list of its own."""

import os
import re
import ssl
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_HASHED: Final = re.compile(r"[0-9a-f]{8}\.\d+")  # what OpenSSL looks for in a folder
_CERTIFICATE: Final = re.compile(rb"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)


def known_authorities() -> bytes | None:
    """Their certificates in PEM, read anew each time; None where this machine has no list."""
    found: dict[bytes, None] = {}  # most have all of them twice: in a file, and in a folder
    for path in _files():
        with suppress(OSError):
            found |= dict.fromkeys(_CERTIFICATE.findall(path.read_bytes()))
    return b"\n".join(found) or None


def _files() -> Iterator[Path]:
    """The file (`SSL_CERT_FILE`) and what the folders (`SSL_CERT_DIR`) have: OpenSSL asks both."""
    paths = ssl.get_default_verify_paths()
    yield Path(os.environ.get(paths.openssl_cafile_env, paths.openssl_cafile))
    for folder in os.environ.get(paths.openssl_capath_env, paths.openssl_capath).split(os.pathsep):
        with suppress(OSError):
            yield from (file for file in Path(folder).iterdir() if _HASHED.fullmatch(file.name))
