"""Run `arena demo`: start the service and the bots, play, print, stop."""

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from math import ceil, comb

from arena.cli.bots.submitting import until_admitted
from arena.cli.pages import gathered
from arena.cli.service import Service
from arena.cli.terminal.printing import note
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.watching import show_progress
from arena.demo.bots import FIELD, LIGHT, field_of, light_field_of, process_of, register
from arena.demo.closed import hand_in_house, tournament_of
from arena.demo.report import report
from arena.local.problems import KeepsDying
from arena.local.supervisor import Supervisor
from arena.local.up import Arena, heed_signals, ignore_signals, tell
from arena.rules import UnknownVariant, find, sides_of
from arena.wire.address import parse_address
from arena.wire.gen.running_pb2 import StartTournamentRequest
from arena.wire.gen.tournaments_pb2 import (
    CreateTournamentRequest,
    ListTournamentsRequest,
    ListTournamentsResponse,
    Tournament,
    VariantChoice,
)

NAME = "demo-"
CLOSED = "closed-demo-"
SEARCH = "search-demo-"
LEAST_BOARDS = 40  # for each bot in each variant
SEARCHED_BOARDS = 20  # at least, for the light search
LONG = ("pinochle-double-deck",)  # a search of its 20 tricks takes minutes where the core is not compiled
INTERRUPTED = 130
LOOK_EVERY = 1.0  # seconds between two looks whether something died


def demo(variants: Sequence[str]) -> int:
    """Play a tournament of *variants* and print it; return the exit code.

    That is 0, or 130 when interrupted. Interrupted tournaments of earlier runs are finished first; one of the same
    variants is shown instead of a new one. Raises `Refusal`, and `CannotStart` where the service can't run here.
    """
    boards = boards_for(variants)
    heed_signals()
    with ExitStack() as running:
        try:
            _run(running, variants, boards)
        except KeyboardInterrupt:
            note("stopping; the next demo goes on from here")
            return INTERRUPTED
        finally:
            ignore_signals()
    return 0


def _run(running: ExitStack, variants: Sequence[str], boards: int) -> None:
    """Start everything, play and print; *running* stops each part."""
    bots = Supervisor(tell)
    running.callback(bots.stop)  # after the arena: a stopping worker may still want an answer
    stays = sys.stdin.isatty() and sys.stdout.isatty()
    note("starting Postgres, Valkey, the gateway and two workers")
    arena = running.enter_context(Arena(workers=2, with_page=stays, with_runner=True))
    service = Service(parse_address(arena.gateway), arena.operator_token, patient=True)
    tokens = register(service, arena.state)
    note(f"starting {len(tokens)} bots, each a process that connects over gRPC")
    bots.start([process_of(bot, token, service, arena.state) for bot, token in tokens.items()])
    closed = _hand_in(service, arena, variants[0])

    def meanwhile() -> None:
        arena.wait(0)
        if bots.failure is not None:
            raise KeepsDying(bots.failure)

    name = _play(service, meanwhile, field_of(tokens), variants, boards)
    others = [_play_search(service, meanwhile, list(tokens), variant) for variant in variants if variant not in LONG][
        :1
    ]
    if closed:
        others.append(_play_closed(service, meanwhile, closed, variants[0]))
    report(service, name, arena.state.folder, others)
    if stays:
        _stay(arena.page, meanwhile)


def _hand_in(service: Service, arena: Arena, variant: str) -> list[str]:
    """Hand in the bots of the closed tournament, which are checked meanwhile; none where nothing is confined here."""
    if arena.no_runner:
        note(f"nothing is played closed here: {arena.no_runner} (`arena doctor` says what to change)")
        return []
    note(f"handing in bots for {variant}, to be played closed: the arena runs them, each seat in a confined process")
    return hand_in_house(service, variant)


def _stay(page: str, meanwhile: Callable[[], None]) -> None:
    """Keep everything up until Ctrl-C."""
    note(f"Look at all of it at {page} until you press Ctrl-C.")
    with suppress(KeyboardInterrupt):
        while True:
            meanwhile()
            time.sleep(LOOK_EVERY)


def boards_for(variants: Sequence[str]) -> int:
    """Return boards a line-up for `LEAST_BOARDS` a bot; raises `Refusal`."""
    try:
        sides = [sides_of(find(variant)) for variant in variants]
    except UnknownVariant as problem:
        raise Refusal(str(problem)) from None
    if len(set(variants)) < len(variants):
        raise Refusal(f"variants {','.join(variants)}: each at most once")
    return max(ceil(LEAST_BOARDS / comb(len(FIELD) - 1, count - 1)) for count in sides)


def _play(
    service: Service, meanwhile: Callable[[], None], bots: list[str], variants: Sequence[str], boards: int
) -> str:
    """Finish interrupted tournaments, play *variants* unless one had them; return its name."""
    demos = [line for line in _tournaments(service) if line.name.startswith(NAME)]
    for line in reversed([line for line in demos if line.state != "finished"]):
        note(f"finishing {line.name}, which was interrupted")
        _finish(service, meanwhile, line.name)
        if list(line.variants) == list(variants):
            return line.name
    name = f"{NAME}{len(demos) + 1}"
    with service.people() as people:
        made = people.CreateTournament(_request(name, bots, variants, boards), **service.call).tournament
    note(f"{name}: {made.boards} boards, {made.games} games of {', '.join(variants)}, all line-ups of {len(bots)} bots")
    _finish(service, meanwhile, name)
    return name


def _request(name: str, bots: Sequence[str], variants: Sequence[str], boards: int) -> CreateTournamentRequest:
    choices = [VariantChoice(variant=variant) for variant in variants]
    return CreateTournamentRequest(
        name=name, variants=choices, bots=bots, boards=boards, pool="trust", allow_same_owner=True
    )


def _play_closed(service: Service, meanwhile: Callable[[], None], bots: Sequence[str], variant: str) -> str:
    """Play *variant* closed, once *bots* are admitted, unless they did; return the tournament's name."""
    for bot in bots:
        until_admitted(service, bot, meanwhile)
    about = f"{variant} by {len(bots)} bots that were handed in, a fresh confined process for each seat and game"
    return _play_once(service, meanwhile, tournament_of(CLOSED, variant, bots), about)


def _play_search(service: Service, meanwhile: Callable[[], None], bots: Sequence[str], variant: str) -> str:
    """Play *variant* with the light search among the others, unless it did; return the tournament's name."""
    sides = sides_of(find(variant))
    field = light_field_of(bots, sides)
    boards = ceil(SEARCHED_BOARDS / comb(len(field) - 1, sides - 1))
    request = _request(SEARCH, field, [variant], boards)
    return _play_once(service, meanwhile, request, f"{variant} with {LIGHT}: as many playouts before each answer")


def _play_once(service: Service, meanwhile: Callable[[], None], request: CreateTournamentRequest, about: str) -> str:
    """Play a tournament of one variant, or go on with an earlier one; return its name, which began as a prefix."""
    demos = [line for line in _tournaments(service) if line.name.startswith(request.name)]
    variants = [choice.variant for choice in request.variants]
    known = [line.name for line in demos if list(line.variants) == variants]
    if known:
        request.name = known[0]
    else:
        request.name += str(len(demos) + 1)
        with service.people() as people:
            people.CreateTournament(request, **service.call)
    note(f"{request.name}: {about}")
    _finish(service, meanwhile, request.name)
    return request.name


def _tournaments(service: Service) -> Sequence[Tournament]:
    return gathered(service, ListTournamentsResponse, ListTournamentsRequest()).tournaments


def _finish(service: Service, meanwhile: Callable[[], None], name: str) -> None:
    """Start the tournament if needed and show its progress until it ends."""
    with service.people() as people:
        people.StartTournament(StartTournamentRequest(name=name), **service.call)
    show_progress(service, name, meanwhile)
