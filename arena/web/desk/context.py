"""What a template of the desk knows beside what it shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.web.desk.action import Signed
from arena.web.serving.forms import Told


@dataclass
class Context:
    """Who looks, and how the form went that was sent last.

    Attributes:
        done: what was done, in a sentence; "" for nothing.
        sent: the action of a form that is shown again; "" for none.
        told: what was typed in it.
        refusal: why it was refused, in one line; "": it was not.
        answer: what a form without effect came to.
        is_told: whether the refusal stands beside its form.
    """

    signed: Signed
    done: str = ""
    sent: str = ""
    told: Told = field(default_factory=dict)
    refusal: str = ""
    answer: Any = None
    is_told: bool = False

    def refusal_of(self, action: str, hidden: Mapping[str, object]) -> str:
        """Return why the form of *action* with these hidden fields was refused, "": it was not.

        Whoever asks shows it; of a form that is there no more `refusal` is shown above all others.
        """
        if not self.refusal or not self.is_of(action, hidden):
            return ""
        self.is_told = True
        return self.refusal

    def is_of(self, action: str, hidden: Mapping[str, object]) -> bool:
        """Whether what was sent is the form of *action* with these hidden fields."""
        return self.sent == action and all(self.told.get(name) == str(value) for name, value in hidden.items())

    def typed(self, action: str, name: str, otherwise: object = "") -> str:
        """Return what was typed into a field of a form that is shown again."""
        return self.told.get(name, "") if self.sent == action else str(otherwise)
