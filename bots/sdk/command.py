"""`run`: the one way to start a bot, whatever it is to do."""

import argparse
import os
import sys
import traceback
from typing import Final

from arena.rules import KIND_NAMES, RulesError, UnknownVariant, find
from arena.wire.address import BadAddress, address_for_secrets
from arena.wire.problems import Malformed
from bots.sdk.answers import NoAnswer, action_of
from bots.sdk.bot import Bot
from bots.sdk.client import serve
from bots.sdk.faults import BotFailed, Faults
from bots.sdk.parsing import Parser, UserError, number
from bots.sdk.practice import practise, rated_rules
from bots.sdk.replay import unpacked_decision
from bots.sdk.stream import Stopped, Unreachable
from bots.sdk.view import View

FAILED: Final = 1
USER_ERROR: Final = 2
MOST_SEATS: Final = 4096


def run(bot: type[Bot]) -> None:
    """Do what the command line says with this bot; does not return.

    Raises:
        SystemExit: 0, or 1 when the bot failed (`--strict`, `--replay`), or 2 after one line that says what was wrong.
    """
    try:
        failed = _run(bot, _parser(bot).parse_args())
    except (UserError, BadAddress, RulesError, Malformed, Unreachable, Stopped) as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(USER_ERROR) from None
    except BotFailed:
        raise SystemExit(FAILED) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    raise SystemExit(FAILED if failed else 0)


def _run(bot: type[Bot], given: argparse.Namespace) -> bool:
    """True when a replayed decision fails."""
    for variant in bot.variants:
        find(variant)
    if given.replay is not None:
        return _replay(bot, given.replay)
    faults = Faults(given.strict)
    if given.local is not None:
        _local(bot, given, faults)
    else:
        given_addresses = ",".join(given.arena or [os.environ["ARENA_SERVER"]])
        addresses = [address_for_secrets(text, given.ca) for text in given_addresses.split(",")]
        serve(bot, addresses, _token(given.token), given.max_seats, faults)
    return False


def _local(bot: type[Bot], given: argparse.Namespace, faults: Faults) -> None:
    find(given.local)
    if given.local not in bot.variants:
        raise UnknownVariant(f"{bot.__name__} does not play {given.local}: it plays {', '.join(bot.variants)}")
    print(practise(bot, rated_rules(given.local, given.preset), given.boards, given.seed, faults))


def _replay(bot: type[Bot], text: str) -> bool:
    """Ask one decision again. True when the bot fails at it."""
    decision = unpacked_decision(text)
    view = View(decision.rules, decision.seat)
    for event in decision.events:
        view.observe(event)
    view.core.legal = decision.legal
    print(view)
    try:
        answer = bot().answer(view)
        legal = decision.legal.allows(action_of(decision.legal.kind, answer))
    except NoAnswer as error:
        print(error)
        return True
    except Exception:
        traceback.print_exc()
        return True
    print(f"{KIND_NAMES[decision.legal.kind]}: {answer!r}" + ("" if legal else " is not legal"))
    return not legal


def _token(given: str | None) -> str:
    """The token; never printed."""
    token = given or os.environ.get("ARENA_TOKEN", "")
    if not token:
        raise UserError("no token: give $ARENA_TOKEN or --token; `arena bot register` prints it")
    if not token.isascii() or not token.isprintable() or " " in token:
        raise UserError("the token has characters that no token has: give it as `arena bot register` printed it")
    return token


def _parser(bot: type[Bot]) -> Parser:
    parser = Parser(description=(bot.__doc__ or bot.__name__).strip().splitlines()[0])
    what = parser.add_mutually_exclusive_group(required="ARENA_SERVER" not in os.environ)
    what.add_argument(
        "--arena",
        metavar="HOST:PORT",
        action="append",
        help="play at this arena ($ARENA_SERVER), grpcs://HOST:PORT where it has TLS; its other gateways too: with"
        " commas between, or --arena again",
    )
    what.add_argument("--local", metavar="VARIANT", help="play boards against the random bot here, without an arena")
    what.add_argument("--replay", metavar="LINE", help="ask one decision again, from what the kit printed")
    parser.add_argument("--ca", metavar="FILE", help="who signed the arena's certificate (PEM); also $ARENA_TLS_CA")
    parser.add_argument("--token", help="the bot's token; better in $ARENA_TOKEN, which other users cannot see")
    parser.add_argument(
        "--max-seats",
        type=number(1, MOST_SEATS),
        default=16,
        metavar="N",
        help="seats held at once (16)",
    )
    parser.add_argument("--boards", type=number(1, 100_000), default=20, metavar="N", help="--local: boards (20)")
    parser.add_argument("--seed", type=number(0, 2**63), default=0, metavar="N", help="--local: of the deals (0)")
    parser.add_argument("--preset", metavar="NAME", help="--local: a preset of the variant")
    parser.add_argument("--strict", action="store_true", help="stop at the first fault, with exit code 1")
    return parser
