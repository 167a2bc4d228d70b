"""Draw a tournament's deals from a round of a public beacon."""

from dataclasses import dataclass

from arena.league.seeds import epochs
from arena.league.seeds.beacons import CannotCheck, Chain, chain_of, mix_of_beacon
from arena.store.database import Connection, Room, fetch, run
from arena.store.errors import InvalidBeaconError, WrongState
from arena.store.names import unknown_tournament
from arena.store.seeds.epochs import EpochReason
from arena.store.tournaments.appending import entrants_of, lock_to_append, store_boards, tables_of
from arena.store.tournaments.planning import Settings, first_schedule
from arena.store.tournaments.rounds import ladder_terms


@dataclass(frozen=True)
class _Beacon:
    """A locked tournament with its beacon; *chain* None: it was created without one."""

    id: int
    state: str
    master: bytes
    chain: bytes | None
    round: int | None
    round_signature: bytes | None


class Beacons(Room):
    """Calls of any account on a tournament that waits for a beacon."""

    async def give_beacon(self, name: str, signature: bytes) -> None:
        """Draw the deals from the round that the tournament waits for; repeating it changes nothing.

        There is no other round, however late this one comes: a second round would be a choice.
        Raises `UnknownTournament`, `WrongState` for a tournament that waits for no round,
        `InvalidBeaconError` for a signature that is not that round's.
        """
        async with self.transaction() as connection:
            rows = await fetch(connection, _Beacon, "lock_beacon", name=name)
            if not rows:
                raise unknown_tournament(name)
            beacon = rows[0]
            if beacon.chain is None:
                raise WrongState(f"tournament {name!r} waits for no beacon: it was created without --beacon")
            if beacon.round is None:
                raise WrongState(f"tournament {name!r} is {beacon.state}: its round is chosen when it is started")
            if beacon.state == "cancelled":
                raise WrongState(f"tournament {name!r} is cancelled: its deals are never drawn")
            _check(chain_of(beacon.chain), beacon.round, signature)
            if beacon.round_signature is None:
                await run(connection, "store_round", tournament_id=beacon.id, round_signature=signature)
                mix = mix_of_beacon(name, beacon.chain, beacon.round, signature)
                await _draw_boards(connection, beacon, name, mix)


def _check(chain: Chain, round_: int, signature: bytes) -> None:
    try:
        is_right = chain.has_signed(round_, signature)
    except CannotCheck as problem:
        raise WrongState(str(problem)) from problem
    if not is_right:
        raise InvalidBeaconError(f"signature: it is not that of round {round_} of the beacon {chain.name}")


async def _draw_boards(connection: Connection, beacon: _Beacon, name: str, mix: bytes) -> None:
    """Draw the first epoch from *mix*, and let the tournament run."""
    seed = epochs.schedule_seed(mix, epochs.secret(beacon.master, epochs.SCHEDULE))
    await run(connection, "settle_mix", tournament_id=beacon.id, mix=mix, schedule_seed=seed)
    into = await lock_to_append(connection, name)
    entrants, tables = await entrants_of(connection, into.id), await tables_of(connection, into.id)
    whole = Settings(entrants, tables, into.boards_each, seed, into.allow_same_owner)
    terms = await ladder_terms(connection, into) if into.kind == "ladder" else None
    schedule = await first_schedule(into.kind, into.pool, whole, into.challengers, terms)
    await store_boards(connection, into, entrants, tables, schedule, EpochReason("first"))
