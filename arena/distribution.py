"""The name and the version of the Python distribution that contains the arena."""

from typing import Final

NAME: Final = "trick-arena"


def installed_version() -> str:
    """Return the version of the installed arena, as "1.2.0"."""
    from importlib.metadata import version  # its import takes longer than the start of a bot

    return version(NAME)


def install_command(extra: str) -> str:
    """Return a clause for an error message: the pip command that installs the optional dependencies *extra*."""
    return f"run pip install '{NAME}[{extra}]'"
