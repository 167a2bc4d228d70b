"""Load the gateway's TLS certificate, and reload it when its files change."""

import logging
import os
import ssl
from typing import NamedTuple

import grpc

from arena.settings import SettingError

log = logging.getLogger("arena.gateway")


class Loaded(NamedTuple):
    """A loaded certificate, in the forms for gRPC and for the port of the workers."""

    grpc: grpc.ServerCertificateConfiguration
    context: ssl.SSLContext


class Certificate:
    """A TLS certificate chain and its private key, in two PEM files."""

    def __init__(self, chain: str, key: str) -> None:
        """Load both files. Raises `SettingError` if they are unreadable or do not belong together."""
        self._paths = (chain, key)
        self._seen = self._stamps()
        try:
            self._shown = self._read()
        except OSError as problem:
            raise SettingError(f"ARENA_TLS_CERT={chain}, ARENA_TLS_KEY={key}: {_why(problem)}") from None

    def credentials(self) -> grpc.ServerCredentials:
        """Return gRPC credentials; each handshake, in a thread of gRPC, uses the newest certificate."""
        return grpc.dynamic_ssl_server_credentials(self._shown.grpc, lambda: self._newest().grpc)

    def ssl_context(self) -> ssl.SSLContext:
        """Return an SSL context; each handshake uses the newest certificate."""
        context = self._shown.context

        def show_newest(handshake: ssl.SSLObject, _name: str | None, _context: ssl.SSLContext) -> None:
            handshake.context = self._newest().context

        context.sni_callback = show_newest
        return context

    def _newest(self) -> Loaded:
        """Return the newest certificate; keep the present one if changed files cannot be loaded."""
        stamps = self._stamps()
        if stamps != self._seen:
            self._seen = stamps
            try:
                self._shown = self._read()
                log.info("the certificate in %s was renewed", self._paths[0])
            except OSError as problem:
                log.warning("the certificate in %s is not renewed: %s", self._paths[0], _why(problem))
        return self._shown

    def _read(self) -> Loaded:
        chain, key = self._paths
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        # load_cert_chain checks that the key fits. gRPC would accept any key and then refuse every handshake.
        context.load_cert_chain(chain, key, password=_no_password)
        with open(chain, "rb") as chain_file, open(key, "rb") as key_file:
            return Loaded(grpc.ssl_server_certificate_configuration([(key_file.read(), chain_file.read())]), context)

    def _stamps(self) -> list[tuple[int, int, int] | None]:
        return [_stamp(path) for path in self._paths]


def _stamp(path: str) -> tuple[int, int, int] | None:
    """Return (inode, bytes, change time) of a file; None if unreadable. A renewal may change the inode alone."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _no_password() -> str:
    """Raise `ssl.SSLError` for a key with a password; OpenSSL would ask for the password."""
    raise ssl.SSLError("the key has a password: give a key without one")


def _why(problem: OSError) -> str:
    if isinstance(problem, ssl.SSLError):
        return f"give a certificate and its key in PEM ({problem.reason or problem.args[-1]})"
    return f"{problem.filename or 'a file'}: {os.strerror(problem.errno or 0)}"
