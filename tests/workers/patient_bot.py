"""An async bot with a pause before answers, so that it is always deciding when stopped."""

import asyncio
from typing import Any

from bots.house.simple import SimpleBot
from bots.sdk import AsyncBot, View, run

THINKS = 0.02  # seconds


class PatientBot(AsyncBot):
    """Answers as `simple` does, after a pause."""

    def __init__(self) -> None:
        self.simple = SimpleBot()

    async def answer(self, view: View) -> Any:
        await asyncio.sleep(THINKS)
        return self.simple.answer(view)


if __name__ == "__main__":
    run(PatientBot)
