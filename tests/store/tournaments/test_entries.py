from collections import Counter

import pytest

from arena.store import Store
from arena.store.errors import (
    InvalidTournamentError,
    NotYourBotError,
    UnknownBotError,
    UnknownTournamentError,
    WrongStateError,
)
from tests import ask
from tests.store.house import House, claimed, finish, met

BOTH = [ask.variant("pinochle-cutthroat"), ask.variant("pinochle-single-deck")]


async def entered(house: House, bots: list[str], name: str = "cup", boards: int = 4) -> None:
    new = ask.tournament(name, BOTH, bots, boards=boards, allow_same_owner=True, test_seed="s")
    await house.store.tournaments.create_tournament(new)
    await house.store.tournaments.start_tournament(name)


async def test_a_late_entrant_is_treated_as_if_entered_at_the_start(house: House, elsewhere: House) -> None:
    store = house.store
    await house.connect(seats=100)
    await entered(house, ["a1", "a2", "b1"])
    await house.play_out()
    await store.ratings.rate()
    extension = await store.tournaments.extend_tournament("cup", 1, dry_run=True)
    assert (await store.tournaments.named("cup")).state == "finished"
    assert await store.tournaments.extend_tournament("cup", 1) == extension == (4 + 3 * 4, 1 + 3 * 1)
    bot, added = await store.tournaments.enter_tournament("cup", "b2", None)
    assert (bot, added.first, added.boards) == ("b2@1", 5 + 3 * 5, 3 * 5 + 3 * 5)
    await store.tournaments.extend_tournament("cup", 1)
    await house.play_out()
    await entered(elsewhere, ["a1", "a2", "b1", "b2"], boards=6)
    await elsewhere.play_out()
    assert await met(elsewhere.store) == await met(store)
    assert [entrant.late for entrant in (await store.tournaments.named("cup")).entrants] == [False, False, False, True]


async def test_a_leaving_bot_finishes_its_games_and_closed_boards_count(house: House, store: Store) -> None:
    await house.connect(seats=100)
    await entered(house, list(house.versions), boards=8)
    done, open_ = await claimed(store), await claimed(store)
    given_back = await claimed(store)
    await finish(store, done)
    await store.play.release(given_back.block_id, given_back.lease_number)
    all_boards = (await store.tournaments.named("cup")).boards
    begun = {board.number for claim in (done, open_, given_back) for board in claim.boards}
    leaver = next(bot for bot, id_ in house.versions.items() if id_ in open_.boards[0].games[0].players)
    trial = await store.tournaments.withdraw("cup", leaver, None, dry_run=True)
    bot, cancelled = await store.tournaments.withdraw("cup", leaver, None)
    assert (bot, cancelled > 0) == (f"{leaver}@1", True)
    assert trial == (bot, cancelled)
    assert await store.tournaments.withdraw("cup", leaver, None) == (bot, 0)
    row = await store.tournaments.named("cup")
    assert (row.boards, row.cancelled) == (all_boards - cancelled, cancelled)
    states = {line.number: line for line in await store.tournaments.commitments("cup")}
    assert not any(states[number].state == "cancelled" for number in begun)
    assert Counter(line.state for line in states.values())["cancelled"] == cancelled
    assert not any(line.seed for line in states.values() if line.state == "cancelled")
    await finish(store, open_)
    await house.play_out()
    ended = await store.tournaments.named("cup")
    assert (ended.state, ended.closed) == ("finished", ended.boards)
    closed = await store.play.closed_boards(ended.id)
    with_it = [board.number for board in closed if house.versions[leaver] in board.line_up]
    assert set(with_it) <= begun
    assert await store.tournaments.extend_tournament("cup", 1)
    await house.play_out()
    later = (await store.play.closed_boards(ended.id))[len(closed) :]
    assert later
    assert not any(house.versions[leaver] in board.line_up for board in later)


async def test_how_even_it_is_is_said_of_those_who_stayed(house: House, store: Store) -> None:
    await entered(house, ["a1", "a2", "b1", "b2"])
    await store.tournaments.withdraw("cup", "b2", None)
    balance = await store.tournaments.balance("cup")
    assert [(each.variant, each.who) for each in balance] == [(each.variant, "everybody who stayed") for each in BOTH]
    assert [(each.met.spread, each.met.known) for each in balance] == [(0, False)] * 2


async def test_with_its_last_bots_a_tournament_ends(house: House, store: Store) -> None:
    await entered(house, ["a1", "a2", "b1"])
    for bot in ("a1", "a2"):
        await store.tournaments.withdraw("cup", bot, None)
    row = await store.tournaments.named("cup")
    assert (row.state, row.boards, row.cancelled) == ("finished", 0, 4 + 3 * 4)


async def test_invalid_entries_are_refused_in_one_line(house: House, store: Store) -> None:
    await entered(house, ["a1", "a2", "b1"])
    ann = 1
    with pytest.raises(NotYourBotError, match="b2@1 is not yours"):
        await store.tournaments.enter_tournament("cup", "b2", ann)
    with pytest.raises(NotYourBotError):
        await store.tournaments.withdraw("cup", "b1", ann)
    with pytest.raises(InvalidTournamentError, match="a1@1 is in tournament 'cup' already"):
        await store.tournaments.enter_tournament("cup", "a1", ann)
    with pytest.raises(UnknownBotError, match="b2@1 is not in tournament 'cup'"):
        await store.tournaments.withdraw("cup", "b2", None)
    with pytest.raises(UnknownBotError):
        await store.tournaments.enter_tournament("cup", "nobody", None)
    for call in (store.tournaments.enter_tournament, store.tournaments.withdraw):
        with pytest.raises(UnknownTournamentError):
            await call("nope", "b2", None)
    await store.tournaments.withdraw("cup", "a1", ann)
    with pytest.raises(InvalidTournamentError, match="a version enters once"):
        await store.tournaments.enter_tournament("cup", "a1", ann)
    await house.play_out()
    for owner_id in (2, None):
        with pytest.raises(WrongStateError, match="finished: once an operator extends it, enter b2@1"):
            await store.tournaments.enter_tournament("cup", "b2", owner_id)
    with pytest.raises(WrongStateError, match="nothing is left for b1@1"):
        await store.tournaments.withdraw("cup", "b1", None)
    await store.tournaments.extend_tournament("cup", 1)
    assert (await store.tournaments.enter_tournament("cup", "b2", None))[1].boards > 0
