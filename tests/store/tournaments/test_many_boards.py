"""Many boards at once: others in the loop are served meanwhile, and it is all or nothing."""

import asyncio
from typing import Any

import pytest

from arena.store import Store
from arena.store.errors import UnknownTournamentError
from arena.store.seeds.epochs import Epoch
from tests import ask
from tests.store.house import House

BOARDS = 1_000
AT_ONCE = 25  # boards, a millisecond's work


class Turns:
    """How many boards are promised between two turns of the loop."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.boards = self.since = self.most = 0
        promise = Epoch.promise

        def counted(epoch: Epoch, *board: Any) -> bytes:
            self.boards, self.since = self.boards + 1, self.since + 1
            self.most = max(self.most, self.since)
            return promise(epoch, *board)

        monkeypatch.setattr(Epoch, "promise", counted)

    async def look(self) -> None:
        while True:
            self.since = 0
            await asyncio.sleep(0)


async def test_no_turn_of_the_loop_makes_many_boards(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns(monkeypatch)
    looking = asyncio.create_task(turns.look())
    row = await house.tournament(boards=BOARDS)
    looking.cancel()
    assert (row.boards, turns.boards) == (BOARDS, BOARDS)
    assert turns.most <= AT_ONCE


async def test_nor_do_those_of_a_gate(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns(monkeypatch)
    looking = asyncio.create_task(turns.look())
    new, old, *fillers = house.versions
    variants = [ask.variant("pinochle-cutthroat")]
    gate = ask.gate(f"{new}@1", f"{old}@1", variants, fillers=fillers, allow_same_owner=True)
    await house.store.tournaments.create_gate(gate)
    looking.cancel()
    assert turns.boards > AT_ONCE
    assert turns.most <= AT_ONCE


async def test_a_creation_that_fails_late_leaves_nothing(
    house: House, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(Epoch, "store", fails)
        with pytest.raises(asyncio.CancelledError):
            await house.tournament(boards=BOARDS)
    with pytest.raises(UnknownTournamentError):
        await store.tournaments.named("cup")
    assert (await house.tournament(boards=BOARDS)).boards == BOARDS
