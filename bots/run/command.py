"""`python -m bots run`: run a bot's file with the option `--local`."""

import sys
from pathlib import Path

from bots.sdk.bot.parsing import Parser, UserError
from bots.sdk.practice.loading import run_file
from bots.sdk.practice.practice import add_log_options, add_options

DESCRIPTION = "Play a bot against house bots in this process, without a server. Same as FILE --local VARIANT."


def command(words: list[str]) -> int:
    """Run the bot's file, which ends with `SystemExit`. Raises `UserError` if the file cannot run."""
    whole = _parser()
    add_options(whole)
    whole.add_argument("--strict", action="store_true", help="stop at the first error, with exit code 1")
    add_log_options(whole)
    whole.read(words)
    given, options = _parser(add_help=False).parse_known_args(words)
    if not given.file.endswith(".py") or not Path(given.file).is_file():
        raise UserError(f"{given.file} is not a Python file; give a file NAME.py that ends in run(MyBot)")
    sys.argv = [given.file, "--local", given.variant, *options]
    sys.path.insert(0, str(Path(given.file).resolve().parent))
    run_file(given.file)
    raise UserError(f"{given.file} does not call run(MyBot); add the call at its end")


def _parser(add_help: bool = True) -> Parser:
    parser = Parser("arena bot run", DESCRIPTION, add_help)
    parser.add_argument("file", metavar="FILE", help="Python file that ends in run(MyBot)")
    parser.add_argument("--variant", required=True, metavar="VARIANT", help="variant (`arena variants` lists them)")
    return parser
