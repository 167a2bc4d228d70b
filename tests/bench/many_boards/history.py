"""Boards of long ago, made by Postgres itself: finished tournaments, and one that is paused with boards still owed."""

import os
import sys
from typing import Any, Final

import psycopg

EACH: Final = 5_000  # boards of a finished tournament
BLOCK: Final = 8
OWED: Final = 10  # one board in so many is owed
LEAST: Final = OWED * EACH  # boards: whole tournaments and whole blocks
CHUNK: Final = 200_000  # boards that come in together

LINE_UPS: Final = """
CREATE TEMP TABLE line_ups AS
SELECT row_number() OVER (ORDER BY a, b, c, d) - 1 AS place, ARRAY[a, b, c, d] AS line_up
FROM unnest(%(versions)s::bigint[]) a, unnest(%(versions)s::bigint[]) b,
    unnest(%(versions)s::bigint[]) c, unnest(%(versions)s::bigint[]) d
WHERE a < b AND b < c AND c < d
"""
TOURNAMENTS: Final = """
INSERT INTO tournaments (id, name, state, settled, pool, boards_each, allow_same_owner, schedule_seed, move_us,
    bank_us, auto_single, master, contribution)
OVERRIDING SYSTEM VALUE
SELECT id, 'old-' || id, CASE WHEN id <= %(finished)s THEN 'finished' ELSE 'paused' END,
    CASE WHEN id <= %(finished)s THEN id END, 'trust', 1, true, 'old', 1, 1, true, sha256(('old-' || id)::bytea),
    sha256('nobody')
FROM generate_series(1, %(finished)s + 1) AS id
"""
VARIANTS: Final = """
INSERT INTO tournament_variants (tournament_id, index, variant, family, options, revision, seats, boards)
SELECT id, 0, 'spades-4', 'spades', '{}', 1, 4,
    CASE WHEN id <= %(finished)s THEN %(each)s ELSE %(boards)s - %(finished)s::bigint * %(each)s END
FROM generate_series(1, %(finished)s + 1) AS id
"""
BLOCKS: Final = """
INSERT INTO blocks (id, tournament_id, variant_index, line_up, state)
OVERRIDING SYSTEM VALUE
SELECT id, least((id - 1) / (%(each)s / %(block)s), %(finished)s) + 1, 0, line_up,
    CASE WHEN id <= %(finished)s::bigint * %(each)s / %(block)s THEN 'done' ELSE 'owed' END
FROM generate_series(1, %(boards)s / %(block)s) AS id
JOIN line_ups ON place = (id - 1) %% (SELECT count(*) FROM line_ups)
"""
BOARDS: Final = """
INSERT INTO boards (id, tournament_id, number, block_id, line_up, seed, commitment, state, rated, halves, points,
    faults, seat_halves)
OVERRIDING SYSTEM VALUE
SELECT n.id, k.tournament_id, n.id - 1 - (k.tournament_id - 1) * %(each)s, k.id, k.line_up, s.seed, sha256(s.seed),
    c.state, c.is_closed, CASE WHEN c.is_closed THEN '{4,3,5,4,2,6}'::smallint[] END,
    CASE WHEN c.is_closed THEN ARRAY[n.id %% 900, 300, 200, 100] END,
    CASE WHEN c.is_closed THEN '{0,0,0,0}'::int[] END,
    CASE WHEN c.is_closed THEN '{13,12,12,11}'::smallint[] END
FROM generate_series(%(first)s::bigint, %(last)s) AS n (id)
JOIN blocks k ON k.id = (n.id - 1) / %(block)s + 1
CROSS JOIN LATERAL (SELECT sha256(n.id::text::bytea) AS seed) s
CROSS JOIN LATERAL (SELECT k.state = 'done' AS is_closed,
    CASE k.state WHEN 'done' THEN 'closed' ELSE 'owed' END AS state) c
ORDER BY n.id
"""


def add_history(dsn: str, versions: list[int], boards: int) -> None:
    """Put *boards* boards of spades-4 into a database that has none."""
    finished = boards * (OWED - 1) // OWED // EACH
    sizes: dict[str, Any] = {"boards": boards, "finished": finished, "each": EACH, "block": BLOCK}
    with psycopg.connect(dsn) as connection:
        # Neither triggers nor foreign keys are for rows that are right as they are made.
        connection.execute("SET session_replication_role = replica")
        connection.execute(LINE_UPS, {"versions": versions})
        connection.execute("SELECT attach_part(n) FROM generate_series(4, part_of(%s) + 3) AS n", [boards])
        for filling in (TOURNAMENTS, VARIANTS, BLOCKS):
            connection.execute(filling, sizes)
        for first in range(1, boards + 1, CHUNK):
            last = min(boards, first + CHUNK - 1)
            connection.execute(BOARDS, {**sizes, "first": first, "last": last})
            _show(last, boards)
        for table in ("tournaments", "blocks", "boards"):
            connection.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("VACUUM (FREEZE, ANALYZE)")


def _show(done: int, boards: int) -> None:
    """Progress, for a person who waits."""
    if os.isatty(sys.stderr.fileno()):
        print(f"\r{done:,} of {boards:,} boards", end="" if done < boards else "\n", file=sys.stderr, flush=True)
