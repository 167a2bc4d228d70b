"""Tournaments of bots that were submitted, in a whole arena."""

import json
import os
import signal
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from arena.store import Store
from tests.bots.tongues import cpp_bundle
from tests.house import House
from tests.runner.closed import closed_house, play_closed, undisturbed
from tests.runner.conftest import CALM
from tests.sizes import sized

HEAD = "import os, time\nfrom bots.sdk import Bot\n\nclass Mine(Bot):\n    def play(self, view):\n"
TAIL = "        return view.fallback\n"
# Each answers as a calm bot does where it answers at all, and so does the fallback.
MISBEHAVING = {
    "raises": HEAD + "        raise ValueError('no')\n",
    "leaves": HEAD + "        os._exit(5)\n",
    "loops": HEAD + "        while True: pass\n",
    "sleeps": HEAD + "        time.sleep(1.5) if not os.path.exists('/tmp/slept') else None\n"
    "        open('/tmp/slept', 'w')\n" + TAIL,
    "eats": HEAD + "        bytearray(1 << 30)\n" + TAIL,
}
CALM_BOTS = {f"calm-{number}": CALM for number in range(sized(3, 15))}
MOVE_US = 100_000


def wait(house: House) -> None:
    while house.progress().state != "finished":
        assert not house.progress().failed, house.logs()
        time.sleep(0.2)


@pytest.mark.faults
def test_misbehaving_bots_change_no_other_game() -> None:
    """All answer as the fallback does, so what would be played undisturbed follows from the seeds."""
    bots = sorted([*MISBEHAVING, *CALM_BOTS])
    with closed_house(MISBEHAVING | CALM_BOTS) as house:
        play_closed(house, bots, MOVE_US, boards=1, kind="swiss", rounds=sized(1, 3))
        wait(house)
        disturbed = house.games()
        endings = {bot: last_log(house, bot)[0] for bot in MISBEHAVING}
    assert disturbed
    assert all(bytes(game.actions) == undisturbed(game) for game in disturbed)
    blamed = {game.seats[entry["seat"]] for game in disturbed for entry in game.infractions}
    assert endings["sleeps"].startswith("it slept for ")
    assert blamed == {"leaves@1", "loops@1", "sleeps@1"}  # where a bot raises, the kit answers for it
    assert endings["leaves"] == "it ended by itself, with exit code 5"
    assert "of CPU time on a decision that had" in endings["loops"]
    assert endings["raises"] == ""


def test_a_runner_exposes_its_figures_and_whether_it_may_play() -> None:
    def read(path: str) -> str:
        try:
            with urllib.request.urlopen(f"http://{target}{path}") as answer:
                text: str = answer.read().decode()
                return text
        except urllib.error.URLError:  # the runner begins to listen
            return ""

    with closed_house({"calm": CALM}) as house:
        listed = json.loads((house.folder / "metrics.json").read_text())
        (target,) = next(each["targets"] for each in listed if each["labels"]["name"] == "runner")
        house.wait_until(lambda: read("/readyz") == "ok\n")
        text = read("/metrics")
        assert "arena_runner_versions 0.0\n" in text
        assert 'arena_runner_memory_bytes{state="used"} 0.0\n' in text
        assert 'part="runner"' in text
        assert read("/healthz") == "ok\n"


@pytest.mark.slow
def test_a_runner_that_is_killed_costs_no_bot_anything() -> None:
    bots = ["ash", "birch", "cedar", "dogwood"]
    with closed_house(dict.fromkeys(bots, HEAD + "        time.sleep(0.05)\n" + TAIL)) as house:
        play_closed(house, bots, 5_000_000, boards=4)
        house.wait_until_played_on(moments=3)
        for _ in range(2):
            os.kill(house.arena.pid_of("runner"), signal.SIGKILL)
            house.wait_until_played_on(moments=3)
        wait(house)
        assert house.voided() == 0
        assert not any(game.infractions for game in house.games())


def test_a_bot_is_checked_confined_before_it_plays() -> None:
    modules = {"good": CALM, "bad": HEAD + "        return 'nonsense'\n"}
    with closed_house(modules, is_admitted=False) as house:
        while "waiting" in (states := {bot: state_of(house, bot) for bot in modules}).values():
            time.sleep(0.5)
        assert states == {"good": "admitted", "bad": "refused"}, last_log(house, "good")[1]
        assert "'nonsense'" in last_log(house, "bad")[1]


@pytest.mark.cpp
@pytest.mark.timeout(600)
def test_an_executable_is_checked_and_plays() -> None:
    """The bot in C++, all its libraries in it: in all variants for its check, and beside bots of the kit."""
    bots: dict[str, str | Path] = {"steel": cpp_bundle(), "calm-1": CALM, "calm-2": CALM, "calm-3": CALM}
    with closed_house(bots, is_admitted=False) as house:
        while "waiting" in (states := {bot: state_of(house, bot) for bot in bots}).values():
            time.sleep(0.2)
        assert set(states.values()) == {"admitted"}, last_log(house, "steel")[1]
        play_closed(house, list(bots), MOVE_US, boards=5)
        wait(house)
        games = house.games()
        logs = [last_log(house, bot)[0] for bot in bots]
    assert len(games) == 20
    assert not any(game.infractions for game in games)
    assert logs == [""] * len(bots)


def state_of(house: House, bot: str) -> str:
    async def read(store: Store) -> str:
        return (await store.bundles.bundle(bot)).state

    return str(house.store(read))


def last_log(house: House, bot: str) -> tuple[str, str]:
    """Why a bot's last process ended, and what its check printed."""

    async def read(store: Store) -> tuple[str, str]:
        version_id = (await store.bundles.bundle(bot)).version_id
        logs = await store.bundles.seat_logs(version_id, failed=False, limit=1)
        return logs[0].ending if logs else "", await store.bundles.report(version_id)

    entry: tuple[str, str] = house.store(read)
    return entry
