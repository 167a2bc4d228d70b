"""One call of an OpenAI-compatible endpoint, tried again while there is time."""

import asyncio
import itertools
import json
import random
import time
from http.client import HTTPException, HTTPResponse
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from .settings import settings

PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds after the first failure; doubled after each
MAX_REPLY: Final = 1 << 20  # bytes
PIECE: Final = 1 << 16  # bytes


class Reply(NamedTuple):
    """The model's reply, and its tokens; None if the endpoint does not report them."""

    text: str
    tokens: tuple[int, int] | None  # of the prompt, of the completion


class NoReplyError(Exception):
    """Raised if the endpoint gives no reply in time."""


class BusyError(Exception):
    """Raised if another try may succeed, *after* so many seconds."""

    def __init__(self, why: str, after: float = 0.0) -> None:
        super().__init__(why)
        self.after = after


class NoRedirects(HTTPRedirectHandler):
    """Refuses redirects, so that the key reaches only the configured endpoint."""

    def redirect_request(self, *_: Any) -> None:
        """Return None: a redirect is an error."""


OPENER: Final = build_opener(NoRedirects)  # uses https_proxy and similar variables
LOCAL: Final = build_opener(NoRedirects, ProxyHandler({}))  # a proxy would see unencrypted local requests


async def reply_to(messages: list[dict[str, str]], deadline: float) -> Reply:
    """Return the reply by *deadline*, of `time.monotonic`. Raises `NoReplyError`."""
    for attempt in itertools.count():
        left = deadline - time.monotonic()
        if left <= 0:
            break
        try:
            async with asyncio.timeout(left):
                return await asyncio.to_thread(_post, messages, left)
        except TimeoutError:
            break
        except BusyError as busy:
            pause = max(busy.after, min(PAUSE * 2**attempt, LONGEST_PAUSE) * random.uniform(0.5, 1.0))
            if time.monotonic() + pause >= deadline:
                raise NoReplyError(str(busy)) from None
            await asyncio.sleep(pause)
    raise NoReplyError("no reply in time")


def _post(messages: list[dict[str, str]], seconds: float) -> Reply:
    """Ask once, in a thread. Raises `BusyError`, `NoReplyError`.

    The endpoint's error texts may contain the key, so they are not printed.
    """
    given, deadline = settings(), time.monotonic() + seconds
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {given.key}"} if given.key else {})
    body = json.dumps({"model": given.model, "messages": messages, **given.options}).encode()
    opener = LOCAL if given.is_local else OPENER
    try:
        with opener.open(Request(f"{given.url}/chat/completions", body, headers), timeout=seconds) as response:
            reply = json.loads(_read(response, deadline))
            return Reply(str(reply["choices"][0]["message"]["content"] or ""), _tokens(reply.get("usage")))
    except HTTPError as error:
        error.close()
        why, after = f"HTTP {error.code}", error.headers.get("Retry-After", "")
        if error.code == 429 or error.code >= 500:
            raise BusyError(why, float(after) if after.isdecimal() else 0.0) from None
        raise NoReplyError(f"{why}; check LLM_URL, LLM_MODEL, LLM_KEY and LLM_OPTIONS") from None
    except (OSError, HTTPException) as error:
        raise BusyError(f"{type(error).__name__} at LLM_URL") from None
    except (ValueError, LookupError, TypeError, AttributeError):
        raise BusyError("a reply without choices[0].message.content") from None


def _read(response: HTTPResponse, deadline: float) -> bytes:
    """Read the whole body by the deadline; the timeout of urllib is for each read.

    Raises `BusyError`.
    """
    body = bytearray()
    while piece := response.read1(PIECE):
        body += piece
        if len(body) > MAX_REPLY:
            raise BusyError(f"a reply of more than {MAX_REPLY} bytes")
        if time.monotonic() >= deadline:
            raise BusyError("a reply that did not end in time")
    return bytes(body)


def _tokens(usage: Any) -> tuple[int, int] | None:
    try:
        return int(usage["prompt_tokens"]), int(usage["completion_tokens"])
    except (LookupError, TypeError, ValueError):
        return None
