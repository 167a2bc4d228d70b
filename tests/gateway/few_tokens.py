"""A store in memory, for tests of the gateway; `test_few_tokens.py` holds it to what the real one answers."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from psycopg.errors import ForeignKeyViolation
from psycopg_pool import AsyncConnectionPool

from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.store.accounts.tokens import describe_end
from arena.store.accounts.versions import SubmittedBot
from arena.store.database import Connection
from arena.store.errors import DeadTokenError, StoreUnavailableError
from arena.store.play.rows import Instance, SpilledAnswers
from arena.store.store import Accounts, Play
from arena.tokens import digest


class FewTokens(Store):
    """The gateway's store in memory: `token-of-7` and `other-of-7` are version 7's tokens."""

    def __init__(self, versions: Iterable[int] = (7, 8, 9)) -> None:
        super().__init__(cast("AsyncConnectionPool[Connection]", None))
        self.accounts = self.play = _Rooms(self)
        bots = {
            f"token-of-{version}": Principal("bot", 1, "ann", version, f"bot-{version}@1", version)
            for version in versions
        }
        bots |= {f"other-of-{who.version_id}": replace(who, token_id=100 + who.token_id) for who in bots.values()}
        people = {
            "token-of-ann": Principal("owner", 1, "ann", token_id=1000),
            "token-of-runner": Principal("runner", token_id=1001),
        }
        self.submitted: dict[str, SubmittedBot] = {}  # by "name@version"
        self.principals = {digest(token): who for token, who in (bots | people).items()}
        self._versions = {who.version_id for who in bots.values()}
        self.builds: dict[int, str] = {}
        self.ended: dict[int, str] = {}  # why a token lets nobody in, by its id: 7 and 107 for version 7
        self.is_away = False
        self.spilled: list[SpilledAnswers] = []  # of seats whose worker is gone, in the order written
        self.missed = 0  # calls while it was away
        self.infractions: Counter[tuple[int, str]] = Counter()

    async def tend(self) -> dict[str, int]:
        self.answer()
        return {}

    def answer(self, versions: Iterable[int] = ()) -> None:
        if self.is_away:
            self.missed += 1
            raise StoreUnavailableError("the database does not answer: it is away")
        if unknown := set(versions) - self._versions:
            raise ForeignKeyViolation(f"there are no versions {unknown}")


class _Rooms(Accounts, Play):
    """What the gateway asks of two rooms."""

    def __init__(self, few: FewTokens) -> None:
        super().__init__(few)
        self._few = few

    async def keep_build(self, version_id: int, build: str) -> str:
        self._few.answer()
        return self._few.builds.setdefault(version_id, build)

    async def submitted(self, bot: str) -> SubmittedBot | None:
        self._few.answer()
        return self._few.submitted.get(bot)

    async def principal(self, token_hash: bytes) -> Principal | None:
        self._few.answer()
        who = self._few.principals.get(token_hash)
        if who and who.token_id in self._few.ended:
            raise DeadTokenError(f"this token {describe_end(self._few.ended[who.token_id])}")
        return who

    async def ended_tokens(self, token_ids: Collection[int]) -> dict[int, str]:
        self._few.answer()
        return {token_id: why for token_id, why in self._few.ended.items() if token_id in token_ids}

    async def renew_gateway(
        self, gateway: str, link_address: str, instances: Sequence[Instance], lag: float = 0.0
    ) -> None:
        self._few.answer(instance.version_id for instance in instances)

    async def drop_gateway(self, gateway: str) -> None:
        self._few.answer()

    async def count_infractions(self, counts: Mapping[tuple[int, str], int]) -> None:
        if counts:
            self._few.answer(version_id for version_id, _ in counts)
            self._few.infractions.update(counts)

    async def spill_answers(self, seats: Sequence[SpilledAnswers]) -> None:
        self._few.answer()
        self._few.spilled += seats
