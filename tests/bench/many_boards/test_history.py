import psycopg
import pytest

from arena.store import Store
from arena.tokens import digest
from tests.bench.many_boards import history


async def test_a_history_is_whole_tournaments_and_one_that_waits(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "EACH", 40)
    store = await Store.open(database)
    await store.accounts.create_owner("olga", digest("olga"))
    versions = [await store.accounts.register_bot(f"bot-{each}", "1", "olga", digest(str(each))) for each in range(5)]
    history.add_history(database, versions, 400)
    assert len(await store.tournaments.page()) == 10
    for name, state, closed in (("old-1", "finished", 40), ("old-9", "finished", 40), ("old-10", "paused", 0)):
        progress = await store.tournaments.progress(name)
        assert (progress.state, progress.boards) == (state, 40)
        assert [row.seed is not None for row in await store.tournaments.commitments(name)].count(True) == closed
    assert not any((await store.tend()).values())
    await store.close()
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM tournaments WHERE settled IS NULL").fetchone() == (1,)
