"""Send mutated requests to the page: GET, and POST of forms."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final
from urllib.parse import quote

from arena.web.pages.table import PAGES
from tools.mutated.mutator import BYTES, Chance
from tools.mutated.tally import Tally

PAGE: Final = "page"
FORMS: Final = ("", ".json", ".csv")
WAIT: Final = 0.5  # seconds
POSTS: Final = ("/play", "/play/with/a-word", "/play/1/answer", "/sign-in", "/desk/do/register")


class Browser:
    """Sends requests, each on its own connection."""

    def __init__(self, address: str, words: Sequence[str], chance: Chance, tally: Tally) -> None:
        self._host, _, port = address.removeprefix("http://").rpartition(":")
        self._port = int(port)
        self._words = words
        self._chance, self._tally = chance, tally

    async def run(self, count: int) -> None:
        """Send *count* requests."""
        for _ in range(count):
            kind = self._chance.choice(list(BYTES))
            data = BYTES[kind](self._chance, self._request())
            status = await self._status(data)
            self._tally.add(PAGE, [kind], status, sent=repr(data[:300]))

    def _request(self) -> bytes:
        """Return a valid request, its head and maybe a form."""
        here = f"{self._host}:{self._port}"
        head = f"Host: {here}\r\nOrigin: http://{here}\r\nConnection: close\r\n"
        if self._chance.random() < 0.2:
            form = "&".join(f"{name}={quote(self._word())}" for name in ("token", "name", "options"))
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n"
            return f"POST {self._chance.choice(POSTS)} HTTP/1.1\r\n{head}\r\n{form}".encode()
        path = self._chance.choice(PAGES).path + self._chance.choice(FORMS)
        while "{" in path:
            begin, _, rest = path.partition("{")
            path = f"{begin}{quote(self._word())}{rest.partition('}')[2]}"
        return f"GET {path or '/'}?most={self._word()} HTTP/1.1\r\n{head}\r\n".encode()

    def _word(self) -> str:
        return self._chance.choice(self._words)

    async def _status(self, data: bytes) -> str:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        line = b""
        with suppress(OSError):  # TimeoutError too
            async with asyncio.timeout(WAIT):
                writer.write(data)
                line = await reader.readline()
                while await reader.read(65_536):
                    pass
        writer.close()
        words = line.split()
        return words[1].decode(errors="replace") if len(words) > 1 else "closed"
