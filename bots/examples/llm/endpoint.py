"""Call an OpenAI-compatible endpoint, and repeat failed calls while there is time."""

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

PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds to wait after the first failure, doubled after each further one
MAX_REPLY: Final = 1 << 20  # bytes of a response body
PIECE: Final = 1 << 16  # bytes per read


class Reply(NamedTuple):
    """The text of a model's reply, and the tokens that it cost."""

    text: str
    tokens: tuple[int, int] | None  # (prompt, completion); None if the endpoint does not report them


class NoReplyError(Exception):
    """Raised if the endpoint gives no reply in time, or refuses the request."""


class BusyError(Exception):
    """Raised if another call may succeed. *after*: seconds to wait before that call."""

    def __init__(self, why: str, after: float = 0.0) -> None:
        super().__init__(why)
        self.after = after


class NoRedirects(HTTPRedirectHandler):
    """Refuse HTTP redirects, so that the API key reaches only the configured endpoint."""

    def redirect_request(self, *_: Any) -> None:
        """Return None, which makes urllib raise an error instead of following the redirect."""


OPENER: Final = build_opener(NoRedirects)  # obeys https_proxy and similar environment variables
LOCAL: Final = build_opener(NoRedirects, ProxyHandler({}))  # without a proxy, which could read unencrypted requests


async def reply_to(messages: list[dict[str, str]], deadline: float) -> Reply:
    """Return the model's reply to chat *messages*. Raises `NoReplyError`; *deadline* is in `time.monotonic` seconds."""
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
    raise NoReplyError("no reply in time; set a quicker LLM_MODEL")


def _post(messages: list[dict[str, str]], seconds: float) -> Reply:
    """Return the reply; blocks up to *seconds*. Raises `BusyError` if a repetition may help, else `NoReplyError`.

    Both leave out the endpoint's error text, which may contain the API key.
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
        raise BusyError("the reply has no choices[0].message.content; check LLM_URL") from None


def _read(response: HTTPResponse, deadline: float) -> bytes:
    """Return the body. Raises `BusyError` if it is too long, or incomplete at *deadline* (monotonic seconds)."""
    body = bytearray()
    while piece := response.read1(PIECE):
        body += piece
        if len(body) > MAX_REPLY:
            raise BusyError(f"the reply has more than {MAX_REPLY} bytes; limit max_tokens in LLM_OPTIONS")
        if time.monotonic() >= deadline:
            raise BusyError("the reply did not end in time; limit max_tokens in LLM_OPTIONS")
    return bytes(body)


def _tokens(usage: Any) -> tuple[int, int] | None:
    try:
        return int(usage["prompt_tokens"]), int(usage["completion_tokens"])
    except (LookupError, TypeError, ValueError):
        return None
