"""Control groups of seats, where a machine lets us make them."""

from pathlib import Path

from runner.confine.groups import BEYOND, NAME, parents, remove_stale_groups, trees
from tests.runner.conftest import CALM, Seats, bundle

VERSION_1 = """
cgroup /sys/fs/cgroup/cpu cgroup rw,relatime,cpu 0 0
cgroup /sys/fs/cgroup/memory cgroup rw,relatime,memory 0 0
cgroup /sys/fs/cgroup/pids cgroup rw,relatime,pids 0 0
""".strip()
VERSION_2 = "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid,nodev,noexec 0 0"


def test_version_1_has_a_tree_for_each_resource() -> None:
    own = "8:pids:/\n4:memory:/service\n1:cpu:/\n0::/"
    assert trees(own, VERSION_1) == [Path("/sys/fs/cgroup/memory/service"), Path("/sys/fs/cgroup/pids")]


def test_groups_of_version_2_are_siblings_of_our_own() -> None:
    assert trees("0::/system.slice/arena.service/service", VERSION_2) == [
        Path("/sys/fs/cgroup/system.slice/arena.service")
    ]
    assert trees("0::/", VERSION_2) == []


async def test_a_seat_has_a_group_if_groups_are_writable(seats: Seats, tmp_path: Path) -> None:
    seat, line = await seats.start(bundle(tmp_path, CALM), memory_mib=64)
    parents_now = parents()
    groups = [path for parent in parents_now for path in parent.glob(f"{NAME}*/*") if str(seat.pid) in _processes(path)]
    assert len(groups) == len(parents_now)
    limits = {_limit(path) for path in groups}
    assert limits <= {(64 + BEYOND) * 2**20, None}
    line.close()
    await seats.end_of(seat)
    assert not any(path.exists() for path in groups)


async def test_nothing_is_left_when_a_zygote_ends(seats: Seats, tmp_path: Path) -> None:
    await seats.start(bundle(tmp_path, CALM))
    pid = seats.zygote.pid
    assert [path for parent in parents() for path in parent.glob(f"{NAME}{pid}/*")] or not parents()
    await seats.zygote.end()
    assert not [path for parent in parents() for path in parent.glob(f"{NAME}{pid}")]


def test_groups_of_a_process_that_was_killed_are_removed(tmp_path: Path) -> None:
    (tmp_path / f"{NAME}4194305" / "7").mkdir(parents=True)  # above the highest pid there can be
    (tmp_path / f"{NAME}1").mkdir()
    remove_stale_groups(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [f"{NAME}1"]


def _processes(group: Path) -> list[str]:
    path = group / "cgroup.procs"
    return path.read_text().split() if path.exists() else []


def _limit(group: Path) -> int | None:
    for name in ("memory.max", "memory.limit_in_bytes"):
        if (group / name).exists():
            return int((group / name).read_text())
    return None
