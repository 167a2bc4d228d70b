from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from arena.rules import InvalidOptionError, UnknownPresetError, UnknownVariantError
from arena.store import Store
from arena.store.errors import (
    InvalidNameError,
    InvalidTournamentError,
    NameTakenError,
    UnknownBotError,
    UnknownTournamentError,
    WrongStateError,
)
from arena.store.tournaments import exporting
from tests import ask
from tests.store.house import House, claimed, token

CUP = ask.tournament("cup", [ask.variant("spades-4")], ["a1@1", "a2", "b1", "b2"], 2, allow_same_owner=True)


async def test_created_tournaments_are_listed(house: House, store: Store) -> None:
    created = await store.tournaments.create_tournament(
        ask.changed(CUP, variants=[ask.variant("spades-4"), ask.variant("pinochle-cutthroat")])
    )
    assert (created.kind, created.state, created.pool) == ("round-robin", "created", "trust")
    assert (created.boards, created.closed, created.games) == (10, 0, 2 * 4 + 8 * 3)
    assert created.variants == ["spades-4", "pinochle-cutthroat"]
    assert created.bots == ["a1@1", "a2@1", "b1@1", "b2@1"]
    assert [entrant.owner for entrant in created.entrants] == ["ann", "ann", "bob", "bob"]
    assert created == await store.tournaments.named("cup")
    assert (await store.tournaments.start_tournament("cup")).state == "running"
    assert (await store.tournaments.start_tournament("cup")).state == "running"
    await store.tournaments.create_tournament(ask.changed(CUP, name="cup-2"))
    assert [row.name for row in await store.tournaments.page()] == ["cup-2", "cup"]
    named = await store.tournaments.named("cup")
    assert len(named.options) == 2
    assert replace(named, options=[]) == (await store.tournaments.page())[1]


async def test_a_bot_without_a_version_is_its_newest(house: House, store: Store) -> None:
    await store.accounts.register_bot("a2", "2", "ann", token("new"))
    assert (await store.tournaments.create_tournament(CUP)).bots == ["a1@1", "a2@2", "b1@1", "b2@1"]


REFUSED: list[tuple[dict[str, Any], type[Exception]]] = [
    ({"name": ""}, InvalidNameError),
    ({"name": "x" * 61}, InvalidNameError),
    ({"boards": 0}, InvalidTournamentError),
    ({"boards": 1_000_001}, InvalidTournamentError),
    ({"pool": "open"}, InvalidTournamentError),
    ({"kind": "knock-out"}, InvalidTournamentError),
    ({"kind": "x"}, InvalidTournamentError),
    ({"move_us": 0}, InvalidTournamentError),
    ({"master": "ab" * 15}, InvalidTournamentError),
    ({"master": "ab" * 16 + "c"}, InvalidTournamentError),
    ({"master": "xy" * 16}, InvalidTournamentError),
    ({"master": "ab" * 16, "test_seed": "s"}, InvalidTournamentError),
    ({"variants": []}, InvalidTournamentError),
    ({"variants": [ask.variant("spades-4")] * 2}, InvalidTournamentError),
    ({"variants": [ask.variant("spades-9")]}, UnknownVariantError),
    ({"variants": [ask.variant("spades-4", preset="nice")]}, UnknownPresetError),
    ({"variants": [ask.variant("spades-4", {"max_hands": 0})]}, InvalidOptionError),
    ({"bots": ["a1", "a2", "b1", "c1"]}, UnknownBotError),
    ({"bots": ["a1", "a2", "b1", "b1@1"]}, InvalidTournamentError),
    ({"bots": ["a1", "a2", "b1"]}, InvalidTournamentError),
    ({"allow_same_owner": False}, InvalidTournamentError),
]


async def test_invalid_tournaments_are_refused(house: House, store: Store) -> None:
    for change, condition in REFUSED:
        with pytest.raises(condition):
            await store.tournaments.create_tournament(ask.changed(CUP, **change))
    assert await store.tournaments.page() == []


async def test_names_are_unique_and_known(house: House, store: Store) -> None:
    await store.tournaments.create_tournament(CUP)
    with pytest.raises(NameTakenError):
        await store.tournaments.create_tournament(CUP)
    for call in (
        store.tournaments.named,
        store.tournaments.start_tournament,
        store.tournaments.progress,
        store.tournaments.commitments,
    ):
        with pytest.raises(UnknownTournamentError, match="'cap'"):
            await call("cap")


async def test_progress_counts_boards(house: House, store: Store) -> None:
    await house.tournament(boards=10)
    claim = await claimed(store)
    progress = await store.tournaments.progress("cup")
    assert (progress.state, progress.boards, progress.playing, progress.closed) == ("running", 10, 5, 0)
    await store.play.release(claim.block_id, claim.lease_number)
    await store.play.claim("w", -1)
    assert (await store.tournaments.progress("cup")).playing == 0
    await house.play_out()
    progress = await store.tournaments.progress("cup")
    assert (progress.state, progress.playing, progress.closed, progress.failed) == ("finished", 0, 10, 0)
    with pytest.raises(WrongStateError, match=r"'cup' is finished: .* a finished one extended"):
        await store.tournaments.start_tournament("cup")


async def test_boards_are_stored_as_scheduled_and_exported_once(
    house: House, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "PAGE", 5)
    variants = [ask.variant("spades-4", weight=1), ask.variant("pinochle-cutthroat", weight=4)]
    cup = await house.tournament(boards=6, variants=variants)
    boards = [board async for board in store.tournaments.exported_boards("cup")]
    assert [board["number"] for board in boards] == list(range(30))
    assert Counter(board["variant"] for board in boards) == {"spades-4": 6, "pinochle-cutthroat": 24}
    await house.play_out()
    met = Counter(tuple(sorted(board.line_up)) for board in await store.play.closed_boards(cup.id))
    assert sorted(met.values()) == [6] * 5
