"""Decide when a game ends and who wins (docs/rules/sheets/README.md, "Game length and ranks")."""

from dataclasses import dataclass
from typing import Final

from arena.rules.errors import GameNotOverError
from arena.rules.hands.actions import Kind
from arena.rules.hands.hand import MADE
from arena.rules.hands.table import NOBODY, Table
from arena.rules.native import i64
from arena.rules.rules import BothReach, Format, Rules
from arena.rules.sides import side_of

SERIES: Final = Format.SERIES
HANDS: Final = Format.HANDS
DECLARER: Final = BothReach.DECLARER
BY_TARGET: Final = "target"
BY_HANDS: Final = "hands"
BY_SERIES: Final = "series"
BY_MAX_HANDS: Final = "max_hands"
BY_BROKE: Final = "broke"
BY_DEADLINE: Final = "deadline"
# With `win_needs_bid` a score of FAR_DOWN or less, or a lead of FAR_AHEAD or more, also ends the game (pinochle.md §2).
FAR_DOWN: Final = -1200
FAR_AHEAD: Final = 1500


def close_hand(table: Table) -> None:
    """End the game, and the match, if they are over after a scored hand."""
    ended = game_end(table)
    if not ended:
        return
    end_game(table, ended, winners_by_target(table) if ended == BY_TARGET else highest(table))


def end_game(table: Table, ended: str, winners: list[int]) -> None:
    """Record the winners of a game, and end the match unless a series continues; *ended*: the reason."""
    table.hand.game_winners = winners
    if table.rules.length.format is not SERIES:
        table.ended = ended
        return
    for number in winners:
        seat = table.seats[number]
        seat.wins += 1
        if seat.wins >= table.rules.length.number:
            table.ended = BY_SERIES


def game_end(table: Table) -> str:
    """Return the reason why the game ends with this hand, or "" if it continues."""
    length = table.rules.length
    if table.hand.broke:
        return BY_BROKE
    if length.format is HANDS:
        return BY_HANDS if table.game_hands >= length.number else ""
    if winners_by_target(table):
        return BY_TARGET
    if length.hands is not None and table.game_hands >= length.hands:
        return BY_HANDS
    return BY_MAX_HANDS if table.game_hands >= length.max_hands else ""


def winners_by_target(table: Table) -> list[int]:
    """Return the seats that win because they reached the target; [] if none did, or in a tie."""
    length = table.rules.length
    target = length.target
    if target is None:
        return []
    if length.win_needs_bid:
        hand = table.hand
        if hand.outcome == MADE and table.seats[hand.declarer].score >= target:
            return side_of(table.rules, hand.declarer)
        scores = [int(seat.score) for seat in table.seats]
        far = min(scores) <= FAR_DOWN or max(scores) - min(scores) >= FAR_AHEAD
        return alone_at_top(table) if far else []
    declarer: i64 = table.hand.declarer
    if length.both_reach is DECLARER and declarer >= 0 and table.seats[declarer].score >= target:
        return side_of(table.rules, declarer)
    winners = alone_at_top(table)
    return winners if winners and table.seats[winners[0]].score >= target else []


def alone_at_top(table: Table) -> list[int]:
    """Return the seats of the side with the highest score; [] if sides tie."""
    best = highest(table)
    return best if best == side_of(table.rules, best[0]) else []


def highest(table: Table) -> list[int]:
    best: i64 = table.seats[0].score
    winners: list[int] = []
    for number, seat in enumerate(table.seats):
        if seat.score > best:
            best = seat.score
            winners.clear()
        if seat.score == best:
            winners.append(number)
    return winners


def start_game(table: Table) -> None:
    table.game_hands = 0
    table.pot = starting_pot(table.rules)
    score: i64 = starting_score(table.rules)
    for seat in table.seats:
        seat.score = score
        seat.bags = 0
        seat.blind_sixes = 0


def starting_score(rules: Rules) -> int:
    """Return the score at the start of a game: dollars of the purse less the ante, or 0 without money."""
    return rules.chips.purse - rules.chips.ante if rules.chips is not None else 0


def starting_pot(rules: Rules) -> int:
    """Return the dollars in the kitty at the start of a game: all antes, or 0 without money."""
    return rules.chips.ante * rules.seats if rules.chips is not None else 0


def stop(table: Table) -> None:
    """End the match at its deadline between two hands, and remove the open hand.

    The seats with the highest score win the open game, unless it has no finished hand.
    """
    table.take_up(table.finished.pop())
    table.ask(NOBODY, Kind.NONE, 0)
    if table.hand.game_winners:
        table.ended = BY_DEADLINE
        return
    end_game(table, BY_DEADLINE, highest(table))
    table.ended = table.ended or BY_DEADLINE


@dataclass(frozen=True)
class GameScore:
    """A finished game: the seats that won it, and each seat's final score."""

    winner: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Result:
    """The result of a match; *ended*: the reason for its end, such as "target"."""

    ranks: tuple[int, ...]  # by seat, the rank of its side: 1 is best, and ties share a rank
    scores: tuple[int, ...]  # by seat, points of the last game, or in a series the number of games won
    games: tuple[GameScore, ...]
    ended: str


def result_of(table: Table) -> Result:
    """Return the result of a finished match. Raises `GameNotOverError`."""
    if not table.ended:
        raise GameNotOverError("the game is not over: it has no result yet")
    hands = [*table.finished, table.hand]
    games = [GameScore(tuple(hand.game_winners), tuple(hand.scores)) for hand in hands if hand.game_winners]
    if table.rules.length.format is Format.SERIES:
        scores = tuple([int(seat.wins) for seat in table.seats])
        merits = [(0, score) for score in scores]
    else:
        scores = games[-1].scores
        merits = [(1 if seat in games[-1].winner else 0, score) for seat, score in enumerate(scores)]
    firsts = [seat for seat in range(len(merits)) if side_of(table.rules, seat)[0] == seat]
    ranks = [1 + len([first for first in firsts if merits[first] > merit]) for merit in merits]
    return Result(tuple(ranks), scores, tuple(games), table.ended)
