"""Draw a tournament's deals from a round of a public beacon."""

from arena.league.seeds import epochs
from arena.league.seeds.beacons import Chain, SignatureCheckError, chain_of, mix_of_beacon
from arena.store.database import Connection, Room, first, run
from arena.store.errors import InvalidBeaconError, WrongStateError
from arena.store.names import unknown_tournament
from arena.store.seeds.epochs import EpochReason
from arena.store.tournaments.appending import entrants_of, lock_to_append, store_boards, tables_of
from arena.store.tournaments.planning import first_schedule
from arena.store.tournaments.rounds import ladder_terms


class Beacons(Room):
    """Accept the beacon's signature for a tournament that waits for it; any account may call this."""

    async def give_beacon(self, name: str, signature: bytes) -> None:
        """Draw a tournament's deals from the beacon's *signature* of the chosen round.

        A repeated call changes nothing. The round stays the same however late its signature arrives: a second round
        would be a choice. Raises `UnknownTournamentError`, `WrongStateError` for a tournament that waits for no round,
        and `InvalidBeaconError` if *signature* is not that of the round.
        """
        async with self.transaction() as connection:
            if (row := await first(connection, "lock_beacon", name=name)) is None:
                raise unknown_tournament(name)
            id_, state, master, chain, round_, round_signature = row
            if chain is None:
                raise WrongStateError(f"tournament {name!r} waits for no beacon: it was created without --beacon")
            if round_ is None:
                raise WrongStateError(f"tournament {name!r} is {state}: its round is chosen when it is started")
            if state == "cancelled":
                raise WrongStateError(f"tournament {name!r} is cancelled: its deals are never drawn")
            _check(chain_of(chain), round_, signature)
            if round_signature is None:
                await run(connection, "store_round", tournament_id=id_, round_signature=signature)
                await _draw_boards(connection, name, master, mix_of_beacon(name, chain, round_, signature))


def _check(chain: Chain, round_: int, signature: bytes) -> None:
    try:
        is_right = chain.has_signed(round_, signature)
    except SignatureCheckError as problem:
        raise WrongStateError(str(problem)) from problem
    if not is_right:
        raise InvalidBeaconError(f"signature: it is not that of round {round_} of the beacon {chain.name}")


async def _draw_boards(connection: Connection, name: str, master: bytes, mix: bytes) -> None:
    seed = epochs.schedule_seed(mix, epochs.secret(master, epochs.SCHEDULE))
    await run(connection, "settle_mix", name=name, mix=mix, schedule_seed=seed)
    into = await lock_to_append(connection, name)
    entrants, tables = await entrants_of(connection, into.id), await tables_of(connection, into.id)
    terms = await ladder_terms(connection, into) if into.kind == "ladder" else None
    schedule = await first_schedule(into, entrants, tables, terms)
    await store_boards(connection, into, entrants, tables, schedule, EpochReason("first"))
