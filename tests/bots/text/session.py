"""A session of the shell bot, as its page shows it; `python -m tests.bots.text.session` writes it anew."""

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from unittest.mock import patch

from arena.rules import Game, configure, new_game
from bots.sdk.text.game import TextGame
from bots.sdk.text.process import Process
from bots.sdk.text.program import Program
from bots.sdk.text.words import action_of_word
from tests.programs import ROOT

PAGE: Final = ROOT / "docs" / "reference" / "text-seat.md"
SHELL: Final = ROOT / "bots" / "examples" / "shell" / "bot.sh"
RULES: Final = configure("spades-3", options={"format": {"kind": "hands", "count": 1}})
SEED: Final = b"a session of the shell bot      "
SHOWN: Final = 5  # questions at the start, and one at the end


def written() -> str:
    """Return the page with the session as it is now."""
    page = PAGE.read_text()
    return re.sub(r"(?s)(```text\n).*?(```)", lambda found: found[1] + session() + found[2], page, count=1)


def session() -> str:
    """Return the lines of a game of one hand: `>` what the bot is told, `<` what it answers."""
    lines = asyncio.run(_recorded())
    asked = [at for at, line in enumerate(lines) if line.startswith("> ?")]
    cut = asked[SHOWN - 1] + 2, asked[-2] + 2
    return "\n".join([*lines[: cut[0]], "  ...", *lines[cut[1] :]]) + "\n"


async def _recorded() -> list[str]:
    heard: list[str] = []
    ask, tell = Process.ask, Process.tell

    async def asked(process: Process, lines: Sequence[str], seconds: float) -> str:
        answer = await ask(process, lines, seconds)
        heard.extend([*(f"> {_in_time(line)}" for line in lines), f"< {answer}"])
        return answer

    async def tell_recorded(process: Process, lines: Sequence[str], seconds: float = 1.0) -> None:
        heard.extend(f"> {line}" for line in lines)
        await tell(process, lines, seconds)

    program = Program(str(SHELL))
    with patch.object(Process, "ask", asked), patch.object(Process, "tell", tell_recorded):
        try:
            await _play(new_game(RULES, SEED), TextGame.at_seat(program, RULES, 0))
        finally:
            program.close()
    return [*heard, "> quit"]


def _in_time(line: str) -> str:
    """Return a question as if it had taken no time."""
    return re.sub(r"^(\? \d+ \w+) \d+ \d+", r"\1 5000 60000", line)


async def _play(game: Game, seat: TextGame) -> None:
    """Let the bot play seat 0, and the fallback the others."""
    while not game.is_over:
        legal = game.legal()
        if game.to_act or legal.single >= 0:
            game.apply(game.fallback())
            continue
        seat.hear(game.events(0, len(seat.view.events)))
        game.apply(action_of_word(legal.kind, await seat.ask(legal, 5.0, 60.0)))
    seat.hear(game.events(0, len(seat.view.events)))
    result = game.result()
    await seat.end(result.ranks[0], result.scores[0], result.ended, 0)


if __name__ == "__main__":
    Path(PAGE).write_text(written())
