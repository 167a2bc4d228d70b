"""`python -m bots new`: write `project/` under the new bot's names."""

import re
import sys
from importlib.resources import files
from keyword import iskeyword
from pathlib import Path

from arena.rules import VARIANTS
from bots.sdk.bot.parsing import Parser, UserError

DESCRIPTION = "Write a folder NAME with a bot that answers every kind of decision, its test, a manifest and a README."
TAKEN = ("arena", "bots", "workers", "grpc", "google", "pytest", "test")
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def command(words: list[str]) -> int:
    """Write the project. Raises `UserError` if the name is wrong or taken."""
    parser = Parser("arena bot new", DESCRIPTION)
    parser.add_argument("name", metavar="NAME", help="a-z 0-9 _ -, at most 40; the folder's name too")
    name = parser.read(words).name
    if not NAME.fullmatch(name):
        raise UserError(f"{name!r} is no bot's name: accepted are 1 to 40 of a-z 0-9 _ -, a letter first")
    module = name.replace("-", "_")
    if module in TAKEN or module in sys.stdlib_module_names or iskeyword(module):
        raise UserError(f"{name!r} is the name of a module or a word of Python: take another one")
    folder = Path(name)
    try:
        folder.mkdir()
        written = [_write(folder, file, text) for file, text in _files(name, module)]
    except FileExistsError:
        raise UserError(f"{folder} is there already: take another name, or another folder to work in") from None
    except OSError as error:
        raise UserError(f"{folder}: {error.strerror}") from None
    print("\n".join(written))
    print(f"next: cd {name} && python -m bots run {module}.py --variant spades-4", file=sys.stderr)
    return 0


def _files(name: str, module: str) -> list[tuple[str, str]]:
    """Return the names and texts of the project's files."""
    class_name = "".join(word.capitalize() for word in module.split("_"))
    templates = files("bots.new").joinpath("project").iterdir()
    texts = [(file.name.removesuffix(".txt"), file.read_text("utf-8")) for file in templates]
    variants = "\n".join(f'    "{variant}",' for variant in VARIANTS)
    texts = [(file, text.replace('["EVERY_VARIANT"]', f"[\n{variants}\n]")) for file, text in texts]
    named = [(file.replace("my_bot", module), text.replace("my_bot", module)) for file, text in texts]
    return sorted((file, text.replace("MyBot", class_name).replace("my-bot", name)) for file, text in named)


def _write(folder: Path, file: str, text: str) -> str:
    path = folder / ("." + file if file == "gitignore" else file)
    path.write_text(text, encoding="utf-8")
    return str(path)
