"""The headers and trailers of a call: metadata, status, deadline.

Source: "Requests" and "Responses" of gRPC over HTTP/2 (PROTOCOL-HTTP2.md).
"""

import base64
import binascii
import re
from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import unquote_to_bytes

from grpc import StatusCode

Header: TypeAlias = tuple[bytes, bytes]
Metadata: TypeAlias = tuple[tuple[str, str | bytes], ...]

CONTENT_TYPE: Final = b"application/grpc"
BINARY: Final = "-bin"  # how the name of an entry ends whose value is bytes
UNITS: Final = {"H": 3600.0, "M": 60.0, "S": 1.0, "m": 1e-3, "u": 1e-6, "n": 1e-9}  # of deadlines, in seconds
_TIMEOUT: Final = re.compile(r"(\d{1,8})([HMSmun])")
_CODES: Final = {code.value[0]: code for code in StatusCode}
# HTTP's own statuses, of what stands between (http-grpc-status-mapping.md).
_OF_HTTP: Final = {
    400: StatusCode.INTERNAL,
    401: StatusCode.UNAUTHENTICATED,
    403: StatusCode.PERMISSION_DENIED,
    404: StatusCode.UNIMPLEMENTED,
    429: StatusCode.UNAVAILABLE,
    502: StatusCode.UNAVAILABLE,
    503: StatusCode.UNAVAILABLE,
    504: StatusCode.UNAVAILABLE,
}


class Status(NamedTuple):
    """How a call ended: its code, a line for who called, and the trailing metadata beside them."""

    code: StatusCode
    details: str = ""
    metadata: Metadata = ()


def metadata_of(headers: Iterable[Header]) -> Metadata:
    """What of *headers* is metadata: all but HTTP's and gRPC's own. Binary entries that are no Base64 are left out."""
    found: list[tuple[str, str | bytes]] = []
    for name, value in headers:
        key = name.decode("latin-1")
        if key.startswith((":", "grpc-")) or key in ("content-type", "te"):
            continue
        if not key.endswith(BINARY):
            found.append((key, value.decode("latin-1")))
            continue
        for part in value.split(b","):
            try:
                found.append((key, base64.b64decode(part + b"=" * (-len(part) % 4), validate=True)))
            except binascii.Error:
                continue
    return tuple(found)


def headers_of(metadata: Iterable[tuple[str, str | bytes]]) -> list[Header]:
    """*metadata* as headers."""
    return [(key.lower().encode("ascii"), _written(value)) for key, value in metadata]


def timeout_of(headers: Iterable[Header]) -> float | None:
    """The seconds that who calls will wait; None for ever."""
    for name, value in headers:
        if name == b"grpc-timeout" and (found := _TIMEOUT.fullmatch(value.decode("latin-1"))):
            return int(found[1]) * UNITS[found[2]]
    return None


def trailers_of(status: Status) -> list[Header]:
    """*status* as a call's last headers."""
    last: list[Header] = [(b"grpc-status", str(status.code.value[0]).encode())]
    if status.details:
        last.append((b"grpc-message", _percent(status.details)))
    return last + headers_of(status.metadata)


def status_of(headers: Iterable[Header]) -> Status:
    """What a call's last headers say; of what is no gRPC, HTTP's status in gRPC's words."""
    said = dict(headers)
    if b"grpc-status" not in said:
        answer = said.get(b":status", b"").decode("latin-1")
        code = _OF_HTTP.get(int(answer), StatusCode.UNKNOWN) if answer.isdecimal() else StatusCode.UNKNOWN
        return Status(code, f"what answered does not speak gRPC (HTTP status {answer or 'none'})")
    number = said[b"grpc-status"]
    code = _CODES.get(int(number), StatusCode.UNKNOWN) if number.isdigit() else StatusCode.UNKNOWN
    details = unquote_to_bytes(said.get(b"grpc-message", b"")).decode("utf-8", "replace")
    return Status(code, details, metadata_of(said.items()))


def _written(value: str | bytes) -> bytes:
    return base64.b64encode(value).rstrip(b"=") if isinstance(value, bytes) else value.encode("ascii")


def _percent(line: str) -> bytes:
    """A status' text: what is not printable ASCII, and the percent sign, as %XX."""
    return b"".join(
        bytes([byte]) if 0x20 <= byte <= 0x7E and byte != 0x25 else b"%%%02X" % byte for byte in line.encode()
    )
