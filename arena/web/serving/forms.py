"""Read forms, uploads and cookies, and refuse forms that other sites send."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, TypeVar
from urllib.parse import parse_qsl

from fastapi import Request, Response
from google.protobuf.duration_pb2 import Duration
from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.bundles import MAX_PACKED
from arena.guards.proxies import Proxies
from arena.web.serving.addresses import invalid


@dataclass(frozen=True)
class Sender:
    """The IP address of a request's sender, whether the sender uses https, and the site as its browser sees it."""

    address: str
    is_https: bool
    site: str  # "https://HOST"


def sender_of(request: Request, proxies: Proxies) -> Sender:
    """Return the sender of *request*, as the trusted *proxies* report it in headers."""
    peer = request.client.host if request.client else "127.0.0.1"
    address = proxies.address_of(peer, request.headers.getlist("x-forwarded-for"))
    protocols = request.headers.getlist("x-forwarded-proto")
    by_proxy = bool(protocols) and protocols[-1].rpartition(",")[2].strip().lower() == "https"
    is_https = request.url.scheme == "https" or (by_proxy and proxies.has(peer))
    return Sender(address, is_https, f"{'https' if is_https else 'http'}://{request.headers.get('host', '')}")


@dataclass(frozen=True)
class Cookie:
    """A cookie that scripts cannot read, valid for *lasts* seconds.

    With https the name in the browser begins with "__Host-": browsers accept such a cookie only over https and from
    this host.
    """

    name: str
    lasts: int
    same_site: Literal["strict", "lax"]

    def _name(self, sender: Sender) -> str:
        return f"__Host-{self.name}" if sender.is_https else self.name

    def read(self, request: Request, sender: Sender) -> str | None:
        """Return the cookie's value in *request*; None if the browser did not send the cookie."""
        return request.cookies.get(self._name(sender))

    def set(self, response: Response, value: str, sender: Sender) -> None:
        """Set the cookie to *value* in *response*."""
        name, secure = self._name(sender), sender.is_https
        response.set_cookie(name, value, self.lasts, path="/", secure=secure, httponly=True, samesite=self.same_site)

    def delete(self, response: Response, sender: Sender) -> None:
        """Let *response* delete the cookie in the browser."""
        name, secure = self._name(sender), sender.is_https
        response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite=self.same_site)


SAFE: Final = ("GET", "HEAD", "OPTIONS")  # HTTP methods that change nothing
LINE: Final = "The form was sent by another site and was refused: open the page on this site and send it again."


class SameOrigin:
    """Refuse requests to *app* that may change something, unless a page of this site sent them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE or is_same_origin(Headers(scope=scope)):
            await self._app(scope, receive, send)
        else:
            await PlainTextResponse(LINE, 403)(scope, receive, send)


def is_same_origin(headers: Headers) -> bool:
    """Return whether the browser reports, in *headers*, that a page of this site sent the request.

    Browsers omit the header `Sec-Fetch-Site` in plain HTTP to other machines: then `Origin` must name `Host`.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    host = headers.get("host")
    return bool(host) and headers.get("origin", "").partition("://")[2] == host


N = TypeVar("N", int, float)
Fields: TypeAlias = Mapping[str, str]  # the values of a form's fields, by name; values of one name are joined

MAX_BYTES: Final = 262_144  # of a form: enough for ten thousand bot names of usual length
MAX_FIELDS: Final = 2000


async def read_form(request: Request) -> Fields:
    """Return the fields of the form in *request*. Raises `RefusedError` if the form is too large or malformed."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_BYTES:
            raise invalid(f"the form has more than {MAX_BYTES} bytes: send less at once")
    try:
        pairs = parse_qsl(data.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        raise invalid("the form is malformed: send it from a page of this site") from None
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    return {name: " ".join(each) for name, each in values.items()}


def whole_number(fields: Fields, field: str, least: int = 0, most: int = 2**32 - 1, default: int | None = None) -> int:
    """Return the whole number in *field*; if blank, *default*, or *least* without one. Raises `RefusedError`."""
    default = least if default is None else default
    return _read(fields, field, int, (least, most), default, f"a whole number from {least} to {most}")


def number(fields: Fields, field: str, most: float, default: float) -> float:
    """Return the number from 0 to *most* in *field*; *default* if the field is blank. Raises `RefusedError`."""
    return _read(fields, field, float, (0.0, most), default, f"a number from 0 to {most:g}")


def _read(fields: Fields, field: str, kind: Callable[[str], N], ends: tuple[N, N], default: N, accepted: str) -> N:
    text = fields.get(field, "").strip()
    if not text:
        return default
    with suppress(ValueError):
        if ends[0] <= (number := kind(text)) <= ends[1]:
            return number
    raise invalid(f"{field.replace('_', ' ')} {text[:40]!r}: give {accepted}")


def duration(fields: Fields, field: str, most: float, unit: int) -> Duration | None:
    """Return the duration in *field*, a number of *unit* seconds; None if blank. Raises `RefusedError`."""
    if not fields.get(field, "").strip():
        return None
    length = Duration()
    length.FromMilliseconds(round(1000 * unit * number(fields, field, most, 0)))
    return length


def names_in(fields: Fields, field: str) -> list[str]:
    """Return the names in *field*, which are separated by spaces, commas or line breaks."""
    return fields.get(field, "").replace(",", " ").split()


MAX_UPLOAD_BYTES: Final = MAX_PACKED + 2**20  # of a packed bot and the other fields of the form
MAX_UPLOAD_FIELDS: Final = 10


class Upload(dict[str, str]):
    """The fields of a form by name, and *file*: the bytes of the uploaded file, b"" without one."""

    def __init__(self, fields: dict[str, str], file: bytes) -> None:
        super().__init__(fields)
        self.file = file


async def read_upload(request: Request) -> Upload:
    """Return the fields and the file of the form in *request*. Raises `RefusedError` if too large or malformed."""
    length = request.headers.get("content-length", "")
    if not length.isdecimal():
        raise invalid("the upload has no length: send it with a Content-Length header")
    if int(length) > MAX_UPLOAD_BYTES:
        raise invalid(f"the upload has {int(length) / 2**20:.1f} MB; the limit is {MAX_PACKED // 2**20} MB packed")
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise invalid("the upload is not multipart/form-data: send it from a page of this site")
    try:
        async with request.form(max_files=1, max_fields=MAX_UPLOAD_FIELDS) as form:
            files = [each for each in form.values() if isinstance(each, UploadFile)]
            fields = {name: each for name, each in form.items() if isinstance(each, str)}
            return Upload(fields, await files[0].read() if files else b"")
    except MultiPartException as problem:
        raise invalid(f"the upload is malformed: {problem.message}") from None
