"""The filter as a table, on both machines: arm64 is tried nowhere else."""

import errno

import pytest

from runner.confine import filters
from runner.confine.system_calls import ALLOWED, ARCHITECTURES, CONDITIONAL, MACHINES, number_of

EPERM = filters.ERRNO | errno.EPERM
THREAD = 0x003D_0F00  # what pthread_create asks of clone


def verdict(machine: str, number: int, *arguments: int, is_program: bool = False, architecture: int = 0) -> int:
    """Run the filter on a call, as the kernel does."""
    data = {filters.NUMBER: number, filters.ARCHITECTURE: architecture or ARCHITECTURES[machine]}
    data |= {filters.ARGUMENTS + 8 * place: argument for place, argument in enumerate(arguments)}
    code = filters.program(is_program, machine)
    at = loaded = 0
    while True:
        kind, if_true, if_false, value = code[at]
        at += 1
        if kind == filters.RETURN:
            return value
        if kind == filters.LOAD:
            loaded = data.get(value, 0)
            continue
        tests = {
            filters.JUMP_EQUAL: loaded == value,
            filters.JUMP_LEAST: loaded >= value,
            filters.JUMP_ANY: bool(loaded & value),
        }
        at += if_true if tests[kind] else if_false


@pytest.mark.parametrize("machine", MACHINES)
def test_only_listed_calls_are_allowed(machine: str) -> None:
    listed = {numbers[MACHINES.index(machine)] for numbers in (ALLOWED | CONDITIONAL).values()}
    for number in range(600):
        if number not in listed:
            assert verdict(machine, number) == EPERM, number
    for name, numbers in ALLOWED.items():
        if numbers[MACHINES.index(machine)] is not None:
            assert verdict(machine, number_of(name, machine)) == filters.ALLOW, name


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("name", "arguments", "answer"),
    [
        ("clone", (THREAD,), filters.ALLOW),
        ("clone", (17,), EPERM),
        ("clone", (THREAD | 0x1000_0000,), EPERM),
        ("clone3", (), filters.ERRNO | errno.ENOSYS),
        ("mmap", (0, 4096, 3, 0x22), filters.ALLOW),  # private, no file
        ("mmap", (0, 4096, 1, 0x01), filters.ALLOW),  # shared, of a file
        ("mmap", (0, 4096, 3, 0x21), EPERM),
        ("mmap", (0, 4096, 3, 0x23), EPERM),
        ("fcntl", (3, 1030), filters.ALLOW),
        ("fcntl", (3, 6), filters.ERRNO | errno.EINVAL),
        ("prlimit64", (0,), filters.ALLOW),
        ("prlimit64", (2,), EPERM),
        ("execve", (), EPERM),
    ],
)
def test_calls_are_filtered_by_their_arguments(
    machine: str, name: str, arguments: tuple[int, ...], answer: int
) -> None:
    assert verdict(machine, number_of(name, machine), *arguments) == answer


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_of_another_machine_kill_the_seat(machine: str) -> None:
    assert verdict(machine, 0, architecture=0x4000_0003) == filters.KILL  # i386


@pytest.mark.parametrize("machine", MACHINES)
def test_only_a_program_seat_may_execute(machine: str) -> None:
    assert verdict(machine, number_of("execve", machine), is_program=True) == filters.ALLOW
    # Its data is bounded between the filter and that.
    assert verdict(machine, number_of("prlimit64", machine), 0, is_program=True) == filters.ALLOW
