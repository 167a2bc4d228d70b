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
from h2.errors import ErrorCodes

Header: TypeAlias = tuple[bytes, bytes]
Metadata: TypeAlias = tuple[tuple[str, str | bytes], ...]

CONTENT_TYPE: Final = b"application/grpc"
BINARY: Final = "-bin"  # how the name of an entry ends whose value is bytes
DETAILS_BYTES: Final = 4096  # of a status' text as it travels: all headers together may have 8 KB with most clients
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
# What a stream's reset means to a call (PROTOCOL-HTTP2.md, "Errors"); any other is INTERNAL.
OF_RESET: Final[dict[int, StatusCode]] = {
    ErrorCodes.REFUSED_STREAM: StatusCode.UNAVAILABLE,
    ErrorCodes.CANCEL: StatusCode.CANCELLED,
    ErrorCodes.ENHANCE_YOUR_CALM: StatusCode.RESOURCE_EXHAUSTED,
    ErrorCodes.INADEQUATE_SECURITY: StatusCode.PERMISSION_DENIED,
}
_GRPC: Final = re.compile(rb"application/grpc([+;].*)?")
_NAME: Final = re.compile(rb":?[0-9a-z!#$%&'*+.^_`|~-]+")
_UNFIT: Final = re.compile(rb"[\0\r\n]")
_KEY: Final = re.compile(r"[0-9a-z_.-]+")
_TEXT: Final = re.compile(r"[ -~]*")


class Status(NamedTuple):
    """How a call ended: its code, a line for who called, and the trailing metadata beside them."""

    code: StatusCode
    details: str = ""
    metadata: Metadata = ()


def is_well_formed(headers: Iterable[Header]) -> bool:
    """Whether names and values are of what they may be of (RFC 9113, 8.2.1)."""
    return all(_NAME.fullmatch(name) and not _UNFIT.search(value) for name, value in headers)


def size_of(headers: Iterable[Header]) -> int:
    """As MAX_HEADER_LIST_SIZE counts (RFC 9113, 6.5.2)."""
    return sum(len(name) + len(value) + 32 for name, value in headers)


def is_grpc(content_type: bytes) -> bool:
    """Whether that is a call of gRPC's."""
    return _GRPC.fullmatch(content_type) is not None


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
    """*metadata* as headers. Raises `ValueError`: it is nothing that may travel."""
    return [_written(key.lower(), value) for key, value in metadata]


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
        last.append((b"grpc-message", _percent(status.details.encode(errors="replace"))))
    return last + headers_of(status.metadata)


def status_of(headers: list[Header]) -> Status:
    """What a call's last headers say; of what is no gRPC, HTTP's status in gRPC's words."""
    said = dict(headers)
    if b"grpc-status" not in said:
        answer = said.get(b":status", b"")
        code = _OF_HTTP.get(_number(answer), StatusCode.UNKNOWN)
        return Status(code, f"what answered does not speak gRPC (HTTP status {answer[:3].decode('latin-1') or 'none'})")
    code = _CODES.get(_number(said[b"grpc-status"]), StatusCode.UNKNOWN)
    details = unquote_to_bytes(said.get(b"grpc-message", b"")).decode("utf-8", "replace")
    return Status(code, details, metadata_of(headers))


def _number(digits: bytes) -> int:
    """-1 for what is none of a status."""
    return int(digits) if digits.isdigit() and len(digits) <= 3 else -1


def _written(key: str, value: str | bytes) -> Header:
    if not _KEY.fullmatch(key) or key.endswith(BINARY) != isinstance(value, bytes):
        raise ValueError(
            f"metadata {key!r}: names are small letters, digits, _, . and -; those of bytes end in {BINARY}"
        )
    if isinstance(value, bytes):
        return key.encode(), base64.b64encode(value).rstrip(b"=")
    if not _TEXT.fullmatch(value):
        raise ValueError(f"the metadata {key!r} is no printable ASCII")
    return key.encode(), value.encode()


def _percent(line: bytes) -> bytes:
    """A status' text: what is not printable ASCII, and the percent sign, as %XX."""
    parts = [bytes([byte]) if 0x20 <= byte <= 0x7E and byte != 0x25 else b"%%%02X" % byte for byte in line]
    while sum(map(len, parts)) > DETAILS_BYTES:
        parts = parts[: -max(1, len(parts) // 8)]
    return b"".join(parts)
