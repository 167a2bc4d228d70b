"""Play a claimed block: resume its games, void boards that failed, hand in results."""

import asyncio
import logging
import math
import time
import traceback
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final

from arena.play import play_block, play_board, play_game
from arena.rules import Rules, configure
from arena.store import Store
from arena.store.errors import LeaseLost, StoreUnavailable
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, GameResult
from workers.link.directory import Directory
from workers.link.link_pool import LinkPool
from workers.play.games import LiveGame
from workers.play.remote_seat import AnswersLost, Fenced, GatewayAway, NoInstance
from workers.play.stuck import unless_stuck

logger = logging.getLogger(__name__)
ANSWERS_LOST: Final = "a worker and a gateway were lost together, and with them the bots' last answers"
FAULT: Final = "a fault of the arena"
LOOK: Final = 0.1  # seconds between two looks at the lease
RETRY: Final = 0.5  # seconds between two attempts while Postgres is away


class OurFault(Exception):
    """Something of ours failed while a board was played; the cause says what."""

    def __init__(self, board: ClaimedBoard) -> None:
        super().__init__(f"board {board.board_id}, attempt {board.attempt}")
        self.board = board


class UnknownRevision(Exception):
    """The block is of a rules revision that this release does not play."""


class Block:
    """A leased block under play.

    Attributes:
        games: those that are under play or over, by id; a voided board's are not among them.
        is_stored: its results are in the store.
        held_until: by our monotonic clock; after that somebody else may have the block, though we have not heard of it.
        lease_lost: somebody else has the block: nothing of it may be stored any more.
        stopping: this worker ends: nothing is waited for.
    """

    def __init__(self, claim: Claim, store: Store, links: LinkPool, directory: Directory, stuck_after: float) -> None:
        """*stuck_after*: seconds for which a game may stand still beyond its clocks."""
        self.claim = claim
        self.games: dict[int, LiveGame] = {}
        self.is_stored = False
        self.held_until = math.inf
        self.lease_lost = False
        self.stopping = False
        self._store = store
        self._links = links
        self._directory = directory
        self._stuck_after = stuck_after
        self._playing: asyncio.Task[list[list[GameResult]]] | None = None
        self._voiding: dict[int, tuple[ClaimedBoard, str]] = {}  # the store has not taken it yet; and why

    async def play(self, keep_clean: Callable[["Block"], Awaitable[None]]) -> None:
        """Play it to its end, or give it back. *keep_clean* stores its journals as clean once nobody plays any more."""
        try:
            await self._finish(await self._play_boards())
        except asyncio.CancelledError:
            if self.lease_lost:
                return
            if not self.stopping:
                raise
            await self._give_back(keep_clean, "the worker stops")
        except (NoInstance, GatewayAway) as reason:
            await self._give_back(keep_clean, str(reason))
        except (Fenced, LeaseLost) as reason:
            logger.warning("block %d is not ours any more: %s", self.claim.block_id, reason)
        except OurFault as fault:
            logger.exception("block %d failed, the board is void: %s", self.claim.block_id, fault)
            await self._void(fault.board, FAULT)
            await self._fail(keep_clean, fault)
        except Exception as error:
            logger.exception("block %d failed", self.claim.block_id)
            await self._fail(keep_clean, error)
        finally:
            for game in self.games.values():
                game.leave()

    async def holds(self) -> None:
        """Wait until the lease certainly holds: a seat opened without it could put a bot at two rotations at once."""
        while not self.is_held():  # noqa: ASYNC110  # nobody tells of the time
            await asyncio.sleep(LOOK)

    def is_held(self) -> bool:
        """Whether the lease certainly holds."""
        return time.monotonic() <= self.held_until

    @property
    def owes_answers(self) -> bool:
        """Whether bots' answers are in no journal and no result."""
        return not self.is_stored and any(game.ledger.stored < game.ledger.entered for game in self.games.values())

    def stop(self, lease_lost: bool) -> None:
        """Play no further: because somebody else does, or because this worker ends."""
        self.lease_lost = self.lease_lost or lease_lost
        self.stopping = True
        if self._playing:
            self._playing.cancel()

    async def _play_boards(self) -> list[GameResult]:
        """The results of all games but those of voided boards."""
        claim = self.claim
        rules = configure(claim.variant, options=claim.options)
        if rules.revision != claim.revision:
            raise UnknownRevision(f"{claim.variant} revision {claim.revision}; this release plays {rules.revision}")

        async def whole(board: ClaimedBoard) -> list[GameResult]:
            games = [partial(self._play_game, rules, board, game) for game in board.games]
            try:
                return await play_board(games, claim.side_by_side)
            except AnswersLost as lost:  # nobody is at any of its tables any more
                logger.warning("board %d is void and will be played again: %s", board.board_id, lost)
                await self._void(board, ANSWERS_LOST)
                return []

        self._playing = asyncio.create_task(play_block([partial(whole, board) for board in claim.boards], claim.tables))
        return [result for results in await self._playing for result in results]

    async def _play_game(self, rules: Rules, board: ClaimedBoard, claimed: ClaimedGame) -> GameResult:
        try:
            return await self._played(LiveGame(self.claim, rules, board, claimed))
        except (AnswersLost, NoInstance, GatewayAway, Fenced, LeaseLost):
            raise
        except Exception as error:
            raise OurFault(board) from error

    async def _played(self, game: LiveGame) -> GameResult:
        game.sit(self._links, self._directory, self.holds)
        self.games[game.game.game_id] = game
        playing = play_game(game.ledger, game.seats, auto_single=self.claim.auto_single, stride=game.stride)
        await unless_stuck(game, playing, self._stuck_after, self.is_held)
        return game.result()

    async def _finish(self, results: list[GameResult]) -> None:
        claim = self.claim
        if not await self._persist(lambda: self._store.play.finish(claim.block_id, claim.token, results)):
            return  # whoever claims next needs the answers that the gateways keep: they are marked only when stored
        self.is_stored = True
        for game in self.games.values():
            game.mark([account.asked for account in game.ledger.accounts])
        logger.info("block %d is done: %s, %d games", claim.block_id, claim.variant, len(results))

    async def _void(self, board: ClaimedBoard, reason: str) -> None:
        """Void the board: it gets another seed, and bots are told once that is stored."""
        self._voiding[board.board_id] = board, reason
        if await self._persist(lambda: self._store.play.void(board.board_id, self.claim.token, reason)):
            self._voiding.pop(board.board_id, None)
            self._leave_seats([self.games.pop(game.game_id) for game in board.games if game.game_id in self.games])

    async def _give_back(self, keep_clean: Callable[["Block"], Awaitable[None]], reason: str) -> None:
        claim = self.claim
        logger.info("block %d goes back: %s", claim.block_id, reason)
        await self._let_go(keep_clean)
        await self._persist(lambda: self._store.play.release(claim.block_id, claim.token))

    async def _fail(self, keep_clean: Callable[["Block"], Awaitable[None]], error: Exception) -> None:
        claim, text = self.claim, "".join(traceback.format_exception(error))
        await self._let_go(keep_clean)
        await self._persist(lambda: self._store.play.failed(claim.block_id, claim.token, text))

    async def _let_go(self, keep_clean: Callable[["Block"], Awaitable[None]]) -> None:
        """Store how far the games are, then free their seats; a worker that stops leaves them to the next."""
        for board, reason in list(self._voiding.values()):
            await self._void(board, reason)
        if await self._persist(lambda: keep_clean(self)) and not self.stopping:
            self._leave_seats(self.games.values())

    @staticmethod
    def _leave_seats(games: Iterable[LiveGame]) -> None:
        """Release the seats of these games."""
        for game in games:
            for seat in game.seats:
                seat.void()

    async def _persist(self, write: Callable[[], Awaitable[None]]) -> bool:
        """Write until Postgres takes it, or once if the worker stops; return whether it was taken."""
        while not self.lease_lost:
            try:
                await write()
                return True
            except StoreUnavailable as error:
                if self.stopping:
                    logger.warning("block %d is left to its lease's end: %s", self.claim.block_id, error)
                    return False
                await asyncio.sleep(RETRY)
        return False
