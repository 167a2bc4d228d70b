"""`python -m bots new`: write the project of a new bot."""

import re
import sys
from keyword import iskeyword
from pathlib import Path

from bots.new.writing import HOUSE_FOLDER, module_of, write_project
from bots.sdk.bot.parsing import Parser, UserError
from bots.sdk.practice.local import HOUSE, UnknownOpponentError

DESCRIPTION = "Write a folder NAME with a bot that answers every kind of decision, its test, a manifest and a README."
TAKEN = ("arena", "bots", "workers", "grpc", "google", "pytest", "test", HOUSE_FOLDER)
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def command(words: list[str]) -> int:
    """Write the project of a new bot; return 0. Raises `UserError` if the bot's name is invalid or taken."""
    parser = Parser("arena bot new", DESCRIPTION)
    parser.add_argument("name", metavar="NAME", help="name of the bot and its folder: at most 40 of a-z 0-9 _ -")
    source = f"house bot ({', '.join(HOUSE)}), or Python file that ends in run(MyBot), to copy"
    parser.add_argument("--from", dest="source", metavar="BOT", default="", help=source)
    asked = parser.read(words)
    name = asked.name
    if not NAME.fullmatch(name):
        raise UserError(f"{name!r} is not a name for a bot; give 1 to 40 of a-z 0-9 _ -, a letter first")
    if ":" in asked.source:
        raise UserError(
            f"--from {asked.source[:80]!r} has a budget; give the name alone, and --budget when you run the bot"
        )
    module = module_of(name)
    if module in TAKEN or module in sys.stdlib_module_names or iskeyword(module):
        raise UserError(f"{name!r} is a module or a keyword of Python; choose another name")
    try:
        written = write_project(Path(name), asked.source)
    except UnknownOpponentError as problem:
        raise UserError(str(problem)) from None
    except FileExistsError:
        raise UserError(f"{name} exists already; choose another name, or run this in another folder") from None
    except OSError as error:
        raise UserError(f"{name}: {error.strerror}") from None
    print("\n".join(map(str, written)))
    print(f"next: cd {name} && python {module}.py --local spades-4", file=sys.stderr)
    return 0
