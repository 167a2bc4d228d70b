"""Pages, forms and answers of the desk."""

import functools
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias
from urllib.parse import quote, urlencode

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from google.protobuf.message import Message

from arena.api.local_client import LocalClient
from arena.guards.auth import Refused
from arena.store.accounts.rows import Principal
from arena.web.serving.addresses import headers_of, status_of
from arena.web.serving.forms import Told
from arena.web.serving.templates import Address, Templates


@dataclass(frozen=True)
class Signed:
    """Somebody who is signed in, and what the forms of the session carry.

    *site*: the page's address, as this browser has it.
    """

    caller: Principal
    form_token: str
    site: str
    desk: LocalClient

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
class DeskPage:
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
    shelf: DeskPage
    done: str = ""
    takes_file: bool = False


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


NOT_KEPT: Final = {"Cache-Control": "no-store"}
SEE_OTHER: Final = 303


class Answers:
    """Makes the answers of the desk, by *templates*."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    def shelf(self, shelf: DeskPage, context: Context, shown: Any, status: int = 200) -> Response:
        """Return a page of the desk."""
        return self._page(shelf.template, shelf.path, status, at=context, it=shown)

    def secret(self, path: str, secret: Secret) -> Response:
        """Return the page that shows a secret, this once."""
        return self._page("desk/secret.html", path, 200, secret=secret)

    def entrance(self, template: str, request: Request, status: int = 200, **told: Any) -> Response:
        """Return a page for who is not signed in."""
        return self._page(template, request.url.path, status, **told)

    def kept_nowhere(self, view: Callable[..., Awaitable[Response]]) -> Callable[..., Awaitable[Response]]:
        """Return *view*, whose answers nobody keeps, refusals included."""

        @functools.wraps(view)
        async def answered(**given: Any) -> Response:
            try:
                response = await view(**given)
            except Refused as problem:
                status = status_of(problem)
                response = self._page(
                    "problem.html", given["request"].url.path, status, status=status, line=problem.line
                )
                response.headers.update(headers_of(problem))
            response.headers.update(NOT_KEPT)
            return response

        return answered

    def _page(self, template: str, path: str, http_status: int, **told: Any) -> Response:
        text = self._templates.whole(template, None, Address(quote(path)), **told)
        return Response(text, http_status, media_type="text/html")


def go_on(to: str) -> Response:
    """Return an answer that sends the browser to *to* with a GET."""
    return RedirectResponse(to, SEE_OTHER)
