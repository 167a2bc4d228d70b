"""Name the distribution that contains these packages."""

from typing import Final

NAME: Final = "trick-arena"


def installed_version() -> str:
    """Return the version of the installed distribution."""
    from importlib.metadata import version  # its import takes longer than the start of a bot

    return version(NAME)


def install_command(extra: str) -> str:
    """Return the command that installs *extra*, as a clause for an error message."""
    return f"run pip install '.[{extra}]' in the checkout of {NAME}"
