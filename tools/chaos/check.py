"""Check that a broken house has lost, doubled and changed nothing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import grpc

from arena.rules import find, sides_of
from arena.store import Store
from arena.store.play.rows import StoredGame
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.ratings_pb2 import RebuildRatingsRequest
from tests.acceptance.twelve import published
from tests.house import check_actions
from tests.runner.closed import undisturbed
from tools.chaos.broken import CLOSED_CUP, Broken
from tools.chaos.kept import InflictedFault


@dataclass(frozen=True)
class Verdict:
    """The result of a run.

    Attributes:
        lost: missing games of closed boards, and boards that are not closed.
        doubled: games stored more than once.
        changed: games with an action that is not the bot's.
        blamed: infractions of bots that were not hit themselves.
        same_tables: whether standings and ratings follow from the records.
    """

    boards: int
    games: int
    lost: int
    doubled: int
    changed: int
    blamed: int
    same_tables: bool

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return self.same_tables and not (self.lost or self.doubled or self.changed or self.blamed)


def check_house(house: Broken, done: Sequence[InflictedFault]) -> Verdict:
    """Return the verdict on the games of finished tournaments."""
    boards = games = lost = doubled = changed = blamed = 0
    for cup in house.cups:
        progress, games_of_cup = house.progress(cup), games_of(house, cup)
        times = Counter((game.seed, tuple(game.seats)) for game in games_of_cup)
        sides = Counter(seed for seed, _ in times)
        boards += progress.boards
        games += len(games_of_cup)
        lost += sum(
            sides_of(find(game.variant)) - sides[game.seed]
            for game in {game.seed: game for game in games_of_cup}.values()
        )
        lost += progress.boards - len(sides)
        doubled += sum(count - 1 for count in times.values())
        changed += sum(_is_changed(house, cup, game) for game in games_of_cup)
        # A killed seat gives its game up, which counts against its bot: the seat was itself the target.
        killed = sum((each.fault.kind, each.fault.part) == ("kill", "seat") for each in done)
        blamed += max(0, sum(len(game.infractions) for game in games_of_cup) - (killed if cup == CLOSED_CUP else 0))
    return Verdict(boards, games, lost, doubled, changed, blamed, _same_tables(house))


def games_of(house: Broken, cup: str) -> list[StoredGame]:
    """Return the games of a tournament."""

    async def read(store: Store) -> list[StoredGame]:
        return [game async for game in store.play.stored_games(cup)]

    games: list[StoredGame] = house.store(read)
    return games


def _is_changed(house: Broken, cup: str, game: StoredGame) -> bool:
    if cup == CLOSED_CUP:
        return bytes(game.actions) != undisturbed(game)
    try:
        check_actions(game, house.choose)
    except (AssertionError, ValueError):
        return True
    return False


def _same_tables(house: Broken) -> bool:
    before = published(house)
    metadata = (("authorization", f"Bearer {house.arena.operator_token}"),)
    with grpc.insecure_channel(house.arena.gateway) as channel:
        ArenaServiceStub(channel).RebuildRatings(RebuildRatingsRequest(), metadata=metadata)
    return published(house) == before
