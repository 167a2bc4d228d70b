"""Owners bring in numbers, and the boards are drawn from them: once, whoever is late, away or killed."""

import asyncio
from dataclasses import replace

import pytest

from arena.league.seeds import epochs
from arena.league.seeds.contributions import list_statement, nonce_commitment, settings_hash
from arena.store import Store
from arena.store.errors import InvalidContribution, InvalidTournament, NotTakingPart, WrongState
from arena.store.seeds.rows import RootRow
from arena.store.tournaments import appending
from arena.store.tournaments.rows import NewVariant
from tests.store.house import House, token
from tests.store.seeds.owners import CUP, KEY, Owners
from tests.store.seeds.test_epochs import check


async def root_of(store: Store) -> RootRow:
    return await store.tournaments.root("cup")


async def test_boards_are_drawn_from_what_all_on_the_list_reveal(owners: Owners, house: House, database: str) -> None:
    store = owners.store
    made = await store.tournaments.named("cup")
    assert (made.state, made.boards, made.deals) == ("created", 0, "undrawn")
    assert await store.tournaments.commitments("cup") == []
    for name in ("bob", "ann"):
        await owners.commit(name)
    assert await owners.start() == "drawing"
    told = await root_of(store)
    (listed,) = told.lists
    assert (listed.attempt, listed.owners, listed.nonces, listed.is_over) == (0, ["ann", "bob"], [], False)
    entries = list(zip(listed.owners, listed.commitments, strict=True))
    assert made.root is not None
    said = list_statement("cup", made.root, settings_hash(told.settings), 0, entries)
    KEY.public_key().verify(listed.signature or b"", said)
    await owners.reveal("bob")
    assert await owners.tend() == "drawing"
    assert (await root_of(store)).lists[0].nonces == []  # ann could choose her number by bob's
    assert (await root_of(store)).contribution is None
    await owners.reveal("ann")
    assert await owners.tend() == "running"
    told = await root_of(store)
    nonces = [(name, owners.nonce(name)) for name in ("ann", "bob")]
    assert told.contribution == epochs.contribution("cup", 0, nonces)
    assert told.lists[0].nonces == [nonce for _, nonce in nonces]
    assert (told.drawn_from.deals, told.drawn_from.contributors) == ("owners", ["ann", "bob"])
    assert told.drawn_from.unrevealed == []
    assert (await store.tournaments.named("cup")).boards == 2
    await house.play_out()
    await store.tournaments.extend_tournament("cup", 1)
    await house.play_out()
    assert await check(store, database) == ["first", "extension"]  # M holds for all that is added


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "swiss", "rounds": 2},
        {"kind": "ladder", "rounds": 2},
        {"kind": "gauntlet", "challengers": 1},
        {"variants": [NewVariant("spades-4"), NewVariant("pinochle-cutthroat")]},
    ],
)
async def test_every_kind_is_drawn_at_its_start(house: House, database: str, changed: dict[str, object]) -> None:
    owners = Owners(house, database)
    made = await house.store.tournaments.make_tournament(replace(CUP, **changed))  # type: ignore[arg-type]
    assert made.balances
    assert await house.store.tournaments.balance("cup")
    if made.tournament.kind == "swiss":
        assert [table.rounds for table in (await house.store.tournaments.swiss_tables("cup"))[1]] == [0]
    await owners.commit("ann")
    await owners.start()
    await owners.reveal("ann")
    assert await owners.tend() == "running"
    assert (await house.store.tournaments.named("cup")).boards == made.tournament.boards > 0
    for _ in range(2):
        await house.play_out()
        await house.store.ratings.rate()
        await house.store.tournaments.draw_rounds()
    assert (await check(house.store, database))[0] == "first"


async def test_boards_of_the_pool_open_and_of_pairs_too(house: House, database: str) -> None:
    owners, tournaments = Owners(house, database), house.store.tournaments
    names = [f"bot{number}" for number in range(9)]
    for name in names:
        await house.register(f"of-{name}", [name])
    opened = replace(CUP, pool="open", bots=names, allow_same_owner=False, boards=1)
    made = await tournaments.create_tournament(opened)
    await owners.commit("of-bot3")
    await owners.start()
    await owners.reveal("of-bot3")
    assert await owners.tend() == "running"
    assert (await tournaments.named("cup")).boards == made.boards > 0
    await tournaments.cancel_tournament("cup")
    await house.store.accounts.register_pair("a1", "b1", None)
    pairs = replace(CUP, name="pairs", variants=[NewVariant("pinochle-single-deck")], bots=["a1+b1", "a2", "b2"])
    made = await tournaments.create_tournament(pairs)
    assert (await tournaments.start_tournament("pairs")).boards == made.boards > 0


async def test_of_nobody_they_are_drawn_at_once(owners: Owners) -> None:
    await owners.commit("ann")
    owners.be_silent(61)
    assert await owners.start() == "running"
    told = await root_of(owners.store)
    assert told.contribution == epochs.contribution("cup", 0, [])
    assert (told.drawn_from.deals, told.drawn_from.contributors, told.drawn_from.unrevealed) == ("operators", [], [])
    ((listed,), cup) = told.lists, await owners.store.tournaments.named("cup")
    assert (listed.owners, listed.is_over, listed.signature is None) == ([], True, False)
    assert (cup.boards, cup.deals) == (2, "operators")
    assert await owners.start() == "running"  # a second time it changes nothing


async def test_who_reported_within_a_minute_is_on_the_list(owners: Owners) -> None:
    await owners.commit("ann")
    owners.be_silent(50)
    await owners.commit("bob")
    owners.be_silent(20)
    await owners.start()
    assert (await root_of(owners.store)).lists[0].owners == ["bob"]
    with pytest.raises(WrongState, match="the list of attempt 0 is closed"):
        await owners.commit("ann")


async def test_who_does_not_reveal_is_named_and_the_others_try_again(owners: Owners) -> None:
    store = owners.store
    for name in ("ann", "bob"):
        await owners.commit(name)
    await owners.start()
    await owners.reveal("ann")
    owners.wait(119)
    assert await owners.tend() == "drawing"
    owners.wait(2)
    assert await owners.tend() == "drawing"
    told = await root_of(store)
    assert [(each.attempt, each.is_over, each.nonces) for each in told.lists] == [
        (0, True, [owners.nonce("ann"), None])
    ]
    assert told.drawn_from.unrevealed == (await store.tournaments.named("cup")).unrevealed == ["bob"]
    with pytest.raises(WrongState, match="it is over, a number that comes now does not count"):
        await owners.reveal("bob")
    with pytest.raises(WrongState, match="bob was not on the list of 'cup' before this one, or did not reveal"):
        await owners.commit("bob", 1)
    await owners.commit("ann", 1)
    await owners.tend()
    assert (await root_of(store)).lists[1].owners == ["ann"]
    await owners.reveal("ann", 1)
    assert await owners.tend() == "running"
    told = await root_of(store)
    assert told.contribution == epochs.contribution("cup", 1, [("ann", owners.nonce("ann", 1))])
    assert (told.drawn_from.deals, told.drawn_from.contributors) == ("owners", ["ann"])
    assert told.drawn_from.unrevealed == ["bob"]


async def test_an_attempt_waits_for_those_who_are_left_and_no_longer_than_a_minute(owners: Owners) -> None:
    for name in ("ann", "bob"):
        await owners.commit(name)
    await owners.start()
    await owners.reveal("ann")
    owners.wait(120)
    await owners.tend()
    owners.wait(59)
    assert await owners.tend() == "drawing"
    owners.wait(2)
    assert await owners.tend() == "running"  # nobody is left
    told = await root_of(owners.store)
    assert [each.owners for each in told.lists] == [["ann", "bob"], []]
    assert told.contribution == epochs.contribution("cup", 1, [])
    assert (told.drawn_from.deals, told.drawn_from.unrevealed) == ("operators", ["bob"])


async def test_nobody_reveals_and_it_goes_on_alone(owners: Owners) -> None:
    for name in ("ann", "bob"):
        await owners.commit(name)
    await owners.start()
    owners.wait(120)
    assert await owners.tend() == "running"
    told = await root_of(owners.store)
    assert (told.drawn_from.deals, told.drawn_from.unrevealed) == ("operators", ["ann", "bob"])
    assert [each.signature is None for each in told.lists] == [False, False]


async def test_time_in_which_no_gateway_is_there_does_not_count(owners: Owners) -> None:
    await owners.commit("ann")
    await owners.start()
    owners.be_away(3600)
    assert await owners.tend() == "drawing"
    await owners.reveal("ann")
    owners.store.tournaments.keys = ()  # a worker's store
    owners.wait(3600)
    assert await owners.tend() == "drawing"
    owners.store.tournaments.keys = (KEY,)
    assert await owners.tend() == "running"
    assert (await root_of(owners.store)).drawn_from.contributors == ["ann"]


async def test_whoever_draws_it_is_drawn_once(owners: Owners, database: str) -> None:
    await owners.commit("ann")
    await owners.start()
    await owners.reveal("ann")
    others = [await Store.open(database) for _ in range(3)]
    for other in others:
        other.tournaments.keys = (KEY,)
    drawn = await asyncio.gather(*(each.tournaments.draw_deals() for each in (owners.store, *others)))
    assert sum(drawn) == 1
    assert await owners.store.tournaments.draw_deals() == 0
    assert [row.index for row in await owners.store.tournaments.epochs("cup")] == [0]
    for other in others:
        await other.close()


async def test_what_is_killed_in_the_middle_is_done_by_the_next(
    owners: Owners, monkeypatch: pytest.MonkeyPatch
) -> None:
    await owners.commit("ann")
    await owners.start()
    await owners.reveal("ann")

    async def killed(*_: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr("arena.store.tournaments.drawing.store_boards", killed)
        with pytest.raises(RuntimeError, match="killed"):
            await owners.tend()
    told = await root_of(owners.store)
    assert (told.contribution, told.lists[0].is_over, told.lists[0].nonces) == (None, False, [])
    assert await owners.tend() == "running"


async def test_a_list_is_signed_before_anybody_reveals(owners: Owners) -> None:
    await owners.commit("ann")
    with pytest.raises(WrongState, match="its list is not signed yet"):
        await owners.reveal("ann")
    await owners.store.tournaments.start_tournament("cup")
    with pytest.raises(WrongState, match="its list is not signed yet"):
        await owners.reveal("ann")
    with pytest.raises(WrongState, match="its list is not signed yet"):
        await owners.reveal("ann", 1)
    owners.wait(3600)
    await owners.store.tournaments.draw_deals()
    assert (await root_of(owners.store)).drawn_from.unrevealed == []  # it cannot be late yet
    await owners.store.tournaments.sign_roots()
    with pytest.raises(InvalidContribution, match="it is not the one that ann committed to"):
        await owners.reveal("ann", nonce=bytes(32))
    with pytest.raises(WrongState, match="bob is not on its list"):
        await owners.reveal("bob")
    await owners.reveal("ann")
    await owners.reveal("ann")  # its answer was lost
    with pytest.raises(InvalidContribution):
        await owners.reveal("ann", nonce=bytes(32))
    assert await owners.tend() == "running"
    await owners.reveal("ann")


async def test_one_program_contributes_for_an_owner(owners: Owners) -> None:
    await owners.commit("ann")
    with pytest.raises(WrongState, match=r"^another program of ann reported 0 s ago for 'cup'"):
        await owners.commit("ann", nonce=bytes(32))
    await owners.commit("ann")
    owners.be_silent(60)
    await owners.commit("ann", nonce=bytes(32))
    await owners.start()
    assert (await root_of(owners.store)).lists[0].commitments == [nonce_commitment("cup", 0, "ann", bytes(32))]


async def test_only_owners_of_its_bots_contribute_and_only_where_it_is_meant(owners: Owners) -> None:
    store = owners.store
    await store.accounts.create_owner("cat", token("cat"))
    with pytest.raises(NotTakingPart, match=r"^cat has no bot in tournament 'cup'"):
        await owners.commit("cat")
    ann = await owners.caller("ann")
    await store.tournaments.create_tournament(replace(CUP, name="plain", contributions=False))
    assert (await store.tournaments.named("plain")).deals == "operators"
    with pytest.raises(WrongState, match="was created without --contributions"):
        await store.tournaments.own_contribution("plain", ann)


async def test_owners_of_both_members_of_a_pair_contribute(owners: Owners) -> None:
    store = owners.store
    await store.accounts.create_owner("cat", token("cat"))
    await store.accounts.register_bot("c1", "1", "cat", token("c1"))
    for name in ("ann", "cat"):
        await store.accounts.register_pair("a1", "c1", (await owners.caller(name)).owner_id)
    pairs = replace(CUP, name="pairs", variants=[NewVariant("pinochle-single-deck")], bots=["a1+c1", "b1", "b2"])
    await store.tournaments.create_tournament(pairs)
    for name in ("ann", "bob", "cat"):
        assert (await store.tournaments.own_contribution("pairs", await owners.caller(name))).is_expected


async def test_cancelled_while_drawing_it_shows_what_was_promised(owners: Owners) -> None:
    for name in ("ann", "bob"):
        await owners.commit(name)
    await owners.start()
    await owners.reveal("ann")
    assert (await owners.store.tournaments.cancel_tournament("cup")).state == "cancelled"
    assert await owners.tend() == "cancelled"
    told = await root_of(owners.store)
    assert (told.contribution, told.drawn_from.deals, told.drawn_from.unrevealed) == (None, "undrawn", [])
    assert [(each.owners, each.nonces) for each in told.lists] == [(["ann", "bob"], [owners.nonce("ann"), None])]
    with pytest.raises(WrongState, match="it is over"):
        await owners.reveal("bob")
    assert await owners.store.tournaments.epochs("cup") == []


async def test_cancelled_before_its_start_it_takes_nothing_more(owners: Owners) -> None:
    await owners.store.tournaments.cancel_tournament("cup")
    with pytest.raises(WrongState, match="is cancelled: nothing more is brought in"):
        await owners.commit("ann")
    assert (await root_of(owners.store)).lists == ()


@pytest.mark.parametrize("is_started", [False, True])
async def test_what_takes_boards_is_refused_before_there_are_any(owners: Owners, is_started: bool) -> None:
    store = owners.store
    await owners.commit("ann")
    if is_started:
        await owners.start()
    for call in (
        store.tournaments.extend_tournament("cup", 1),
        store.tournaments.enter_tournament("cup", "a1", None),
        store.tournaments.withdraw("cup", "a1", None),
    ):
        with pytest.raises(WrongState, match="its deals are not drawn yet: that can be done once it runs"):
            await call
    for change in (store.tournaments.pause_tournament("cup"), store.tournaments.resume_tournament("cup")):
        with pytest.raises(WrongState, match=r"'cup' is (created|drawing)"):
            await change
    assert await store.tournaments.draw_rounds() == 0


async def test_an_arena_without_a_key_has_no_lists(owners: Owners) -> None:
    store = owners.store
    store.tournaments.keys = ()
    with pytest.raises(InvalidTournament, match="this gateway has no key: give it one in ARENA_SIGNING_KEY"):
        await store.tournaments.create_tournament(replace(CUP, name="other"))
    with pytest.raises(WrongState, match="this gateway has no key: give it one in ARENA_SIGNING_KEY"):
        await store.tournaments.start_tournament("cup")
    assert (await store.tournaments.named("cup")).state == "created"
    estimate = await store.tournaments.estimate_tournament(replace(CUP, name="other"))
    assert estimate.variants[0].volume.boards == 2


async def test_nothing_is_told_before_the_deals_are_drawn(owners: Owners) -> None:
    store = owners.store
    await owners.commit("ann")
    for _ in range(2):
        told = await root_of(store)
        assert (told.schedule_secret, told.contribution) == (None, None)
        assert await store.tournaments.epochs("cup") == []
        assert [each async for each in store.tournaments.exported_boards("cup")] == []
        await owners.start()


async def test_what_could_not_be_drawn_is_refused_when_it_is_made(
    owners: Owners, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appending, "MOST_IN_ALL", 1)
    with pytest.raises(InvalidTournament, match="boards: 2 in all, and a tournament has at most 1"):
        await owners.store.tournaments.create_tournament(replace(CUP, name="next"))


async def test_a_drawing_that_fails_stops_no_other_and_is_said(
    owners: Owners, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await owners.commit("ann")
    await owners.start()
    monkeypatch.setattr(appending, "MOST_IN_ALL", 1)
    await owners.reveal("ann")
    assert await owners.tend() == "drawing"
    assert "tournament 1 cannot be drawn: cancel it" in caplog.text
    monkeypatch.undo()
    assert await owners.tend() == "running"
