"""Find a caller's address: the peer's or, behind a trusted proxy, the one the proxy names."""

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address
from urllib.parse import unquote

from arena.guards.auth import Context


@dataclass(frozen=True)
class Proxies:
    """The proxies that are believed: who else sends `x-forwarded-for` could take any address."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    def caller_of(self, context: Context) -> str:
        """The address of who calls: the last that a proxy noted, as those before it came from the caller."""
        peer = unquote(context.peer()).partition(":")[2].rpartition(":")[0].strip("[]")
        if any(ip_address(peer) in network for network in self.networks):
            noted = [value for key, value in context.invocation_metadata() or () if key == "x-forwarded-for"]
            last = str(noted[-1]).rpartition(",")[2].strip() if noted else ""
            try:
                return str(ip_address(last))
            except ValueError:  # a proxy that notes nobody is who calls
                pass
        return peer
