"""The page's peer: the same server with a constant answer of BARE_BYTES."""

import os

import uvicorn
from fastapi import FastAPI, Response

app = FastAPI()
BODY = b"x" * int(os.environ["BARE_BYTES"])


@app.get("/")
async def answer() -> Response:
    """Return the same bytes for every request."""
    return Response(BODY)


if __name__ == "__main__":
    uvicorn.run(app, port=int(os.environ["ARENA_WEB_LISTEN"].rpartition(":")[2]), log_config=None, access_log=False)
