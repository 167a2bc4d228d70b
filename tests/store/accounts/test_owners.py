import pytest

from arena.store import Store
from arena.store.accounts.operators import ensure_operator
from arena.store.accounts.rows import Principal
from arena.store.errors import InvalidNameError, NameTakenError, NotYourBotError, UnknownOwnerError, VersionExistsError
from arena.store.play.rows import Instance
from tests.lasting import renew_for_good
from tests.store.house import House, holder_of, token


async def test_names_are_unique_and_tokens_have_one_holder(house: House, store: Store, database: str) -> None:
    ensure_operator(database, token("root").hex())
    ensure_operator(database, token("root").hex())
    operator = await holder_of(store, "root")
    assert operator == Principal("operator", token_id=operator.token_id)
    owner = await holder_of(store, "ann")
    assert (owner.scope, owner.owner, owner.version_id) == ("owner", "ann", None)
    bot = await holder_of(store, "b1")
    assert (bot.scope, bot.owner, bot.bot, bot.version_id) == ("bot", "bob", "b1@1", house.versions["b1"])
    assert await store.accounts.principal(token("nobody")) is None
    with pytest.raises(NameTakenError, match="'ann'"):
        await store.accounts.create_owner("ann", token("x"))
    with pytest.raises(VersionExistsError, match="a1@1"):
        await store.accounts.register_bot("a1", "1", "ann", token("x"))
    with pytest.raises(NotYourBotError):
        await store.accounts.register_bot("a1", "2", "bob", token("x"))
    with pytest.raises(UnknownOwnerError):
        await store.accounts.register_bot("c1", "1", "cyd", token("x"))
    assert await store.accounts.register_bot("a1", "2", "ann", token("x")) > house.versions["b2"]
    for name in ("", "Ann", "-ann", "a" * 41, "a b", "a\n", "ä"):
        with pytest.raises(InvalidNameError):
            await store.accounts.create_owner(name, token("x"))
        with pytest.raises(InvalidNameError):
            await store.accounts.register_bot(name, "1", "ann", token("x"))
    for version in ("", "V1", "1" * 41, "1 0", "1\n", "1.json", "1.csv", "1.live", "1.png"):
        with pytest.raises(InvalidNameError):
            await store.accounts.register_bot("c1", version, "ann", token("x"))


async def test_bots_are_listed_with_what_is_connected(house: House, store: Store) -> None:
    await store.accounts.register_bot("a1", "0.9", "ann", token("x"))
    rows = [(row.bot, row.owner, row.instances, row.max_seats, row.infractions) for row in await store.accounts.bots()]
    assert rows == [
        ("a1@1", "ann", 1, 4, 0),
        ("a1@0.9", "ann", 0, 0, 0),
        ("a2@1", "ann", 1, 4, 0),
        ("b1@1", "bob", 1, 4, 0),
        ("b2@1", "bob", 1, 4, 0),
    ]


async def test_a_gateway_says_all_its_instances_each_time(house: House, store: Store) -> None:
    a1, b1 = house.versions["a1"], house.versions["b1"]
    await renew_for_good(store, "g2", "g2:1", [Instance("x", a1, 9, ["spades-4"]), Instance("y", a1, 1, ["spades-4"])])
    assert await store.play.gateways_of([a1, b1]) == {a1: {"g2:1": 10, "g1:7700": 4}, b1: {"g1:7700": 4}}
    await renew_for_good(store, "g2", "g2:2", [Instance("y", a1, 1, ["spades-4"])])
    assert await store.play.gateways_of([a1]) == {a1: {"g1:7700": 4, "g2:2": 1}}
    await store.play.drop_gateway("g1")
    assert await store.play.gateways_of([a1, b1]) == {a1: {"g2:2": 1}}
    await renew_for_good(store, "g2", "g2:2", [])
    assert await store.play.gateways_of([a1, b1]) == {}
    assert [row.instances for row in await store.accounts.bots()] == [0, 0, 0, 0]
