"""`python -m bots run`: the file is run as itself, with `--local` and the options given here."""

import runpy
import sys
from pathlib import Path

from bots.sdk.parsing import Parser, UserError
from bots.sdk.practice import add_options

DESCRIPTION = "Play a bot against house bots in this process: no server, no token. As FILE --local VARIANT."


def command(words: list[str]) -> int:
    """The exit code of the bot's own `run`. `UserError`: there is no such file, it is no Python, or it runs no bot."""
    whole = _parser()
    add_options(whole)
    whole.add_argument("--strict", action="store_true", help="stop at the first fault, with exit code 1")
    whole.add_argument("--log", metavar="FILE", help="append each decision, as a line of JSON, which replays it")
    whole.read(words)
    given, options = _parser(add_help=False).parse_known_args(words)
    if not Path(given.file).is_file():
        raise UserError(f"{given.file}: accepted is a Python file that ends in run(MyBot)")
    sys.argv = [given.file, "--local", given.variant, *options]
    sys.path.insert(0, str(Path(given.file).resolve().parent))
    try:
        runpy.run_path(given.file, run_name="__main__")
    except SyntaxError as error:
        raise UserError(_told(error)) from None
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    raise UserError(f"{given.file} came to its end without run(MyBot)")


def _told(error: SyntaxError) -> str:
    """The author's line, of the file or of one that it imports; our frames are none of its business."""
    return f"{error.filename}:{error.lineno}: {error.msg}: {(error.text or '').strip()}"


def _parser(add_help: bool = True) -> Parser:
    parser = Parser("arena bot run", DESCRIPTION, add_help)
    parser.add_argument("file", metavar="FILE", help="a Python file that ends in run(MyBot)")
    parser.add_argument("--variant", required=True, metavar="VARIANT", help="what to play; `arena variants` lists them")
    return parser
