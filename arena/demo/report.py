"""Print the standings and ratings of the demo, and compare the strengths of its bots."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import copysign, inf
from pathlib import Path
from typing import TypeAlias

from rich.console import RenderableType

from arena.cli.ratings.tables import strength_tables
from arena.cli.service import Service
from arena.cli.terminal.printing import console, table
from arena.cli.terminal.refusal import Refusal
from arena.cli.terminal.tables import standings_tables
from arena.demo.bots import STRENGTHS, house_of
from arena.rules.replays.narrate import narrate
from arena.rules.replays.place import game_of, names_of
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest
from arena.wire.gen.records_pb2 import ExportRecordsRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest, GetStandingsResponse, Standing, Total, VariantStandings

Line: TypeAlias = Standing | Total
CLEARLY = 3.0  # a lead of more standard errors is clear
STEPS = list(pairwise(STRENGTHS))  # pairs of house bots: each strength with the next weaker one


def report(service: Service, name: str, state: Path, others: Sequence[str] = ()) -> None:
    """Print the results of the tournament *name*, the ratings, and the standings of the tournaments *others*.

    *state*: the state folder, which messages mention. Raises `Refusal` if a board of these tournaments failed.
    """
    answer = _standings(service, name, state)
    with service.people() as people:
        records = people.ExportRecords(ExportRecordsRequest(name=name), **service.call)
        record = json.loads(next(iter(records)).record)
        records.cancel()
        ratings = people.GetStrengths(GetStrengthsRequest(), **service.call)
    screen = console()
    for variant in answer.variants:
        only = GetStandingsResponse(tournament=answer.tournament, variants=[variant])
        for part in standings_tables(only):
            screen.print(part, "")
        parts = (part for each in ratings.tables if variant.variant in each.variants for part in strength_tables(each))
        compared = (part for step in STEPS for part in _comparison(variant, *step))
        screen.print(*compared, "", *parts, "", sep="\n")
    for other in others:
        screen.print(*standings_tables(_standings(service, other, state)), "", sep="\n")
    hand = narrate(game_of(record), 0, names_of(record["seats"]))
    screen.print(f"One hand, as it was played (game {record['id']}):", "", *hand, "", *_verdict(answer), "", sep="\n")
    screen.print(*_next_steps(name, record["id"], state), sep="\n", soft_wrap=True)


def _standings(service: Service, name: str, state: Path) -> GetStandingsResponse:
    with service.people() as people:
        answer = people.GetStandings(GetStandingsRequest(name=name), **service.call)
    if left := answer.tournament.boards - answer.tournament.closed:
        raise Refusal(f"{left} boards of {name} failed again and again; see {state}/logs")
    return answer


def _verdict(answer: GetStandingsResponse) -> list[str]:
    lines = answer.whole.standings if answer.HasField("whole") else answer.variants[0].standings
    first, second = lines[:2]
    clear = "beyond chance" if second.first_place > 1 else "which may be chance"
    infractions = sum(line.infractions for variant in answer.variants for line in variant.standings)
    return [
        f"{first.bot} leads {second.bot} by {100 * (first.score - second.score):.1f} points of 100, {clear}.",
        *(_compare_strengths(answer, *step) for step in STEPS),
        f"{answer.tournament.games:,} games on {answer.tournament.closed:,} boards were played, "
        f"with {infractions} infractions.",
    ]


def _compare_strengths(answer: GetStandingsResponse, strong: str, weak: str) -> str:
    """Return a line that says whether the house bot *strong* is clearly better than *weak* in all variants."""
    leads = [(_least_lead(variant.standings, strong, weak), variant.variant) for variant in answer.variants]
    least, where = min(leads)
    text = f"{least:.1f} standard errors, in {where}"
    if answer.HasField("whole"):
        least = _least_lead(answer.whole.standings, strong, weak)
        text = f"{least:.1f} standard errors over all variants, and by variant {text}"
    verb = "is better than" if least > CLEARLY else "is NOT clearly better than"
    return f"Every {strong} {verb} every {weak}: the least lead is {text}."


def _least_lead(lines: Sequence[Line], strong: str, weak: str) -> float:
    return min(lead(*pair) for pair in product(_of(lines, strong), _of(lines, weak)))


def _of(lines: Iterable[Line], house: str) -> list[Line]:
    return [line for line in lines if house_of(line.bot) == house]


def _comparison(variant: VariantStandings, strong: str, weak: str) -> Iterator[RenderableType]:
    above, below = _of(variant.standings, strong), _of(variant.standings, weak)
    title = f"{variant.variant}: mean board score, row minus column (in standard errors)"
    rows = table(title, "", *(line.bot for line in below), numbers=len(below))
    for line in above:
        rows.add_row(line.bot, *(f"{line.score - other.score:+.3f} ({lead(line, other):.1f})" for other in below))
    yield rows
    least = _least_lead(variant.standings, strong, weak)
    boards = min(line.boards for line in (*above, *below))
    exceeds = "exceeds" if least > CLEARLY else "does NOT exceed"
    yield (
        f"Over at least {boards} boards each, every {strong} {exceeds} every {weak} by more than {CLEARLY:.0f}"
        f" standard errors: the least lead is {least:.1f}."
    )


def lead(line: Line, other: Line) -> float:
    """Return by how many standard errors the board score in *line* exceeds that in *other*.

    The two bots may have played the same boards. So the standard error of the difference is taken as the sum of both
    standard errors, its largest possible value.
    """
    error = line.error + other.error
    difference = line.score - other.score
    if not error:
        return copysign(inf, difference) if difference else 0.0
    return difference / error


def _next_steps(name: str, game: str, state: Path) -> list[str]:
    arena = sys.argv[0] if Path(sys.argv[0]).name == "arena" else "arena"
    return [
        f"Look at a game, card by card: run `{arena} up`, and when it is up in another terminal",
        f"  {arena} export {name} --game {game} | {arena} replay -",
        "or check every deal and every card of them all:",
        f"  {arena} export {name} | {arena} verify -",
        f"The state (Postgres, logs, tokens) is in {state}; the next demo continues from there.",
    ]
