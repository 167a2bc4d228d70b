import json
import stat
import uuid
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.local.backup import BackupError, about_of, back_up, restore, restore_state
from arena.local.postgres import Postgres
from arena.local.problems import StartError
from arena.local.state import State
from arena.store import Store
from tests import ask
from tests.conftest import drop
from tests.store.house import House, claimed, piece, results

GAMES = """
SELECT b.number, b.seed, b.state, g.rotation, g.attempt, g.seated, g.ranks, g.scores, g.actions
FROM games g JOIN boards b ON b.id = g.board_id ORDER BY g.id
"""
ELO = "SELECT * FROM elo_steps ORDER BY 1, 2, 3"


@pytest.fixture
def empty_database(postgres: Postgres) -> Iterator[str]:
    """Yield a database in which nothing was ever made."""
    dsn = postgres.make_database(f"empty_{uuid.uuid4().hex[:12]}")
    yield dsn
    drop(postgres, dsn)


def silent(_bytes: int) -> None:
    pass


async def half_played(dsn: str) -> House:
    """Four bots; one block of a tournament is over, and another is under play, with a journal."""
    house = House(await Store.open(dsn))
    await house.register("ann", ["a1", "a2"])
    await house.register("bob", ["b1", "b2"])
    await house.connect(100)
    await house.tournament(boards=6, variants=[ask.variant("pinochle-cutthroat")])
    first = await claimed(house.store)
    await house.store.play.finish(first.block_id, first.lease_number, results(first))
    second = await claimed(house.store)
    rows = [piece(second, second.boards[0].games[0].game_id, 0, b"\x01\x02")]
    assert await house.store.play.renew("w", [(second.block_id, second.lease_number)], rows, 60) == set()
    return house


async def played_out(dsn: str) -> tuple[list[tuple[Any, ...]], int]:
    """Play the rest as another worker; return all games and Elo, and how many games went on from a journal."""
    store = await Store.open(dsn)
    journals = 0
    try:
        async with store.transaction() as connection:
            await connection.execute("UPDATE blocks SET lease_until = now() - interval '1 s' WHERE state = 'leased'")
        while claim := await store.play.claim("another", 60):
            journals += sum(game.journal is not None for board in claim.boards for game in board.games)
            await store.play.finish(claim.block_id, claim.lease_number, results(claim))
        await store.ratings.catch_up()
        row = await store.tournaments.named("cup")
        assert row.closed == row.boards
        async with store.transaction() as connection:
            games = await (await connection.execute(GAMES)).fetchall()
            return [*games, *await (await connection.execute(ELO)).fetchall()], journals
    finally:
        await store.close()


async def test_a_tournament_half_played_goes_on_to_the_same_standings(
    database: str, empty_database: str, tmp_path: Path
) -> None:
    house = await half_played(database)
    file = tmp_path / "arena.backup"
    back_up(database, file, None, silent)  # while connections are open
    await house.store.close()
    assert restore(empty_database, file, silent) == ["cup"]
    store = await Store.open(empty_database)
    await store.tournaments.resume_tournament("cup")
    await store.close()
    rows, journals = await played_out(empty_database)
    assert journals == 1
    assert rows == (await played_out(database))[0]
    assert len(rows) > 24


def test_a_state_folder_comes_back_with_its_secrets(own_folder: Path, database: str, tmp_path: Path) -> None:
    own_folder.chmod(0o755)
    old, new, file = State.open(own_folder / "old"), State.open(own_folder / "new"), tmp_path / "arena.backup"
    for name in ("signing.key", "operator.token", "valkey.password"):
        old.write_private(name, f"the {name}")
    assert back_up(database, file, old, silent).secrets == ("operator.token", "signing.key")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with new.lock(), pytest.raises(StartError, match="is already up"):
        restore_state(new, file, silent)
    restore_state(new, file, silent)
    assert new.secret("signing.key") == "the signing.key"
    assert new.secret("operator.token") == "the operator.token"
    assert stat.S_IMODE((new.folder / "signing.key").stat().st_mode) == 0o600
    assert not (new.folder / "valkey.password").exists()
    with pytest.raises(BackupError, match="is not empty; move that folder away"):
        restore_state(new, file, silent)


def test_nothing_is_overwritten_and_other_files_are_refused(database: str, empty_database: str, tmp_path: Path) -> None:
    text, newer, torn, cut_off, whole = (tmp_path / name for name in ("text", "newer", "torn", "cut-off", "whole"))
    back_up(database, whole, None, silent)
    with pytest.raises(FileExistsError):
        back_up(database, whole, None, silent)
    with pytest.raises(BackupError, match="the database is not empty"):
        restore(database, whole, silent)
    with pytest.raises(BackupError, match="it has no table of migrations"):
        back_up(empty_database, tmp_path / "other", None, silent)
    assert not (tmp_path / "other").exists()
    text.write_text("no backup")
    torn.write_bytes(whole.read_bytes()[:-2000])
    for file in (text, torn):
        with pytest.raises(BackupError, match="is not a backup of the arena, or damaged"):
            restore(empty_database, file, silent)
    with zipfile.ZipFile(newer, "w") as archive:
        archive.writestr("about.json", json.dumps({"release": "9.9", "migrations": {"9999_later.sql": "00"}}))
        archive.writestr("database.dump", b"")
    with pytest.raises(BackupError, match=r"release 9\.9 with migration 9999_later\.sql"):
        about_of(newer)
    with zipfile.ZipFile(whole) as archive, zipfile.ZipFile(cut_off, "w") as other:
        dump = archive.read("database.dump")
        other.writestr("about.json", archive.read("about.json"))
        other.writestr("database.dump", dump[: len(dump) - 500])
    with pytest.raises(BackupError, match="pg_restore failed"):
        restore(empty_database, cut_off, silent)
    restore(empty_database, whole, silent)  # the failed one left it empty
