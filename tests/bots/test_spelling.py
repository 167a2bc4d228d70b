from pathlib import Path

import pytest

from bots.house.simple import SimpleBot
from bots.sdk import AsyncBot, Bot, VectorBot, View
from bots.sdk.practice.spelling import find_misspelt
from bots.sdk.vector.bot import BotClass
from tests.programs import program

TEXT = """from bots.sdk import Bot, run


class Typo(Bot):
    def plya(self, view):
        return view.legal[0]


if __name__ == "__main__":
    run(Typo)
"""
SAID = "warning: Typo.plya is never called: did you mean play?"


class Near(SimpleBot):
    def plya(self, view: View) -> object:
        return view.legal[0]

    def throwin(self, view: View) -> str:
        return "play_on"


class Far(Bot):
    def plays(self, view: View) -> str:
        return str(view.legal[0])

    def strength(self, view: View) -> int:
        return len(view.hand)

    def bid(self, view: View) -> int:
        return sorted([self.bids(view) for _ in range(2)])[0]

    def bids(self, view: View) -> int:
        return self.strength(view)

    def play(self, view: View) -> str:
        return "AS"


class Waits(AsyncBot):
    async def gameover(self, view: View) -> None: ...


class Rows(VectorBot):
    def deicde(self, batch: object) -> None: ...


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (
            Near,
            ["Near.plya is never called: did you mean play?", "Near.throwin is never called: did you mean throw_in?"],
        ),
        (Far, []),
        (Waits, ["Waits.gameover is never called: did you mean game_over?"]),
        (Rows, ["Rows.deicde is never called: did you mean decide?"]),
        (SimpleBot, []),
    ],
)
def test_misspelt_method_names_are_reported(bot: BotClass, words: list[str]) -> None:
    assert find_misspelt(bot) == [f"warning: {line}" for line in words]


def test_run_and_check_say_so(tmp_path: Path) -> None:
    (tmp_path / "typo.py").write_text(TEXT)
    done = program("typo.py", "--local", "spades-4", "--boards", "1", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.splitlines()[0] == SAID
    done = program("-m", "bots", "check", "typo.py", "--only", "hello", "--variants", "spades-4", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert SAID in done.stdout
