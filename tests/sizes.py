"""How much of something the short set does, and how much the long one."""

import os

IS_LONG = os.environ.get("HYPOTHESIS_PROFILE") == "all"  # as `make test-all` says


def sized(short: int, whole: int) -> int:
    """So many boards, examples or trials: *short* of them in `make test`, *whole* in `make test-all`."""
    return whole if IS_LONG else short
