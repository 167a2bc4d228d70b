"""Score the boards of a match: standings, crosstable, strengths and a gate's evidence."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from arena.league.gates.evidence import DealTally, Evidence, Side, side_of
from arena.league.ratings.boards import BoardScore, ClosedBoard, Outcome
from arena.league.ratings.bradley_terry import fit_tables
from arena.league.ratings.standings import PairMeeting, PlayerStanding, crosstable, standings
from arena.league.ratings.strengths import PlayerStrength, Strengths
from arena.league.ratings.tally import LineUpTally, line_up_of
from arena.match.plan import Planned, Settings
from arena.match.playing import Played

MOST_LOSSES: Final = 3


class Loss(NamedTuple):
    """A game in which the first bot had fewer points than another had with the same cards, in a seat from 0."""

    points: int  # how many fewer
    game: str
    seat: int


class Results:
    """Results of the closed boards of a match. Bots are indices of `Settings.names`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.boards = 0  # number of closed boards
        self.infractions: defaultdict[int, Counter[str]] = defaultdict(Counter)  # bot -> reason -> count
        self.deaths: Counter[int] = Counter()  # bot -> number of its processes that died
        self.losses: list[Loss] = []  # the costliest games of the first bot, the costliest first
        self._tallies: dict[tuple[int, ...], LineUpTally] = {}
        self._deals: defaultdict[int, list[BoardScore]] = defaultdict(list)
        self.evidence = Evidence([DealTally.of_table(settings.sides)])  # from all rounds that `judge` added

    def add(self, board: Planned, games: Sequence[Played]) -> None:
        """Add a closed board with all its games."""
        self.losses = sorted([*self.losses, *self._losses(games)], reverse=True)[:MOST_LOSSES]
        outcomes = tuple(self._outcome(board, game) for game in games)
        scored = ClosedBoard(board.number, self.settings.rules.name, board.line_up, outcomes).score_board()
        players = line_up_of(scored)
        self._tallies.setdefault(players, LineUpTally(players)).add(scored)
        self._deals[board.deal].append(scored)
        self.boards += 1

    def judge(self, boards: Sequence[Planned]) -> None:
        """Add all deals of a finished round to the gate's evidence; *boards*: those of the round, all closed."""
        deals = dict.fromkeys(board.deal for board in boards)
        self.evidence.add(0, [(self._side(deal, 0), self._side(deal, 1)) for deal in deals])

    def standings(self) -> list[PlayerStanding]:
        """Return the standing of each bot, the best bot first."""
        return standings(self._tallies.values())

    def crosstable(self) -> list[PairMeeting]:
        """Return the result of every two bots against each other."""
        return crosstable(self._tallies.values())

    def strengths(self) -> dict[int, PlayerStrength]:
        """Return the strength in board Elo of each bot that has played."""
        tables = fit_tables(self._tallies.values())
        return {line.player: line for fit in tables for line in Strengths(fit).table()}

    def _losses(self, games: Sequence[Played]) -> Iterator[Loss]:
        """Yield the loss of each game of a board in which the first bot has a seat and lost points there."""
        own, records = self.settings.names[0], [game.record for game in games]
        for record in records:
            if own in record["seats"]:
                seat = record["seats"].index(own)
                best = max((each["scores"][seat] for each in records if each["seats"][seat] != own), default=0)
                if (points := best - record["scores"][seat]) > 0:
                    yield Loss(points, record["id"], seat)

    def _side(self, deal: int, bot: int) -> Side:
        sides = [side_of(board, board.line_up.index(bot)) for board in self._deals[deal] if bot in board.line_up]
        return sum(halves for halves, _ in sides), sum(infractions for _, infractions in sides)

    def _outcome(self, board: Planned, game: Played) -> Outcome:
        record = game.record
        places = [self.settings.names.index(name) for name in record["seats"]]
        seats: list[int] = []  # a seat for each of its infractions
        for seat, place in enumerate(places):
            counts = game.count_infractions(seat)
            self.deaths[place] += counts.pop("deaths", 0)
            self.infractions[place] += counts
            seats += [seat] * counts.total()
        return Outcome.of_seats(board.line_up, places, record["ranks"], record["scores"], seats)
