"""Another host beside this one, made of a network namespace, and a cable to it that can be cut."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from types import TracebackType
from typing import Final

NEAR: Final = "10.77.0.1"
FAR: Final = "10.77.0.2"
NOBODY: Final = "02:00:00:00:00:77"  # a hardware address that neither host has
ALONE: Final = ("unshare", "--net")
# Whoever is not root is so in a user namespace, for what concerns networks.
PRIVATE: Final = ALONE if os.geteuid() == 0 else (*ALONE, "--user", "--map-current-user", "--keep-caps")


class Cable:
    """A far host, joined to this network namespace; start the process with `PRIVATE`."""

    def __enter__(self) -> "Cable":
        words = [*ALONE, "sh", "-c", "echo there; exec cat"]
        self._far = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._far.stdout
        assert self._far.stdout.readline() == "there\n"
        _ip("link add near type veth peer name far netns", str(self._far.pid))
        for end, address, run in (("near", NEAR, _ip), ("far", FAR, self._ip_there)):
            run("link set lo up")
            run(f"address add {address}/30 dev {end}")
            run(f"link set {end} up")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._far.kill()
        self._far.wait()

    def there(self, *words: str) -> list[str]:
        """Return the words of a command that runs on the far host."""
        return [shutil.which("nsenter") or "", f"--net=/proc/{self._far.pid}/ns/net", *words]

    def cut(self) -> None:
        """Lose whatever either host sends: it arrives nowhere, and nobody is told."""
        _ip(f"neighbour replace {FAR} lladdr {NOBODY} nud permanent dev near")
        self._ip_there(f"neighbour replace {NEAR} lladdr {NOBODY} nud permanent dev far")

    def mend(self) -> None:
        """Carry everything again."""
        _ip(f"neighbour delete {FAR} dev near")
        self._ip_there(f"neighbour delete {NEAR} dev far")

    def _ip_there(self, *words: str) -> None:
        _run(self.there("ip", *" ".join(words).split()))


def why_not() -> str:
    """Return why no cable can be had here; "" where one can."""
    for program in ("ip", "unshare", "nsenter"):
        if shutil.which(program) is None:
            return f"there is no {program} here (Debian's iproute2 and util-linux have them)"
    tried = subprocess.run((*PRIVATE, "ip", "link", "add", "one", "type", "veth"), capture_output=True, text=True)
    return f"no network namespace can be made: {tried.stderr.strip()}" if tried.returncode else ""


def _ip(*words: str) -> None:
    _run(["ip", *" ".join(words).split()])


def _run(words: Sequence[str]) -> None:
    subprocess.run(words, check=True)
