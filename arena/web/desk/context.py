"""What a template of the desk knows beside what it shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.web.desk.action import Signed
from arena.web.serving.forms import Told


@dataclass(frozen=True)
class Context:
    """Who looks, and how the form went that was sent last.

    Attributes:
        done: what was done, in a sentence; "" for nothing.
        sent: the action of a form that is shown again; "" for none.
        told: what was typed in it.
        refusal: why it was refused, in one line; "": it was not.
        answer: what a form without effect came to.
    """

    signed: Signed
    done: str = ""
    sent: str = ""
    told: Told = field(default_factory=dict)
    refusal: str = ""
    answer: Any = None

    def is_of(self, action: str, hidden: Mapping[str, object]) -> bool:
        """Whether what was sent is the form of *action* with these hidden fields."""
        return self.sent == action and all(self.told.get(name) == str(value) for name, value in hidden.items())

    def typed(self, action: str, name: str, otherwise: object = "") -> str:
        """Return what was typed into a field of a form that is shown again."""
        return self.told.get(name, "") if self.sent == action else str(otherwise)
