"""Provide the compiler's names of `mypy_extensions`, which is not installed at run time."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

Class = TypeVar("Class")

if TYPE_CHECKING:
    from mypy_extensions import i16 as i16
    from mypy_extensions import i32 as i32
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8
else:
    i16 = i64 = u8 = int  # callers pass only numbers that fit

    def i32(number: int) -> int:
        """Return a number's low 32 bits, signed."""
        return ((number & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000

    def mypyc_attr(**_: object) -> Callable[[Class], Class]:
        """Return the class unchanged."""
        return lambda given: given
