"""What a form of the desk does, and what comes of it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlencode

from google.protobuf.message import Message

from arena.api.inside import Desk
from arena.store.accounts.rows import Principal
from arena.web.serving.forms import Told


@dataclass(frozen=True)
class Signed:
    """Somebody who is signed in, and what the forms of the session carry.

    *site*: the page's address, as this browser has it.
    """

    caller: Principal
    form_token: str
    site: str
    desk: Desk

    @property
    def is_operator(self) -> bool:
        """Whether it is an operator; else an owner."""
        return self.caller.scope == "operator"

    async def ask(self, request: Message) -> Any:
        """Return the answer to *request*, asked as this caller. Raises `Refused`."""
        return await self.desk.ask(request, self.caller)


@dataclass(frozen=True)
class Secret:
    """Something that is shown this once: the answer of the form itself, kept nowhere.

    *of*: what it lets in. *hint*: what to do with it. *back*: the address that goes on. *is_link*:
    it is a link to send, no token.
    """

    of: str
    text: str
    hint: str
    back: str
    is_link: bool = False


@dataclass(frozen=True)
class Answer:
    """Something the page of the form shows beside it, as a dry run; nothing was done."""

    value: Any


@dataclass(frozen=True)
class Shelf:
    """A page of the desk.

    Attributes:
        path: its address.
        view: asks for what is shown, with the fields of the query or of a form that was refused.
        template: makes HTML of it.
        keys: the parameters of its address, which forms of it send along as fields.
        is_operators: whether it is for operators alone.
    """

    path: str
    view: Callable[[Signed, Told], Awaitable[Any]]
    template: str
    keys: tuple[str, ...] = ()
    is_operators: bool = False

    def address(self, told: Told, **more: str) -> str:
        """Return its address, of what a form of it has told."""
        query = urlencode({key: told[key] for key in self.keys if key in told} | more)
        return f"{self.path}?{query}" if query else self.path


Outcome: TypeAlias = str | Secret | Answer | None  # an address to go on at; None: that of the form's page
Act: TypeAlias = Callable[[Signed, Told], Awaitable[Outcome]]


@dataclass(frozen=True)
class Action:
    """What happens when a form is sent to /desk/do/NAME.

    *shelf*: the page that has the form, shown again with the line where it is refused. *done*: what
    that page says where it was done. *takes_file*: what it is told is `Uploaded`.
    """

    name: str
    act: Act
    shelf: Shelf
    done: str = ""
    takes_file: bool = False
