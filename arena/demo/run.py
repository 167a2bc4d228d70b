"""Run `arena demo`: start a service and bots, play or continue tournaments, print the results, and stop."""

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from math import ceil, comb
from typing import Final

from arena.cli.bots.submitting import wait_until_admitted
from arena.cli.pages import fetch_all
from arena.cli.service import Service
from arena.cli.terminal.printing import note
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.watching import show_progress
from arena.demo.bots import FIELD, LIGHT, field_of, light_field_of, process_of, register, submit_house
from arena.demo.report import report
from arena.local.problems import CrashLoopError
from arena.local.supervisor import Supervisor
from arena.local.up import Arena, heed_signals, ignore_signals, log_line
from arena.rules import UnknownVariantError, find, sides_of
from arena.wire.address import parse_address
from arena.wire.gen import tournaments_pb2 as pb
from arena.wire.gen.running_pb2 import StartTournamentRequest

INTERRUPTED = 130
POLL_INTERVAL = 1.0  # seconds


def demo(variants: Sequence[str]) -> int:
    """Play a tournament of *variants* and print its results; return the exit code: 0, or 130 if interrupted.

    Interrupted tournaments of earlier runs are finished first. If one of them has the same variants, no new tournament
    is started. Raises `Refusal`, `StartError`.
    """
    request_of(NAME, [], variants)  # refuses unknown variants before anything is started
    heed_signals()
    with ExitStack() as running:
        try:
            _run(running, variants)
        except KeyboardInterrupt:
            note("stopping; the next demo continues from here")
            return INTERRUPTED
        finally:
            ignore_signals()
    return 0


def _run(running: ExitStack, variants: Sequence[str]) -> None:
    bots = Supervisor(log_line)
    running.callback(bots.stop)  # runs after the arena has stopped, as a stopping worker may wait for a bot's answer
    stays = sys.stdin.isatty() and sys.stdout.isatty()
    note("starting Postgres, Valkey, the gateway and two workers")
    arena = running.enter_context(Arena(workers=2, with_page=stays, with_runner=True, port=None))
    service = Service(parse_address(arena.gateway), arena.operator_token, patient=True)
    tokens = register(service, arena.state)
    note(f"starting {len(tokens)} bots, each a process that connects over gRPC")
    bots.start([process_of(bot, token, service, arena.state) for bot, token in tokens.items()])
    closed = []
    if arena.no_runner:
        note(f"no submitted bots play here: {arena.no_runner} (`arena doctor` says what to change)")
    else:
        note(f"submitting bots for {variants[0]}, which the arena runs, each seat in a confined process")
        closed = submit_house(service, variants[0])

    def meanwhile() -> None:
        arena.wait(0)
        if bots.failure is not None:
            raise CrashLoopError(bots.failure)

    name = begin_main(service, meanwhile, field_of(tokens), variants)
    others = begin_search(service, list(tokens), variants)
    show_progress(service, name, meanwhile)
    if closed:
        for bot in closed:
            wait_until_admitted(service, bot, meanwhile)
        about = f"{variants[0]} with {len(closed)} submitted bots, a new confined process for each seat and game"
        choices = [pb.VariantChoice(variant=variants[0])]
        others.append(_begin(service, _request(CLOSED, closed, choices, CLOSED_BOARDS, pool="closed"), about))
    for other in others:
        show_progress(service, other, meanwhile)
    report(service, name, arena.state.folder, others)
    if stays:
        for line in arena.addresses.lines():
            note(line)
        note(f"Look at all of it at {arena.page} until you press Ctrl-C.")
        with suppress(KeyboardInterrupt):
            while True:
                meanwhile()
                time.sleep(POLL_INTERVAL)


NAME: Final = "demo-"
CLOSED: Final = "closed-demo-"
SEARCH: Final = "search-demo-"
MIN_BOARDS: Final = 40  # boards that each bot plays at least in each variant
MIN_SEARCH_BOARDS: Final = 12  # boards that each bot plays at least in the tournament of the light search
CLOSED_BOARDS: Final = 20  # boards for each line-up of submitted bots
LONG: Final = ("pinochle-double-deck",)  # without a compiled core a search of its 20 tricks takes minutes


def request_of(name: str, bots: Sequence[str], variants: Sequence[str]) -> pb.CreateTournamentRequest:
    """Return a request for a tournament *name* in which each bot plays at least `MIN_BOARDS` boards per variant.

    The number of boards assumes that *bots* are the demo's field. The number of line-ups that a bot is in depends on
    the seats at a table, so the variants get different weights.
    Raises `Refusal` for an unknown variant, or one that is given twice.
    """
    try:
        sides = [sides_of(find(variant)) for variant in variants]
    except UnknownVariantError as problem:
        raise Refusal(str(problem)) from None
    if len(set(variants)) < len(variants):
        raise Refusal(f"--variants {','.join(variants)} names a variant twice; remove one")
    each = [ceil(MIN_BOARDS / comb(len(FIELD) - 1, count - 1)) for count in sides]
    line_ups = [comb(len(FIELD), count) for count in sides]
    weights = [need * count for need, count in zip(each, line_ups, strict=True)]
    # The arena rounds to whole boards for each line-up, so half a board less than `each` is enough.
    boards = ceil(sum(weights) / sum(line_ups) * (1 - 0.5 / max(each)))
    choices = [pb.VariantChoice(variant=name, weight=weight) for name, weight in zip(variants, weights, strict=True)]
    return _request(name, bots, choices, boards)


def _request(
    name: str, bots: Sequence[str], variants: Sequence[pb.VariantChoice], boards: int, pool: str = "trust"
) -> pb.CreateTournamentRequest:
    return pb.CreateTournamentRequest(
        name=name, variants=variants, bots=bots, boards=boards, pool=pool, allow_same_owner=True
    )


def begin_main(service: Service, meanwhile: Callable[[], None], bots: list[str], variants: Sequence[str]) -> str:
    """Start the demo's main tournament of *variants*, and return its name.

    Interrupted main tournaments are finished first. If one of them has the same variants, it is resumed, and its name
    is returned. *bots*: the entrants, as "name@version". *meanwhile* is called regularly, and may raise.
    """
    demos = [line for line in _tournaments(service) if line.name.startswith(NAME)]
    for line in reversed([line for line in demos if line.state != "finished"]):
        note(f"finishing {line.name}, which was interrupted")
        _start(service, line.name)
        if list(line.variants) == list(variants):
            return line.name
        show_progress(service, line.name, meanwhile)
    name = f"{NAME}{len(demos) + 1}"
    with service.people() as people:
        created = people.CreateTournament(request_of(name, bots, variants), **service.call).tournament
    counts = f"{created.boards} boards, {created.games} games"
    note(f"{name}: {counts} of {', '.join(variants)}, all line-ups of {len(bots)} bots")
    _start(service, name)
    return name


def begin_search(service: Service, bots: Sequence[str], variants: Sequence[str]) -> list[str]:
    """Start the light search's tournament; return a list with its name, [] if all *variants* are in `LONG`."""
    variant = next((variant for variant in variants if variant not in LONG), None)
    if variant is None:
        return []
    sides = sides_of(find(variant))
    field = light_field_of(bots, sides)
    boards = ceil(MIN_SEARCH_BOARDS / comb(len(field) - 1, sides - 1))
    request = _request(SEARCH, field, [pb.VariantChoice(variant=variant)], boards)
    return [_begin(service, request, f"{variant} with {LIGHT}: that many playouts before each answer")]


def _begin(service: Service, request: pb.CreateTournamentRequest, about: str) -> str:
    """Start the tournament of *request*, or continue an earlier one with its variants; return its full name.

    The name in *request* is only a prefix, to which a number is appended. A finished tournament is not played again.
    *about*: description of the tournament, which is printed.
    """
    demos = [line for line in _tournaments(service) if line.name.startswith(request.name)]
    variants = [choice.variant for choice in request.variants]
    known = [line for line in demos if list(line.variants) == variants]
    if known and known[0].state == "finished":
        note(f"{known[0].name}, played before: {about}")
        return known[0].name
    if known:
        request.name = known[0].name
    else:
        request.name += str(len(demos) + 1)
        with service.people() as people:
            people.CreateTournament(request, **service.call)
    note(f"{request.name}: {about}")
    _start(service, request.name)
    return request.name


def _tournaments(service: Service) -> Sequence[pb.Tournament]:
    return fetch_all(service, pb.ListTournamentsResponse, pb.ListTournamentsRequest()).tournaments


def _start(service: Service, name: str) -> None:
    with service.people() as people:
        people.StartTournament(StartTournamentRequest(name=name), **service.call)
