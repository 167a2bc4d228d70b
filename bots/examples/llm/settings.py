"""Where the model is and what it costs, from the environment."""

import ipaddress
import json
import os
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Settings:
    """An endpoint, and its prices.

    Attributes:
        url: what stands before `/chat/completions`.
        options: what else a request has, as "temperature".
        prices: dollars per million tokens, of the prompt and of the completion.
    """

    url: str
    model: str
    key: str = field(repr=False)
    options: dict[str, Any]
    prices: tuple[float, float] | None


@cache
def settings() -> Settings:
    """Read LLM_URL, LLM_MODEL, LLM_KEY, LLM_OPTIONS, LLM_PRICES. Raises `ValueError`."""
    url, model, key = (os.environ.get(name, "") for name in ("LLM_URL", "LLM_MODEL", "LLM_KEY"))
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"LLM_URL is {url!r}: accepted is what stands before /chat/completions, as https://HOST/v1")
    if not model:
        raise ValueError("no LLM_MODEL: give the model's name at this endpoint")
    if key and parts.scheme == "http" and not _is_local(parts.hostname):
        raise ValueError(f"LLM_URL is {url!r}: without TLS everybody on the way could read LLM_KEY, give https://")
    return Settings(url.rstrip("/"), model, key, _options(), _prices())


def _is_local(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _options() -> dict[str, Any]:
    given = os.environ.get("LLM_OPTIONS") or "{}"
    try:
        options = json.loads(given)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise ValueError(f"LLM_OPTIONS is {given!r}: accepted is a JSON object, as '{{\"temperature\": 0}}'")
    return options


def _prices() -> tuple[float, float] | None:
    given = os.environ.get("LLM_PRICES")
    if not given:
        return None
    try:
        prompt, completion = map(float, given.split(","))
    except ValueError:
        raise ValueError(f"LLM_PRICES is {given!r}: accepted are dollars per million tokens, IN,OUT") from None
    return prompt, completion
