"""Play boards against house bots in this process: `--local`."""

import argparse
import itertools
import statistics
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from arena.rules import Game, Rules, UnknownVariantError, configure, find, new_game, presets_of, sides_of
from arena.rules.replays.narrate import narrate
from bots.sdk.bot.bot import Bot
from bots.sdk.bot.parsing import Parser, UserError, number
from bots.sdk.practice.loading import borrow_bot
from bots.sdk.practice.local import UnknownOpponentError, board_score, board_seed, house_bot, play_board, seat_of
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors, by_kind
from bots.sdk.seats.pace import RATED, Time, at_once
from bots.sdk.seats.seat import Seat
from bots.sdk.vector.bot import BotClass, VectorBot


def first_other(game: Game, make: Callable[[], Bot], seats: Collection[int]) -> int | None:
    """Return the index of the first action in *seats* that the bot created by *make* would not have played.

    None if the bot would have played all actions of these seats. The bot must answer equal views alike. Raises
    `BotFailedError`.
    """
    assert game.seed is not None, "a game that was played has one"
    errors = BotErrors(strict=True)
    asked = {seat: Seat(make, game.rules, seat, errors, Diary()) for seat in seats}
    again = new_game(game.rules, game.seed)
    for place, action in enumerate(game.actions):
        seat = asked.get(again.to_act)
        if seat is not None:
            seat.hear(again.events(again.to_act, len(seat.events)))
            if at_once(seat.decide(again.legal())) != action:
                return place
        again.apply(action)
    return None


PROGRESS_INTERVAL: Final = 10.0  # seconds between two lines if standard error is no terminal


class Progress:
    """Print how many of *games* are played: in place on a terminal, else a line every 10 seconds."""

    def __init__(self, games: int, now: Callable[[], float] = time.monotonic) -> None:
        self._games = games
        self._now = now
        self._said_at = now()
        self._played = 0

    def played(self, count: int = 1) -> None:
        """Count *count* more finished games, and print the progress."""
        self._played += count
        is_over = self._played >= self._games
        line = f"game {self._played} of {self._games}"
        if sys.stderr.isatty():
            print(line, end="\r\033[K" if is_over else "\r", file=sys.stderr, flush=True)
        elif not is_over and self._now() - self._said_at >= PROGRESS_INTERVAL:
            self._said_at = self._now()
            print(line, file=sys.stderr, flush=True)


OPPONENT: Final = "simple"
BOARDS: Final = 20
MOST: Final = 100_000
LOG_LIMIT: Final = 50  # MB
LONGEST_MOVE, LONGEST_BANK = 3_600.0, 86_400.0  # seconds; also the limits of a tournament


class PracticeOptions(NamedTuple):
    """The games to play, as chosen on the command line."""

    variant: str
    preset: str | None
    against: tuple[str, ...]  # names of house bots or files; they fill the other seats in turn
    boards: int
    seed: int
    show: int | None  # number of a hand of the first game to print, from 1
    move_time: float  # seconds for a decision
    bank: float  # extra seconds for a game


class Row(NamedTuple):
    """One bot's score of each board, and its points and rank in each game."""

    name: str
    boards: list[float]
    points: list[int]
    ranks: list[int]


class Practice(NamedTuple):
    """The results of a practice, with a row for each bot of the line-up."""

    wishes: PracticeOptions
    rows: list[Row]
    shown: list[str]
    errors: int
    kinds: dict[str, int]  # number of errors of each kind
    seconds: float


def add_options(parser: Parser) -> None:
    """Add the options of a practice and of the decision log to *parser*."""
    parser.add_argument(
        "--against",
        metavar="BOT,...",
        help=f"opponents: random, simple, expert, search[:BUDGET] or files (default {OPPONENT})",
    )
    parser.add_argument(
        "--boards", type=number(1, MOST), default=BOARDS, metavar="N", help=f"number of deals (default {BOARDS})"
    )
    parser.add_argument("--seed", type=number(0, 2**63), default=0, metavar="N", help="seed of the deals (default 0)")
    parser.add_argument(
        "--move-time",
        type=number(0.001, LONGEST_MOVE),
        default=RATED.move,
        metavar="SECONDS",
        help=f"time for a decision (default {RATED.move:g}, as in rated games); a later answer is an error",
    )
    parser.add_argument(
        "--bank",
        type=number(0.0, LONGEST_BANK),
        default=RATED.bank,
        metavar="SECONDS",
        help=f"extra time for a game (default {RATED.bank:g})",
    )
    parser.add_argument("--preset", metavar="NAME", help="preset of the variant")
    parser.add_argument("--show", type=number(1, 999), metavar="HAND", help="print this hand of the first game, from 1")
    parser.add_argument("--json", dest="as_json", action="store_true", help="print the results as one JSON document")
    parser.add_argument("--log", metavar="FILE", help="append each decision to FILE, as a line of JSON")
    parser.add_argument(
        "--log-limit",
        type=number(1, MOST),
        default=LOG_LIMIT,
        metavar="MB",
        help=f"size at which FILE becomes FILE.1 and a new one begins (default {LOG_LIMIT})",
    )


def read_options(variant: str, given: argparse.Namespace) -> PracticeOptions:
    """Return the parsed options of a practice. Raises `UnknownVariantError`, `UnknownPresetError`, `UserError`."""
    rated_rules(variant, given.preset)
    against = tuple(name.strip() for name in (given.against or OPPONENT).split(","))
    for name in against:
        opponent(name)
    return PracticeOptions(
        variant, given.preset, against, given.boards, given.seed, given.show, given.move_time, given.bank
    )


def opponent(name: str) -> type[Bot]:
    """Return the class of a house bot, or of the bot in a Python file. Raises `UserError`."""
    try:
        return borrow_bot(name) if name.endswith(".py") else house_bot(name)
    except UnknownOpponentError as error:
        raise UserError(f"--against: {error}, or a Python file NAME.py") from None


def practise(bot: BotClass, wishes: PracticeOptions, errors: BotErrors, diary: Diary) -> Practice:
    """Play the boards of *wishes*. Raises `UnknownVariantError`, `UserError`, and `BotFailedError` in strict runs."""
    if find(wishes.variant).name not in bot.variants:
        raise UnknownVariantError(f"{bot.__name__} does not play {wishes.variant}: it plays {', '.join(bot.variants)}")
    rules = rated_rules(wishes.variant, wishes.preset)
    names = list(itertools.islice(itertools.cycle(wishes.against), sides_of(rules) - 1))
    players = [bot.__name__, *names]
    counts = [players[: place + 1].count(name) for place, name in enumerate(players)]
    numbered = [name if count == 1 else f"{name}#{count}" for name, count in zip(players, counts, strict=True)]
    rows = [Row(name, [], [], []) for name in numbered]
    shown: list[str] = []
    began = time.monotonic()
    progress = Progress(wishes.boards * len(rows))
    for board, games in enumerate(_boards(bot, rules, names, wishes, errors, diary, progress)):
        _score(rows, games)
        if board == 0 and wishes.show is not None:
            shown = _hand(games[0], wishes.show, [row.name for row in rows])
    return Practice(wishes, rows, shown, errors.count, dict(errors.kinds), time.monotonic() - began)


def _boards(
    bot: BotClass,
    rules: Rules,
    names: list[str],
    wishes: PracticeOptions,
    errors: BotErrors,
    diary: Diary,
    progress: Progress,
) -> Iterator[list[Game]]:
    """Yield the games of each board. Only a vector bot needs numpy."""
    seeds = [board_seed(wishes.seed, board) for board in range(wishes.boards)]
    others = [opponent(name) for name in names]
    clock = Time(wishes.move_time, wishes.bank)
    if issubclass(bot, VectorBot):
        from bots.sdk.vector.local import play_boards

        for games in play_boards(rules, seeds, bot(), others, errors, diary, clock):
            progress.played(len(games))
            yield games
        return
    for seed in seeds:
        yield play_board(rules, seed, [bot, *others], errors, {bot: diary}, {bot: clock}, progress.played)


def rated_rules(variant: str, preset: str | None) -> Rules:
    """Return the rules of a variant with the rated length: as many hands as seats, unless the preset sets a length.

    Raises `UnknownVariantError`, `UnknownPresetError`.
    """
    rules = configure(variant, preset)
    if preset is not None and "format" in presets_of(variant)[preset]:
        return rules
    return configure(variant, preset, {"format": {"kind": "hands", "count": rules.seats}})


def format_results(practice: Practice) -> str:
    """Return the printed hand, if any, and the table of results, as text."""
    wishes, rows = practice.wishes, practice.rows
    games = f"{wishes.boards} board{'s' * (wishes.boards > 1)} of {len(rows)} games, seed {wishes.seed}"
    head = f"{wishes.variant}: {games}, {practice.seconds:.1f} s, {practice.errors} errors{by_kind(practice.kinds)}"
    width = max(len(row.name) for row in rows)
    lines = [*practice.shown, head, f"{'bot':<{width}}  score, error       points a game  first"]
    for figures in map(_figures, rows):
        error = figures["standard_error"]
        score = f"{figures['board_score']:.3f}" + ("" if error is None else f" +- {error:.3f}")
        points = f"{figures['points_a_game']:>13.1f}"
        lines.append(f"{figures['bot']:<{width}}  {score:<17}  {points}  {figures['first']:>5.0%}")
    return "\n".join(lines)


def document(practice: Practice, diary: Diary) -> dict[str, Any]:
    """Return the results and the decision times as a JSON document."""
    bots = [_figures(row) for row in practice.rows]
    wishes = practice.wishes._asdict()
    errors = {"errors": practice.errors, "error_kinds": practice.kinds}
    played = {"games": wishes["boards"] * len(bots), **errors, "seconds": practice.seconds}
    return {**wishes, **played, "bots": bots, "shown": practice.shown, "times": diary.figures()}


def _hand(game: Game, hand: int, names: list[str]) -> list[str]:
    if hand > len(game.hands):
        raise UserError(f"--show {hand} is not in the first game; give 1 to {len(game.hands)}")
    sides = len(names)
    seats = [f"{names[player % sides]}/{seat}" for seat, player in enumerate(game.seating)]
    return [*narrate(game, hand - 1, seats), ""]


def _figures(row: Row) -> dict[str, Any]:
    count = len(row.boards)
    return {
        "bot": row.name,
        "board_score": statistics.mean(row.boards),
        "standard_error": statistics.stdev(row.boards) / count**0.5 if count > 1 else None,
        "points_a_game": statistics.mean(row.points),
        "first": sum(rank == 1 for rank in row.ranks) / len(row.ranks),
    }


def _score(rows: Sequence[Row], games: Sequence[Game]) -> None:
    for bot, row in enumerate(rows):
        row.boards.append(board_score(games, bot))
        for rotation, game in enumerate(games):
            seat = seat_of(game, bot, rotation)
            row.points.append(game.result().scores[seat])
            row.ranks.append(game.result().ranks[seat])
