import asyncio
from datetime import timedelta

import pytest

from arena.store import Store
from arena.store.accounts.tokens import NewToken
from arena.store.errors import DeadInviteError, InvalidNameError, NameTakenError
from tests.store.house import House, execute, holder_of, token

WEEK = timedelta(days=7)


async def operator(store: Store) -> int:
    return await store.accounts.create_service_token("operator", NewToken(token("operator")))


async def test_an_invite_makes_one_owner(house: House, store: Store) -> None:
    await store.accounts.create_invite(token("code"), WEEK, await operator(store))
    await store.accounts.accept_invite(token("code"), "eve", token("eve"))
    principal = await holder_of(store, "eve")
    assert (principal.scope, principal.owner) == ("owner", "eve")
    with pytest.raises(DeadInviteError, match="was used already"):
        await store.accounts.accept_invite(token("code"), "eva", token("eva"))
    assert await store.accounts.principal(token("eva")) is None


async def test_a_name_that_is_refused_does_not_use_it_up(house: House, store: Store) -> None:
    await store.accounts.create_invite(token("code"), WEEK, await operator(store))
    with pytest.raises(NameTakenError):
        await store.accounts.accept_invite(token("code"), "ann", token("eve"))
    with pytest.raises(InvalidNameError):
        await store.accounts.accept_invite(token("code"), "Eve!", token("eve"))
    with pytest.raises(InvalidNameError, match="for the operator's own bots, choose another"):
        await store.accounts.accept_invite(token("code"), "house", token("eve"))
    await store.accounts.accept_invite(token("code"), "eve", token("eve"))


async def test_an_invite_that_is_used_twice_at_once_admits_one(store: Store) -> None:
    await store.accounts.create_invite(token("code"), WEEK, await operator(store))
    names = [f"eve-{number}" for number in range(6)]
    jobs = [store.accounts.accept_invite(token("code"), name, token(name)) for name in names]
    ends = await asyncio.gather(*jobs, return_exceptions=True)
    assert ends.count(None) == 1
    assert all(isinstance(end, DeadInviteError) for end in ends if end is not None)


async def test_an_invite_expires_and_is_taken_back_with_its_makers_token(store: Store, database: str) -> None:
    maker = await operator(store)
    for code in ("late", "back"):
        await store.accounts.create_invite(token(code), WEEK, maker)
    execute(database, "UPDATE invites SET expires = now() WHERE hash = %s", token("late"))
    with pytest.raises(DeadInviteError, match="has expired"):
        await store.accounts.accept_invite(token("late"), "eve", token("eve"))
    await store.accounts.revoke_token(maker)
    with pytest.raises(DeadInviteError, match="was taken back"):
        await store.accounts.accept_invite(token("back"), "eve", token("eve"))
    with pytest.raises(DeadInviteError, match="no such invite"):
        await store.accounts.accept_invite(token("made up"), "eve", token("eve"))
