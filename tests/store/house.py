"""A house to test the store in: owners, bots, a gateway, and workers that make results up."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, LiteralString

import psycopg

from arena.league.ratings.tally import LineUpTally
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.store.play.journals import count_actions
from arena.store.play.rows import Claim, GameResult, Instance, JournalRow
from arena.store.tournaments.rows import TournamentRow
from tests import ask
from tests.lasting import renew_for_good
from tests.league.made import tallied

VARIANTS = ("spades-4", "pinochle-cutthroat", "pinochle-single-deck")
PARTNERS = ("pinochle-single-deck",)


def token(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


class House:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.versions: dict[str, int] = {}
        self.pairs: dict[str, int] = {}  # by name and version

    async def register(self, owner: str, bots: list[str]) -> None:
        await self.store.accounts.create_owner(owner, token(owner))
        for bot in bots:
            self.versions[bot] = await self.store.accounts.register_bot(bot, "1", owner, token(bot))

    async def connect(
        self, seats: int, bots: list[str] | None = None, gateway: str = "g1", columnar: bool = False
    ) -> None:
        names = list(self.versions) if bots is None else bots
        instances = [Instance(f"i-{name}", self.versions[name], seats, VARIANTS, columnar) for name in names]
        await renew_for_good(self.store, gateway, f"{gateway}:7700", instances)

    async def tournament(self, name: str = "cup", boards: int = 8, **settings: Any) -> TournamentRow:
        """Created and started; four bots: one line-up of spades-4, four of pinochle-cutthroat."""
        settings.setdefault("variants", [ask.variant("spades-4")])
        settings.setdefault("master", token(name).hex())
        new = ask.tournament(name, bots=list(self.versions), boards=boards, allow_same_owner=True, **settings)
        await self.store.tournaments.create_tournament(new)
        return await self.store.tournaments.start_tournament(name)

    async def play_out(self, worker: str = "w") -> int:
        """Claim and finish until nothing is left; return how many blocks that were."""
        blocks = 0
        while claim := await self.store.play.claim(worker, 60):
            await self.store.play.finish(claim.block_id, claim.lease_number, results(claim))
            blocks += 1
        return blocks


async def claimed(store: Store, lease: float = 60, families: Sequence[str] | None = None) -> Claim:
    """Claim a block, of which there has to be one."""
    claim = await store.play.claim("w", lease, families)
    assert claim is not None
    return claim


async def finish(store: Store, claim: Claim) -> None:
    await store.play.finish(claim.block_id, claim.lease_number, results(claim))


async def holder_of(store: Store, name: str) -> Principal:
    holder = await store.accounts.principal(token(name))
    assert holder is not None
    return holder


def execute(database: str, query: LiteralString, *parameters: object) -> int:
    """Execute a query that changes something behind the store's back; return the number of rows."""
    with psycopg.connect(database) as sql:
        return sql.execute(query, parameters).rowcount


async def met(store: Store) -> list[tuple[str, tuple[int, ...]]]:
    """Return the line-ups of the closed boards of "cup", in circular order, by variant."""
    cup = await store.tournaments.named("cup")
    return sorted((board.variant, board.line_up) for board in await store.play.closed_boards(cup.id))


async def counted(store: Store, name: str, variant: str) -> list[LineUpTally]:
    """Return the tallies of a tournament's closed boards, counted from scratch."""
    blocks = {board["number"]: board["block"] async for board in store.tournaments.exported_boards(name)}
    boards = await store.play.closed_boards((await store.tournaments.named(name)).id)
    own = [board for board in boards if board.variant == variant]
    return tallied(own, [blocks[board.number] for board in own])


def results(claim: Claim, infractions: list[dict[str, Any]] | None = None) -> list[GameResult]:
    """Made up from the board's seed: the same whoever plays it."""
    outcomes = []
    for board in claim.boards:
        for game in board.games:
            digest = hashlib.sha256(board.seed + bytes([game.rotation])).digest()
            scores = [digest[seat] % 5 for seat in range(len(game.players))]
            sides = scores[:2] if claim.variant in PARTNERS else scores
            scores = [sides[seat % len(sides)] for seat in range(len(game.players))]
            ranks = [1 + sum(other > score for other in sides) for score in scores]
            outcome = (game.game_id, game.players, ranks, scores, "hands", digest[:8], list(infractions or []), [3, 9])
            outcomes.append(GameResult(*outcome, charges=digest[7::-1]))
    return outcomes


def piece(claim: Claim, game_id: int, start: int, actions: bytes, clean: bool = False) -> JournalRow:
    state = {
        "infractions": [],
        "banks": [start + count_actions(actions)] * 4,
        "illegal": [0] * 4,
        "malformed": [0] * 4,
        "costs": [[0, 0, 0]] * 4,
        "lost": [False] * 4,
        "asked": [0] * 4,
        "gateways": [""] * 4,
        "openings": [0] * 4,
        "unplaced": [],
        "played_us": [],
    }
    return JournalRow(
        game_id, claim.block_id, claim.lease_number, start, actions, b"", json.dumps(state).encode(), clean
    )
