from datetime import timedelta

import psycopg
import pytest

from arena.store import Store
from arena.store.accounts import invites
from arena.store.accounts.tokens import NewToken
from tests.store.house import House, execute, holder_of, token


async def signed_in(store: Store, name: str = "ann") -> int:
    principal = await holder_of(store, name)
    await store.accounts.add_session(token("session"), principal.token_id)
    return principal.token_id


async def test_a_session_stands_for_its_token_until_it_is_dropped(house: House, store: Store) -> None:
    number = await signed_in(store)
    who = await store.accounts.session(token("session"))
    assert who == await store.accounts.principal(token("ann"))
    assert who is not None
    assert (who.scope, who.owner, who.token_id) == ("owner", "ann", number)
    assert await store.accounts.session(token("another")) is None
    for _ in range(2):
        await store.accounts.drop_session(token("session"))
        assert await store.accounts.session(token("session")) is None


async def test_it_ends_with_its_token(house: House, store: Store) -> None:
    await store.accounts.revoke_token(await signed_in(store))
    assert await store.accounts.session(token("session")) is None
    short = NewToken(token("short"), lifetime=timedelta(0))
    await store.accounts.add_session(token("other"), await store.accounts.create_owner_token("ann", short))
    assert await store.accounts.session(token("other")) is None


AGES = [("used", "11 h", True), ("used", "12 h", False), ("created", "167 h", True), ("created", "168 h", False)]


async def test_a_session_ends_after_a_while_without_use(house: House, store: Store, database: str) -> None:
    await signed_in(store)
    for column, age, holds in AGES:
        execute(database, "UPDATE sessions SET used = now(), created = now()")
        execute(database, f"UPDATE sessions SET {column} = now() - %s::interval", age)
        assert (await store.accounts.session(token("session")) is not None) == holds, (column, age)
    execute(database, "UPDATE sessions SET used = now(), created = now()")
    with psycopg.connect(database) as sql:
        for _ in range(3):
            sql.execute("UPDATE sessions SET used = now() - interval '11 h'")
            sql.commit()
            assert await store.accounts.session(token("session")) is not None
        assert sql.execute("SELECT now() - used < interval '1 min' FROM sessions").fetchone() == (True,)


async def test_a_token_has_so_many_and_what_is_over_is_dropped(
    house: House, store: Store, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invites, "MOST", 3)
    number = await signed_in(store)
    for name in "abcd":
        await store.accounts.add_session(token(name), number)
    assert await store.accounts.session(token("session")) is None
    assert await store.accounts.session(token("d")) is not None
    with psycopg.connect(database) as sql:
        assert sql.execute("SELECT count(*) FROM sessions").fetchone() == (3,)
        sql.execute("UPDATE sessions SET used = now() - interval '13 h'")
    await store.accounts.add_session(token("new"), number)
    with psycopg.connect(database) as sql:
        assert sql.execute("SELECT count(*) FROM sessions").fetchone() == (1,)
