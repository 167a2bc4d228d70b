"""Fork a seat, confine it, and run the bot author's code in it."""

import fcntl
import os
import random
import signal
import sys
import threading
from typing import Final, NamedTuple, NoReturn

from runner.confine.confinement import CannotConfineError, Confinement
from runner.confine.groups import Groups, SeatGroup
from runner.confine.limits import THREADS, Limits, die_with_parent
from runner.confine.root import Bind
from runner.zygote import runtime
from runner.zygote.messages import Start
from runner.zygote.watching import MEMORY, addresses_mib, watch

SOCKET: Final = 3  # the descriptor of a seat's socket
REPORT: Final = SOCKET + 1  # the descriptor for a seat's reports, until its code begins
HIGH: Final = 10  # A number above all descriptors that a seat keeps.
THREAD_STACK: Final = 512 * 1024  # Bytes, which count as the seat's memory.
SPARE: Final = 256  # MiB of addresses beyond the seat's memory, for untouched mappings.
SPARE_OF_PROGRAM: Final = 4096  # The same for a program: other runtimes map much more.
SOCKET_VARIABLE: Final = "ARENA_SEAT_SOCKET"


class Descriptors(NamedTuple):
    """A seat's file descriptors: its *socket*, its *log*, and *report*, to which the waiter writes lines."""

    socket: int
    log: int
    report: int


def start(request: Start, given: Descriptors, base: str, groups: Groups) -> NoReturn:
    """Fork a seat and wait for its end; write reports to *given.report*, one per line. Never return.

    Lines: "pid N"; "ready", once it is confined; "failed STEP"; "ended STATUS CPU_US KIB OVER", where OVER is an
    exceeded limit or "". The seat dies with this process, and this process with the zygote. *base*: an empty folder.
    """
    try:
        confinement = _confinement(request, base)
        processes = os.open("/proc", os.O_RDONLY)
        group = _enter(groups, request)
        confinement.enter_namespaces()
        die_with_parent()
        pid = os.fork()
        if pid == 0:
            _become_seat(request, given, confinement)
        _report(given.report, f"pid {pid}")
        os.close(given.socket)
        os.close(given.log)
        over = watch(pid, request.memory_mib, request.cpu_s, processes)
        _, status, used = os.wait4(pid, 0)
        over = over or (MEMORY if group.was_killed() else "")
        cpu_us = int((used.ru_utime + used.ru_stime) * 1e6)
        _report(given.report, f"ended {status} {cpu_us} {used.ru_maxrss} {over}")
    except CannotConfineError as problem:
        _report(given.report, f"failed {problem}")
    except BaseException as problem:  # the fork must not continue as the zygote
        _report(given.report, f"failed the fork: {problem!r}")
    os._exit(0)


def _enter(groups: Groups, request: Start) -> SeatGroup:
    try:
        return groups.enter(request.id, request.memory_mib, THREADS + 1)  # this process counts too
    except OSError as problem:
        raise CannotConfineError("a control group of its own", problem) from None


def _confinement(request: Start, base: str) -> Confinement:
    is_program = request.kind == "executable"
    binds = [*runtime.binds(is_program), Bind(request.folder, runtime.BUNDLE)]
    spare = SPARE_OF_PROGRAM if is_program else addresses_mib() + SPARE
    cpu_s = 2 * request.cpu_s  # a rough limit by the kernel's ticks; `watch` measures exactly
    limits = Limits(request.memory_mib, request.memory_mib + spare, cpu_s)
    return Confinement(request.number, base, binds, runtime.links(), limits, is_program)


def _become_seat(request: Start, given: Descriptors, confinement: Confinement) -> NoReturn:
    code = 1
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        # /dev/null on descriptor 0, the log on 1 and 2, the socket on `SOCKET`, the report on `REPORT`.
        line, log, report = (fcntl.fcntl(each, fcntl.F_DUPFD, HIGH) for each in given)
        os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
        for source, target in ((log, 1), (log, 2), (line, SOCKET), (report, REPORT)):
            os.dup2(source, target)
        confinement.confine(files=REPORT + 1)
        _report(REPORT, "ready")
        os.close(REPORT)
        if confinement.is_program:
            os.chdir(runtime.BUNDLE)
            confinement.execute(f"{runtime.BUNDLE}/{request.entry}", {SOCKET_VARIABLE: str(SOCKET)})
        code = _play(request.entry, request.is_strict)
    except CannotConfineError as problem:
        _report(REPORT, f"failed {problem}")
    except BaseException as problem:
        print(f"{type(problem).__name__}: {problem}", file=sys.stderr)
    finally:  # also if the report fails for lack of memory: the fork must not continue as the zygote
        os._exit(code)


def _play(entry: str, is_strict: bool) -> int:
    from bots.sdk.confined.loop import play  # the zygote has imported the module before the fork

    os.chdir("/tmp")
    random.seed()
    if "numpy" in sys.modules:  # otherwise the random state would be the same in all seats
        sys.modules["numpy"].random.seed()
    threading.stack_size(THREAD_STACK)
    sys.argv = [entry]
    sys.path[:] = [runtime.BUNDLE, f"{runtime.BUNDLE}/.site", *runtime.paths_of_modules()]
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        text = open(descriptor, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        setattr(sys, name, text)
    code = play(entry, SOCKET, is_strict)
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def _report(report: int, line: str) -> None:
    os.write(report, line.replace("\n", " ").encode() + b"\n")
