"""Run `arena demo`: start the service and the bots, play, print, stop."""

import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress

from arena.cli.bots.submitting import wait_until_admitted
from arena.cli.service import Service
from arena.cli.terminal.printing import note
from arena.cli.tournament.watching import show_progress
from arena.demo.bots import field_of, process_of, register, submit_house
from arena.demo.report import report
from arena.demo.tournaments import NAME, begin_closed, begin_main, begin_search, request_of
from arena.local.problems import CrashLoopError
from arena.local.supervisor import Supervisor
from arena.local.up import Arena, heed_signals, ignore_signals, log_line
from arena.wire.address import parse_address

INTERRUPTED = 130
POLL_INTERVAL = 1.0  # seconds


def demo(variants: Sequence[str]) -> int:
    """Play a tournament of *variants* and print it; return 0, or 130 if interrupted. Raises `Refusal`, `StartError`.

    Interrupted tournaments of earlier runs are finished first; one of the same variants replaces a new one.
    """
    request_of(NAME, [], variants)  # unknown variants are refused before anything is started
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
    """Start everything, play and print; *running* stops each part."""
    bots = Supervisor(log_line)
    running.callback(bots.stop)  # after the arena, as a stopping worker may still wait for an answer
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
        others.append(begin_closed(service, closed, variants[0]))
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
