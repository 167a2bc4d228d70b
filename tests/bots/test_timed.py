"""The rated game's clock in games that are played in process."""

import io
import re
from pathlib import Path
from typing import Any, ClassVar

import pytest

from arena.rules import configure
from arena.store.tournaments.request import DEFAULT_TIMES
from bots.house.random import RandomBot
from bots.sdk import Bot, Outcome, VectorBot, View
from bots.sdk.practice import local
from bots.sdk.practice.local import play_local
from bots.sdk.practice.practice import PROGRESS_INTERVAL, Progress
from bots.sdk.seats.errors import BotErrors
from bots.sdk.seats.pace import RATED, SeatClock, Time
from bots.sdk.vector.local import play_boards
from tests.bots.conftest import write_bot
from tests.programs import program

RULES = configure("spades-4", options={"format": {"kind": "hands", "count": 1}, "blind_nil_allowed": False})


class Hours:
    """Time that passes only when somebody says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


HOURS = Hours()


class Slow(Bot):
    """Takes 6 s for a bid, and 4 s for each of its cards; hears how it ended."""

    outcomes: ClassVar[list[Outcome]]
    left: ClassVar[list[float]]
    bids: ClassVar[set[int | str | None]]

    def bid(self, view: View) -> int | str:
        HOURS.now += 6.0
        return 5

    def play(self, view: View) -> str:
        self.left.append(view.clock.left)
        self.bids.add(view.bids[view.seat])
        HOURS.now += 4.0
        return str(max(view.legal))

    def game_over(self, view: View, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


class SlowInColumns(VectorBot):
    """Takes 6 s for each batch."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self.left: list[int] = []

    def decide(self, batch: Any) -> Any:
        HOURS.now += 6.0
        self.left += (batch.move_us + batch.bank_us).tolist()
        return batch.fallback

    def game_over(self, seat_id: int, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


def played(time: Time) -> tuple[BotErrors, str]:
    """Return the errors of a game with three others, and what was said of them."""
    out = io.StringIO()
    errors = BotErrors(out=out)
    Slow.outcomes, Slow.left, Slow.bids = [], [], set()
    play_local(RULES, bytes(32), [Slow, RandomBot, RandomBot, RandomBot], errors, {}, {Slow: time}, HOURS)
    return errors, out.getvalue()


def test_the_clock_is_that_of_a_tournament_that_says_nothing_else() -> None:
    assert {"move_time": RATED.move, "bank": RATED.bank}.items() <= DEFAULT_TIMES.items()


def test_a_late_answer_is_the_fallbacks_and_an_error() -> None:
    errors, told = played(Time(5.0, 0.5))
    assert (errors.count, errors.kinds) == (1, {"late": 1})
    assert "6.00 s are too long: a move has 5 s, and the bank had 0.50 s\n" in told
    assert "asked  bid" in told
    assert told.count("--replay") == 1
    assert Slow.bids == {1}
    assert [outcome.infractions for outcome in Slow.outcomes] == [1]


def test_the_bank_pays_for_what_is_longer_than_a_move() -> None:
    errors, _ = played(Time(5.0, 1.0))
    assert errors.count == 0
    assert Slow.bids == {5}
    assert Slow.left[0] == 5.0  # the bid took the bank
    assert {outcome.infractions for outcome in Slow.outcomes} == {0}


def test_a_bot_that_hangs_is_reported_with_its_own_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(local, "HANG", 0.1)
    path = write_bot(tmp_path / "mine.py", "def bid(self, view):", "    while True:", "        view.unseen")
    done = program(path, "--local", "spades-4", "--move-time", "0.1", "--bank", "0")
    assert (done.returncode, done.stdout) == (1, "")
    first, *view, again = done.stderr.splitlines()
    assert re.fullmatch(r"error: no answer after .*, at .*mine\.py:[67]; make the bot return sooner", first)
    assert view[-1].startswith("asked  bid")
    assert f"{path} --replay " in again


def test_a_clock_is_charged_as_at_the_arena() -> None:
    clock = SeatClock(Time(5.0, 2.0), HOURS)
    assert [clock.charge(think) for think in (5.0, 6.0, 4.0)] == ["", "", ""]
    assert clock.left_us == (5_000_000, 1_000_000)
    began = clock.begin()
    assert (began.left, began.last_think) == (6.0, 4.0)
    HOURS.now += 6.5
    assert clock.stop()
    assert (clock.bank, clock.late) == (0.0, 1)


def test_rows_of_a_batch_that_took_too_long_are_the_fallbacks() -> None:
    out = io.StringIO()
    errors, bot = BotErrors(out=out), SlowInColumns()
    boards = play_boards(RULES, [bytes(32)], bot, [RandomBot] * 3, errors, None, Time(5.0, 2.0), HOURS)
    (games,) = boards
    assert bot.left[:4] == [7_000_000] * 4
    late = sum(outcome.infractions for outcome in bot.outcomes)
    assert 0 < late < len(bot.left)
    assert errors.kinds == {"late": late}
    assert "6.00 s are too long: a move has 5 s, and the bank had 0.00 s" in out.getvalue()
    assert len(games) == len(bot.outcomes) == 4


def test_the_command_has_the_clock_and_ends_with_one(tmp_path: Path) -> None:
    body = ("def bid(self, view):", "    time.sleep(0.02)", "    return 3")
    path = write_bot(tmp_path / "mine.py", *body, before="import time\n")
    words = (path, "--local", "spades-3", "--boards", "1")
    done = program(*words, "--move-time", "0.01", "--bank", "0")
    assert done.returncode == 1
    assert re.search(r" errors \(\d+ late\)\n", done.stdout)
    assert "are too long: a move has 0.01 s" in done.stderr
    assert program(*words).returncode == 0
    wrong = program(*words, "--move-time", "0")
    assert wrong.returncode == 2
    assert "0 is not a number from 0.001 to 3600.0" in wrong.stderr


def test_progress_is_a_plain_line_now_and_then(capsys: Any) -> None:
    progress = Progress(5, HOURS)
    for _ in range(5):
        HOURS.now += PROGRESS_INTERVAL / 2
        progress.played()
    assert capsys.readouterr().err == "game 2 of 5\ngame 4 of 5\n"
