"""Check Ed25519 signatures, which the arena tells in hex."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def is_by(key: str, signature: str, said: bytes) -> bool:
    """Return whether *key* made the *signature* of what was *said*.

    Raises `ValueError` for what is no hex, or no key.
    """
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), said)
    except InvalidSignature:
        return False
    return True
