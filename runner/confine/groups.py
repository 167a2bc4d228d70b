"""Let the kernel count and limit all memory of a seat, with control groups (cgroups(7)) if they are writable.

Version 1 has a tree of folders for each resource, version 2 one tree for all. In version 2 a group with processes has
no subgroups. Therefore the groups of seats are siblings of the runner's group, in the folder delegated to the service.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

OWN: Final = Path("/proc/self/cgroup")
MOUNTS: Final = Path("/proc/self/mounts")
NAME: Final = "arena-seats-"  # prefix; the id of the creating process follows
RESOURCES: Final = ("memory", "pids")
BEYOND: Final = 40  # MiB added to a seat's limit for /tmp, page tables, socket buffers, and the margin of `watch`
KILLS: Final = ("memory.events", "memory.oom_control")  # files that count kills, in versions 2 and 1
MEMORY: Final = ("memory.max", "memory.limit_in_bytes")


@dataclass
class SeatGroup:
    """The control group of one seat. *kills*: the descriptor of a file that counts killed processes, if any."""

    kills: int | None

    def was_killed(self) -> bool:
        """Return whether the kernel killed a process of the group because of its memory."""
        if self.kills is None:
            return False
        counts = dict(line.split() for line in os.pread(self.kills, 4_096, 0).decode().splitlines())
        return int(counts.get("oom_kill", 0)) > 0


@dataclass(frozen=True)
class Groups:
    """The control groups of this process's seats, below *folders*: one folder per tree, () without writable trees."""

    folders: Sequence[Path]

    @classmethod
    def begin(cls) -> "Groups":
        """Make a folder for groups in each writable tree; remove the folders of processes that have ended."""
        made = []
        for parent in parents():
            remove_stale_groups(parent)
            folder = parent / f"{NAME}{os.getpid()}"
            _remove(folder)  # left by an earlier process with the same id
            folder.mkdir(exist_ok=True)
            _share(folder)
            made.append(folder)
        return cls(made)

    def enter(self, seat: int, memory_mib: int, threads: int) -> SeatGroup:
        """Put this process and its future children into a group for *seat*, and limit it. Raises `OSError`.

        *seat*: the seat's id. *threads*: the most threads and processes of the group.
        """
        kills = None
        for folder in self.folders:
            group = folder / str(seat)
            group.mkdir()
            _limit(group, memory_mib + BEYOND, threads)
            (group / "cgroup.procs").write_text("0")
            for path in (group / name for name in KILLS):
                if path.exists():
                    kills = os.open(path, os.O_RDONLY)
        return SeatGroup(kills)

    def forget(self, seat: int) -> None:
        """Remove the group of *seat*, if it is empty."""
        for folder in self.folders:
            with suppress(OSError):  # it was never made, or its last process is still ending
                (folder / str(seat)).rmdir()

    def end(self) -> None:
        """Remove all groups that this process made."""
        for folder in self.folders:
            _remove(folder)


def parents() -> list[Path]:
    """Return the folders in which this process may make groups that limit memory and processes."""
    return [path for path in trees(OWN.read_text(), MOUNTS.read_text()) if _is_ours(path)]


def trees(own: str, mounts: str) -> list[Path]:
    """Return the folders of a process's groups, from its /proc/self/cgroup (*own*) and /proc/self/mounts."""
    groups: dict[str, str] = {}  # path by resource; "" for version 2
    for line in own.splitlines():
        _, resources, group = line.split(":", 2)
        groups.update(dict.fromkeys(resources.split(","), group))
    found = []
    for line in mounts.splitlines():
        _, at, kind, options, *_ = line.split(" ")
        if kind == "cgroup":
            resource = next((each for each in RESOURCES if each in options.split(",")), "")
            if resource and resource in groups:
                found.append(Path(at + groups[resource]))
        elif kind == "cgroup2" and groups.get("", "/") != "/":
            found.append(Path(at + groups[""]).parent)
    return found


def remove_stale_groups(parent: Path) -> None:
    """Remove the groups below *parent* that were made by processes that have ended."""
    for folder in parent.glob(f"{NAME}*"):
        if not Path(f"/proc/{folder.name.removeprefix(NAME)}").exists():
            _remove(folder)


def _is_ours(parent: Path) -> bool:
    """Return whether this process can make groups with limits below *parent*."""
    tried = parent / f"arena-try-{os.getpid()}"
    try:
        _share(parent)
        tried.mkdir()
    except OSError:
        return False
    bounds = [(tried / name).exists() for name in (*MEMORY, "pids.max")]
    tried.rmdir()
    return any(bounds) and os.access(parent / "cgroup.procs", os.W_OK)


def _share(folder: Path) -> None:
    """Allow limits in the groups below *folder*, as version 2 requires. Raises `OSError`."""
    control = folder / "cgroup.subtree_control"
    if control.exists() and not set(RESOURCES) <= set(control.read_text().split()):
        control.write_text(" ".join(f"+{resource}" for resource in RESOURCES))


def _limit(group: Path, memory_mib: int, threads: int) -> None:
    bounds = dict.fromkeys(MEMORY, memory_mib * 2**20) | {"memory.swap.max": 0, "pids.max": threads}
    for name, most in bounds.items():
        if (group / name).exists():
            (group / name).write_text(str(most))


def _remove(folder: Path) -> None:
    with suppress(OSError):  # processes are still ending: the next runner removes it
        for group in folder.iterdir():
            if group.is_dir():
                group.rmdir()
        folder.rmdir()
