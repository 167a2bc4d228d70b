"""Write the project folder of a new bot from templates."""

import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from arena.rules import VARIANTS
from bots.sdk.practice.loading import borrow_bot
from bots.sdk.practice.local import house_bot

HOUSE_FOLDER = "house"  # folder in the project for copied modules of a house bot
CRAFT = "craft"  # subfolder of HOUSE_FOLDER with the methods of `expert`
ALL_OF_IT = "`my_bot.py` is all of it"  # sentence in the README template, for a bot of one file
BARE_RUN = re.compile(r"^run\(", re.MULTILINE)  # a call that would run when the project's test imports the file
FOR_PEOPLE = "asking.py"  # this module serves tables with people, so it is not copied


def module_of(name: str) -> str:
    """Return the Python module name of the bot called *name*."""
    return name.replace("-", "_")


def write_project(folder: Path, source: str = "", variants: Sequence[str] = tuple(VARIANTS)) -> list[Path]:
    """Create *folder* with a bot named like the folder; return the paths of the written files.

    *source*: a house bot, whose modules are copied, or the Python file of a bot; "" makes a short bot in one file.
    *variants*: the variants in the manifest, except of a file's bot, which names its own. Raises
    `UserError`, `UnknownOpponentError`, `FileExistsError` and `OSError`.
    """
    if source.endswith(".py"):
        bot = borrow_bot(source, "--from")
        texts = _texts(folder.name, "", bot.variants, bot.__name__)
        text = Path(source).read_text(encoding="utf-8")
        texts[f"{module_of(folder.name)}.py"] = BARE_RUN.sub(r'if __name__ == "__main__":\n    \g<0>', text)
    else:
        texts = _texts(folder.name, source, variants)
    folder.mkdir()
    written = []
    for file, text in sorted(texts.items()):
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def _texts(name: str, house: str, variants: Sequence[str], class_name: str = "") -> dict[str, str]:
    module = module_of(name)
    class_name = class_name or "".join(word.capitalize() for word in module.split("_"))
    named = "\n".join(f'    "{variant}",' for variant in variants)
    templates = _templates("project")
    if house:
        templates |= _templates("from_house")
        templates["pyproject.toml"] = templates["pyproject.toml"].replace(
            "[tool.setuptools]\n",
            f'[tool.setuptools]\npackages = ["{HOUSE_FOLDER}", "{HOUSE_FOLDER}.{CRAFT}"]\n'
            f'package-data = {{"{HOUSE_FOLDER}.{CRAFT}" = ["*.json"]}}\n',
        )
        templates["README.md"] = templates["README.md"].replace(
            ALL_OF_IT, f"Its play is in `{HOUSE_FOLDER}/`, a copy of the house bot `{house}`; `my_bot.py` names it"
        )
    bot = house_bot(house) if house else None
    replaced = {
        '["EVERY_VARIANT"]': f"[\n{named}\n]",
        "my_bot": module,
        "MyBot": class_name,
        "my-bot": name,
        "HOUSE_MODULE": bot.__module__.rpartition(".")[2] if bot else "",
        "HouseBot": bot.__name__ if bot else "",
    }
    texts = {}
    for file, text in templates.items():
        for old, new in replaced.items():
            text = text.replace(old, new)
        texts[file.replace("my_bot", module)] = text
    return texts | (_house_modules() if house else {})


def _templates(folder: str) -> dict[str, str]:
    templates = {file.name.removesuffix(".txt"): file for file in files("bots.new").joinpath(folder).iterdir()}
    return {("." + name if name == "gitignore" else name): file.read_text("utf-8") for name, file in templates.items()}


def _house_modules() -> dict[str, str]:
    """Return the texts of the house bots' modules and data files, by path in the project; imports are adapted."""
    home = files("bots.house")
    templates = {file.name: file for file in home.iterdir() if file.name != FOR_PEOPLE}
    templates |= {f"{CRAFT}/{file.name}": file for file in home.joinpath(CRAFT).iterdir()}
    own = {path: file for path, file in templates.items() if path.endswith((".py", ".json"))}
    return {f"{HOUSE_FOLDER}/{path}": _adapt_imports(file.read_text("utf-8")) for path, file in own.items()}


def _adapt_imports(text: str) -> str:
    """Return the text of a house module that imports from the project, after the kit, instead of `bots.house`."""
    lines = text.replace("bots.house", HOUSE_FOLDER).splitlines(keepends=True)
    own = [line for line in lines if line.startswith(f"from {HOUSE_FOLDER}")]
    others = [line for line in lines if line not in own]
    kit = max((index for index, line in enumerate(others) if line.startswith("from bots.")), default=-1)
    return "".join([*others[: kit + 1], *(["\n"] if own else []), *own, *others[kit + 1 :]])
