"""`python -m tests.gateway.floods [CONNECTIONS] [TURNS]`: the table of docs/explanation/hostile-input.md."""

import asyncio
import sys

from tests.gateway.floods.attacks import ATTACKS, NOTHING
from tests.gateway.floods.siege import at_table, attacked, besieged, summary_of
from tools.bench.machine import machine


async def line(name: str, connections: int, turns: int) -> str:
    with besieged() as gateway:
        async with at_table(gateway) as (table, _):
            await table.play(turns)
            before = summary_of(await table.play(turns))
            async with attacked(name, gateway, connections) as siege:
                during = summary_of(await table.play(turns))
                megabytes = gateway.megabytes()
    seen = ", ".join(f"{word} {times:,}" for word, times in sorted(siege.seen.items()))
    return f"| {name.replace('_', ' ')} | {connections:,} | {before} | {during} | {megabytes:.0f} | {seen} |"


async def main(connections: int = 2, turns: int = 500) -> None:
    print(machine())
    print("| attack | connections | before, ms | during, ms | MB | what the attacker saw |\n|---|---|---|---|---|---|")
    for name in ATTACKS:
        print(await line(name, connections, turns), flush=True)
    for name in NOTHING:
        print(await line(name, 5000, turns), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*(int(word) for word in sys.argv[1:])))
