"""Whatever a program in a seat tries, it stays in, and its neighbours play on."""

import asyncio
import os
import shutil
import signal
from pathlib import Path

import pytest

from runner.confine.subordinate import subordinates
from runner.zygote.runtime import KIT
from tests.runner.conftest import CALM, Seats, bundle
from tests.runner.probes import CALLS, MAY, PROBES, module

REFUSALS = {"1", "38", "25", "22"}  # EPERM, ENOSYS, ENOTTY, EINVAL


@pytest.fixture
async def told(seats: Seats, tmp_path: Path) -> list[list[str]]:
    """What a seat printed that tried everything."""
    secret = tmp_path / "token"
    secret.write_text("arena_runner_secret")
    other = tmp_path / "other"
    other.mkdir()
    seat, line = await seats.start(bundle(tmp_path, module(str(secret), str(other), str(KIT))), memory_mib=96)
    text = await seats.printed(seat, "end\n")
    line.close()
    seat.stop()
    return [each.split("|") for each in text.splitlines()]


async def test_every_attempt_is_refused(told: list[list[str]]) -> None:
    done = {words[1] for words in told if words[0] == "DONE"}
    assert done == set(MAY)
    refused = {words[1]: words[2] for words in told if words[0] == "refused"}
    assert refused.keys() == CALLS.keys() | PROBES.keys()
    assert {refused[name] for name in CALLS} <= REFUSALS
    assert len(refused) >= 60


async def test_a_seat_has_nothing_but_its_socket_and_its_log(told: list[list[str]]) -> None:
    start = told[0]
    assert start == ["start", "1", start[2], "{}", "[0, 1, 2, 3]", "False"]
    assert start[2] == "65534"  # nobody, whoever it is outside


async def test_each_seat_is_another_user_where_it_can_be(seats: Seats, tmp_path: Path) -> None:
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


async def test_an_endless_loop_is_ended_by_its_cpu_time(seats: Seats, tmp_path: Path) -> None:
    seat, line = await seats.start(bundle(tmp_path, "while True: pass\n"), cpu_s=1)
    assert (await seats.end_of(seat)).why == "it used all the CPU time that a seat has"
    assert 500_000 < seat.cpu_us() < 3_000_000
    line.close()


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


async def test_memory_that_no_limit_of_the_kernel_counts_is_watched(seats: Seats, tmp_path: Path) -> None:
    seat, line = await seats.start(bundle(tmp_path, HOARD))
    assert (await seats.end_of(seat)).why == "it used more memory than it asked for"
    assert seat.memory_kib < 1024 * 1024  # its addresses are bounded, too
    line.close()


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


async def test_buffers_of_sockets_are_bounded(seats: Seats, tmp_path: Path) -> None:
    seat, line = await seats.start(bundle(tmp_path, FILL))
    await seats.end_of(seat)
    assert "Too many open files" in seat.text or "more memory" in (await seats.end_of(seat)).why
    line.close()


async def test_an_endless_log_is_cut(seats: Seats, tmp_path: Path) -> None:
    seat, line = await seats.start(bundle(tmp_path, "while True: print('x' * 1000)\n"), cpu_s=1)
    await seats.end_of(seat)
    assert len(seat.text) < 60_000
    assert "bytes left out" in seat.text
    line.close()


async def test_a_neighbour_s_end_is_nobody_else_s(seats: Seats, tmp_path: Path) -> None:
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


async def test_what_cannot_be_imported_is_told_in_its_log(seats: Seats, tmp_path: Path) -> None:
    seat, line = await seats.start(bundle(tmp_path, "import nothing_of_that_name\n"))
    assert (await seats.end_of(seat)).why == "it ended by itself, with exit code 2"
    assert "No module named 'nothing_of_that_name'" in seat.text
    line.close()


async def test_a_wheel_s_pth_is_not_run_and_its_module_is_found(seats: Seats, tmp_path: Path) -> None:
    folder = bundle(tmp_path, "import lib\nprint('lib', lib.VALUE, flush=True)\n" + CALM)
    site = folder / ".site"
    site.mkdir()
    (site / "lib.py").write_text("VALUE = 7\n")
    (site / "evil.pth").write_text("import os; print('evil')\n")
    seat, line = await seats.start(folder)
    assert "evil" not in await seats.printed(seat, "lib 7\n")
    line.close()
    await seats.end_of(seat)


async def test_an_executable_is_confined_alike(seats: Seats, tmp_path: Path) -> None:
    folder = bundle(tmp_path, "")
    program = folder / "bot.elf"
    shutil.copy("/bin/cat", program)
    program.chmod(0o755)
    seat, line = await seats.start(folder, kind="executable", entry="bot.elf")
    assert (await seats.end_of(seat)).why == "it ended by itself, with exit code 0"  # it read nothing from 0
    line.close()
