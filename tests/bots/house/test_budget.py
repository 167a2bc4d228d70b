import subprocess
import sys

import pytest

from bots.house.search import SearchBot
from bots.sdk import Bot
from bots.sdk.practice.local import BudgetError, UnknownOpponentError, house_bot, with_budget


class Thinker(Bot):
    playouts = 200
    ms = 0


def test_a_budget_is_playouts_or_milliseconds() -> None:
    assert with_budget(Thinker, "50").playouts == 50
    assert with_budget(Thinker, "100ms").ms == 100
    assert (Thinker.playouts, Thinker.ms) == (200, 0)
    assert with_budget(Thinker, "50").__module__ == Thinker.__module__


@pytest.mark.parametrize("budget", ["", "0", "-1", "1.5", "10s", "1000001", "200 ", "ms"])
def test_other_budgets_are_refused(budget: str) -> None:
    with pytest.raises(BudgetError, match="give a number of playouts, as in 200, or a time, as in 100ms"):
        with_budget(Thinker, budget)


def test_a_house_bot_is_named_with_its_budget() -> None:
    search = house_bot("search:50")
    assert issubclass(search, SearchBot)
    assert search.playouts == 50
    assert search.__module__ == "bots.house.search"
    for word, why in (("simple:50", "takes no budget"), ("search:fast", "is not valid"), ("search:", "is not valid")):
        with pytest.raises(UnknownOpponentError, match=why):
            house_bot(word)


def test_a_program_takes_its_budget_and_refuses_what_it_has_not() -> None:
    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, check=False)

    played = run("bots.house.search", "--budget", "1", "--local", "pinochle-two-handed", "--boards", "1")
    assert played.returncode == 0, played.stderr
    refused = run("bots.house.simple", "--budget", "2", "--local", "spades-4")
    assert refused.returncode == 2
    assert refused.stderr == "error: --budget 2: SimpleBot takes no budget of playouts; leave it out\n"
