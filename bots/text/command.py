"""`python -m bots text`: play a program that speaks the text protocol as a bot."""

import asyncio
import shlex
import sys
from typing import Final

from bots.sdk.bot.parsing import UserError
from bots.sdk.seats.errors import TEXT_PROGRAM
from bots.sdk.start import run
from bots.sdk.streams.build import build_of_files
from bots.sdk.text.bot import text_bot
from bots.sdk.text.program import Program

DESCRIPTION: Final = """Usage: arena bot text COMMAND [OPTIONS]

  Seat a text program. COMMAND is one word of the shell, and is started once for each seat.
  It reads lines, and answers each question with a line: docs/reference/text-seat.md.
  OPTIONS are those of a bot: python -m bots.house.simple --help. Examples:

  arena bot text './bot.sh --fast' --local spades-4
  arena bot text ./bot.sh --arena HOST:PORT --token @FILE
"""


def command(words: list[str]) -> int:
    """Run the program as a bot, which ends with `SystemExit`. Raises `UserError` if the program cannot run."""
    if words[:1] in (["-h"], ["--help"]):
        print(DESCRIPTION)
        return 0
    if not words or words[0].startswith("-"):
        raise UserError("no command is given; put it first, as in arena bot text './bot.sh --fast' --local spades-4")
    program = Program(words[0])
    try:
        asyncio.run(program.greet())
        build = [] if any(word.startswith("--build") for word in words) else ["--build", build_of_files(program.words)]
        sys.argv = [f"{TEXT_PROGRAM}{shlex.quote(words[0])}", *words[1:], *build]
        run(text_bot(program))
    finally:
        program.close()
    return 0
