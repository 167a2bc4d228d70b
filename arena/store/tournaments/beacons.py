"""Take in a public beacon's round, which a tournament's deals are drawn from."""

from dataclasses import dataclass

from arena.distribution import install_command
from arena.escapes import cut
from arena.league.seeds.beacons import CHAINS, CannotCheck, Chain, can_check, chain_of
from arena.store.database import Room, fetch, run
from arena.store.errors import InvalidContribution, InvalidTournament, WrongState
from arena.store.names import unknown_tournament
from arena.store.tournaments.rows import NewTournament


@dataclass(frozen=True)
class _Awaited:
    """A tournament, locked, with the round that its list names; None: it has no list yet, or no beacon."""

    id: int
    state: str
    chain: bytes | None
    round: int | None
    told: bytes | None


class Beacons(Room):
    """What anybody with an account may do for a tournament that waits for a beacon."""

    async def give_beacon(self, name: str, signature: bytes) -> None:
        """Store the signature of the round that a tournament waits for; a second time it changes nothing.

        Raises `UnknownTournament`, `WrongState` for one that waits for none, `InvalidContribution` for another
        signature than that round's.
        """
        async with self.transaction() as connection:
            found = await fetch(connection, _Awaited, "lock_awaited_beacon", name=name)
            if not found:
                raise unknown_tournament(name)
            awaited = found[0]
            if awaited.chain is None:
                raise WrongState(f"tournament {name!r} waits for no beacon: it was created without --beacon")
            if awaited.round is None:
                raise WrongState(f"tournament {name!r} is {awaited.state}: its round is chosen when it is started")
            if awaited.state == "cancelled":
                raise WrongState(f"tournament {name!r} is cancelled: its deals are never drawn")
            _check(chain_of(awaited.chain), awaited.round, signature)
            if awaited.told is None:
                await run(connection, "tell_beacon", tournament_id=awaited.id, told=signature)


def check_beacon(new: NewTournament) -> None:
    """Raise `InvalidTournament` for a beacon that is unknown, too much, or not to be checked here."""
    if not new.beacon:
        return
    if new.contributions:
        raise InvalidTournament("beacon: it stands instead of contributions, give one of both")
    if new.beacon not in CHAINS:
        raise InvalidTournament(f"beacon: {cut(new.beacon)!r} given, accepted: {', '.join(CHAINS)}")
    if not can_check():
        raise InvalidTournament(
            f"beacon: the gateway cannot check its signatures; on its machine {install_command('beacon')}"
        )


def _check(chain: Chain, round_: int, signature: bytes) -> None:
    try:
        is_right = chain.has_signed(round_, signature)
    except CannotCheck as problem:
        raise WrongState(str(problem)) from problem
    if not is_right:
        raise InvalidContribution(f"signature: it is not that of round {round_} of the beacon {chain.name}")
