"""Who sends a request, and how it came."""

from dataclasses import dataclass

from fastapi import Request

from arena.guards.proxies import Proxies


@dataclass(frozen=True)
class Sender:
    """The address a request comes from, and whether it came by https, as far as a trusted proxy says so."""

    address: str
    is_https: bool


def sender_of(request: Request, proxies: Proxies) -> Sender:
    """Return who sends *request*; headers of *proxies* are believed, nobody else's."""
    peer = request.client.host if request.client else "127.0.0.1"
    address = proxies.address_of(peer, request.headers.getlist("x-forwarded-for"))
    noted = request.headers.getlist("x-forwarded-proto")
    by_proxy = bool(noted) and noted[-1].rpartition(",")[2].strip().lower() == "https"
    return Sender(address, request.url.scheme == "https" or (by_proxy and proxies.has(peer)))
