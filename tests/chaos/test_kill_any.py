"""A tournament completes correctly after the loss of any one process."""

import os
import signal
import time
from collections.abc import Callable, Iterator

import psycopg
import pytest

from tests.house import House, open_house

pytestmark = pytest.mark.slow


@pytest.fixture
def house() -> Iterator[House]:
    with open_house(workers=2, think=0.02) as house:
        house.start_tournament(boards=4, hands=1)
        house.wait_until_asked(300)
        yield house


def finish_undisturbed(house: House) -> None:
    house.finish()
    assert max(house.asked().values()) == 1


def kill_all_workers(house: House) -> None:
    house.kill("worker-1")
    house.kill("worker-2")


HARMS: dict[str, Callable[[House], object]] = {
    "all workers are killed": kill_all_workers,
    "a worker is terminated": lambda house: os.kill(house.busy_worker(), signal.SIGTERM),
    "Redis loses everything": lambda house: house.flush_redis(),
    "Postgres is killed": lambda house: house.kill("postgres"),
}


@pytest.mark.parametrize("harm", HARMS)
def test_each_answer_is_asked_for_once_after(house: House, harm: str) -> None:
    HARMS[harm](house)
    finish_undisturbed(house)


def test_the_gateway(house: House) -> None:
    house.kill("gateway")
    house.finish()
    assert max(house.asked().values()) <= 2  # what was open is asked again by a gateway that knows nothing of it


def count_spilled(house: House) -> int:
    """How many seats have their last answers written down."""
    with psycopg.connect(house.arena.dsn) as connection:
        (count,) = connection.execute("SELECT count(*) FROM spilled_answers").fetchone() or (0,)
    return int(count)


@pytest.mark.parametrize("harm", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.parametrize("columnar", [False, True])
def test_workers_and_seconds_later_the_gateway(harm: signal.Signals, columnar: bool) -> None:
    with open_house(workers=2, think=0.002 if columnar else 0.02, columnar=columnar) as house:
        house.start_tournament(boards=8 if columnar else 4, hands=1, variants=("spades-4",))
        house.wait_until_asked(300)
        workers = [house.arena.pid_of(name) for name in ("worker-1", "worker-2")]
        for pid in workers:
            os.kill(pid, harm)
        while not count_spilled(house):
            time.sleep(0.05)
        house.kill("gateway")
        if harm == signal.SIGSTOP:
            for pid in workers:
                os.kill(pid, signal.SIGKILL)
        house.finish()
        assert house.take_overs() > 0
        assert max(house.asked().values()) <= 2  # what was open is put once more


def test_gateway_and_worker_in_the_same_second(house: House) -> None:
    house.kill("gateway")
    kill_all_workers(house)
    house.wait_until_finished()
    house.check()
    assert house.voided() > 0
    assert not any(game.infractions for game in house.games())


def test_redis(house: House) -> None:
    workers = [house.arena.pid_of(name) for name in ("worker-1", "worker-2")]
    house.kill("valkey")
    finish_undisturbed(house)
    assert house.take_overs() == 0
    assert workers == [house.arena.pid_of(name) for name in ("worker-1", "worker-2")]


def test_a_bot_that_comes_back(house: House) -> None:
    house.kill_bot("cedar")
    time.sleep(1)
    house.start_bot("cedar")
    house.wait_until_finished()
    house.check()
    assert not any(game.infractions for game in house.games())


def test_a_bot_away_beyond_its_grace_costs_no_other_bot(house: House) -> None:
    house.kill_bot("cedar")
    time.sleep(15)  # the grace is 10
    house.start_bot("cedar")
    house.wait_until_finished()
    house.check()
    infractions = [(game.seats[each["seat"]], each["reason"]) for game in house.games() for each in game.infractions]
    assert infractions
    assert set(infractions) == {("cedar@1", "disconnected")}


def test_bots_of_the_kit_outlive_gateway_and_workers() -> None:
    with open_house(workers=2, kit="random") as house:
        house.start_tournament(boards=60, hands=4)
        house.wait_until_closed(20)
        house.kill("gateway")
        house.wait_until_closed(80)
        os.kill(house.busy_worker(), signal.SIGKILL)
        house.finish()
