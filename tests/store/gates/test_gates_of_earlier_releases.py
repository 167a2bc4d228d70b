"""Gates of a database that an earlier release made.

It judged them by another test and in another unit.
"""

import hashlib

import psycopg
import pytest

from arena.store import Store
from arena.store import migrate as module
from arena.store.migrate import migrate, migrations

BEFORE = "0009_gate_blocks.sql"
MADE = """
INSERT INTO tournaments (id, name, kind, pool, state, boards_each, allow_same_owner, seed, move_us, bank_us,
    auto_single) OVERRIDING SYSTEM VALUE
VALUES (1, 'decided', 'gate', 'trust', 'finished', 1, true, 's', 1, 1, true),
    (2, 'under way', 'gate', 'trust', 'running', 1, true, 't', 1, 1, true);
INSERT INTO tournament_variants (tournament_id, index, variant, family, options, revision, seats)
SELECT id, 0, 'spades-4', 'spades', '{}', 1, 4 FROM tournaments;
INSERT INTO gates (tournament_id, elo0, elo1, alpha, beta, deals, rounds, judged, decision)
VALUES (1, 0, 30, 0.05, 0.05, 4000, 40, 217, 'stronger'), (2, 0, 30, 0.05, 0.05, 4000, 40, 100, '');
INSERT INTO gate_tallies (tournament_id, variant_index, deals, new, old, new_squares, old_squares, products)
VALUES (1, 0, 216, 2808, 2592, 50000, 50000, 50000), (2, 0, 100, 1200, 1200, 20000, 20000, 20000);
INSERT INTO blocks (id, tournament_id, variant_index, line_up, round) OVERRIDING SYSTEM VALUE
VALUES (1, 2, 0, '{1,3,4,5}', 1), (2, 2, 0, '{2,3,4,5}', 1);
UPDATE blocks SET state = 'leased', token = 1, worker = 'w', lease_until = now() + interval '1 hour' WHERE id = 1;
"""
BOARD = "INSERT INTO boards (tournament_id, number, block_id, line_up, seed, commitment, deal, side, state)"


@pytest.fixture
def earlier(empty: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make a database with two gates of an earlier release.

    One is decided and one is under way: a board is played, one nobody has begun.
    """
    fewer = {name: sql for name, sql in migrations().items() if name < BEFORE}
    with monkeypatch.context() as patched:
        patched.setattr(module, "migrations", lambda: fewer)
        migrate(empty)
    with psycopg.connect(empty) as connection:
        connection.execute(MADE)
        seed = bytes(32)
        for number, side, state in ((0, "new", "playing"), (1, "old", "owed")):
            row = (2, number, number + 1, [number + 1, 3, 4, 5], seed, hashlib.sha256(seed).digest(), 0, side, state)
            connection.execute(f"{BOARD} VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)", row)
    return empty


async def test_a_decided_gate_keeps_its_verdict_and_one_under_way_ends_undecided(earlier: str) -> None:
    assert BEFORE in migrate(earlier)
    store = await Store.open(earlier)
    try:
        decided, ended = await store.tournaments.gate("decided"), await store.tournaments.gate("under way")
    finally:
        await store.close()
    assert (decided.decision, decided.tournament.state, decided.terms) == ("stronger", "finished", None)
    estimate = decided.evidence.pooled()
    assert estimate
    assert (estimate.deals, estimate.new, estimate.old, estimate.low) == (216, 13 / 24, 12 / 24, None)
    assert (ended.decision, ended.tournament.state, ended.terms) == ("undecided", "cancelled", None)
    assert ended.tournament.boards == 1  # the one at the table
    with psycopg.connect(earlier) as connection:
        assert connection.execute("SELECT id FROM blocks").fetchall() == [(1,)]


def test_a_gate_that_is_not_decided_has_terms(earlier: str) -> None:
    migrate(earlier)
    with psycopg.connect(earlier) as connection, pytest.raises(psycopg.errors.CheckViolation):
        connection.execute("UPDATE gates SET decision = ''")
