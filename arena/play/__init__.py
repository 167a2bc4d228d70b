"""Play tables: seats, clocks, illegal answers, fallbacks; no network or database."""

from arena.play.block import play_block, play_board, together
from arena.play.clock import TimeControl, bank_after
from arena.play.ledger import Infraction, Journal, Ledger, News, Timeout, parted
from arena.play.seat import (
    DISCONNECTED,
    ILLEGAL,
    RESIGNED,
    TIMEOUT,
    Answered,
    Ending,
    Evidence,
    Lost,
    Malformed,
    Question,
    Rejection,
    Reply,
    Seat,
    TimedOut,
    Verdict,
)
from arena.play.table import MAX_ILLEGAL, Stride, play_game
from arena.play.unasked import unasked

__all__ = [
    "DISCONNECTED",
    "ILLEGAL",
    "MAX_ILLEGAL",
    "RESIGNED",
    "TIMEOUT",
    "Answered",
    "Ending",
    "Evidence",
    "Infraction",
    "Journal",
    "Ledger",
    "Lost",
    "Malformed",
    "News",
    "Question",
    "Rejection",
    "Reply",
    "Seat",
    "Stride",
    "TimeControl",
    "TimedOut",
    "Timeout",
    "Verdict",
    "bank_after",
    "parted",
    "play_block",
    "play_board",
    "play_game",
    "together",
    "unasked",
]
