"""An interrupted tournament ends with exactly the tables of an undisturbed one.

Deals follow from the tournament's seed, bots from their views, and tables are computed in schedule order. Only a void
changes a deal, which takes the loss of a worker and its gateway in the same second: so parts are killed one by one.
"""

from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

from arena.rules import VARIANTS
from tests.acceptance.twelve import BOTS, published, recovers, restart_bot, twelve
from tests.house import House

pytestmark = [pytest.mark.slow, pytest.mark.timeout(5400)]

INTERRUPTIONS: dict[str, Callable[[House], None]] = {
    "a worker": lambda house: house.kill("worker-1"),
    "the gateway": lambda house: house.kill("gateway"),
    "a bot": lambda house: restart_bot(house, "e"),
    "Postgres": lambda house: house.kill("postgres"),
    "Redis": lambda house: house.kill("valkey"),
    "what Redis holds": lambda house: house.flush_redis(),
    "the other worker": lambda house: house.kill("worker-2"),
}


def played(interrupted: bool) -> tuple[dict[str, bytes], list[tuple[Any, ...]], list[str], int]:
    """Play a tournament; return its tables, games and interruptions, and the number of blocks taken over."""
    done = []
    with twelve() as house:
        for what, interrupt in cycle(INTERRUPTIONS.items()):
            if not recovers(house):
                break
            if interrupted:
                interrupt(house)
                done.append(what)
        assert house.voided() == 0
        assert not any(game.infractions for game in house.games())
        games = [(game.variant, game.seed, game.seats, game.actions) for game in house.games()]
        return published(house), games, done, house.take_overs()


def test_an_interrupted_tournament_ends_with_the_standings_of_an_undisturbed_one() -> None:
    tables, games, _, _ = played(interrupted=False)
    assert {game[0] for game in games} == set(VARIANTS)
    assert {seat for game in games for seat in game[2]} == {f"{bot}@1" for bot in BOTS}
    others, played_again, done, take_overs = played(interrupted=True)
    assert set(done) == set(INTERRUPTIONS), done
    assert take_overs > 0
    assert played_again == games
    assert others == tables
