"""Find a caller's address: that of the peer, or the one that a trusted proxy reports."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import unquote

from arena.guards.auth import Context
from arena.settings import SettingError


@dataclass(frozen=True)
class Proxies:
    """The networks of proxies whose `x-forwarded-for` is trusted."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    @classmethod
    def from_environment(cls, name: str) -> "Proxies":
        """Read the networks from the environment variable *name*, separated by commas. Raises `SettingError`."""
        value = os.environ.get(name, "")
        try:
            return cls(tuple(ip_network(each.strip()) for each in value.split(",") if each.strip()))
        except ValueError as problem:
            raise SettingError(
                f"{name}={value}: {problem}: give addresses and networks separated by commas, as in"
                " 127.0.0.1,10.0.0.0/24"
            ) from None

    def caller_of(self, context: Context) -> str:
        """Return the address of a call's caller, as `address_of` does."""
        peer = unquote(context.peer()).partition(":")[2].rpartition(":")[0].strip("[]")
        noted = [str(value) for key, value in context.invocation_metadata() or () if key == "x-forwarded-for"]
        return self.address_of(peer, noted)

    def address_of(self, peer: str, noted: Sequence[str]) -> str:
        """Return the caller's address: *peer*, or if that is a trusted proxy, the last address of *noted*.

        *noted*: the values of `x-forwarded-for`.
        """
        if self.has(peer):
            last = noted[-1].rpartition(",")[2].strip() if noted else ""  # a caller can forge all but the last
            try:
                return str(ip_address(last))
            except ValueError:  # the proxy reported no address, so it is the caller itself
                pass
        return peer

    def has(self, peer: str) -> bool:
        """Return whether the address *peer* belongs to a trusted proxy."""
        return any(ip_address(peer) in network for network in self.networks)
