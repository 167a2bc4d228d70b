"""Certificate authorities this machine trusts; gRPC would use its own list."""

import os
import re
import ssl
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

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
