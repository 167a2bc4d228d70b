import zipfile
from pathlib import Path

import psycopg
import pytest

from arena.cli.root import run
from arena.store import Store
from arena.store.errors import ArchivedError, NotArchivableError
from arena.store.play.archive import BOARDS, parts, put, take
from arena.wire.gen.records_pb2 import ListGamesRequest as Games
from tests.store.house import House, claimed, results

INFRACTION = {"hand": 1, "decision": 2, "seat": 0, "reason": "illegal"}


async def records(store: Store) -> list[object]:
    return [game async for game in store.play.stored_games("old")]


async def test_a_part_goes_to_a_file_and_comes_back(
    house: House, store: Store, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games-0.zip"
    await house.tournament("old", boards=3)
    with pytest.raises(NotArchivableError, match="boards are still added to it"):
        take(database, 0, file)
    with psycopg.connect(database, autocommit=True) as sql:
        sql.execute("SELECT setval(pg_get_serial_sequence('boards', 'id'), %s)", [BOARDS + 5])
        await house.tournament("new", boards=1)
        with pytest.raises(NotArchivableError, match="tournament 'old' has boards in it and is not over"):
            take(database, 0, file)
        claim = await claimed(store)
        await store.play.finish(claim.block_id, claim.lease_number, results(claim, [INFRACTION]))
        await store.ratings.rate()
        sql.execute(
            "INSERT INTO timeouts (game_id, board_id, hand, decision, seat, version_id, number, move_us, bank_us,"
            " elapsed_us, rtt_us, lag_us, silent_us, connected)"
            " SELECT id, board_id, 1, 2, 0, 1, 1, 1, 1, 1, 1, 1, 1, true FROM games WHERE rotation = 0"
        )
        before, infractions = await records(store), await store.play.infractions("old", None, None)
        assert (len(before), len(infractions)) == (12, 12)
        assert not file.exists()

        monkeypatch.setenv("ARENA_DSN", database)
        assert run(["archive", "take", "0", str(file)]) == 0
        assert zipfile.ZipFile(file).testzip() is None
        assert sql.execute("SELECT to_regclass('games_0')").fetchone() == (None,)
        assert sql.execute("SELECT count(*) FROM timeouts").fetchone() == (0,)
        assert next((part.number, part.games, part.file) for part in parts(database)) == (0, 12, str(file))
        games = store.ratings.games(Games(name="old"))
        for reading in (records(store), games, store.play.infractions("old", None, None)):
            with pytest.raises(ArchivedError, match=r"games of 'old' were taken off to .*games-0\.zip"):
                await reading
        assert await store.ratings.rebuild() == (3, 0)
        await store.ratings.sweep()
        assert await store.ratings.games(Games(name="new")) == []
        await house.play_out()
        assert run(["archive", "take", "0", str(file)]) == 2  # it is in the file already

        assert put(database, file) == 12
        assert await records(store) == before
        assert await store.play.infractions("old", None, None) == infractions
        with pytest.raises(NotArchivableError, match="nothing to put back"):
            put(database, file)
        with pytest.raises(psycopg.errors.UniqueViolation):
            sql.execute(
                "INSERT INTO games (board_id, rotation, attempt, seat_ids)"
                " SELECT board_id, 0, 0, '{}' FROM games WHERE board_id < 1000 LIMIT 1"
            )
