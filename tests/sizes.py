"""Sizes of tests in the short set and in the long one."""

import os

IS_LONG = os.environ.get("HYPOTHESIS_PROFILE") == "all"  # as `make test-all` says


def sized(short: int, whole: int) -> int:
    """Return a number of boards, examples or trials.

    *short* of them in `make test`, *whole* in `make test-all`.
    """
    return whole if IS_LONG else short
