"""Settings of the language-model bot from the environment: the endpoint and its prices."""

import ipaddress
import json
import os
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import SplitResult, urlsplit


@dataclass(frozen=True)
class Settings:
    """The endpoint of a language model, and its prices."""

    url: str  # address of the API, without `/chat/completions`
    is_local: bool  # whether the endpoint runs on this machine
    model: str
    key: str = field(repr=False)
    options: dict[str, Any]  # further fields of each request, such as "temperature"
    prices: tuple[float, float] | None  # dollars per million tokens: (prompt, completion)


@cache
def settings() -> Settings:
    """Read LLM_URL, LLM_MODEL, LLM_KEY, LLM_OPTIONS and LLM_PRICES. Raises `ValueError` for a missing or bad value."""
    url, model, key = (os.environ.get(name, "").strip() for name in ("LLM_URL", "LLM_MODEL", "LLM_KEY"))
    parts = _split_url(url)
    is_local = _is_local(parts.hostname or "")
    if not model:
        raise ValueError("LLM_MODEL is not set; give the model's name at this endpoint")
    if not (key.isascii() and key.isprintable()):
        raise ValueError("LLM_KEY has control characters, or some beyond ASCII; give the key alone, on one line")
    if key and parts.scheme == "http" and not is_local:
        address = f"{parts.scheme}://{parts.hostname}"
        raise ValueError(f"LLM_URL is {address!r}: without TLS others could read LLM_KEY; give https://")
    return Settings(url.rstrip("/"), is_local, model, key, _read_options(), _read_prices())


def _split_url(url: str) -> SplitResult:
    """Return the parts of LLM_URL. Raises `ValueError` with scheme and host only, as the rest may be secret."""
    accepted = "give the address before /chat/completions, as in https://HOST/v1"
    if not url:
        raise ValueError(f"LLM_URL is not set; {accepted}")
    if not (url.isascii() and url.isprintable()) or " " in url:
        raise ValueError(f"LLM_URL has spaces, control characters, or some beyond ASCII; {accepted}")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ValueError(f"LLM_URL is not an address; {accepted}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"LLM_URL does not begin with http:// or https:// and a host; {accepted}")
    address = f"LLM_URL is '{parts.scheme}://{parts.hostname}'"
    if "@" in parts.netloc:
        raise ValueError(f"{address} with a user or a password; leave them out, and put a key into LLM_KEY")
    if parts.query or parts.fragment:
        raise ValueError(f"{address} with a query or a fragment; {accepted}")
    try:
        _ = parts.port  # urllib parses the port on access
    except ValueError:
        raise ValueError(f"{address} with an invalid port; give 0 to 65535") from None
    return parts


def _is_local(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _read_options() -> dict[str, Any]:
    given = os.environ.get("LLM_OPTIONS") or "{}"
    try:
        options = json.loads(given)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise ValueError(f"LLM_OPTIONS is {given!r}; give a JSON object, as in '{{\"temperature\": 0}}'")
    return options


def _read_prices() -> tuple[float, float] | None:
    given = os.environ.get("LLM_PRICES")
    if not given:
        return None
    try:
        prompt, completion = map(float, given.split(","))
    except ValueError:
        raise ValueError(f"LLM_PRICES is {given!r}; give dollars per million tokens, IN,OUT") from None
    return prompt, completion
