"""Attack until the input ends: `python -m tests.gateway.floods.attacker ATTACK ADDRESS COUNT`."""

import asyncio
import json
import resource
import sys
from collections import Counter

from tests.gateway.floods.attacks import ANSWERED, ATTACKS, NOTHING, flood, sit


async def main(name: str, address: str, connections: int) -> None:
    seen: Counter[str] = Counter()
    stopping = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    if name in NOTHING:
        _idle = await sit(NOTHING[name], connections, address, seen)
        print("begun", flush=True)
        await stopping
    else:
        floods = [asyncio.create_task(flood(ATTACKS[name], address, seen)) for _ in range(connections)]
        print("begun", flush=True)
        done, _ = await asyncio.wait({stopping, *floods}, return_when=asyncio.FIRST_COMPLETED)
        for each in done:
            each.result()
        while name in ANSWERED and not seen[ANSWERED[name]]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    print(json.dumps(seen))


if __name__ == "__main__":
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 10_000), hard))
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
