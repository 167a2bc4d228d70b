"""Read forms and uploads, of this origin alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import parse_qsl

from fastapi import Request
from grpc import StatusCode
from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.bundles import MOST_PACKED
from arena.guards.auth import Refused
from arena.guards.proxies import Proxies


@dataclass(frozen=True)
class Sender:
    """The address a request comes from, and whether it came by https, as far as a trusted proxy says so."""

    address: str
    is_https: bool


def sender_of(request: Request, proxies: Proxies) -> Sender:
    """Return who sends *request*; headers of *proxies* are believed, nobody else's."""
    peer = request.client.host if request.client else "127.0.0.1"
    address = proxies.address_of(peer, request.headers.getlist("x-forwarded-for"))
    noted = request.headers.getlist("x-forwarded-proto")
    by_proxy = bool(noted) and noted[-1].rpartition(",")[2].strip().lower() == "https"
    return Sender(address, request.url.scheme == "https" or (by_proxy and proxies.has(peer)))


SAFE: Final = ("GET", "HEAD", "OPTIONS")  # they change nothing
LINE: Final = "This was sent from another site's page, and nothing was done: open the page here, and send it there."


class SameOrigin:
    """Let *app* answer what changes something only where a page of its own sent it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as *app* does, or with 403."""
        if scope["type"] != "http" or scope["method"] in SAFE or is_same_origin(Headers(scope=scope)):
            await self._app(scope, receive, send)
        else:
            await PlainTextResponse(LINE, 403)(scope, receive, send)


def is_same_origin(headers: Headers) -> bool:
    """Whether a browser says that a page of this origin sent the request.

    By Fetch Metadata; browsers leave these out in plain HTTP beyond their own machine, where
    `Origin` is compared with `Host`. Who sends neither is refused.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    host = headers.get("host")
    return bool(host) and headers.get("origin", "").partition("://")[2] == host


Told: TypeAlias = Mapping[str, str]  # fields by their names; of several of one name the last

MOST_BYTES: Final = 262_144  # ten thousand bots' names, at their usual lengths
MOST_FIELDS: Final = 300


async def read_form(request: Request) -> Told:
    """Read the fields of a form. Raises `Refused` where it is too large, or none."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise _refused(f"this form has more than {MOST_BYTES} bytes: send less at once")
    try:
        text = data.decode()
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise _refused("this is no form as a page here sends it") from None


def whole_number(told: Told, field: str, least: int = 0, most: int = 2**32 - 1) -> int:
    """Return the number in *field*, *least* where it is blank. Raises `Refused`."""
    text = told.get(field, "").strip()
    try:
        number = int(text) if text else least
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise _refused(f"{_words(field)} {text[:40]!r}: give a whole number from {least} to {most}")
    return number


def decimal(told: Told, field: str, most: float) -> float | None:
    """Return the number in *field*, None where it is blank. Raises `Refused`."""
    text = told.get(field, "").strip()
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= most:
        raise _refused(f"{_words(field)} {text[:40]!r}: give a number from 0 to {most:g}")
    return number


def lines_of(told: Told, field: str) -> list[str]:
    """Return the words of a field with a name a line, or several with spaces or commas between."""
    return told.get(field, "").replace(",", " ").split()


def _words(field: str) -> str:
    return field.replace("_", " ")


def _refused(line: str) -> Refused:
    return Refused(StatusCode.INVALID_ARGUMENT, line)


MOST_UPLOADED: Final = MOST_PACKED + 2**20  # with what else is in the form
MOST_UPLOAD_FIELDS: Final = 10


class Uploaded(dict[str, str]):
    """The fields of a form, and the bytes of its *file*; empty where none was chosen."""

    def __init__(self, fields: dict[str, str], file: bytes) -> None:
        super().__init__(fields)
        self.file = file


async def read_upload(request: Request) -> Uploaded:
    """Read a form with a file. Raises `Refused` where it is too large, or none."""
    length = request.headers.get("content-length", "")
    if not length.isdecimal():
        raise _refused("the browser does not say how long this form is: send it with a Content-Length")
    if int(length) > MOST_UPLOADED:
        raise _refused(f"{int(length) / 2**20:.1f} MB: at most {MOST_PACKED // 2**20} MB packed are accepted")
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise _refused("this is no form with a file as a page here sends it")
    try:
        async with request.form(max_files=1, max_fields=MOST_UPLOAD_FIELDS) as form:
            files = [each for each in form.values() if isinstance(each, UploadFile)]
            fields = {name: each for name, each in form.items() if isinstance(each, str)}
            return Uploaded(fields, await files[0].read() if files else b"")
    except MultiPartException as problem:
        raise _refused(f"this is no form as a page here sends it: {problem.message}") from None
