"""Keys that sign what is promised, and vouch for one another."""

from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.store.database import Connection, Room, run, value


class Signing(Room):
    """A part of the store that signs, or asks whether anybody can.

    Attributes:
        keys: what is signed with, the first of them; the next one vouches for it. Without any nothing is signed.
    """

    keys: Sequence[Ed25519PrivateKey] = ()


async def introduce(connection: Connection, keys: Sequence[Ed25519PrivateKey]) -> bytes:
    """Note the key that signs; return its public key.

    Where it has no voucher yet, one of the others that has signed vouches for it.
    """
    own, *others = [key.public_key().public_bytes_raw() for key in keys]
    if await value(connection, "is_vouched_for", key=own):
        return own
    for key, before in zip(keys[1:], others, strict=True):
        if await value(connection, "has_signer", key=before):
            await run(connection, "add_signer", key=own, before=before, voucher=key.sign(own))
            return own
    await run(connection, "add_signer", key=own, before=None, voucher=None)
    return own
