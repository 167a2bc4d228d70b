"""Play a claimed block: resume its games, void failed boards, store the results."""

import asyncio
import logging
import math
import time
import traceback
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final

from arena.logs import tracing
from arena.play import play_block, play_board, play_game
from arena.rules import Rules, configure
from arena.store import Store
from arena.store.errors import LeaseLostError, StoreUnavailableError
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, GameResult
from workers.link.directory import Directory
from workers.link.link_pool import LinkPool
from workers.play.games import LiveGame
from workers.play.place import AnswersLostError, GatewayAwayError, LeaseSupersededError, NoInstanceError
from workers.play.played import Played
from workers.play.stuck import run_unless_stuck

logger = logging.getLogger(__name__)
ANSWERS_LOST: Final = "a worker and a gateway were lost together, and with them the bots' last answers"
FAULT: Final = "a fault of the arena"
CAUSES: Final = ("answers_lost", "fault")  # of a void board, as labels of a metric
LOOK: Final = 0.1  # Seconds between two checks of the lease.
RETRY: Final = 0.5  # Seconds between two attempts while Postgres is away.
WRITING_DOWN: Final = 1.0  # Seconds that gateways need to store a worker's unjournalled answers.


class ArenaFaultError(Exception):
    """Raised when the arena's own code fails on *board*; the cause is the error of that code."""

    def __init__(self, board: ClaimedBoard) -> None:
        super().__init__(f"board {board.board_id}, attempt {board.attempt}")
        self.board = board


class UnknownRevisionError(Exception):
    """Raised for a block whose rules revision this release does not play."""


class Block:
    """Plays a leased block.

    Attributes:
        games: Games under play or over, by id, without those of voided boards.
        held_until: Monotonic time (s) after which another worker may have claimed the block.
        lease_lost: Whether another worker has the block. Then this worker may store nothing more about it.
        stopping: Whether play was stopped. Then the block waits for nothing.
    """

    def __init__(self, claim: Claim, store: Store, links: LinkPool, directory: Directory, stuck_after: float) -> None:
        """Prepare the block without playing it; *stuck_after*: as in `Settings`."""
        self.claim = claim
        self.games: dict[int, LiveGame] = {}
        self.is_stored = False
        self.stored_games = self._voided = 0
        self.held_until = math.inf
        self.lease_lost = False
        self.stopping = False
        self._store = store
        self._links = links
        self._directory = directory
        self._stuck_after = stuck_after
        self._playing: asyncio.Task[list[list[GameResult]]] | None = None
        self._voiding: dict[int, tuple[ClaimedBoard, str]] = {}  # boards to be voided in the store, and why
        self._played_of_voided = Played()

    async def play(self, keep_clean: Callable[["Block"], Awaitable[None]]) -> None:
        """Play the block to its end, or give it back; *keep_clean* stores the journals of its games."""
        try:
            await self._finish(await self._play_boards())
        except asyncio.CancelledError:
            if self.lease_lost:
                return
            if not self.stopping:
                raise
            await self._give_back(keep_clean, "the worker stops")
        except (NoInstanceError, GatewayAwayError) as reason:
            await self._give_back(keep_clean, str(reason))
        except (LeaseSupersededError, LeaseLostError) as reason:
            logger.warning("block %d is another worker's now: %s", self.claim.block_id, reason)
        except ArenaFaultError as fault:
            logger.exception("block %d failed, the board is void: %s", self.claim.block_id, fault)
            await self._void(fault.board, FAULT)
            await self._fail(keep_clean, fault)
        except Exception as error:
            logger.exception("block %d failed", self.claim.block_id)
            await self._fail(keep_clean, error)
        finally:
            for game in self.games.values():
                game.leave()
                game.meter.end()

    async def holds(self) -> None:
        """Wait until this worker certainly has the lease; no seat is opened before."""
        while not self.is_held():  # noqa: ASYNC110  # time has no event to wait for
            await asyncio.sleep(LOOK)

    def is_held(self) -> bool:
        """Return whether this worker certainly has the lease."""
        return time.monotonic() <= self.held_until

    @property
    def waits_for_journal(self) -> bool:
        """Whether a seat or game of the block waits until its journal is written."""
        return self.journal_waits > 0

    @property
    def owes_answers(self) -> bool:
        """Whether answers may be missing from the block's journals and results."""
        return not self.is_stored and any(
            game.is_unconfirmed or game.ledger.stored < game.ledger.entered for game in self.games.values()
        )

    @property
    def journal_waits(self) -> int:
        """The number of waits for a journal in the block's games."""
        return sum(game.waits_for_journal for game in self.games.values())

    @property
    def tables(self) -> int:
        """The number of tables of the block that are under play."""
        return sum(not game.ledger.game.is_over for game in self.games.values())

    def add_to(self, played: Played) -> None:
        """Add this block's totals to *played*."""
        played.games += self.stored_games
        played.boards += len(self.claim.boards) - self._voided if self.is_stored else 0
        played.add(self._played_of_voided)
        for game in self.games.values():
            game.meter.add_to(played)

    def stop(self, lease_lost: bool) -> None:
        """Stop playing, because the lease is lost (*lease_lost*) or this worker ends."""
        self.lease_lost = self.lease_lost or lease_lost
        self.stopping = True
        if self._playing:
            self._playing.cancel()

    async def _play_boards(self) -> list[GameResult]:
        claim = self.claim
        rules = configure(claim.variant, options=claim.options)
        if rules.revision != claim.revision:
            raise UnknownRevisionError(
                f"{claim.variant} revision {claim.revision}; this release plays {rules.revision}"
            )

        async def whole(board: ClaimedBoard) -> list[GameResult]:
            games = [partial(self._play_game, rules, board, game) for game in board.games]
            with tracing(board=board.board_id):
                try:
                    return await play_board(games, claim.side_by_side)
                except AnswersLostError as lost:  # `play_board` has stopped the board's other tables
                    logger.warning("board %d is void and will be played again: %s", board.board_id, lost)
                    await self._void(board, ANSWERS_LOST)
                    return []

        self._playing = asyncio.create_task(play_block([partial(whole, board) for board in claim.boards], claim.tables))
        return [result for results in await self._playing for result in results]

    async def _play_game(self, rules: Rules, board: ClaimedBoard, claimed: ClaimedGame) -> GameResult:
        try:
            game = LiveGame(self.claim, rules, board, claimed)
            game.sit(self._links, self._directory, self.holds)
            self.games[game.game.game_id] = game
            playing = play_game(game.ledger, game.seats, auto_single=self.claim.auto_single, stride=game.stride)
            try:
                await run_unless_stuck(game, playing, self._stuck_after, self.is_held)
            finally:
                game.meter.end()
            return game.result()
        except (AnswersLostError, NoInstanceError, GatewayAwayError, LeaseSupersededError, LeaseLostError):
            raise
        except Exception as error:
            raise ArenaFaultError(board) from error

    async def _finish(self, results: list[GameResult]) -> None:
        claim = self.claim
        if not await self._persist(lambda: self._store.play.finish(claim.block_id, claim.lease_number, results)):
            return  # no mark: the next worker needs the answers that the gateways keep
        self.is_stored, self.stored_games = True, len(results)
        for game in self.games.values():
            game.mark([account.asked for account in game.ledger.accounts])
        logger.info("block %d is done: %s, %d games", claim.block_id, claim.variant, len(results))

    async def _void(self, board: ClaimedBoard, reason: str) -> None:
        """Void *board*, which gets another seed, and then notify its bots."""
        self._voiding[board.board_id] = board, reason
        if await self._persist(lambda: self._store.play.void(board.board_id, self.claim.lease_number, reason)):
            self._voiding.pop(board.board_id, None)
            self._voided += 1
            self._played_of_voided.voids[CAUSES[reason != ANSWERS_LOST]] += 1
            voided = [self.games.pop(game.game_id) for game in board.games if game.game_id in self.games]
            for game in voided:
                game.meter.end()
                game.meter.add_to(self._played_of_voided)
            self._leave_seats(voided)

    async def _give_back(self, keep_clean: Callable[["Block"], Awaitable[None]], reason: str) -> None:
        claim = self.claim
        logger.info("block %d goes back: %s", claim.block_id, reason)
        await self._release(keep_clean)
        wait = WRITING_DOWN if any(game.is_unconfirmed for game in self.games.values()) else 0
        await self._persist(lambda: self._store.play.release(claim.block_id, claim.lease_number, wait))

    async def _fail(self, keep_clean: Callable[["Block"], Awaitable[None]], error: Exception) -> None:
        claim, text = self.claim, "".join(traceback.format_exception(error))
        await self._release(keep_clean)
        await self._persist(lambda: self._store.play.failed(claim.block_id, claim.lease_number, text))

    async def _release(self, keep_clean: Callable[["Block"], Awaitable[None]]) -> None:
        """Store the state of the games; free their seats unless the worker stops."""
        for board, reason in list(self._voiding.values()):
            await self._void(board, reason)
        if await self._persist(lambda: keep_clean(self)) and not self.stopping:
            self._leave_seats(game for game in self.games.values() if not game.is_unconfirmed)

    @staticmethod
    def _leave_seats(games: Iterable[LiveGame]) -> None:
        for game in games:
            for seat in game.seats:
                seat.void()

    async def _persist(self, write: Callable[[], Awaitable[None]]) -> bool:
        """Call *write* until Postgres accepts it, or once if stopping; return whether it was accepted."""
        while not self.lease_lost:
            try:
                await write()
                return True
            except StoreUnavailableError as error:
                if self.stopping:
                    logger.warning("block %d is left to its lease's end: %s", self.claim.block_id, error)
                    return False
                await asyncio.sleep(RETRY)
        return False
