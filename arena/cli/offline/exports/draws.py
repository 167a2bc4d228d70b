"""Draw Swiss rounds and ladder batches again from an export."""

from collections.abc import Sequence
from typing import Any

from arena.cli.offline.exports.export import Played
from arena.cli.offline.exports.settings import Settings
from arena.league.pairs import entrants_by_seat
from arena.league.ratings.boards import BoardScore, ClosedBoard, Outcome
from arena.league.ratings.tally import LineUpTally, line_up_of
from arena.league.schedules.ladder import Terms
from arena.league.schedules.rounds import ladder_schedule, swiss_schedule
from arena.league.schedules.schedule import Schedule, boards_had


def swiss_round(settings: Settings, epoch: dict[str, Any]) -> Schedule:
    """Return an epoch's round, drawn after the earlier epochs' closed boards."""
    entrants, here = settings.founders, range(len(settings.founders))
    if epoch["index"]:
        entrants, here = settings.entrants[: epoch["terms"]["entrants"]], epoch["terms"]["here"]
    rounds = [_scores(settings, each) for each in settings.export.epochs[: epoch["index"]]]
    played = [[[score for at, score in scores if at == index] for scores in rounds] for index in _tables(settings)]
    had = boards_had(settings.sat(epoch["first"]))
    terms = (settings.boards, settings.seed, settings.allow_same_owner, played, had)
    return swiss_schedule(entrants, here, settings.tables, *terms)


def ladder_batch(settings: Settings, epoch: dict[str, Any]) -> Schedule:
    """Return an epoch's batch, drawn after the boards rated by then."""
    entrants = settings.founders
    here: Sequence[Sequence[int]] = [range(len(entrants))] * len(settings.tables)
    unrated = frozenset[int](range(epoch["first"]))
    if epoch["occasion"] != "first":
        entrants, here = settings.entrants[: epoch["terms"]["entrants"]], epoch["terms"]["here"]
        unrated = frozenset(epoch["terms"]["unrated"])
    told = settings.export.tournament["ladder"]
    terms = Terms(settings.boards, told["tables"], told["least"], told["longest"])
    before = settings.export.epochs[: epoch["index"]]
    scores = [pair for each in before for pair in _scores(settings, each) if pair[1].number not in unrated]
    tallies = [_tallies([score for at, score in scores if at == index]) for index in _tables(settings)]
    waited = [_waited(settings, index, epoch["index"]) for index in _tables(settings)]
    had = boards_had(settings.sat(epoch["first"]))
    rest = (terms, settings.seed, settings.allow_same_owner, tallies, waited, had)
    return ladder_schedule(entrants, here, settings.tables, *rest)


def _tables(settings: Settings) -> range:
    return range(len(settings.tables))


def _scores(settings: Settings, epoch: dict[str, Any]) -> list[tuple[int, BoardScore]]:
    """Return scores of an epoch's closed boards, with variant indices."""
    numbers = range(epoch["first"], epoch["first"] + epoch["boards"])
    boards = [settings.export.boards[number] for number in numbers]
    return [
        (settings.variants[board["variant"]], _score(settings, board)) for board in boards if board["state"] == "closed"
    ]


def _score(settings: Settings, board: dict[str, Any]) -> BoardScore:
    ids = settings.ids
    line_up, sitting = [[ids[bot] for bot in board[field]] for field in ("line_up", "sitting")]

    def outcome(played: Played) -> Outcome:
        seated = entrants_by_seat(line_up, sitting or None, [ids[bot] for bot in played.seats])
        return Outcome.of_seats(line_up, seated, played.ranks, played.scores, [])

    outcomes = tuple(outcome(settings.export.games[game]) for game in board["games"])
    return ClosedBoard(board["number"], board["variant"], tuple(line_up), outcomes).scored()


def _tallies(scores: Sequence[BoardScore]) -> list[LineUpTally]:
    found: dict[tuple[int, ...], LineUpTally] = {}
    for score in scores:
        players = line_up_of(score)
        found.setdefault(players, LineUpTally(players)).add(score)
    return [found[players] for players in sorted(found)]


def _waited(settings: Settings, variant: int, batches: int) -> dict[int, int]:
    """How many batches each has been without a board, by id."""
    last: dict[int, int] = {}
    for board in settings.export.boards.values():
        if board["epoch"] < batches and settings.variants[board["variant"]] == variant:
            for player in (settings.ids[bot] for bot in board["line_up"]):
                last[player] = max(board["epoch"], last.get(player, 0))
    return {player: batches - 1 - epoch for player, epoch in last.items()}
