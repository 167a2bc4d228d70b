"""Create TLS certificates, signed by a certificate authority in the state folder."""

import ipaddress
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from arena.local.state import State

AUTHORITY_FOR: Final = timedelta(days=3650)
CERTIFICATE_FOR: Final = timedelta(days=397)  # the longest time that all clients accept; each start renews it
SKEW: Final = timedelta(hours=1)  # certificates are valid from an hour ago, as a client's clock may be slow


class Certified(NamedTuple):
    """The paths of the PEM files of a TLS certificate."""

    ca: Path  # certificate of the authority, which clients need
    chain: Path  # certificate of the gateways
    key: Path  # private key of the gateways


def certify(state: State, names: Iterable[str]) -> Certified:
    """Create a TLS certificate for *names* (hosts or addresses), signed by the authority of the state folder."""
    authority, signer = _authority(state)
    key = ec.generate_private_key(ec.SECP256R1())
    wanted = list(dict.fromkeys(names))
    builder = _builder(wanted[0], authority.subject, key.public_key(), CERTIFICATE_FOR)
    extensions: list[tuple[x509.ExtensionType, bool]] = [
        (x509.SubjectAlternativeName([_general_name(name) for name in wanted]), False),
        (x509.BasicConstraints(ca=False, path_length=None), True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
        (x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False),
    ]
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    return Certified(
        state.folder / "tls-ca.pem",
        state.write_private("tls-cert.pem", _pem(builder.sign(signer, SHA256()))),
        state.write_private("tls-key.pem", _key_pem(key)),
    )


def _authority(state: State) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """Return the authority's certificate and private key; create them only once, as clients store the certificate."""
    certificate, key = state.folder / "tls-ca.pem", state.folder / "tls-ca.key"
    if not (certificate.exists() and key.exists()):
        signer = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "arena, for itself")])
        usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)  # key_cert_sign, crl_sign
        builder = _builder("arena, for itself", name, signer.public_key(), AUTHORITY_FOR)
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), True).add_extension(usage, True)
        state.write_private("tls-ca.key", _key_pem(signer))
        state.write_private("tls-ca.pem", _pem(builder.sign(signer, SHA256())))
    loaded = load_pem_private_key(key.read_bytes(), None)
    assert isinstance(loaded, ec.EllipticCurvePrivateKey)
    return x509.load_pem_x509_certificate(certificate.read_bytes()), loaded


def _builder(
    name: str, issuer: x509.Name, key: ec.EllipticCurvePublicKey, lasting: timedelta
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])]))
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SKEW)
        .not_valid_after(now + lasting)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), False)
    )


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _pem(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(Encoding.PEM).decode().strip()


def _key_pem(key: ec.EllipticCurvePrivateKey) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode().strip()
