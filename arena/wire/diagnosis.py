"""Explain why a connection to an arena failed."""

import socket
import ssl
from typing import Final

from arena.wire.address import Address

WITHIN: Final = 2.0  # seconds to wait for one answer
OTHER_NAME: Final = (62, 64)  # OpenSSL's X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH
NOT_NOW: Final = (9, 10)  # X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED


def diagnose(address: Address) -> str | None:
    """Return the problem with TLS at *address* in one line; None without a problem, or if nothing listens.

    The function makes its own connection, sends no secret, and blocks for at most 4 s.
    """
    if not address.host:
        return None
    try:
        with socket.create_connection((address.host, address.port), WITHIN) as connection:
            return _with_tls(address, connection) if address.tls else _without_tls(address, connection)
    except OSError:
        return None


def _with_tls(address: Address, connection: socket.socket) -> str | None:
    context = ssl.create_default_context(cafile=address.ca or None)
    try:
        context.wrap_socket(connection, server_hostname=address.host).close()
    except ssl.SSLCertVerificationError as problem:
        return _distrust(address, problem)
    except ssl.SSLError:
        return f"the server at {address.target} has no TLS: give {address.target} without {address.scheme}"
    return None


def _without_tls(address: Address, connection: socket.socket) -> str | None:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # only tests for TLS; nothing is sent
    try:
        context.wrap_socket(connection).close()
    except ssl.SSLError:
        return None
    return f"the server at {address.target} requires TLS: give {address.scheme}{address.target}"


def _distrust(address: Address, problem: ssl.SSLCertVerificationError) -> str:
    if problem.verify_code in OTHER_NAME:
        return f"the certificate at {address.target} is not for {address.host!r}: give a name that it covers"
    if problem.verify_code in NOT_NOW:
        return f"the certificate at {address.target} is not valid today ({problem.verify_message})"
    signer = f"one of {address.ca}" if address.ca else "an authority that this machine trusts"
    return (
        f"the certificate at {address.target} is not signed by {signer} ({problem.verify_message}):"
        " give its authority's certificate with --ca FILE or ARENA_TLS_CA"
    )
