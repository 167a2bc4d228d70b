"""Run the zygote's loop: start seats, stop them, report how they ended."""

import os
import selectors
import signal
import socket
from contextlib import suppress
from dataclasses import dataclass, field

from runner.confine.groups import Groups
from runner.zygote.messages import LARGEST, Ended, Message, Start, Started, Stop, decode, encode
from runner.zygote.seat import Descriptors, start

DESCRIPTORS = 2  # descriptors that a start message carries


@dataclass
class Seat:
    """A seat: its *waiter*, the id of the process that waits for it, and its own *pid*, 0 while unknown."""

    id: int
    waiter: int
    pid: int = 0
    is_ready: bool = False  # perhaps true before the pid is known
    failed: str = ""
    is_stopped: bool = False  # perhaps true before the pid is known
    # Status, CPU time (us), memory (KiB) and exceeded limit, as in `Ended`. This value stays if the waiter was killed.
    used: tuple[int, int, int, str] = (int(signal.SIGKILL), 0, 0, "")
    heard: bytes = b""


@dataclass
class Zygote:
    """Serves the runner on the socket *line*. *base* is an empty folder."""

    line: socket.socket
    base: str
    groups: Groups
    seats: dict[int, Seat] = field(default_factory=dict)
    selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def serve(self) -> None:
        """Serve requests until the runner closes its end, then end all seats."""
        self.selector.register(self.line, selectors.EVENT_READ)
        is_wanted = True
        while is_wanted or self.seats:
            for key, _ in self.selector.select():
                if key.fileobj is not self.line:
                    self._read_report(key.fd, key.data)
                elif not self._serve_request():
                    is_wanted = False
                    self.selector.unregister(self.line)
                    for seat in self.seats.values():
                        self._stop(seat)

    def _serve_request(self) -> bool:
        data, descriptors, _, _ = socket.recv_fds(self.line, LARGEST, DESCRIPTORS)
        if not data:
            return False
        message = decode(data)
        if isinstance(message, Start):
            self._start(message, descriptors)
        elif isinstance(message, Stop) and message.id in self.seats:
            self._stop(self.seats[message.id])
        return True

    def _start(self, asked: Start, descriptors: list[int]) -> None:
        heard, report = os.pipe()
        waiter = os.fork()
        if waiter == 0:
            self.selector.close()
            self.line.close()
            os.close(heard)
            start(asked, Descriptors(descriptors[0], descriptors[1], report), self.base, self.groups)
        for descriptor in (*descriptors, report):
            os.close(descriptor)
        seat = self.seats[asked.id] = Seat(asked.id, waiter)
        self.selector.register(heard, selectors.EVENT_READ, seat)

    def _read_report(self, descriptor: int, seat: Seat) -> None:
        data = os.read(descriptor, LARGEST)
        *lines, seat.heard = (seat.heard + data).split(b"\n")
        was_started = seat.is_ready and seat.pid
        for line in lines:
            word, _, rest = line.decode().partition(" ")
            if word == "pid":
                seat.pid = int(rest)
                if seat.is_stopped:
                    self._stop(seat)
            elif word == "ready":
                seat.is_ready = True
            elif word == "failed":
                seat.failed = rest
            elif word == "ended":
                status, cpu_us, memory_kib, over = rest.split(" ")
                seat.used = int(status), int(cpu_us), int(memory_kib), over
        if seat.is_ready and seat.pid and not was_started:
            self._send(Started(seat.id, seat.pid))
        if not data:
            self.selector.unregister(descriptor)
            os.close(descriptor)
            os.waitpid(seat.waiter, 0)
            self.groups.forget(seat.id)
            del self.seats[seat.id]
            self._send(Ended(seat.id, seat.failed, *seat.used))

    def _stop(self, seat: Seat) -> None:
        """Kill the seat, now or once its pid is known, because it could survive its waiter."""
        seat.is_stopped = True
        if seat.pid:
            with suppress(ProcessLookupError):
                os.kill(seat.pid, signal.SIGKILL)

    def _send(self, message: Message) -> None:
        with suppress(BrokenPipeError, ConnectionError):  # the next read shows that the runner is gone
            self.line.send(encode(message))
