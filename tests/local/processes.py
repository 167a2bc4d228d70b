from pathlib import Path


def is_running(pid: int) -> bool:
    """A zombie that nobody has waited for yet runs no more."""
    try:
        return _status(pid)[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children_of(parent: int) -> set[int]:
    """The ids of the processes that *parent* started and that still run."""
    pids = [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdecimal()]
    return {pid for pid in pids if is_running(pid) and int(_status(pid)[1]) == parent}


def _status(pid: int) -> list[str]:
    """State, parent and so on: what follows the program's name in /proc."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
