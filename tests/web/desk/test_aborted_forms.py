"""A browser that goes away in the middle of a form is no fault of the arena's."""

from typing import Any

from arena.web.app import make_app
from tests.web.conftest import Web

HERE = b"arena.example"
BODY = ({"type": "http.request", "body": b"token=", "more_body": True}, {"type": "http.disconnect"})


async def test_a_form_that_is_never_whole(web: Web) -> None:
    coming, sent = iter(BODY), list[Any]()

    async def receive() -> Any:
        return next(coming)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "scheme": "http",
        "method": "POST",
        "path": "/sign-in",
        "raw_path": b"/sign-in",
        "query_string": b"",
        "headers": [(b"host", HERE), (b"origin", b"http://" + HERE)],
        "client": ("127.0.0.1", 1),
        "server": (HERE.decode(), 80),
    }
    await make_app(web.store, web.wake_ups.append)(scope, receive, send)
    assert sent[0]["status"] == 400
