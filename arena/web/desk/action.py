"""Define pages, forms and answers of the desk."""

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
    """A signed-in caller, the form token of its session, and the site's address in its browser."""

    caller: Principal
    form_token: str
    site: str
    client: LocalClient

    @property
    def is_operator(self) -> bool:
        """Whether the caller is an operator; otherwise it is an owner."""
        return self.caller.scope == "operator"

    async def ask(self, request: Message) -> Any:
        """Return the answer to *request* of this caller. Raises `RefusedError`."""
        return await self.client.ask(request, self.caller)


@dataclass(frozen=True)
class Secret:
    """A token or link that only the answer to the form shows; it is stored nowhere.

    *holder*: the account that it is for. *hint*: how to use it. *back*: the address to continue at.
    """

    holder: str
    text: str
    hint: str
    back: str
    is_link: bool = False


@dataclass(frozen=True)
class Answer:
    """The result of a form that changes nothing, such as a dry run; the form's page shows it."""

    value: Any


@dataclass(frozen=True)
class DeskPage:
    """A page of the desk.

    *view* returns the content for the fields of the query or of a refused form. *keys*: the parameters of the address,
    which forms of the page send as fields too.
    """

    path: str
    view: Callable[[Signed, Fields], Awaitable[Any]]
    template: str
    keys: tuple[str, ...] = ()
    is_operators: bool = False

    def address(self, fields: Fields, **more: str) -> str:
        """Return the page's address with the *fields* of one of its forms."""
        query = urlencode({key: fields[key] for key in self.keys if key in fields} | more)
        return f"{self.path}?{query}" if query else self.path


Outcome: TypeAlias = str | Secret | Answer | None  # an address to continue at; None: that of the form's page
Act: TypeAlias = Callable[[Signed, Fields], Awaitable[Outcome]]


def sender(make: Callable[[Fields], Message]) -> Act:
    """Return an act that sends the request that *make* makes from a form."""

    async def act(signed: Signed, fields: Fields) -> Outcome:
        await signed.ask(make(fields))
        return None

    return act


@dataclass(frozen=True)
class Action:
    """A form that is sent to /desk/do/NAME.

    *page* has the form, and shows it again after a refusal. *done*: the message after success. *takes_file*: the fields
    are an `Upload`.
    """

    name: str
    act: Act
    page: DeskPage
    done: str = ""
    takes_file: bool = False


@dataclass
class Context:
    """The reader of a page, and the outcome of the last form.

    *done*: the message after success. *sent*: the action of a form that is shown again with its *fields*. *refusal*:
    one line. *answer*: the result of a form that changes nothing. *is_refusal_shown*: a form of the page shows it.
    """

    signed: Signed
    done: str = ""
    sent: str = ""
    fields: Fields = field(default_factory=dict)
    refusal: str = ""
    answer: Any = None
    is_refusal_shown: bool = False

    def refusal_of(self, action: str, hidden: Mapping[str, object]) -> str:
        """Return the refusal of the form of *action* with these hidden fields; "" for none."""
        if not self.refusal or not self.is_of(action, hidden):
            return ""
        self.is_refusal_shown = True
        return self.refusal

    def is_of(self, action: str, hidden: Mapping[str, object]) -> bool:
        """Return whether the form of *action* with these hidden fields was sent."""
        return self.sent == action and all(self.fields.get(name) == str(value) for name, value in hidden.items())

    def value_of(self, action: str, name: str, default: object = "") -> str:
        """Return the text of a field: as it was sent if the form is shown again, else *default*."""
        return self.fields.get(name, "") if self.sent == action else str(default)


class Answers:
    """Render the answers of the desk with *templates*."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    def page(self, page: DeskPage, context: Context, content: Any, status: int = 200) -> Response:
        """Return a page of the desk."""
        return self.render(page.template, page.path, status, at=context, it=content)

    def render(self, template: str, path: str, http_status: int = 200, **values: Any) -> Response:
        """Return a page rendered by *template*."""
        return self._templates.respond(template, quote(path), http_status, **values)

    def without_storing(self, view: Callable[..., Awaitable[Response]]) -> Callable[..., Awaitable[Response]]:
        """Return *view* with answers that no cache stores, including refusals."""

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
    """Return an answer that redirects the browser to *to* with a GET."""
    return RedirectResponse(to, SEE_OTHER)
