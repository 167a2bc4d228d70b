"""What only the compiler reads: `mypyc_attr`, which the rules core cannot import at run time (it is no dependency)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

Class = TypeVar("Class")

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_: object) -> Callable[[Class], Class]:
        """Leave the class as it is."""
        return lambda given: given
