"""The peer: one HTTP/JSON request per decision, as in Battlesnake.

`python -m tools.bench.turns.http SECONDS`: httpx (HTTP/1.1, keep-alive) to a raw ASGI app under uvicorn in another
process. Prints decisions a second as JSON, by requests at once.
"""

import asyncio
import json
import subprocess
import sys
import time
from typing import Any, Final

import httpx
import uvicorn

AT_ONCE: Final = (1, 16)
DECISION: Final = {
    "game": "d3b07384d113edec49eaa6238ad5ff00",
    "number": 17,
    "kind": "play",
    "hand": ["AS", "KS", "7S", "QD", "9D", "4D", "JC", "8C", "2C", "TH", "6H", "3H"],
    "trick": [{"seat": 1, "card": "5D"}, {"seat": 2, "card": "KD"}],
    "bids": [3, 4, 2, 3],
    "tricks": [1, 0, 2, 1],
    "scores": [112, 98, 71, 130],
    "legal": ["QD", "9D", "4D"],
}


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer with the first legal card."""
    if scope["type"] != "http":
        return
    body = b""
    while (message := await receive()).get("more_body"):
        body += message["body"]
    decision = json.loads(body + message["body"])
    answer = json.dumps({"card": decision["legal"][0]}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(answer)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})


async def ask(client: httpx.AsyncClient, url: str, until: float) -> int:
    """Ask one decision after another; return the number of answers."""
    asked = 0
    while time.perf_counter() < until:
        response = await client.post(url, json=DECISION)
        assert response.json()["card"] == "QD"
        asked += 1
    return asked


async def play(url: str, seconds: float, at_once: int) -> float:
    """Return decisions a second with so many requests at once."""
    async with httpx.AsyncClient() as client:
        await ask(client, url, time.perf_counter() + 0.3)
        began = time.perf_counter()
        asked = await asyncio.gather(*(ask(client, url, began + seconds) for _ in range(at_once)))
        return sum(asked) / (time.perf_counter() - began)


async def serve() -> None:
    """Answer until killed; the port is printed."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  (uvicorn sets a flag, no event)
        await asyncio.sleep(0.01)
    print(server.servers[0].sockets[0].getsockname()[1], flush=True)
    await serving


def main(seconds: float) -> None:
    """Run both processes."""
    with subprocess.Popen([sys.executable, "-m", __spec__.name], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        url = f"http://127.0.0.1:{server.stdout.readline().strip()}/"
        print(json.dumps({at_once: asyncio.run(play(url, seconds, at_once)) for at_once in AT_ONCE}))
        server.kill()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(float(sys.argv[1]))
    else:
        asyncio.run(serve())
