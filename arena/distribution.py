"""The name and the version of the Python distribution that contains the arena, and of its protocol."""

from typing import Final

NAME: Final = "trick-arena"
PROTOCOL: Final = 1  # version of proto/arena/v1/seat.proto that gateway, kit and runner speak


def installed_version() -> str:
    """Return the version of the installed arena, as "1.2.0"."""
    from importlib.metadata import version  # its import takes longer than the start of a bot

    return version(NAME)


def describe_version() -> str:
    """Return the installed version, the kind of rules core and the protocol, on one line."""
    from arena.rules import COMPILED

    return f"arena {installed_version()} ({'compiled' if COMPILED else 'pure'} rules core, protocol {PROTOCOL})"


def install_command(extra: str) -> str:
    """Return a clause for an error message: the pip command that installs the optional dependencies *extra*."""
    return f"run pip install '{NAME}[{extra}]'"
