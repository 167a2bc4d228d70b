"""A tournament whose bots play at random, so that the lines of its boards part."""

import hashlib
import random
from collections.abc import Sequence

from arena.api.local_client import READER
from arena.rules import Game, configure, new_game, pack
from arena.rules.records.play_counts import play_counts
from arena.rules.records.thinking import NOT_MEASURED, charge_code
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, GameResult, SeatPlay
from arena.wire.gen.records_pb2 import ListedGame, ListGamesRequest
from tests import ask
from tests.api.playing import connect, outcome, play_blocks
from tests.rules.playing import play_on
from tests.web.conftest import BOTS, Web

VARIED = "varied"
VARIANTS_PLAYED = ("spades-4", "pinochle-chips", "pinochle-double-deck")
OPERATOR = Principal("operator", owner_id=0)


async def play_varied(
    store: Store, most_blocks: int = 1000, tournament: str = VARIED, played: Sequence[str] = VARIANTS_PLAYED
) -> None:
    """Make a tournament and play that many of its blocks; the bots are those of `web.conftest`."""
    variants = [ask.variant(name) for name in played]
    await connect(store, list(played))
    bots, master = [f"{bot}@1" for bot in BOTS], hashlib.sha256(tournament.encode()).hexdigest()
    new = ask.tournament(tournament, variants=variants, bots=bots, boards=1, allow_same_owner=True, master=master)
    await store.tournaments.create_tournament(new)
    await store.tournaments.start_tournament(tournament)
    await play_blocks_varied(store, most_blocks)


async def play_blocks_varied(store: Store, most_blocks: int) -> None:
    """Play that many blocks of whatever there is."""
    await play_blocks(store, most_blocks, _result)


def _result(claim: Claim, board: ClaimedBoard, claimed: ClaimedGame) -> GameResult:
    game = new_game(configure(claim.variant, options=claim.options), board.seed)
    play_on(game, random.Random(claimed.game_id))
    charges = _charges([claimed.players[player] for player in game.seating], game)
    play = [SeatPlay(10, 20_000, 0, counts, 0) for counts in play_counts(game, charges)]
    return outcome(claimed, game, play=play, charges=charges)


def _charges(players: Sequence[int], game: Game) -> bytes:
    """Make up what decisions were charged: batches' times of the first bot's, none of each ninth decision."""
    seats = [seat for hand in game.hands for seat, _, _ in hand.decisions()]
    return pack(
        charge_code(number**3 * 1_000 % 20_000_007, players[seat] == min(players)) if number % 9 else NOT_MEASURED
        for number, seat in enumerate(seats, start=1)
    )


async def games_of(web: Web, tournament: str, with_open: bool = False) -> list[ListedGame]:
    """Return the games of a tournament; for an operator those of open boards, too."""
    request = ListGamesRequest(name=tournament, open=with_open, page_size=1000)
    return list((await web.desk.ask(request, OPERATOR if with_open else READER)).games)
