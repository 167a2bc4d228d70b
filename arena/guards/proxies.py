"""A caller's address: the peer's, or what a trusted proxy notes."""

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address
from urllib.parse import unquote

from arena.guards.auth import Context


@dataclass(frozen=True)
class Proxies:
    """The proxies whose `x-forwarded-for` is believed; nobody else's is."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    def caller_of(self, context: Context) -> str:
        """Return the caller's address: the last one a trusted proxy noted."""
        peer = unquote(context.peer()).partition(":")[2].rpartition(":")[0].strip("[]")
        if any(ip_address(peer) in network for network in self.networks):
            noted = [value for key, value in context.invocation_metadata() or () if key == "x-forwarded-for"]
            last = str(noted[-1]).rpartition(",")[2].strip() if noted else ""  # the caller can forge those before it
            try:
                return str(ip_address(last))
            except ValueError:  # the proxy noted nobody, so it is the caller itself
                pass
        return peer
