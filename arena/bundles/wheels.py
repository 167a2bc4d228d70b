"""Pure-Python wheels that come along: what of them is kept. Nothing of them is run."""

import re
from typing import Final

from arena.bundles.errors import BadBundle

WHEELS: Final = "wheels"  # the folder of a bundle where they lie
# PEP 427: name-version(-build)?-python-abi-platform.whl
PURE: Final = re.compile(r"[\w.]+-[\w.!+]+(-\d[\w.]*)?-(py3|py2\.py3)-none-any\.whl", re.ASCII)
DATA: Final = re.compile(r"[^/]+\.data/(purelib|platlib)/(.+)")


def check_wheel(name: str) -> None:
    """Check a file of the folder `wheels`. Raises `BadBundle`."""
    if not PURE.fullmatch(name):
        raise BadBundle(
            f"wheels/{name}: accepted are wheels of pure Python, NAME-VERSION-py3-none-any.whl; what is compiled has to"
            " be in an executable"
        )


def kept_of_wheel(name: str) -> str:
    """Return where a wheel's file is installed; "" where it is left out.

    Left out are `.pth` files, which Python would run at its start, and scripts, headers and data
    below `NAME.data`.
    """
    if name.endswith(".pth"):
        return ""
    head = name.partition("/")[0]
    if not head.endswith(".data"):
        return name
    found = DATA.fullmatch(name)
    return found[2] if found else ""
