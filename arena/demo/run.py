"""Run `arena demo`: start the service and the bots, play, print, stop."""

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress

from arena.cli.bots.submitting import until_admitted
from arena.cli.service import Service
from arena.cli.terminal.printing import note
from arena.cli.tournament.watching import show_progress
from arena.demo.bots import field_of, hand_in_house, process_of, register
from arena.demo.report import report
from arena.demo.tournaments import NAME, begin_closed, begin_main, begin_search, request_of
from arena.local.problems import CrashLoopError
from arena.local.supervisor import Supervisor
from arena.local.up import Arena, heed_signals, ignore_signals, tell
from arena.wire.address import parse_address

INTERRUPTED = 130
LOOK_EVERY = 1.0  # seconds between two looks whether something died


def demo(variants: Sequence[str]) -> int:
    """Play a tournament of *variants* and print it; return the exit code.

    That is 0, or 130 when interrupted. Interrupted tournaments of earlier runs are finished first; one of the same
    variants is shown instead of a new one. Raises `Refusal`, and `CannotStart` where the service can't run here.
    """
    request_of(NAME, [], variants)  # an unknown variant is refused before anything is started
    heed_signals()
    with ExitStack() as running:
        try:
            _run(running, variants)
        except KeyboardInterrupt:
            note("stopping; the next demo goes on from here")
            return INTERRUPTED
        finally:
            ignore_signals()
    return 0


def _run(running: ExitStack, variants: Sequence[str]) -> None:
    """Start everything, play and print; *running* stops each part."""
    bots = Supervisor(tell)
    running.callback(bots.stop)  # after the arena: a stopping worker may still want an answer
    stays = sys.stdin.isatty() and sys.stdout.isatty()
    note("starting Postgres, Valkey, the gateway and two workers")
    arena = running.enter_context(Arena(workers=2, with_page=stays, with_runner=True, port=None))
    service = Service(parse_address(arena.gateway), arena.operator_token, patient=True)
    tokens = register(service, arena.state)
    note(f"starting {len(tokens)} bots, each a process that connects over gRPC")
    bots.start([process_of(bot, token, service, arena.state) for bot, token in tokens.items()])
    closed = _hand_in(service, arena, variants[0])

    def meanwhile() -> None:
        arena.wait(0)
        if bots.failure is not None:
            raise CrashLoopError(bots.failure)

    name = begin_main(service, meanwhile, field_of(tokens), variants)
    others = begin_search(service, list(tokens), variants)
    show_progress(service, name, meanwhile)
    if closed:
        for bot in closed:
            until_admitted(service, bot, meanwhile)
        others.append(begin_closed(service, closed, variants[0]))
    for other in others:
        show_progress(service, other, meanwhile)
    report(service, name, arena.state.folder, others)
    if stays:
        _stay(arena, meanwhile)


def _hand_in(service: Service, arena: Arena, variant: str) -> list[str]:
    """Hand in the bots of the closed tournament, which are checked meanwhile; none where nothing is confined here."""
    if arena.no_runner:
        note(f"nothing is played closed here: {arena.no_runner} (`arena doctor` says what to change)")
        return []
    note(f"handing in bots for {variant}, to be played closed: the arena runs them, each seat in a confined process")
    return hand_in_house(service, variant)


def _stay(arena: Arena, meanwhile: Callable[[], None]) -> None:
    """Keep everything up until Ctrl-C."""
    for line in arena.addresses.lines():
        note(line)
    note("Look at all of it there until you press Ctrl-C.")
    with suppress(KeyboardInterrupt):
        while True:
            meanwhile()
            time.sleep(LOOK_EVERY)
