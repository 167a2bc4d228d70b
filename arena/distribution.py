"""The distribution that contains these packages."""

from typing import Final

NAME: Final = "trick-arena"


def installed_version() -> str:
    """Return the version of the installed distribution."""
    from importlib.metadata import version  # takes longer to import than a bot takes to start

    return version(NAME)


def install_command(extra: str) -> str:
    """Return a clause that says how to install *extra*, for an error message."""
    return f"run pip install '.[{extra}]' in the checkout of {NAME}"
