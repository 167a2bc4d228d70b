"""Run a bot by its command line: at an arena, locally, as a text program, or on stored decisions."""

import argparse
import importlib.util
import json
import shlex
import sys
from pathlib import Path
from typing import Final

from arena.distribution import install_command
from arena.files import READER_GONE, drop_output
from arena.rules import RulesError, find
from arena.rules.replays.place import read_place
from arena.wire.address import AddressError
from arena.wire.login import find_login
from arena.wire.refusals import MalformedError
from arena.wire.token import TokenError
from bots.sdk.bot.parsing import USER_ERROR, Parser, UserError, number, print_error
from bots.sdk.packs.questions import Question, question_at
from bots.sdk.packs.replaying import ask, replay_packs
from bots.sdk.practice.local import BudgetError, with_budget
from bots.sdk.practice.practice import add_options, document, format_results, opponent, practise, read_options
from bots.sdk.practice.spelling import KITS, find_misspelt
from bots.sdk.seats.diary import MB, Diary, Log, ask_again, record_in, records_in, text_of, view_of
from bots.sdk.seats.errors import BotErrors, BotFailedError
from bots.sdk.seats.pace import HungError
from bots.sdk.seats.replay import unpack_decision
from bots.sdk.streams.build import build_of_main, check_build_name
from bots.sdk.streams.client import serve
from bots.sdk.streams.stream import StoppedError, UnreachableError
from bots.sdk.text.serving import serve_text
from bots.sdk.vector.bot import BotClass, VectorBot

FAILED: Final = 1
MAX_SEATS: Final = 16_384
ARRAYS: Final = ("numpy", "librt")  # packages that only a vector bot needs


def start(bot: BotClass) -> None:
    """Run *bot*, a bot class, with the options of the command line. Always raises `SystemExit`."""
    try:
        if not isinstance(bot, type):
            raise UserError(f"run got an object of {type(bot).__name__}; give the class: run({type(bot).__name__})")
        if not issubclass(bot, KITS):
            raise UserError(f"run got {bot.__name__}, which is not a bot; derive it: class {bot.__name__}(Bot)")
        given = _parser(bot).read()
        failed = _run(_with_budget(bot, given.budget), given)
    except (UserError, AddressError, TokenError, RulesError, MalformedError, UnreachableError, StoppedError) as error:
        print_error(error)
        raise SystemExit(USER_ERROR) from None
    except (BotFailedError, HungError) as failure:
        if str(failure):
            print_error(failure)
        raise SystemExit(FAILED) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        drop_output()
        raise SystemExit(READER_GONE) from None
    raise SystemExit(FAILED if failed else 0)


def _run(bot: BotClass, given: argparse.Namespace) -> bool:
    _check_class(bot)
    if given.packs is not None:
        other = None if given.against is None else opponent(given.against)
        replayed = replay_packs(bot, Path(given.packs), other)
        if given.as_json:
            summary = {"packs": replayed.packs, "decisions": replayed.decisions, "errors": replayed.errors}
            print(json.dumps(summary | {"changed": [each._asdict() for each in replayed.changed]}, ensure_ascii=False))
        else:
            print("\n".join([*map(str, replayed.changed), replayed.summary()]))
        return replayed.errors > 0
    if given.replay is not None:
        return _ask_again(bot, given)
    for line in find_misspelt(bot):
        print(line, file=sys.stderr, flush=True)
    errors = BotErrors(given.strict)
    try:
        diary = Diary(None if given.log is None else Log(Path(given.log), given.log_limit * MB))
    except OSError as error:
        raise UserError(f"--log {given.log}: {error.strerror}") from None
    if given.as_text:
        if issubclass(bot, VectorBot):
            raise UserError(f"{bot.__name__} is a VectorBot, and --text asks one decision at a time")
        serve_text(bot, errors, diary, sys.stdin, sys.stdout)
        return errors.count > 0
    if given.local is not None:
        _play_locally(bot, given, errors, diary)
        return errors.count > 0
    login = find_login(",".join(given.arena or ()), given.ca, given.token, is_bot=True)
    if not login.server:
        raise UserError(
            "no arena is known; run `python -m bots login HOST:PORT` once, or play here with --local VARIANT"
        )
    if not login.token:
        raise UserError("no token is given; run `python -m bots login`, set ARENA_TOKEN, or give --token @FILE")
    build = build_of_main() if given.build is None else check_build_name(given.build)
    serve(bot, login.addresses, login.token, given.max_seats, errors, diary, build)
    return False


def _with_budget(bot: BotClass, budget: str | None) -> BotClass:
    try:
        return bot if budget is None else with_budget(bot, budget)
    except BudgetError as bad:
        raise UserError(f"--{bad}") from None


def _check_class(bot: BotClass) -> None:
    names: object = bot.variants
    if not isinstance(names, tuple | list) or not names or not all(isinstance(name, str) for name in names):
        raise UserError(f"{bot.__name__}.variants is {names!r}; give names in a tuple, as in ('spades-4',)")
    for name in names:
        find(name)
    for package in ARRAYS if issubclass(bot, VectorBot) else ():
        if importlib.util.find_spec(package) is None:
            install = install_command("vector")
            raise UserError(f"{bot.__name__} is a VectorBot and {package} is not installed: {install}")


def _ask_again(bot: BotClass, given: argparse.Namespace) -> bool:
    """Ask the bot the decision of `--replay` again, from a log or a record; return whether the bot fails."""
    log, _, line = given.replay.rpartition(":")
    if issubclass(bot, VectorBot) and line.isdecimal() and Path(log).is_file():
        return _ask_batch_again(bot, given.replay, given.record)
    if given.record is not None:
        place = read_place(given.replay)
        return _ask_recorded(bot, question_at(record_in(given.record, place), place))
    if issubclass(bot, VectorBot):
        return _ask_batch_again(bot, given.replay, None)
    return ask_again(bot, unpack_decision(text_of(given.replay)))


def _ask_recorded(bot: BotClass, question: Question) -> bool:
    if issubclass(bot, VectorBot):
        print(view_of(question.decision))
        answered = ask(bot, question)
        print(answered.error or question.describe(answered.action or 0))
        failed = answered.action is None
    else:
        failed = ask_again(bot, question.decision)
    by = f"the fallback: {question.why}" if question.why else f"seat {question.decision.seat}"
    print(f"{question.place} in the game: {question.describe(question.kept)} ({by})")
    return failed


def _ask_batch_again(bot: type[VectorBot], given: str, record: str | None) -> bool:
    """Ask a logged batch again, print the places of its rows in *record*, and return whether the bot fails."""
    from bots.sdk.vector.log import ask_again as ask_batch_again
    from bots.sdk.vector.log import format_places, unpack_batch

    text = text_of(given)
    lines, failed = ask_batch_again(bot, text)
    print("\n".join(lines))
    if record is not None:
        print("\n".join(format_places(unpack_batch(text), records_in(record))))
    return failed


def _play_locally(bot: BotClass, given: argparse.Namespace, errors: BotErrors, diary: Diary) -> None:
    practice = practise(bot, read_options(given.local, given), errors, diary)
    if given.as_json:
        print(json.dumps(document(practice, diary), ensure_ascii=False))
        return
    print(format_results(practice), flush=True)
    print("\n".join(diary.format_times()), file=sys.stderr)  # standard error, because times differ between runs
    has_match = importlib.util.find_spec("click") is not None  # the base install has no `arena match`
    if has_match and sys.argv[0].endswith(".py") and getattr(sys.modules["__main__"], "__spec__", None) is None:
        words = ["arena", "match", sys.argv[0], *practice.wishes.against, "--variants", practice.wishes.variant]
        print(f"errors are standard errors; for a verdict: {shlex.join(words)}", file=sys.stderr)


def _parser(bot: BotClass) -> Parser:
    parser = Parser(description=(bot.__doc__ or bot.__name__).strip().splitlines()[0])
    parser.epilog = "Without --arena, --ca and --token, $ARENA_SERVER or `python -m bots login` says where to connect."
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--arena",
        metavar="HOST:PORT",
        action="append",
        help="address of the arena, grpcs://HOST:PORT with TLS; repeat it for more gateways",
    )
    what.add_argument("--local", metavar="VARIANT", help="variant to play against house bots in this process")
    what.add_argument(
        "--text",
        dest="as_text",
        action="store_true",
        help="speak the text protocol (docs/reference/text-seat.md) on standard input and output",
    )
    what.add_argument(
        "--replay",
        metavar="TEXT",
        help="decision to ask again: text that the kit printed, LOG:LINE, or GAME:HAND:DECISION with --record",
    )
    what.add_argument(
        "--packs", metavar="FOLDER", help="folder of packs (saved decisions) to ask again; prints changed answers"
    )
    parser.add_argument(
        "--record", metavar="FILE", help="records for --replay: JSON Lines, - for standard input, or a game as one line"
    )
    parser.add_argument("--ca", metavar="FILE", help="PEM file of the certificate authority (default $ARENA_TLS_CA)")
    parser.add_argument(
        "--token", help="the bot's token, or @FILE (default $ARENA_TOKEN); other users can read a command line"
    )
    parser.add_argument(
        "--max-seats", type=number(1, MAX_SEATS), default=16, metavar="N", help="seats to play at once (default 16)"
    )
    parser.add_argument("--build", metavar="TEXT", help="name of the build (default a hash of the files)")
    parser.add_argument("--budget", metavar="N|Nms", help="playouts or time per decision of a searching bot")
    parser.add_argument("--strict", action="store_true", help="stop at the first error, with exit code 1")
    add_options(parser)
    return parser
