"""Count answers by the class of their status."""

from collections import Counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class CountedAnswers:
    """Answer as *app* does, and count.

    Attributes:
        counts: answers that were begun, by the class of their status, as in "2xx".
    """

    def __init__(self, app: ASGIApp) -> None:
        self.counts = Counter({f"{first}xx": 0 for first in (2, 3, 4, 5)})
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as *app* does."""

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.counts[f"{message['status'] // 100}xx"] += 1
            await send(message)

        await self._app(scope, receive, send_counted)
