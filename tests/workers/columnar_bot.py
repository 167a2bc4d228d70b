"""A columnar bot without the kit; it plays the lowest legal actions and logs "asked SEAT NUMBER".

Usage: `python -m tests.workers.columnar_bot LOG THINK_SECONDS`, with ARENA_SERVER and ARENA_TOKEN set.
"""

import asyncio
import os
import sys
import time
from pathlib import Path

import grpc

from tests.workers.both_ways import Asked, Player, lowest


def main(log: str, think: str) -> None:
    with Path(log).open("a", buffering=1) as file:

        def noting(asked: Asked) -> int:
            print("asked", asked.seat_id, asked.number, file=file)
            time.sleep(float(think))
            return lowest(asked)

        asyncio.run(play(Player("spades-4", noting, columnar=True)))


async def play(player: Player) -> None:
    while True:
        try:
            await player.stream(os.environ["ARENA_SERVER"], os.environ["ARENA_TOKEN"])
        except grpc.aio.AioRpcError as error:
            if error.code() in (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.INVALID_ARGUMENT):
                raise
        except asyncio.InvalidStateError:
            pass  # the stream ended while we wrote
        await asyncio.sleep(0.2)


if __name__ == "__main__":
    main(*sys.argv[1:])
