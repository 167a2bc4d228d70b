"""What the figures of a load are made of."""

from collections import Counter
from itertools import count

import pytest

from arena.store import Store
from arena.store.play.rows import Instance
from arena.tokens import digest
from tests import ask
from tests.lasting import renew_for_good
from tools.load import waits as waits_module
from tools.load.crowd import BotCounts
from tools.load.kinds import KINDS, kind_of, name_bots
from tools.load.knee import Step, find_knee, is_good
from tools.load.minds import Shares
from tools.load.waits import Waits
from tools.load.weights import PIECES, slope_of

HOUR = [float(second) for second in range(0, 3600, 5)]


def test_two_hundred_bots_are_of_every_kind_but_probes() -> None:
    names = list(name_bots(200))
    assert len(set(names)) == 200
    kinds = Counter(name.partition("-")[0] for name in names)
    assert kinds == {"fast": 80, "thinking": 72, "columnar": 40, "silent": 4, "flooding": 4}
    assert all(kind_of(name) is KINDS[name.partition("-")[0]] for name in names)


def test_growth_is_separated_from_fluctuation() -> None:
    wave = [100 + (second // 5 % 7) for second in HOUR]
    level = slope_of(HOUR, wave)
    assert level
    assert level.is_flat
    assert level.low < 0 < level.high
    grown = slope_of(HOUR, [each + second / 360 for each, second in zip(wave, HOUR, strict=True)])
    assert grown
    assert not grown.is_flat
    assert grown.low < 10 < grown.high


def test_short_runs_tell_nothing_of_growth() -> None:
    assert slope_of(HOUR[:PIECES], HOUR[:PIECES]) is None
    ten_minutes = HOUR[:120]
    assert slope_of(ten_minutes, ten_minutes) is None


def test_time_between_games_is_not_counted() -> None:
    shares = Shares()
    shares.asked()
    shares.answered()
    shares.asked()
    assert len(shares.taken) == 1
    shares.answered()
    shares.cut()
    shares.asked()
    assert len(shares.taken) == 1


def test_quantiles_are_in_milliseconds() -> None:
    taken = BotCounts(2.0, Counter(decisions=10), [1000 * each for each in range(1, 101)])
    assert (taken.decisions, taken.share(0.5), taken.share(0.99)) == (5.0, 51.0, 100.0)
    assert BotCounts(1.0).share(0.99) == 0.0


def step(open_seats: float, decisions: float, p50: float, voided: float = 0.0) -> Step:
    return Step(1, open_seats, open_seats / 4, decisions, 1.0, p50, 9.0, voided)


def test_the_knee_is_the_step_of_most_power() -> None:
    steps = [step(100, 100, 1), step(200, 190, 1), step(400, 330, 1.5), step(800, 400, 6), step(1600, 380, 9)]
    assert find_knee(steps).open_seats == 400
    assert find_knee(steps[:2]).open_seats == 200, "none was found: the last step"
    assert is_good(steps)
    assert not is_good([*steps, step(3200, 200, 9)])
    assert not is_good([*steps, step(3200, 400, 9, voided=1)])


async def test_a_bot_waits_that_has_a_board_owed_and_no_seat(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count(step=10)
    monkeypatch.setattr(waits_module, "monotonic", lambda: float(next(ticks)))
    store = await Store.open(database)
    await store.accounts.create_owner("olga", digest("olga"))
    names = ["ash", "birch", "cedar", "dogwood"]
    ids = [await store.accounts.register_bot(name, "1", "olga", digest(name)) for name in names]
    new = ask.tournament("cup", [ask.variant("spades-4")], names, 2, allow_same_owner=True, test_seed="a seed")
    await store.tournaments.create_tournament(new)
    await store.tournaments.start_tournament("cup")
    waits = Waits(database)

    async def connect(*versions: int) -> None:
        rows = [Instance("an instance", version, 1, ["spades-4"], False) for version in versions]
        await renew_for_good(store, "gateway", "127.0.0.1:1", rows)

    await connect(*ids[:3])
    assert waits.look()["closed"] == 0
    assert not waits.longest, "one is away, so that nobody can play"
    await connect(*ids)
    waits.look()
    waits.look()
    assert waits.longest == dict.fromkeys(ids, 10.0)
    assert await store.play.claim("worker", 10.0)
    assert waits.look()["seats"] == 4
    assert waits.worst == 10.0
    await store.close()
