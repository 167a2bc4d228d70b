"""Define what a page and a form of the desk are, and render the answers."""

import functools
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import quote, urlencode

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from google.protobuf.message import Message

from arena.api.local_client import LocalClient
from arena.guards.auth import RefusedError
from arena.store.accounts.rows import Principal
from arena.web.serving.addresses import NOT_STORED, SEE_OTHER, headers_of, status_of
from arena.web.serving.forms import Fields
from arena.web.serving.templates import Templates


@dataclass(frozen=True)
class Signed:
    """A signed-in user of the desk, an owner or an operator."""

    caller: Principal
    form_token: str  # secret that forms of this session must send
    site: str  # address of the site as the browser sees it, "https://HOST"
    client: LocalClient

    @property
    def is_operator(self) -> bool:
        """Whether the user is an operator; otherwise the user is an owner."""
        return self.caller.scope == "operator"

    async def ask(self, request: Message) -> Any:
        """Send *request* to the API as this user, and return the answer. Raises `RefusedError`."""
        return await self.client.ask(request, self.caller)


@dataclass(frozen=True)
class Secret:
    """A token or link that is shown once, in the answer to a form, and stored nowhere."""

    holder: str  # its future holder in words, as "the bot red-fox@1"
    text: str  # the token or link itself
    hint: str  # a sentence that says how to use it
    back: str  # address of the page at which to continue
    holder_kind: str = ""  # "bot" or "person": the page shows the commands of such a holder; "" shows none
    is_link: bool = False
    works_once: bool = False  # the form cannot be sent again: it used up an invite


@dataclass(frozen=True)
class Answer:
    """The result of a form that changes nothing, such as a dry run; the form's page shows *value*."""

    value: Any


@dataclass(frozen=True)
class DeskPage:
    """The definition of a page of the desk.

    *view* returns the content for a user and the fields of the query or of a refused form. *keys*: parameters of the
    address, which the page's forms send as fields too.
    """

    path: str
    view: Callable[[Signed, Fields], Awaitable[Any]]
    template: str
    keys: tuple[str, ...] = ()
    is_operators: bool = False

    def address(self, fields: Fields, **more: str) -> str:
        """Return the page's address with the parameters *keys* of a form's *fields*, and with *more* parameters."""
        query = urlencode({key: fields[key] for key in self.keys if key in fields} | more)
        return f"{self.path}?{query}" if query else self.path


Outcome: TypeAlias = str | Secret | Answer | None  # a text is an address to redirect to; None: the form's page
Act: TypeAlias = Callable[[Signed, Fields], Awaitable[Outcome]]


def sender(make: Callable[[Fields], Message]) -> Act:
    """Return an act that sends a request to the API; *make* makes the request from a form's fields."""

    async def act(signed: Signed, fields: Fields) -> Outcome:
        await signed.ask(make(fields))
        return None

    return act


def sends(kind: Callable[..., Message], fixed: Mapping[str, object] | None = None, **names: str) -> Act:
    """Return an act that sends a *kind* with *fixed* fields; *names*: fields of the form, by field of the request."""
    return sender(lambda fields: kind(**{to: fields.get(name, "") for to, name in names.items()}, **fixed or {}))


@dataclass(frozen=True)
class Action:
    """The definition of a form of the desk, which is sent to /desk/do/NAME.

    *page* shows it again after a refusal. *done*: message after success. *takes_file*: its fields are an `Upload`.
    """

    name: str
    act: Act
    page: DeskPage
    done: str = ""
    takes_file: bool = False


@dataclass
class Context:
    """The user who sees a page of the desk, and the outcome of the form that was sent last.

    *done*: message after success, "" for none. *sent*: name of the action whose form is shown again with its *fields*.
    *refusal*: the line that says why the form was refused, "" if it was not. *answer*: result of a form that changes
    nothing. *is_refusal_shown*: a form on the page has shown the refusal.
    """

    signed: Signed
    done: str = ""
    sent: str = ""
    fields: Fields = field(default_factory=dict)
    refusal: str = ""
    answer: Any = None
    is_refusal_shown: bool = False

    def refusal_of(self, action: str, hidden: Mapping[str, object]) -> str:
        """Return the line that refused the form of *action* with these *hidden* fields; "" if it was not refused.

        A page may have several forms of one action; their hidden fields differ.
        """
        if not self.refusal or not self.is_of(action, hidden):
            return ""
        self.is_refusal_shown = True
        return self.refusal

    def is_of(self, action: str, hidden: Mapping[str, object]) -> bool:
        """Return whether the form that was sent last is that of *action* with these *hidden* fields."""
        return self.sent == action and all(self.fields.get(name) == str(value) for name, value in hidden.items())

    def value_of(self, action: str, name: str, default: object = "") -> str:
        """Return the text to show in the field *name* of a form of *action*: the text that was sent, or *default*."""
        return self.fields.get(name, "") if self.sent == action else str(default)


class Answers:
    """Render the desk's answers with *templates*."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    def page(self, page: DeskPage, context: Context, content: Any, status: int = 200) -> Response:
        """Return an answer with a page of the desk that shows *content*; *status*: its HTTP status."""
        return self.render(page.template, page.path, status, at=context, it=content)

    def render(self, template: str, path: str, http_status: int = 200, **values: Any) -> Response:
        """Return an answer with the HTML of *template*; *path*: the page's address, unquoted."""
        return self._templates.respond(template, quote(path), http_status, **values)

    def without_storing(self, view: Callable[..., Awaitable[Response]]) -> Callable[..., Awaitable[Response]]:
        """Return a view like *view* whose answers caches do not store; a `RefusedError` becomes a page."""

        @functools.wraps(view)
        async def answer(request: Request, **parameters: Any) -> Response:
            try:
                response = await view(request=request, **parameters)
            except RefusedError as problem:
                status = status_of(problem)
                response = self.render("problem.html", request.url.path, status, status=status, line=problem.line)
                response.headers.update(headers_of(problem))
            response.headers.update(NOT_STORED)
            return response

        return answer


def redirect(to: str) -> Response:
    """Return an answer that makes the browser load the address *to* with GET."""
    return RedirectResponse(to, SEE_OTHER)
