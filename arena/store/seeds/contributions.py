"""Numbers that owners bring in before deals are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.escapes import cut
from arena.league.seeds.beacons import Chain
from arena.league.seeds.contributions import nonce_commitment
from arena.store.accounts.rows import Principal
from arena.store.database import Connection, Room, fetch, run
from arena.store.errors import InvalidContribution, NotTakingPart, WrongState
from arena.store.names import tournament_id, unknown_tournament
from arena.store.seeds.rows import OwnContribution
from arena.store.seeds.signing import introduce

REPORT_WITHIN_S = 60  # who has been silent for longer is not there


@dataclass(frozen=True)
class _Tournament:
    """Locked: no list is closed, signed or ended meanwhile."""

    id: int
    name: str
    state: str


class Contributions(Room):
    """What one owner does before the deals are drawn.

    `Drawing` does what follows. *caller* is an owner. Each call may raise `UnknownTournament`, `NotTakingPart` for an
    owner without a bot in it, and `WrongState` where it is too early or too late, or nobody may bring in anything.
    """

    async def own_contribution(self, name: str, caller: Principal) -> OwnContribution:
        """How the newest list stands for an owner."""
        async with self.transaction() as connection:
            return await _own(connection, await tournament_id(connection, name), name, caller)

    async def contribute(self, name: str, caller: Principal, attempt: int, commitment: bytes) -> OwnContribution:
        """Promise a number for a list, and report to be there.

        A second program of an owner is refused while the first one reports: else neither could trust the list.
        """
        async with self.transaction() as connection:
            found = await _lock(connection, name)
            own = await _own(connection, found.id, name, caller)
            _check_open(found, own, attempt)
            if not own.is_expected:
                raise WrongState(f"{caller.owner} was not on the list of {name!r} before this one, or did not reveal")
            if own.commitment not in (None, commitment) and own.silent_s < REPORT_WITHIN_S:
                raise WrongState(
                    f"another program of {caller.owner} reported {own.silent_s:.0f} s ago for {name!r}, and one"
                    f" contributes for an owner: end that one, and try again {REPORT_WITHIN_S} s later"
                )
            of = {"tournament_id": found.id, "owner_id": caller.owner_id}
            await run(connection, "report_contribution", **of, attempt=attempt, commitment=commitment)
            return await _own(connection, found.id, name, caller)

    async def reveal_nonce(self, name: str, caller: Principal, attempt: int, nonce: bytes) -> OwnContribution:
        """Tell the promised number, once the list is signed.

        A second time it changes nothing. Raises `InvalidContribution` for another number than was promised.
        """
        async with self.transaction() as connection:
            found = await _lock(connection, name)
            own = await _own(connection, found.id, name, caller)
            _check_revealing(found, own, attempt, caller)
            if nonce_commitment(name, attempt, str(caller.owner), nonce) != own.commitment:
                raise InvalidContribution(f"nonce: it is not the one that {caller.owner} committed to")
            of = {"tournament_id": found.id, "owner_id": caller.owner_id}
            await run(connection, "reveal_contribution", **of, attempt=attempt, nonce=nonce)
            return await _own(connection, found.id, name, caller)


async def open_contributions(
    connection: Connection, tournament: int, keys: Sequence[Ed25519PrivateKey], chain: Chain | None
) -> None:
    """Open a new tournament's first list, of owners or of a beacon's *chain*; note the key that signs."""
    await introduce(connection, keys)
    if chain is None:
        await run(connection, "open_list", tournament_id=tournament, attempt=0)
    else:
        await run(connection, "open_beacon_list", tournament_id=tournament, chain=chain.hash)


def needs_key(name: str) -> str:
    """Why an arena without a key can have no lists."""
    return (
        f"contributions: lists of {cut(name)!r} are signed, and this gateway has no key: give it one in"
        " ARENA_SIGNING_KEY (64 hex digits), or create the tournament without contributions or beacon"
    )


async def _lock(connection: Connection, name: str) -> _Tournament:
    found = await fetch(connection, _Tournament, "lock_contributions", name=name)
    if not found:
        raise unknown_tournament(name)
    return found[0]


async def _own(connection: Connection, found: int, name: str, caller: Principal) -> OwnContribution:
    of = {"tournament_id": found, "owner_id": caller.owner_id}
    rows = await fetch(connection, OwnContribution, "own_contribution", **of)
    if not rows:
        raise WrongState(
            f"tournament {name!r} takes no contributions: it was created without --contributions, and its deals"
            " are by the operator alone"
        )
    own = rows[0]
    if own.is_beacon:
        raise WrongState(f"tournament {name!r} takes no contributions: its deals are drawn from a public beacon")
    if not own.attempt and not own.is_expected:
        raise NotTakingPart(f"{caller.owner} has no bot in tournament {name!r}: only owners of its bots contribute")
    return own


def _check_open(found: _Tournament, own: OwnContribution, attempt: int) -> None:
    if found.state not in ("created", "drawing"):
        raise WrongState(f"tournament {found.name!r} is {found.state}: nothing more is brought in")
    if not own.is_open or own.attempt != attempt:
        stands = "not open yet" if attempt > own.attempt else "closed"
        raise WrongState(f"tournament {found.name!r}: the list of attempt {attempt} is {stands}")


def _check_revealing(found: _Tournament, own: OwnContribution, attempt: int, caller: Principal) -> None:
    what = f"tournament {found.name!r}, attempt {attempt}"
    if own.attempt == attempt and own.nonce is not None:
        return  # it is there: its answer was lost
    if found.state == "cancelled" or own.attempt > attempt or own.is_over:
        raise WrongState(f"{what}: it is over, a number that comes now does not count")
    if own.attempt < attempt or not own.is_signed:
        raise WrongState(f"{what}: its list is not signed yet, reveal nothing before you have seen it")
    if own.commitment is None:
        raise WrongState(f"{what}: {caller.owner} is not on its list")
