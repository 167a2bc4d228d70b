from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from arena.store import Store
from arena.store.accounts.tokens import NewToken
from arena.store.errors import (
    DeadTokenError,
    EndedTokenError,
    InvalidLabelError,
    UnknownBotError,
    UnknownOwnerError,
    UnknownTokenError,
)
from tests.store.house import House, holder_of, token

DAY = timedelta(days=1)


async def id_of(store: Store, name: str) -> int:
    return (await holder_of(store, name)).token_id


async def test_all_tokens_of_a_holder_are_found_and_no_others(house: House, store: Store) -> None:
    await store.accounts.create_bot_token("b1@1", NewToken(token("b1 too"), "laptop"))
    await store.accounts.create_owner_token("bob", NewToken(token("bob too")))
    for name, known in (("b1 too", "b1@1"), ("b1", "b1@1"), ("bob too", None), ("bob", None)):
        principal = await holder_of(store, name)
        assert (principal.bot, principal.owner) == (known, "bob")
    real = token("b1")
    assert await store.accounts.principal(real[:31] + bytes([real[31] ^ 1])) is None
    assert await store.accounts.principal(real[:8] + bytes(24)) is None
    assert await store.accounts.principal(real) is not None
    with pytest.raises(UnknownOwnerError, match="'eve'"):
        await store.accounts.create_owner_token("eve", NewToken(token("x")))
    with pytest.raises(UnknownBotError, match="'b1@2'"):
        await store.accounts.create_bot_token("b1@2", NewToken(token("x")))
    with pytest.raises(InvalidLabelError):
        await store.accounts.create_bot_token("b1@1", NewToken(token("x"), "l" * 61))
    ann = await holder_of(store, "ann")
    with pytest.raises(UnknownBotError, match="'b1@1'"):
        await store.accounts.create_bot_token("b1@1", NewToken(token("x")), ann.owner_id)


async def test_an_owner_sees_its_own_and_its_bots(house: House, store: Store) -> None:
    ann, bob = await store.accounts.principal(token("ann")), await store.accounts.principal(token("bob"))
    assert ann is not None
    assert bob is not None
    assert [(row.scope, row.bot or row.owner) for row in await store.accounts.tokens(ann.owner_id)] == [
        *(("owner", "ann"), ("bot", "a1@1")),
        ("bot", "a2@1"),
    ]
    assert len(await store.accounts.tokens()) == 6
    for job in (
        store.accounts.token(bob.token_id, ann.owner_id),
        store.accounts.revoke_token(bob.token_id, ann.owner_id),
        store.accounts.rotate_token(bob.token_id, NewToken(token("x")), DAY, ann.owner_id),
        store.accounts.revoke_token(12345),
    ):
        with pytest.raises(UnknownTokenError):
            await job
    assert await store.accounts.principal(token("bob")) is not None


async def test_a_revoked_token_stays_revoked_and_is_listed(house: House, store: Store) -> None:
    token_id = await id_of(store, "b1")
    await store.accounts.revoke_token(token_id)
    await store.accounts.revoke_token(token_id)
    with pytest.raises(DeadTokenError, match="was revoked"):
        await store.accounts.principal(token("b1"))
    with pytest.raises(EndedTokenError, match="was revoked"):
        await store.accounts.rotate_token(token_id, NewToken(token("x")), DAY)
    assert (await store.accounts.token(token_id)).ended == "revoked"


async def test_a_token_expires_and_is_replaced(house: House, store: Store) -> None:
    await store.accounts.create_owner_token("ann", NewToken(token("short"), lifetime=timedelta(0)))
    await store.accounts.create_owner_token("ann", NewToken(token("long"), lifetime=DAY))
    with pytest.raises(DeadTokenError, match="has expired"):
        await store.accounts.principal(token("short"))
    row = await store.accounts.token(await id_of(store, "long"))
    assert row.expires is not None
    assert timedelta(hours=23) < row.expires - datetime.now(UTC) <= DAY
    old = await id_of(store, "b1")
    new = await store.accounts.rotate_token(old, NewToken(token("b1 new"), made_by=old), DAY)
    assert await id_of(store, "b1 new") == new
    assert await id_of(store, "b1") == old
    before, after = await store.accounts.token(old), await store.accounts.token(new)
    assert (after.bot, after.made_by, after.expires) == ("b1@1", old, None)
    assert before.expires is not None
    await store.accounts.rotate_token(old, NewToken(token("b1 newer"), "third"), timedelta(0))
    with pytest.raises(DeadTokenError, match="has expired"):
        await store.accounts.principal(token("b1"))
    assert (await store.accounts.token(await id_of(store, "b1 newer"))).label == "third"


async def test_an_overlap_lets_no_token_live_longer_than_it_would_have(house: House, store: Store) -> None:
    old = await store.accounts.create_bot_token("b1@1", NewToken(token("short"), lifetime=DAY))
    ends = (await store.accounts.token(old)).expires
    assert ends is not None
    await store.accounts.rotate_token(old, NewToken(token("new")), 30 * DAY)
    assert (await store.accounts.token(old)).expires == ends
    await store.accounts.rotate_token(old, NewToken(token("newer")), DAY / 2)
    sooner = (await store.accounts.token(old)).expires
    assert sooner is not None
    assert sooner < ends


async def test_use_and_end_of_tokens_are_recorded(house: House, store: Store, database: str) -> None:
    secret = await store.accounts.create_owner_token("ann", NewToken(token("new")))
    assert (await store.accounts.token(secret)).used is None
    assert await store.accounts.ended_tokens([secret]) == {}
    first = (await store.accounts.token(secret)).used
    assert first is not None
    await store.accounts.principal(token("new"))
    assert (await store.accounts.token(secret)).used == first
    async with await psycopg.AsyncConnection.connect(database) as connection:
        await connection.execute("UPDATE tokens SET used = now() - interval '2 minutes'")
    await store.accounts.principal(token("new"))
    used = (await store.accounts.token(secret)).used
    assert used is not None
    assert used >= first
    ids = [await id_of(store, name) for name in ("a1", "a2", "b1")]
    await store.accounts.revoke_token(ids[0])
    await store.accounts.rotate_token(ids[1], NewToken(token("x")), timedelta(0))
    assert await store.accounts.ended_tokens(ids) == {ids[0]: "revoked", ids[1]: "expired"}
