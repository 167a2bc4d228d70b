"""`FewTokens` and Postgres give the gateway the same answers and the same errors."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from psycopg import IntegrityError

from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.store.accounts.tokens import NewToken
from arena.store.accounts.versions import SubmittedBot
from arena.store.errors import DeadTokenError, StoreUnavailableError
from arena.store.play.rows import Instance
from arena.tokens import digest
from tests.gateway.few_tokens import FewTokens
from tests.store.submitting import submit_bot

NOBODYS = 999_999  # no version has this id


class Twin:
    """The store in memory, and what no gateway does to it."""

    def __init__(self) -> None:
        self.store = FewTokens()

    async def revoke(self, token_id: int) -> None:
        self.store.ended[token_id] = "revoked"

    async def expire(self, token_id: int) -> None:
        self.store.ended[token_id] = "expired"

    async def submit_bot(self, who: Principal, state: str) -> None:
        assert who.version_id
        assert who.bot
        self.store.submitted[who.bot] = SubmittedBot(who.version_id, who.bot, state)

    async def infractions(self, who: Principal) -> dict[str, int]:
        counts = self.store.infractions.items()
        return {word: count for (version, word), count in counts if version == who.version_id}

    async def go_away(self) -> None:
        self.store.is_away = True


class Real:
    """The same of Postgres."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def fill(self) -> None:
        await self.store.accounts.create_owner("ann", digest("token-of-ann"))
        for number in (7, 8, 9):
            await self.store.accounts.register_bot(f"bot-{number}", "1", "ann", digest(f"token-of-{number}"))
            await self.store.accounts.create_bot_token(f"bot-{number}@1", NewToken(digest(f"other-of-{number}")))

    async def revoke(self, token_id: int) -> None:
        await self.store.accounts.revoke_token(token_id)

    async def expire(self, token_id: int) -> None:
        await self.store.accounts.rotate_token(token_id, NewToken(digest("the next one")), timedelta(0))

    async def submit_bot(self, who: Principal, state: str) -> None:
        assert who.version_id
        await submit_bot(self.store, who.version_id, state)

    async def infractions(self, who: Principal) -> dict[str, int]:
        assert who.bot
        *_, rows = await self.store.play.infraction_counts(who.bot)
        return {row.infraction: row.count for row in rows}

    async def go_away(self) -> None:
        await self.store.close()


@pytest.fixture(params=["twin", "real"])
async def side(request: pytest.FixtureRequest) -> AsyncIterator[Twin | Real]:
    if request.param == "twin":
        yield Twin()
        return
    store = await Store.open(request.getfixturevalue("database"))
    real = Real(store)
    await real.fill()
    yield real
    await store.close()


async def known(side: Twin | Real, token: str) -> Principal:
    who = await side.store.accounts.principal(digest(token))
    assert who
    return who


async def test_a_token_stands_for_a_bot_of_an_owner(side: Twin | Real) -> None:
    ann = await known(side, "token-of-ann")
    assert (ann.scope, ann.owner, ann.version_id, ann.bot) == ("owner", "ann", None, None)
    seven, other, eight = [await known(side, token) for token in ("token-of-7", "other-of-7", "token-of-8")]
    for who, bot in ((seven, "bot-7@1"), (other, "bot-7@1"), (eight, "bot-8@1")):
        assert (who.scope, who.owner_id, who.owner, who.bot) == ("bot", ann.owner_id, "ann", bot)
    assert seven.version_id == other.version_id != eight.version_id
    ids = {who.token_id for who in (ann, seven, other, eight)}
    assert len(ids) == 4
    assert 0 not in ids
    assert await side.store.accounts.principal(digest("token-of-nobody")) is None


async def test_an_ended_token_says_how_it_ended(side: Twin | Real) -> None:
    seven, eight, nine = [await known(side, f"token-of-{number}") for number in (7, 8, 9)]
    await side.revoke(seven.token_id)
    await side.expire(eight.token_id)
    with pytest.raises(DeadTokenError, match=r"^this token was revoked$"):
        await side.store.accounts.principal(digest("token-of-7"))
    with pytest.raises(DeadTokenError, match=r"^this token has expired$"):
        await side.store.accounts.principal(digest("token-of-8"))
    assert await known(side, "other-of-7")
    asked = [seven.token_id, eight.token_id, nine.token_id, NOBODYS]
    assert await side.store.accounts.ended_tokens(asked) == {seven.token_id: "revoked", eight.token_id: "expired"}
    assert await side.store.accounts.ended_tokens([nine.token_id]) == {}
    assert await side.store.accounts.ended_tokens([]) == {}


async def test_a_version_keeps_its_first_build(side: Twin | Real) -> None:
    seven, eight = [(await known(side, f"token-of-{number}")).version_id or 0 for number in (7, 8)]
    assert await side.store.accounts.keep_build(seven, "one") == "one"
    assert await side.store.accounts.keep_build(seven, "two") == "one"
    assert await side.store.accounts.keep_build(eight, "two") == "two"


async def test_a_version_that_was_submitted_says_so(side: Twin | Real) -> None:
    seven = await known(side, "token-of-7")
    assert await side.store.accounts.submitted("bot-7@1") is None
    await side.submit_bot(seven, "waiting")
    assert await side.store.accounts.submitted("bot-7@1") == SubmittedBot(seven.version_id or 0, "bot-7@1", "waiting")
    assert await side.store.accounts.submitted("bot-7") is None


async def test_infractions_add_up(side: Twin | Real) -> None:
    seven = await known(side, "token-of-7")
    assert seven.version_id
    await side.store.play.count_infractions({(seven.version_id, "stale"): 2, (seven.version_id, "flood"): 1})
    await side.store.play.count_infractions({(seven.version_id, "stale"): 3})
    await side.store.play.count_infractions({})
    assert await side.infractions(seven) == {"stale": 5, "flood": 1}
    assert await side.infractions(await known(side, "token-of-8")) == {}


async def test_a_gateway_comes_and_goes(side: Twin | Real) -> None:
    seven = await known(side, "token-of-7")
    assert seven.version_id
    there = Instance("instance-1", seven.version_id, 4, ["spades-4"], False)
    for instances in ([there], [], [there]):
        await side.store.play.renew_gateway("g", "127.0.0.1:7701", instances)
    for _ in range(2):  # the second time there is nothing to drop
        await side.store.play.drop_gateway("g")
    assert await side.store.tend() == {}


async def test_a_version_that_is_not_there_is_our_bug(side: Twin | Real) -> None:
    with pytest.raises(IntegrityError):
        await side.store.play.count_infractions({(NOBODYS, "stale"): 1})
    with pytest.raises(IntegrityError):
        await side.store.play.renew_gateway("g", "127.0.0.1:7701", [Instance("instance-1", NOBODYS, 4, [], False)])


async def test_a_store_that_is_away_says_so(side: Twin | Real) -> None:
    store = side.store
    await side.go_away()
    for call in (
        store.accounts.principal(digest("token-of-7")),
        store.accounts.ended_tokens([7]),
        store.accounts.keep_build(7, "one"),
        store.accounts.submitted("bot-7@1"),
        store.play.count_infractions({(7, "stale"): 1}),
        store.play.renew_gateway("g", "127.0.0.1:7701", []),
        store.play.drop_gateway("g"),
        store.tend(),
    ):
        with pytest.raises(StoreUnavailableError, match=r"^the database does not answer: "):
            await call
    await store.play.count_infractions({})  # there is nothing to ask it
