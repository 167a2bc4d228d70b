"""Offer the kit for bots at /get: a pure wheel of the running arena, and how to connect a bot."""

import asyncio
import io
import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import distribution, distributions
from pathlib import Path
from subprocess import CalledProcessError, check_output
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from fastapi import FastAPI, Request, Response
from grpc import StatusCode

from arena.distribution import NAME
from arena.guards.auth import RefusedError
from arena.guards.proxies import Proxies
from arena.web.serving.addresses import takes
from arena.web.serving.forms import sender_of
from arena.web.serving.templates import Templates
from arena.wire.address import read_certificates
from arena.wire.login import Login

ROOT: Final = Path(__file__).resolve().parents[2]
COMPILED: Final = (".so", ".pyd", ".pyc")
TAGS: Final = f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
METADATA: Final = ("PKG-INFO", "METADATA", "entry_points.txt", "licenses/LICENSE", "licenses/NOTICE")


@cache
def build_wheel() -> tuple[str, bytes, str]:
    """Return the name, content and SHA-256 of a wheel of the running arena; equal files give an equal wheel.

    See https://packaging.python.org/specifications/binary-distribution-format.
    """
    name = f"{NAME.replace('-', '_')}-{distribution(NAME).version}"
    files = dict(sorted(_files(f"{name}.dist-info")))
    record = f"{name}.dist-info/RECORD"
    digests = {path: urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=") for path, data in files.items()}
    lines = [f"{path},sha256={digest},{len(files[path])}\n" for path, digest in digests.items()]
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path, data in (*files.items(), (record, "".join([*lines, f"{record},,\n"]).encode())):
            member = ZipInfo(path)  # of 1980, as the time of a build would change the hash
            member.external_attr = 0o644 << 16
            archive.writestr(member, data, ZIP_DEFLATED)
    return f"{name}-py3-none-any.whl", packed.getvalue(), sha256(packed.getvalue()).hexdigest()


def _files(info: str) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file of the wheel but RECORD. *info*: the folder of its metadata."""
    installed = distribution(NAME)
    packages = (installed.read_text("top_level.txt") or "").split()
    for name in _list_files():
        path, place = ROOT / name, f"arena/{name}" if name.startswith("docs/") else name
        is_ours = place.split("/")[0] in packages and path.suffix not in COMPILED
        if is_ours and path.is_file() and path.resolve() == path:  # a symbolic link may lead to private files
            yield place, path.read_bytes()
    for name in METADATA:
        if text := installed.read_text(name):
            yield f"{info}/{name.replace('PKG-INFO', 'METADATA')}", text.encode()  # a checkout may have the former
    yield f"{info}/WHEEL", TAGS.encode()


def _list_files() -> list[str]:
    """Return paths below ROOT of the arena's own files: those that git tracks in a checkout, else those installed."""
    if (ROOT / ".git").exists():
        with suppress(OSError, CalledProcessError):  # git is missing, or the checkout is another user's
            return check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    return [str(path) for metadata in distributions(name=NAME, path=[str(ROOT)]) for path in metadata.files or ()]


def add_kit(app: FastAPI, templates: Templates, proxies: Proxies, gateway: Login) -> None:
    """Let *app* answer /get, /get.json and the files below /get. *gateway*: the arena as bots reach it."""
    authority = read_certificates(gateway.ca) if gateway.ca else b""
    building = asyncio.Lock()  # first requests wait for one build

    async def answer(request: Request) -> Response:
        async with building:
            wheel, data, digest = await asyncio.to_thread(build_wheel)
        kit = {"server": gateway.server, "ca": authority.decode(), "wheel": wheel, "sha256": digest}
        if request.url.path == "/get":
            return templates.respond("get.html", "/get", site=sender_of(request, proxies).site, kit=kit)
        files = {"/get.json": json.dumps(kit).encode(), f"/get/{wheel}": data, "/get/arena-ca.pem": authority}
        if not files.get(request.url.path):
            raise RefusedError(StatusCode.NOT_FOUND, "This file does not exist: /get lists all files.")
        return Response(files[request.url.path], media_type="application/octet-stream")

    for path in ("/get", "/get.json", "/get/{file}"):
        app.add_api_route(path, answer, include_in_schema=False, dependencies=[takes()], methods=["GET", "HEAD"])
