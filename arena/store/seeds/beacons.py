"""Note the public beacon of a new tournament."""

from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.distribution import install_command
from arena.escapes import cut
from arena.league.seeds.beacons import CHAINS, can_check
from arena.store.database import Connection, run
from arena.store.errors import InvalidTournament
from arena.store.seeds.signing import introduce


def check_beacon(beacon: str) -> None:
    """Raise `InvalidTournament` for a beacon that is unknown, or that this gateway cannot check."""
    if beacon not in CHAINS:
        raise InvalidTournament(f"beacon: {cut(beacon)!r} given, accepted: {', '.join(CHAINS)}")
    if not can_check():
        raise InvalidTournament(
            f"beacon: the gateway cannot check its signatures; on its machine {install_command('beacon')}"
        )


async def add_beacon(
    connection: Connection, tournament_id: int, beacon: str, keys: Sequence[Ed25519PrivateKey]
) -> None:
    """Store the beacon of a new tournament, and the key that signs."""
    await introduce(connection, keys)
    await run(connection, "add_beacon", tournament_id=tournament_id, chain=CHAINS[beacon].hash)


def needs_key(name: str) -> str:
    """Say why a gateway without a key can draw from no beacon."""
    return (
        f"beacon: the round of {cut(name)!r} has to be signed, and this gateway has no key: give it one in"
        " ARENA_SIGNING_KEY (64 hex digits), or create the tournament without --beacon"
    )
