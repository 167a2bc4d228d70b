"""What a claim looks at once, it does not look at again for each block that waits."""

import psycopg
import pytest

from arena.store import Store
from arena.store.play.rows import Instance
from arena.tokens import digest
from tests import ask
from tests.lasting import renew_for_good

CALLS = "SELECT coalesce(sum(calls), 0) FROM pg_stat_xact_user_functions WHERE funcname = 'seats_of'"
NEXT = "SELECT count(*) FROM next_blocks(ARRAY['spades'], '{}', %s)"
LOOKS = 2  # at a few blocks, then at some more


@pytest.mark.parametrize("most", [2, 8])
async def test_seats_are_counted_once_a_look_however_many_blocks_wait(database: str, most: int) -> None:
    store = await Store.open(database)
    await store.accounts.create_owner("olga", digest("olga"))
    names = [f"bot-{number}" for number in range(16)]
    ids = [await store.accounts.register_bot(name, "1", "olga", digest(name)) for name in names]
    new = ask.tournament("cup", [ask.variant("spades-4")], names, 2, allow_same_owner=True, test_seed="a seed")
    await store.tournaments.create_tournament(new)
    await store.tournaments.start_tournament("cup")
    rows = [Instance("an instance", version, 1, ["spades-4"], False) for version in ids]
    await renew_for_good(store, "gateway", "127.0.0.1:1", rows)
    while await store.play.claim("worker", 1000.0):
        pass
    with psycopg.connect(database) as connection:
        connection.execute("SET track_functions = 'all'")
        (waiting,) = connection.execute("SELECT count(*) FROM blocks WHERE state = 'owed'").fetchone() or (0,)
        assert waiting >= 9 * most
        assert connection.execute(NEXT, (most,)).fetchone() == (0,)
        assert connection.execute(CALLS).fetchone() == (LOOKS,)
    await store.close()
