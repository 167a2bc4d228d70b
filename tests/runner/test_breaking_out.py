"""A program cannot break out of its seat, and its neighbours play on."""

import asyncio
import os
import shutil
import signal
from pathlib import Path

from runner.confine.namespaces import subordinates
from runner.zygote.runtime import KIT
from tests.runner.conftest import CALM, Seats, bundle
from tests.runner.probes import CALLS, MAY, PROBES, module

REFUSALS = {"1", "38", "25", "22"}  # EPERM, ENOSYS, ENOTTY, EINVAL


async def test_every_attempt_to_break_out_is_refused(seats: Seats, tmp_path: Path) -> None:
    secret = tmp_path / "token"
    secret.write_text("arena_runner_secret")
    other = tmp_path / "other"
    other.mkdir()
    seat, line = await seats.start(bundle(tmp_path, module(str(secret), str(other), str(KIT))), memory_mib=96)
    text = await seats.printed(seat, "end\n")
    line.close()
    start, *attempts = [each.split("|") for each in text.splitlines()]
    # Its user is nobody inside, whoever it is outside; it has its socket and its log, and nothing else.
    assert start == ["start", "1", "65534", "{}", "[0, 1, 2, 3]", "False"]
    assert {words[1] for words in attempts if words[0] == "DONE"} == set(MAY)
    refused = {words[1]: words[2] for words in attempts if words[0] == "refused"}
    assert refused.keys() == CALLS.keys() | PROBES.keys()
    assert {refused[name] for name in CALLS} <= REFUSALS
    assert len(refused) >= 60


async def test_each_seat_has_its_own_user_if_possible(seats: Seats, tmp_path: Path) -> None:
    folder = bundle(tmp_path, CALM)
    started = [await seats.start(folder) for _ in range(2)]
    uids = {os.stat(f"/proc/{seat.pid}").st_uid for seat, _ in started}
    given = subordinates()
    if os.geteuid() == 0:
        assert uids == {60_000, 60_001}
    elif given is not None:
        assert uids == {given.first_uid, given.first_uid + 1}
    else:
        assert uids == {os.geteuid()}
    if given is None:  # else this user may not look
        kinds = ("user", "net", "ipc")
        spaces = {os.readlink(f"/proc/{seat.pid}/ns/{kind}") for seat, _ in started for kind in kinds}
        assert len(spaces) == 6


HOARD = """
import ctypes, mmap
LIBC = ctypes.CDLL(None)
LIBC.mmap.restype = ctypes.c_void_p
SIZE = 16 << 20
while True:
    at = LIBC.mmap(None, ctypes.c_size_t(SIZE), 3, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, ctypes.c_long(0))
    if at not in (None, 2**64 - 1):
        ctypes.memset(at, 1, SIZE)
        LIBC.mprotect(ctypes.c_void_p(at), ctypes.c_size_t(SIZE), mmap.PROT_READ)
"""
FILL = """
import socket
held = []
while True:
    pair = socket.socketpair()
    held.append(pair)
    pair[0].setblocking(False)
    try:
        while True:
            pair[0].send(bytes(65536))
    except BlockingIOError:
        print("filled", flush=True)
"""


LIBRARY = "import lib\nprint('lib', lib.VALUE, flush=True)\n"  # from the folder of unpacked wheels
ENDINGS = {  # by module: how its process ends, and what its log contains
    "while True: pass\n": ("it used all the CPU time that a seat has", ""),
    HOARD: ("it used more memory than it asked for", ""),
    "import nothing_of_that_name\n": ("exit code 2", "No module named 'nothing_of_that_name'"),
    "print('x' * 100_000)\n": ("exit code 2", "bytes left out"),
    LIBRARY: ("exit code 2", "lib 7\n"),
    FILL: ("", "filled"),
}


async def test_seats_that_misuse_the_machine_end(seats: Seats, tmp_path: Path) -> None:
    started = {}
    for number, text in enumerate(ENDINGS):
        folder = bundle(tmp_path, text, f"bot-{number}")
        site = folder / ".site"
        site.mkdir()
        (site / "lib.py").write_text("VALUE = 7\n")
        (site / "evil.pth").write_text("import os; print('evil')\n")
        started[text] = await seats.start(folder, cpu_s=1)
    for text, (seat, line) in started.items():
        why, printed = ENDINGS[text]
        assert why in (await seats.end_of(seat)).why
        assert printed in seat.text
        assert "evil" not in seat.text
        assert len(seat.text) < 60_000
        line.close()
    assert 500_000 < started["while True: pass\n"][0].cpu_us() < 3_000_000
    assert started[HOARD][0].memory_kib < 1024 * 1024  # its addresses are bounded, too
    filling = started[FILL][0]
    assert "Too many open files" in filling.text or "more memory" in (await seats.end_of(filling)).why


async def test_the_end_of_a_seat_leaves_its_neighbours_alone(seats: Seats, tmp_path: Path) -> None:
    folder = bundle(tmp_path, CALM)
    (first, line), (second, other) = [await seats.start(folder) for _ in range(2)]
    os.kill(first.pid, signal.SIGKILL)
    assert (await seats.end_of(first)).why == "it was killed"
    os.kill(second.pid, 0)
    for each in (line, other):
        each.close()


async def test_no_seat_outlives_its_zygote(seats: Seats, tmp_path: Path) -> None:
    seat, _ = await seats.start(bundle(tmp_path, CALM))
    os.kill(seats.zygote.pid, signal.SIGKILL)
    ending = await seats.end_of(seat)
    assert ending.is_ours
    while os.path.exists(f"/proc/{seat.pid}"):  # noqa: ASYNC110, ASYNC240  # nobody tells
        await asyncio.sleep(0.02)


async def test_an_executable_is_confined(seats: Seats, tmp_path: Path) -> None:
    folder = bundle(tmp_path, "")
    program = folder / "bot.elf"
    shutil.copy("/bin/cat", program)
    program.chmod(0o755)
    seat, line = await seats.start(folder, kind="executable", entry="bot.elf")
    assert (await seats.end_of(seat)).why == "it ended by itself, with exit code 0"  # it read nothing from 0
    line.close()
