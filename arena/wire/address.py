"""Parse the address of an arena, and open connections to it: plain ones on this machine, others with TLS."""

import ipaddress
import os
import re
import ssl
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import grpc

from arena.escapes import clip

# Prefixes of addresses with TLS: for gRPC, and for workers' links to a gateway.
GRPCS: Final = "grpcs://"
LINK: Final = "tls://"
PORTS: Final = {GRPCS: 7700, LINK: 7701}  # a gateway's default ports
_ADDRESS: Final = re.compile(r"(?P<scheme>[a-z]+://)?(?P<host>\[[0-9a-fA-F:.]+\]|[^\s:/,]+):(?P<port>\d{1,5})")
_SOCKET: Final = re.compile(r"unix:\S+")
_CERTIFICATE: Final = re.compile(rb"-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----")
Options = Sequence[tuple[str, Any]]


class AddressError(ValueError):
    """Raised for text that is no address, and for an address to which no secret may be sent."""


@dataclass(frozen=True)
class Address:
    """The address of an arena; `str` returns it as it was given.

    Attributes:
        host: A name, or an IP address without brackets; "" for a Unix socket.
        target: The address in the form that gRPC accepts.
        tls: Whether the connection has TLS.
        scheme: The prefix of an address with TLS.
        ca: The PEM file of the authority that signed the certificate; "" for the authorities that the machine trusts.
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
        """Whether the address is on this machine: loopback, a Unix socket, or `localhost`."""
        if self.host in ("", "localhost"):
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def channel(self, options: Options = ()) -> grpc.Channel:
        """Return a gRPC channel with the channel arguments *options*. Raises `AddressError` if `ca` is unusable."""
        options = (*options, *self._past_proxies())
        if self.tls:
            return grpc.secure_channel(self.target, self._credentials(), options)
        return grpc.insecure_channel(self.target, options)

    def aio_channel(self, options: Options = ()) -> grpc.aio.Channel:
        """Return an asyncio gRPC channel. Arguments and errors are those of `channel`."""
        options = (*options, *self._past_proxies())
        if self.tls:
            return grpc.aio.secure_channel(self.target, self._credentials(), options)
        return grpc.aio.insecure_channel(self.target, options)

    def ssl_context(self) -> ssl.SSLContext | None:
        """Return the SSL context for connections without gRPC; None without TLS. Raises `AddressError`."""
        if not self.tls:
            return None
        return ssl.create_default_context(cadata=read_certificates(self.ca).decode() if self.ca else None)

    def _past_proxies(self) -> Options:
        """Return channel arguments that make gRPC ignore `http_proxy` for plain and local traffic."""
        return () if self.tls and not self.is_local else (("grpc.enable_http_proxy", 0),)

    def _credentials(self) -> grpc.ChannelCredentials:
        """Return TLS credentials. The certificates are read for each channel, because their files may change."""
        return grpc.ssl_channel_credentials(read_certificates(self.ca) if self.ca else load_authorities())


def forms(scheme: str = GRPCS) -> str:
    """Return the accepted forms of an address, for an error message. *scheme*: the prefix for TLS."""
    return f"HOST:PORT, as in 127.0.0.1:{PORTS[scheme]}, or {scheme}HOST:PORT for TLS"


def parse_address(text: str, scheme: str = GRPCS) -> Address:
    """Return the address in *text*. *scheme*: the prefix that means TLS. Raises `AddressError`."""
    if _SOCKET.fullmatch(text):
        return Address("", 0, text)
    found = _ADDRESS.fullmatch(text)
    if found is None or int(found["port"]) > 65535 or found["scheme"] not in (None, scheme):
        raise AddressError(f"{clip(text)!r} is not an address; give {forms(scheme)}")
    target = text.removeprefix(scheme)
    return Address(found["host"].strip("[]"), int(found["port"]), target, bool(found["scheme"]), scheme)


def address_for_secrets(text: str, ca: str | None = None, scheme: str = GRPCS) -> Address:
    """Return the address in *text*, to which a secret may be sent. Raises `AddressError`.

    The address must be local or have TLS, unless `ARENA_PLAIN=allow` declares the network private. *ca*: the PEM file
    of the authority, by default `ARENA_TLS_CA`; it is refused with a plain address. *scheme*: the prefix that means
    TLS.
    """
    address = parse_address(text, scheme)
    if not address.tls:
        if not address.is_local and not plain_is_allowed():
            raise AddressError(
                f"{text} is another machine, and without TLS others could read the token:"
                f" give {scheme}{text}, or set ARENA_PLAIN=allow if the network is private"
            )
        if ca:
            raise AddressError(f"--ca {ca}: {text} has no TLS: give {scheme}{text}, or leave --ca out")
        return address
    ca = ca or os.environ.get("ARENA_TLS_CA", "")
    if ca:
        read_certificates(ca)
    return replace(address, ca=ca)


def plain_is_allowed() -> bool:
    """Return whether `ARENA_PLAIN=allow` permits sending secrets over a network without TLS."""
    return os.environ.get("ARENA_PLAIN") == "allow"


def read_certificates(path: str) -> bytes:
    """Return the certificates, not the keys, of the PEM file *path*. Raises `AddressError` without a certificate."""
    try:
        with open(path, "rb") as file:
            found = _CERTIFICATE.findall(file.read())
    except OSError as problem:
        raise AddressError(f"the certificates in {path} cannot be read: {os.strerror(problem.errno or 0)}") from None
    if not found:  # gRPC would accept it silently and then refuse every certificate
        raise AddressError(
            f"{path} has no certificate: give the PEM file of the authority of the arena's (--ca, ARENA_TLS_CA)"
        )
    return b"\n".join(found) + b"\n"


_HASHED: Final = re.compile(r"[0-9a-f]{8}\.\d+")  # names of the certificate files that OpenSSL reads in a folder


def load_authorities() -> bytes | None:
    """Return the certificates of the authorities that this machine trusts, in PEM; None if it has none."""
    found: dict[bytes, None] = {}  # most machines have each certificate twice: in one file, and in a folder
    for path in _files():
        with suppress(OSError):
            found |= dict.fromkeys(_CERTIFICATE.findall(path.read_bytes()))
    return b"\n".join(found) or None


def _files() -> Iterator[Path]:
    """Yield the files in which OpenSSL looks for authorities: `SSL_CERT_FILE`, then those in `SSL_CERT_DIR`."""
    paths = ssl.get_default_verify_paths()
    yield Path(os.environ.get(paths.openssl_cafile_env, paths.openssl_cafile))
    for folder in os.environ.get(paths.openssl_capath_env, paths.openssl_capath).split(os.pathsep):
        with suppress(OSError):
            yield from (file for file in Path(folder).iterdir() if _HASHED.fullmatch(file.name))
