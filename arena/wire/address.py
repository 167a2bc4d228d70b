"""Where an arena is, as people write it, and the channel to it: plain on this machine, TLS beyond it."""

import ipaddress
import os
import re
import ssl
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import grpc

from arena.wire.authorities import known_authorities

# What an address with TLS begins with: where gRPC is spoken, and where workers reach a gateway.
GRPCS: Final = "grpcs://"
LINK: Final = "tls://"
PORTS: Final = {GRPCS: 7700, LINK: 7701}  # where a gateway listens if it is not told
_ADDRESS: Final = re.compile(r"(?P<scheme>[a-z]+://)?(?P<host>\[[0-9a-fA-F:.]+\]|[^\s:/,]+):(?P<port>\d{1,5})")
_SOCKET: Final = re.compile(r"unix:\S+")
Options = Sequence[tuple[str, Any]]


class BadAddress(ValueError):
    """A text is no address, or one that a secret must not be sent to; the message says what is accepted."""


@dataclass(frozen=True)
class Address:
    """An arena's address; `str` of it is as it was written.

    Attributes:
        host: a name or a number without brackets; empty for a Unix socket.
        target: what gRPC dials.
        tls: whether the arena shows a certificate there.
        scheme: what it begins with if so.
        ca: the PEM file of who signed it; empty for those that every machine trusts.
    """

    host: str
    port: int
    target: str
    tls: bool = False
    scheme: str = GRPCS
    ca: str = ""

    def __str__(self) -> str:
        return f"{self.scheme}{self.target}" if self.tls else self.target

    @property
    def is_local(self) -> bool:
        """Whether what is sent there never leaves this machine. Names are not looked up: `localhost` alone counts."""
        if self.host in ("", "localhost"):
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def channel(self, options: Options = ()) -> grpc.Channel:
        """A channel to it. Raises `BadAddress` where the file *ca* cannot be used."""
        options = (*options, *self._past_proxies())
        if self.tls:
            return grpc.secure_channel(self.target, self._credentials(), options)
        return grpc.insecure_channel(self.target, options)

    def aio_channel(self, options: Options = ()) -> grpc.aio.Channel:
        """A channel to it for asyncio. Raises `BadAddress` where the file *ca* cannot be used."""
        options = (*options, *self._past_proxies())
        if self.tls:
            return grpc.aio.secure_channel(self.target, self._credentials(), options)
        return grpc.aio.insecure_channel(self.target, options)

    def ssl_context(self) -> ssl.SSLContext | None:
        """What a connection without gRPC checks the certificate with; None where none is shown. Raises `BadAddress`."""
        if not self.tls:
            return None
        return ssl.create_default_context(cadata=_certificates(self.ca).decode() if self.ca else None)

    def _past_proxies(self) -> Options:
        """gRPC would go through the `http_proxy` of the environment to this machine too, and show it what is plain."""
        return () if self.tls and not self.is_local else (("grpc.enable_http_proxy", 0),)

    def _credentials(self) -> grpc.ChannelCredentials:
        """Read anew for each channel, so that a changed file is seen at the next one."""
        return grpc.ssl_channel_credentials(_certificates(self.ca) if self.ca else known_authorities())


def forms(scheme: str = GRPCS) -> str:
    """What is accepted as an address."""
    return f"HOST:PORT, as in 127.0.0.1:{PORTS[scheme]}, or {scheme}HOST:PORT for TLS"


def parse_address(text: str, scheme: str = GRPCS) -> Address:
    """The address that *text* says; *scheme*: what it begins with if it is one with TLS. Raises `BadAddress`."""
    if _SOCKET.fullmatch(text):
        return Address("", 0, text)
    found = _ADDRESS.fullmatch(text)
    if found is None or int(found["port"]) > 65535 or found["scheme"] not in (None, scheme):
        raise BadAddress(f"{text!r} is no address: accepted is {forms(scheme)}")
    target = text.removeprefix(scheme)
    return Address(found["host"].strip("[]"), int(found["port"]), target, bool(found["scheme"]), scheme)


def address_for_secrets(text: str, ca: str | None = None, scheme: str = GRPCS) -> Address:
    """The address that *text* says, to which a token or the link secret may be sent.

    That is one of this machine or one with TLS, or any where `ARENA_PLAIN=allow` says that the network is private.
    *ca*: the PEM file that the arena's certificate is checked by, default `ARENA_TLS_CA`; given with a plain address it
    is refused, as nothing would be checked. Raises `BadAddress`.
    """
    address = parse_address(text, scheme)
    if not address.tls:
        if not address.is_local and not plain_is_allowed():
            raise BadAddress(
                f"{text} is another machine, and without TLS everybody on the way could read the token:"
                f" give {scheme}{text}, or set ARENA_PLAIN=allow where the network is private"
            )
        if ca:
            raise BadAddress(f"--ca {ca}: no certificate is shown at {text}: give {scheme}{text}, or leave --ca out")
        return address
    ca = ca or os.environ.get("ARENA_TLS_CA", "")
    if ca:
        _certificates(ca)
    return replace(address, ca=ca)


def plain_is_allowed() -> bool:
    """Whether secrets may cross the network in the clear: `ARENA_PLAIN=allow`."""
    return os.environ.get("ARENA_PLAIN") == "allow"


def _certificates(path: str) -> bytes:
    """The file's text, which gRPC would take without a word and then trust nobody. Raises `BadAddress`."""
    try:
        with open(path, "rb") as file:
            text = file.read()
    except OSError as problem:
        raise BadAddress(f"the certificates in {path} cannot be read: {os.strerror(problem.errno or 0)}") from None
    if b"-----BEGIN CERTIFICATE-----" not in text:
        raise BadAddress(
            f"{path} holds no certificate: give the PEM file of who signed the arena's (--ca, ARENA_TLS_CA)"
        )
    return text
