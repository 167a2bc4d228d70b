"""What the bots in other languages, in bots/examples, have to stand."""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import pytest

from arena.rules import VARIANTS, configure
from arena.wire.gen import seat_pb2
from tests.bots.arena import Table, arena
from tests.bots.tongues import cpp_bot, node_bot
from tests.chaos.test_bad_line import LOSSY, played
from tests.house import BOTS, House, open_house
from tests.sizes import sized

pytestmark = pytest.mark.timeout(600)

FOUR = tuple(name for name, rules in VARIANTS.items() if rules.seats <= 4)  # the house has four bots
KILLS = sized(4, 6)
GRACE = 60.0  # seconds: a busy machine takes its time to start a process

GOOD = {"ARENA_SERVER": "127.0.0.1:7700", "ARENA_TOKEN": "a-token"}
WRONG = {  # what is wrong in the environment -> what the one line says
    ("ARENA_SERVER", "127.0.0.1"): "HOST:PORT",
    ("ARENA_SERVER", "arena.example.org:7700"): "grpcs://arena.example.org:7700",
    ("ARENA_SERVER", ""): "HOST:PORT",
    ("ARENA_TOKEN", ""): "arena bot register",
    ("ARENA_TOKEN", "@/nowhere/token"): "/nowhere/token cannot be read",
    ("ARENA_MAX_SEATS", "20000"): "1 to 16384",
}


@pytest.fixture(
    scope="module",
    params=[pytest.param(node_bot, marks=pytest.mark.node), pytest.param(cpp_bot, marks=pytest.mark.cpp)],
)
def command(request: pytest.FixtureRequest) -> Sequence[str]:
    """What starts the bot."""
    build: Callable[[], Sequence[str]] = request.param
    return build()


def test_it_says_what_is_wrong(command: Sequence[str]) -> None:
    """A user's error is one line and exit code 2."""
    for (name, value), message in WRONG.items():
        environment = os.environ | GOOD | {name: value}
        done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith("error: ")
        assert len(done.stderr.splitlines()) == 1
        assert message in done.stderr


def test_it_passes_the_check(command: Sequence[str]) -> None:
    """`arena bot check`, all of it."""
    check = [sys.executable, "-m", "bots", "check", "--", *command]
    done = subprocess.run(check, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_it_plays_a_tournament_over_tls_while_bots_are_killed(command: Sequence[str]) -> None:
    """Bots of both kinds come back at either gateway: nothing is lost, nobody has an infraction."""
    commands = {"ash": command, "birch": command}
    with open_house(kit="random", gateways=2, commands=commands, tls="localhost", grace=GRACE) as house:
        house.start_tournament(boards=sized(2, 5), hands=1, variants=FOUR)
        boards, dice = house.progress().boards, random.Random(0)
        for kill in range(KILLS):
            house.wait_until_closed(kill * boards // KILLS)
            time.sleep(dice.random())
            bot = ("ash", "cedar")[kill % 2]
            house.kill_bot(bot)
            house.start_bot(bot)
        house.finish()
        verified(house)


def verified(house: House) -> None:
    """Verify every deal and every card of every game from the committed seeds."""
    arena = [sys.executable, "-c", "import sys; from arena.cli import main; sys.exit(main())"]
    service = ["--server", house.arena.gateway, "--token", house.arena.operator_token]
    records = subprocess.run([*arena, "export", "cup", *service], stdout=subprocess.PIPE, check=True).stdout
    subprocess.run([*arena, "verify", "-"], input=records, stdout=subprocess.DEVNULL, check=True)


def test_bad_lines_change_nothing(command: Sequence[str]) -> None:
    """Four of them play the same games at two gateways over lines that stall and break."""
    commands = dict.fromkeys(BOTS, command)
    with open_house(kit="random", commands=commands) as house:
        undisturbed = played(house)
    with open_house(kit="random", commands=commands, gateways=2, weather=LOSSY) as house:
        assert played(house) == undisturbed
        assert any(line.cuts for line in house.lines)


async def test_infractions_are_printed(command: Sequence[str]) -> None:
    """A verdict is printed, nothing is answered to it, and the game goes on."""
    async with arena() as there:
        environment = os.environ | {"ARENA_SERVER": there.address, "ARENA_TOKEN": "a-token"}
        process = await asyncio.create_subprocess_exec(*command, env=environment, stderr=asyncio.subprocess.PIPE)
        line = await there.joined()
        table = Table(configure("spades-4"), bytes(32))
        verdict = seat_pb2.Verdict(seat_id=table.asked.seat_id, number=1, hand=1)
        verdict.infraction, verdict.played.bid = seat_pb2.INFRACTION_KIND_TIMEOUT, 1
        await line.write(seat_pb2.ToBot(verdicts=seat_pb2.Verdicts(verdicts=[verdict])))
        await line.update(*table.starts(), table.ask())
        assert not (await line.answer()).replaced
        process.terminate()
        _, errors = await process.communicate()
    where = f"the arena, at hand 2, decision 1 of seat {verdict.seat_id}"
    assert any(each.startswith(where) and "time was up" in each for each in errors.decode().splitlines())
