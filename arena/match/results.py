"""What boards came to: scores, tables, and a gate's evidence."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from arena.league.gates.evidence import DealTally, Evidence, half_points
from arena.league.ratings.boards import BoardScore, ClosedBoard, Outcome
from arena.league.ratings.bradley_terry import fit_tables
from arena.league.ratings.standings import Meeting, Standing, crosstable, standings
from arena.league.ratings.strengths import Strength, Strengths
from arena.league.ratings.tally import LineUpTally, line_up_of
from arena.match.plan import Planned, Settings
from arena.match.playing import Played


class Results:
    """The boards that are closed so far.

    Attributes:
        settings: of the match.
        boards: how many.
        faults: of each place, its infractions by reason.
        deaths: of each place, how many of its processes died.
    """

    def __init__(self, settings: Settings) -> None:
        self.boards = 0
        self.faults: defaultdict[int, Counter[str]] = defaultdict(Counter)
        self.deaths: Counter[int] = Counter()
        self.settings = settings
        self._tallies: dict[tuple[int, ...], LineUpTally] = {}
        self._deals: defaultdict[int, list[BoardScore]] = defaultdict(list)
        self._tally = DealTally.of_table(settings.sides)

    def add(self, board: Planned, games: Sequence[Played]) -> None:
        """Add a closed board."""
        outcomes = tuple(self._outcome(board, game) for game in games)
        scored = ClosedBoard(board.number, self.settings.rules.name, board.line_up, outcomes).score_board()
        players = line_up_of(scored)
        self._tallies.setdefault(players, LineUpTally(players)).add(scored)
        self._deals[board.deal].append(scored)
        self.boards += 1

    def judge(self, boards: Sequence[Planned]) -> None:
        """Add a whole round to the evidence of a gate."""
        deals = list(dict.fromkeys(board.deal for board in boards))
        self._tally.add([(self._halves(deal, 0), self._halves(deal, 1)) for deal in deals])

    @property
    def evidence(self) -> Evidence:
        """The evidence of a gate, up to the last round."""
        return Evidence([self._tally])

    def standings(self) -> list[Standing]:
        """Return a line for each bot, best first."""
        return standings(self._tallies.values())

    def crosstable(self) -> list[Meeting]:
        """Return how each pair did."""
        return crosstable(self._tallies.values())

    def strengths(self) -> dict[int, Strength]:
        """Return board Elo by place, of all who are linked by boards."""
        tables = fit_tables(self._tallies.values())
        return {line.player: line for fit in tables for line in Strengths(fit).table()}

    def _halves(self, deal: int, place: int) -> int:
        return sum(half_points(each, each.line_up.index(place)) for each in self._deals[deal] if place in each.line_up)

    def _outcome(self, board: Planned, game: Played) -> Outcome:
        record = game.record
        places = [self.settings.names.index(name) for name in record["seats"]]
        faults = [fault for hand in record["hands"] for fault in hand["infractions"]]
        for fault in faults:
            self.faults[places[fault["seat"]]][fault["reason"]] += 1
        for place, deaths in zip(places, game.deaths, strict=True):
            self.deaths[place] += deaths
        seats = [fault["seat"] for fault in faults]
        return Outcome.of_seats(board.line_up, places, record["ranks"], record["scores"], seats)
