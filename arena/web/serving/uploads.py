"""A form with one file."""

from typing import Final

from fastapi import Request
from grpc import StatusCode
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException

from arena.bundles import MOST_PACKED
from arena.guards.refused import Refused

MOST_BYTES: Final = MOST_PACKED + 2**20  # with what else is in the form
MOST_FIELDS: Final = 10


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
    if int(length) > MOST_BYTES:
        raise _refused(f"{int(length) / 2**20:.1f} MB: at most {MOST_PACKED // 2**20} MB packed are accepted")
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise _refused("this is no form with a file as a page here sends it")
    try:
        async with request.form(max_files=1, max_fields=MOST_FIELDS) as form:
            files = [each for each in form.values() if isinstance(each, UploadFile)]
            fields = {name: each for name, each in form.items() if isinstance(each, str)}
            return Uploaded(fields, await files[0].read() if files else b"")
    except MultiPartException as problem:
        raise _refused(f"this is no form as a page here sends it: {problem.message}") from None


def _refused(line: str) -> Refused:
    return Refused(StatusCode.INVALID_ARGUMENT, line)
