"""Create epochs: boards added together, with seeds from one secret under one signed root."""

import asyncio
import secrets as randomness
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from psycopg.types.json import Jsonb

from arena.league.entrants import Entrant
from arena.league.seeds import epochs
from arena.league.seeds.boards import EpochBoards, Promised
from arena.league.seeds.merkle import root_of
from arena.store.database import Connection, fetch, run, select, value
from arena.store.errors import InvalidTournamentError
from arena.store.seeds.rows import Secrets

DRAWN = 32  # bytes of a randomly drawn master


@dataclass(frozen=True)
class EpochReason:
    """The reason why boards are added: an `EpochRow.occasion`. *terms*: private inputs of the line-ups."""

    name: str
    terms: dict[str, Any] = field(default_factory=dict)


class Epoch:
    """An epoch that is created in the caller's transaction. *names*: "name@version" by version id."""

    def __init__(self, secrets: Secrets, index: int, names: dict[int, str]) -> None:
        self._secrets = secrets
        self.index = index
        self._names = names
        self._boards = EpochBoards(epoch_seed(secrets, index))
        self._leaves: list[bytes] = []
        self._first: int | None = None

    def promise(
        self, number: int, deal: int, variant: str, tables: int, line_up: Sequence[int], sitting: Sequence[int] | None
    ) -> bytes:
        """Return the seed of the next board, and commit to the board in the epoch's root.

        The parameters are the fields of `Promised`, with version ids instead of names.
        """
        names, sitters = [self._names[player] for player in line_up], [self._names[each] for each in sitting or ()]
        self._leaves.append(self._boards.leaf(Promised(number, deal, variant, tables, names, sitters)))
        self._first = number if self._first is None else self._first
        return self._boards.seed(deal, 0)

    async def store(self, connection: Connection, occasion: EpochReason) -> None:
        """Store the epoch with the root over its boards; do nothing if it has no boards."""
        if self._first is None:
            return
        root = await asyncio.to_thread(root_of, self._leaves)
        about = {"occasion": occasion.name, "terms": Jsonb(occasion.terms), "root": root}
        about |= {"first": self._first, "boards": len(self._leaves)}
        await run(connection, "add_epoch", tournament_id=self._secrets.tournament_id, index=self.index, **about)


async def begin_epoch(connection: Connection, tournament_id: int, entrants: Sequence[Entrant]) -> Epoch:
    """Return the next epoch of a locked tournament. Raises `InvalidTournamentError` if all secrets are used."""
    secrets = await secrets_of(connection, tournament_id)
    index = await _next_index(connection, tournament_id)
    if index >= epochs.SCHEDULE:
        times = f"{epochs.SCHEDULE} times, as often as it has secrets"
        raise InvalidTournamentError(f"tournament {secrets.name!r} has been added to {times}: create another")
    players = [player for entrant in entrants for player in (entrant.id, *entrant.members)]
    return Epoch(secrets, index, dict(await select(connection, "names_of", version_ids=players)))


async def secrets_of(connection: Connection, tournament_id: int) -> Secrets:
    (secrets,) = await fetch(connection, Secrets, "secrets_of", tournament_id=tournament_id)
    return secrets


async def is_out_of_secrets(connection: Connection, tournament_id: int) -> bool:
    """Return whether a tournament has used the secrets of all its epochs."""
    return await _next_index(connection, tournament_id) >= epochs.SCHEDULE


async def _next_index(connection: Connection, tournament_id: int) -> int:
    return int(await value(connection, "next_epoch", tournament_id=tournament_id))


def epoch_seed(secrets: Secrets, index: int) -> bytes:
    """Return the seed of an epoch; nobody else can compute it until the epoch's secret is published."""
    assert secrets.mix is not None, "a tournament whose deals are not drawn has no epoch"
    return epochs.epoch_seed(secrets.mix, epochs.secret(secrets.master, index), index)


def master_of(given: str, test_seed: str) -> bytes:
    """Return a tournament's master: *given* as hex digits, derived from *test_seed*, or random.

    "" stands for an absent value. Raises `InvalidTournamentError`.
    """
    if given and test_seed:
        raise InvalidTournamentError("master, test-seed: both given, one at most is accepted")
    if test_seed:
        return epochs.master_of_test(test_seed)
    if not given:
        return randomness.token_bytes(DRAWN)
    try:
        return epochs.parse_master(given)
    except ValueError:
        accepted = f"{epochs.MIN_DIGITS} hex digits or more are accepted, an even number; without any one is drawn"
        raise InvalidTournamentError(f"master: {len(given)} characters given, {accepted}") from None
