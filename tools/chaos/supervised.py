"""Run the service under its own supervisor, over breakable connections: `python -m tools.chaos.supervised PLAN`."""

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from arena.local.problems import CrashLoopError
from arena.local.supervisor import Child
from arena.local.up import Arena, heed_signals, ignore_signals, log_line


@dataclass(frozen=True)
class Plan:
    """A plan of the service: its parts dial *dsn*, *redis_url* and *links* (workers to gateways)."""

    folder: str
    workers: int
    gateways: int
    dsn: str
    redis_url: str
    links: list[str]
    has_postgres: bool  # whether the service has its own Postgres


class PlannedArena(Arena):
    """An arena that follows a plan."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(Path(plan.folder), plan.workers, plan.gateways, with_page=True, with_runner=True)
        self._plan = plan

    def _start_postgres(self) -> str:
        return super()._start_postgres() if self._plan.has_postgres else self._plan.dsn

    def _start_servers(self) -> None:
        super()._start_servers()
        self.dsn, self.redis_url = self._plan.dsn, self._plan.redis_url

    def _gateway(self, name: str, address: str, link: str, listen: str) -> Child:
        child = super()._gateway(name, address, link, listen)
        over = self._plan.links[self.links.index(link)]
        return replace(child, env={**child.env, "ARENA_LINK_ADDRESS": over})


def main() -> int:
    """Run until TERM; return 1 if a child crashes repeatedly."""
    heed_signals()
    arena = PlannedArena(Plan(**json.loads(sys.argv[1])))
    try:
        arena.start()
        arena.wait()
    except CrashLoopError as problem:
        log_line(str(problem))
        return 1
    except KeyboardInterrupt:
        pass
    finally:
        ignore_signals()
        arena.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
