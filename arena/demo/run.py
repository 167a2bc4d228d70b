"""Run `arena demo`: start a service and bots, play or continue tournaments, print the results, and stop."""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from math import ceil, comb
from typing import Final

from arena.cli.pages import fetch_all
from arena.cli.service import Service
from arena.cli.terminal.printing import note, waiting
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.watching import show_progress
from arena.demo.bots import DEMO_BOTS, field_of, process_of, register
from arena.demo.report import report
from arena.local.problems import CrashLoopError
from arena.local.supervisor import Supervisor
from arena.local.up import Arena, heed_signals, ignore_signals, log_line
from arena.rules import UnknownVariantError, find, sides_of
from arena.wire.address import parse_address
from arena.wire.gen import tournaments_pb2 as pb
from arena.wire.gen.accounts_pb2 import Bot, ListBotsRequest, ListBotsResponse
from arena.wire.gen.running_pb2 import StartTournamentRequest

INTERRUPTED = 130
POLL_INTERVAL = 1.0  # seconds
CONNECT_INTERVAL = 0.2  # seconds between two looks at which bots are connected
NAME: Final = "demo-"


def demo(variants: Sequence[str], boards: int) -> int:
    """Play a tournament of *variants* and print its results; return the exit code: 0, or 130 if interrupted.

    Interrupted tournaments of earlier runs are finished first. If one of them has the same variants, no new tournament
    is started. *boards*: how many each bot plays at least, over all variants. Raises `Refusal`, `StartError`.
    """
    request_of(NAME, [*DEMO_BOTS], variants, boards)  # refuses unknown variants before anything is started
    heed_signals()
    with ExitStack() as running:
        try:
            _run(running, variants, boards)
        except KeyboardInterrupt:
            note("stopping; the next demo continues from here")
            return INTERRUPTED
        finally:
            ignore_signals()
    return 0


def _run(running: ExitStack, variants: Sequence[str], boards: int) -> None:
    bots = Supervisor(log_line)
    running.callback(bots.stop)  # runs after the arena has stopped, as a stopping worker may wait for a bot's answer
    stays = sys.stdin.isatty() and sys.stdout.isatty()
    with _part("starting Postgres, Valkey, the gateway and two workers"):
        arena = running.enter_context(Arena(workers=2, with_page=stays, port=None))
    service = Service(parse_address(arena.gateway), arena.operator_token, patient=True)
    tokens = register(service, arena.state)
    tournaments = tournaments_of(service, [*tokens], variants, boards)
    players = sorted({bot for each in tournaments for bot in each.bots})

    def meanwhile() -> None:
        arena.wait(0)
        if bots.failure is not None:
            raise CrashLoopError(bots.failure)

    with _part(f"starting {len(players)} bots, each a process that connects over gRPC"):
        bots.start([process_of(bot, tokens[bot], service, arena.state) for bot in players])
        while any(not bot.instances for bot in _bots(service) if bot.bot in players):
            meanwhile()
            time.sleep(CONNECT_INTERVAL)
    for each in tournaments:
        with service.people() as people:
            people.StartTournament(StartTournamentRequest(name=each.name), **service.call)
        show_progress(service, each.name, meanwhile, lines=1)
    report(service, tournaments[-1].name, arena)
    with suppress(KeyboardInterrupt):
        while stays:
            meanwhile()
            time.sleep(POLL_INTERVAL)


@contextmanager
def _part(doing: str) -> Iterator[None]:
    """Show the text *doing* during the block, then print it with the seconds taken."""
    began = time.monotonic()
    with waiting(doing):
        yield
    note(f"{doing}: {time.monotonic() - began:.0f} s")


def _bots(service: Service) -> Sequence[Bot]:
    return fetch_all(service, ListBotsResponse, ListBotsRequest()).bots


def request_of(name: str, bots: Sequence[str], variants: Sequence[str], boards: int) -> pb.CreateTournamentRequest:
    """Return a request for a tournament *name* in which each bot plays at least *boards*, equally many per variant.

    The number of line-ups that a bot is in depends on the seats at a table, so the variants get different weights.
    *bots*: all bots of the demo. Raises `Refusal` for an unknown variant, or one that is given twice.
    """
    try:
        sides = [sides_of(find(variant)) for variant in variants]
    except UnknownVariantError as problem:
        raise Refusal(str(problem)) from None
    if len(set(variants)) < len(variants):
        raise Refusal(f"--variants {','.join(variants)} names a variant twice; remove one")
    field = field_of(bots, max(sides))
    each = [ceil(boards / len(variants) / comb(len(field) - 1, count - 1)) for count in sides]
    line_ups = [comb(len(field), count) for count in sides]
    weights = [need * count for need, count in zip(each, line_ups, strict=True)]
    # The arena rounds to whole boards for each line-up, so half a board less than `each` is enough.
    mean = ceil(sum(weights) / sum(line_ups) * (1 - 0.5 / max(each)))
    choices = [pb.VariantChoice(variant=name, weight=weight) for name, weight in zip(variants, weights, strict=True)]
    return pb.CreateTournamentRequest(
        name=name, variants=choices, bots=field, boards=mean, pool="trust", allow_same_owner=True
    )


def tournaments_of(service: Service, bots: list[str], variants: Sequence[str], boards: int) -> list[pb.Tournament]:
    """Return the tournaments to play: those that earlier demos left, and last one of *variants*, created if missing.

    *bots*: the demo's bots, as "name@version".
    """
    answer = fetch_all(service, pb.ListTournamentsResponse, pb.ListTournamentsRequest())
    demos = [line for line in answer.tournaments if line.name.startswith(NAME)]
    left = [line for line in demos if line.state not in ("finished", "cancelled") and {*line.bots} <= {*bots}]
    left.sort(key=lambda line: list(line.variants) == list(variants))
    if not left or list(left[-1].variants) != list(variants):
        request = request_of(f"{NAME}{len(demos) + 1}", bots, variants, boards)
        with service.people() as people:
            left.append(people.CreateTournament(request, **service.call).tournament)
    return left
