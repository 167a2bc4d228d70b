"""Store signing keys and beacons."""

from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.distribution import install_command
from arena.escapes import clip
from arena.league.seeds.beacons import CHAINS, can_check
from arena.store.database import Connection, Room, run, value
from arena.store.errors import InvalidTournamentError


class Signing(Room):
    """Base class of store methods that need the gateway's signing keys.

    Attributes: *keys*: the first key signs, the next one vouches for it. Without keys nothing is signed.
    """

    keys: Sequence[Ed25519PrivateKey] = ()


async def introduce(connection: Connection, keys: Sequence[Ed25519PrivateKey]) -> bytes:
    """Store the signing key, the first of *keys*; return its public key.

    If no key vouches for it yet, an earlier signing key among the others does.
    """
    own, *others = [key.public_key().public_bytes_raw() for key in keys]
    if await value(connection, "is_vouched_for", key=own):
        return own
    for key, before in zip(keys[1:], others, strict=True):
        if await value(connection, "is_vouched_for", key=before) is not None:
            await run(connection, "add_signer", key=own, before=before, voucher=key.sign(own))
            return own
    await run(connection, "add_signer", key=own, before=None, voucher=None)
    return own


def check_beacon(beacon: str) -> None:
    """Raise `InvalidTournamentError` for a beacon that is unknown or that this gateway cannot verify."""
    if beacon not in CHAINS:
        raise InvalidTournamentError(f"beacon: {clip(beacon)!r} given, accepted: {', '.join(CHAINS)}")
    if not can_check():
        raise InvalidTournamentError(f"beacon: the gateway cannot check it; on its machine {install_command('beacon')}")


async def add_beacon(
    connection: Connection, tournament_id: int, beacon: str, keys: Sequence[Ed25519PrivateKey]
) -> None:
    """Store the beacon of a new tournament, and the signing key."""
    await introduce(connection, keys)
    await run(connection, "add_beacon", tournament_id=tournament_id, chain=CHAINS[beacon].hash)


def needs_key(name: str) -> str:
    """Return the error text for a tournament with a beacon on a gateway that has no signing key."""
    return (
        f"beacon: the round of {clip(name)!r} has to be signed, and this gateway has no key: give it one in"
        " ARENA_SIGNING_KEY (64 hex digits), or create the tournament without --beacon"
    )
