"""A finished tournament of made-up boards, stored by COPY."""

import os
import random
import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

import psycopg

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.schedules.schedule import RoundRobin
from arena.league.seeds.boards import EpochBoards, commitment

SEATS: Final = 4
SEAT_HALVES: Final = [13, 12, 12, 11]  # of the 48 half points in four games
BLOCK: Final = 8
BOARDS_PER_INFRACTION: Final = 100  # one board in so many has an infraction, of the first player in the first game
INFRACTION: Final = '[{"hand": 1, "decision": 3, "seat": 0, "reason": "illegal"}]'
DECISIONS: Final = 4 * 56  # a game of four hands of spades-4, one byte per decision
Connection = psycopg.Connection[tuple[Any, ...]]


def add_season(connection: Connection, versions: list[int], boards: int) -> None:
    """Add a finished, unrated tournament of spades-4, "season", in which player i is stronger than i + 1."""
    # Skip foreign-key checks: the millions of generated rows are correct.
    connection.execute("SET session_replication_role = replica")
    _add_tournament(connection, versions, boards)
    line_ups = _line_ups(versions)
    rng = random.Random(1)
    connection.execute(
        "SELECT attach_part(part) FROM generate_series(4, part_of(%s)) AS part", [boards]
    )  # 0..3 are there
    _copy(connection, "blocks (id, tournament_id, variant_index, line_up, state)", _blocks(line_ups, boards))
    _copy(connection, f"boards ({BOARD_COLUMNS})", _boards(line_ups, boards, rng))
    _copy(connection, f"games ({GAME_COLUMNS})", _games(line_ups, boards, rng))
    for table in ("tournaments", "blocks", "boards", "games"):
        connection.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")
    connection.execute("SET session_replication_role = origin")
    connection.commit()
    connection.autocommit = True
    connection.execute("VACUUM ANALYZE")
    connection.autocommit = False


def _add_tournament(connection: Connection, versions: list[int], boards: int) -> None:
    connection.execute(
        "INSERT INTO tournaments"
        " (id, name, state, pool, boards_each, allow_same_owner, schedule_seed, move_us, bank_us, auto_single, master,"
        " secrets_root, mix) OVERRIDING SYSTEM VALUE VALUES (1, 'season', 'finished', 'trust', 1, true, 'season', 1, 1,"
        " true, sha256('season'), sha256('root'), sha256('nobody'))"
    )
    connection.execute(
        "INSERT INTO tournament_variants"
        " (tournament_id, index, variant, family, options, revision, seats, seats_each, boards)"
        " VALUES (1, 0, 'spades-4', 'spades', '{\"first_dealer\": 0}', 1, 4, 1, %s)",
        [boards],
    )
    for index, version in enumerate(versions):
        connection.execute("INSERT INTO entrants VALUES (1, %s, %s)", [index, version])


def _line_ups(versions: list[int]) -> list[tuple[int, ...]]:
    schedule = RoundRobin([Entrant(id_, id_) for id_ in versions], [Table("spades-4", SEATS)], 1, "season")
    return [board.line_up for board in schedule]


BOARD_COLUMNS: Final = (
    "id, tournament_id, number, block_id, line_up, seed, commitment, state, halves, points, infractions, seat_halves"
)
GAME_COLUMNS: Final = (
    "id, board_id, rotation, attempt, seat_ids, seated, ranks, scores, ended, actions, infractions, elapsed_s"
)


def _blocks(line_ups: list[tuple[int, ...]], boards: int) -> Iterator[tuple[Any, ...]]:
    for block in range(boards // BLOCK):
        yield (block + 1, 1, 0, sorted(line_ups[block % len(line_ups)]), "done")


def _boards(line_ups: list[tuple[int, ...]], boards: int, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    drawn = EpochBoards(b"season")
    for number in range(boards):
        line_up = line_ups[number // BLOCK % len(line_ups)]
        better = [8 * (1 + (one < other)) // 3 for one, other in combinations(line_up, 2)]
        halves = [min(8, max(0, each + rng.randrange(-3, 4))) for each in better]
        seed = drawn.seed(number, 0)
        row = (number + 1, 1, number, number // BLOCK + 1, list(line_up), seed, commitment(seed), "closed")
        yield (*row, halves, [rng.randrange(-400, 900) for _ in line_up], _infractions(number), SEAT_HALVES)
        show(number, boards)


def _infractions(number: int) -> list[int]:
    return [int(number % BOARDS_PER_INFRACTION == 0)] + [0] * (SEATS - 1)


def _games(line_ups: list[tuple[int, ...]], boards: int, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    actions = [rng.randbytes(DECISIONS) for _ in range(100)]
    for number in range(boards):
        line_up = list(line_ups[number // BLOCK % len(line_ups)])
        for rotation in range(SEATS):
            seated = line_up[-rotation:] + line_up[:-rotation]
            ids = [rng.getrandbits(62) for _ in range(SEATS)]
            row = (number * SEATS + rotation + 1, number + 1, rotation, 0, ids, seated, [1, 2, 3, 4])
            infractions = INFRACTION if rotation == 0 and any(_infractions(number)) else "[]"
            yield (*row, [300, 200, 100, -50], "hands", actions[number % 100], infractions, [])
        show(number, boards)


def _copy(connection: Connection, target: str, rows: Iterator[tuple[Any, ...]]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {target} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def show(done: int, total: int) -> None:
    """Print progress on a terminal."""
    if done % 100_000 == 0 and os.isatty(sys.stderr.fileno()):
        print(f"\r{done:,} of {total:,} ", end="", file=sys.stderr, flush=True)
