"""Read settings from environment variables (docs/reference/configuration.md)."""

import os
from pathlib import Path

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from redis.connection import parse_url

from arena.escapes import clip


class SettingError(ValueError):
    """Raised for a missing or malformed environment variable; the text lists the accepted values."""


def secret(name: str) -> str:
    """Return the environment variable *name*, or the text of the file in `NAME_FILE`; "" if neither is set.

    Raises `SettingError`, which never quotes the secret, if both are set or the file cannot be read.
    """
    value, path = os.environ.get(name, ""), os.environ.get(f"{name}_FILE", "")
    if value and path:
        raise SettingError(f"{name} and {name}_FILE are both set; unset one of them")
    try:
        return Path(path).read_text(encoding="utf-8").strip() if path else value
    except (OSError, UnicodeDecodeError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else "it is not text"
        raise SettingError(f"{name}_FILE={clip(path)}: cannot be read ({why}); give a readable file") from None


def required(name: str, meaning: str) -> str:
    """Return the setting *name*, as `secret` reads it. Raises `SettingError` if it is not set or empty.

    *meaning*: a noun phrase for the error message, as "the address of Postgres".
    """
    value = secret(name)
    if not value:
        raise SettingError(f"{name} is not set; set it to {meaning}")
    return value


def link_secrets(name: str) -> list[str]:
    """Return the secrets in the variable *name* that gateways accept from workers.

    There is usually one; while it is changed there are several, the new one first. Raises `SettingError`, which never
    quotes a secret.
    """
    secrets = [secret.strip() for secret in required(name, "the secret that workers show to gateways").split(",")]
    if not all(secret.isascii() and secret.isprintable() and secret for secret in secrets):
        raise SettingError(f"{name} is malformed: give one secret of printable ASCII characters, or two and a comma")
    return secrets


def postgres_address(name: str) -> str:
    """Return the Postgres address in the variable *name*. Raises `SettingError`, which never quotes the password."""
    value = required(name, "the address of Postgres")
    try:
        conninfo_to_dict(value)
    except ProgrammingError:
        raise SettingError(
            f"{name} is not an address of Postgres; give postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
        ) from None
    return value


def redis_address(name: str) -> str:
    """Return the Redis address in the variable *name*. Raises `SettingError`, which never quotes the password."""
    value = required(name, "the address of Redis")
    try:
        if not value.startswith(("redis://", "rediss://")):
            raise ValueError
        parse_url(value)  # type: ignore[no-untyped-call]
    except ValueError:
        raise SettingError(
            f"{name} is not an address of Redis; give redis://:PASSWORD@HOST:PORT/0, or rediss:// for TLS,"
            " with %2F for a / in the password"
        ) from None
    return value


def folder(name: str) -> Path | None:
    """Return the absolute path in the variable *name*; None if it is not set. Raises `SettingError`."""
    value = os.environ.get(name, "")
    if value and not Path(value).is_absolute():
        raise SettingError(f"{name}={clip(value)}: give an absolute path, as in /srv/arena/bundles, or leave it out")
    return Path(value) if value else None


def seconds(name: str, default: str, least: float, most: float = 3600) -> float:
    """Return the seconds in the variable *name*, or in *default*. Raises `SettingError` outside *least*..*most*."""
    value = os.environ.get(name) or default
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not least <= number <= most:
        raise SettingError(f"{name}={clip(value)}: give seconds, from {least:g} to {most:g}")
    return number


def count(name: str, default: int, most: int = 1_000_000) -> int:
    """Return the whole number in the variable *name*, or *default*. Raises `SettingError` outside 1..*most*."""
    value = os.environ.get(name) or str(default)
    if not value.isdecimal() or not 1 <= int(value) <= most:
        raise SettingError(f"{name}={clip(value)}: give a number, from 1 to {most}")
    return int(value)
