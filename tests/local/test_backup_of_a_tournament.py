import json
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.house import TIMES, House, open_house
from tests.programs import program

OWNERS = {"ann": ("ash",), "bob": ("birch",)}
# As many tables as both bots have seats, 64, and then some: a few boards begin when others are closed.
BOARDS = 40
BEGUN = "SELECT DISTINCT b.seed FROM journal j JOIN boards b ON b.id = j.board_id"
CLOSED = "SELECT seed FROM boards WHERE state = 'closed'"

Games = dict[tuple[bytes, tuple[str, ...]], bytes]  # actions by seed and seats


def run(folder: Path, *words: str | Path) -> str:
    """Return what a command prints, on the machine with that state folder."""
    done = program("-m", "arena", *words, ARENA_STATE=str(folder))
    assert done.returncode == 0, done.stderr
    return done.stdout


def arena(house: House, *words: str | Path) -> str:
    return run(house.arena.state.folder, *words)


def started(house: House) -> None:
    house.start_tournament(BOARDS, hands=1, variants=("pinochle-two-handed",), bots=("ash", "birch"))
    house.wait_until_closed(1)


def pause(house: House) -> None:
    """Pause the tournament with boards left to play; one that is over too soon gets more."""
    while house.progress().state != "paused":
        if house.progress().state == "finished":
            arena(house, "tournament", "extend", "--yes", "cup", "--boards", str(BOARDS))
        program("-m", "arena", "tournament", "pause", "cup", ARENA_STATE=str(house.arena.state.folder))
        house.wait_until(lambda: not house.progress().playing)


def played(house: House) -> Games:
    """Play to the end; return the games. All that is exported is verified."""
    house.wait_until_finished()
    house.check()
    games = house.games()
    assert not any(game.infractions for game in games)
    export = house.folder / "cup.jsonl"
    arena(house, "export", "cup", "--output", export)
    assert json.loads(arena(house, "verify", export, "--json"))["records"] == len(games)
    return {(game.seed, tuple(game.seats)): game.actions for game in games}


def tables(house: House) -> list[Any]:
    """Return standings and ratings, but for what hangs on the machine and on the time."""
    standings = json.loads(arena(house, "tournament", "standings", "cup", "--json"))
    standings["tournament"] = {key: value for key, value in standings["tournament"].items() if key not in TIMES}
    for table in standings["variants"]:
        table["findings"] = [each for each in table["findings"] if each["kind"] != "lag"]  # it depends on the machine
    return [standings, json.loads(arena(house, "ratings", "--json"))]


def seeds(house: House, query: str) -> set[bytes]:
    with psycopg.connect(house.arena.dsn) as sql:
        return {seed for (seed,) in sql.execute(query).fetchall()}


@pytest.mark.faults
def test_a_backup_of_what_is_under_way_is_played_on(tmp_path: Path) -> None:
    """Boards in the middle may be void: their bots may have answered more than the journals have."""
    file = tmp_path / "arena.backup"
    with open_house(workers=1, think=0.02, owners=OWNERS) as house:
        started(house)
        while not file.exists():
            house.wait_until_played_on(1)  # with more boards if all are closed
            arena(house, "backup", file)
            if house.progress().state == "finished":
                file.unlink()
        undisturbed = played(house)
        assert house.voided() == 0
    with open_house(workers=1, owners=OWNERS, fill=lambda folder: run(folder, "restore", file)) as house:
        closed, begun = seeds(house, CLOSED), seeds(house, BEGUN)
        arena(house, "tournament", "resume", "cup")
        games = played(house)
        same_games = {key: actions for key, actions in games.items() if key in undisturbed}
        assert same_games == {
            key: actions for key, actions in undisturbed.items() if key[0] in {seed for seed, _ in games}
        }
        void = {seed for seed, _ in undisturbed} - {seed for seed, _ in games}
        assert closed <= {seed for seed, _ in same_games}
        assert void <= begun
        assert len(void) == house.voided()


@pytest.mark.slow
def test_a_backup_of_a_paused_tournament_is_played_on_to_the_same_tables(tmp_path: Path) -> None:
    file = tmp_path / "arena.backup"
    with open_house(workers=1, think=0.02, owners=OWNERS) as house:
        started(house)
        pause(house)
        arena(house, "backup", file)
        arena(house, "tournament", "resume", "cup")
        undisturbed = played(house), tables(house)
    with open_house(workers=1, owners=OWNERS, fill=lambda folder: run(folder, "restore", file)) as house:
        assert 0 < len(seeds(house, CLOSED)) < house.progress().boards
        arena(house, "tournament", "resume", "cup")
        assert (played(house), tables(house)) == undisturbed
        assert house.voided() == 0
