"""Draw the race of a tournament's scores: each bot's mean after each tenth of the closed boards."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from arena.api.local_client import LocalClient
from arena.web.charts import Chart, Point, Table, number_axis, plot_lines
from arena.web.drawings import Scale
from arena.web.serving.templates import percent
from arena.wire.gen.standings_pb2 import GetStandingsRequest, Standing, VariantStandings
from arena.wire.gen.tournaments_pb2 import Tournament

MAX_RACES: Final = 100  # tournaments whose races are kept
MAX_LINES: Final = 40  # bots in a race
SHARE_OF_NEWS: Final = 50  # a race is computed again after 1 of so many boards


class Races:
    """Keep the races of tournaments, and compute a race again only when 2% more boards have closed."""

    def __init__(self) -> None:
        self._races: OrderedDict[str, tuple[int, dict[str, VariantStandings]]] = OrderedDict()

    async def get(self, client: LocalClient, tournament: Tournament) -> dict[str, VariantStandings]:
        """Return standings with `tenths`, `means` and `counts` by variant; {} without a closed board."""
        closed, races = self._races.get(tournament.root, (0, {}))
        if not 0 <= tournament.closed - closed <= closed // SHARE_OF_NEWS:
            answer = await client.ask(GetStandingsRequest(name=tournament.name, course=True))
            closed, races = tournament.closed, {each.variant: each for each in answer.variants}
        self._races[tournament.root] = closed, races
        self._races.move_to_end(tournament.root)
        while len(self._races) > MAX_RACES:
            self._races.popitem(last=False)
        return races


RACES: Final = Races()


def draw_race(race: VariantStandings | None, bots: Sequence[str]) -> Chart | None:
    """Draw the mean scores of a variant's *bots*, the first of which have colours; None below two tenths."""
    if race is None or len(race.tenths) < 2:
        return None
    standings = sorted((line for line in race.standings if line.means), key=lambda line: bots.index(line.bot))[
        :MAX_LINES
    ]
    lines: dict[str, Sequence[Point]] = {
        line.bot: [(boards, 100 * mean, None, None) for boards, mean in _means(line, race.tenths)] for line in standings
    }
    rows = [
        (line.bot, *[""] * (len(race.tenths) - len(line.means)), *(percent(mean, 1) for mean in line.means))
        for line in standings
    ]
    table = Table(("bot", *(f"{boards:,} boards" for boards in race.tenths)), rows)
    y = Scale.over(number for points in lines.values() for _, number, _, _ in points)
    x = number_axis("closed boards, in the order of the schedule", Scale(0, race.tenths[-1]), most=5)
    return plot_lines("Race of the scores", x, number_axis("mean score, %", y), lines, table)


def _means(line: Standing, tenths: Sequence[int]) -> list[tuple[int, float]]:
    return list(zip(tenths[-len(line.means) :], line.means, strict=True))
