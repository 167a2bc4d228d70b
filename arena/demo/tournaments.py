"""The demo's tournaments: which boards they have, and how a run goes on with those of the run before."""

from collections.abc import Callable, Sequence
from math import ceil, comb
from typing import Final

from arena.cli.pages import gathered
from arena.cli.service import Service
from arena.cli.terminal.printing import note
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.watching import show_progress
from arena.demo.bots import FIELD, LIGHT, light_field_of, tournament_of
from arena.rules import UnknownVariant, find, sides_of
from arena.wire.gen.running_pb2 import StartTournamentRequest
from arena.wire.gen.tournaments_pb2 import (
    CreateTournamentRequest,
    ListTournamentsRequest,
    ListTournamentsResponse,
    Tournament,
    VariantChoice,
)

NAME: Final = "demo-"
CLOSED: Final = "closed-demo-"
SEARCH: Final = "search-demo-"
LEAST_BOARDS: Final = 40  # for each bot in each variant
SEARCHED_BOARDS: Final = 12  # at least, for the light search
LONG: Final = ("pinochle-double-deck",)  # a search of its 20 tricks takes minutes where the core is not compiled


def request_of(name: str, bots: Sequence[str], variants: Sequence[str]) -> CreateTournamentRequest:
    """Return the request for `LEAST_BOARDS` a bot in each variant; raises `Refusal`.

    Where fewer sit at a table a bot is in more line-ups, so each needs fewer boards: that is what the weights are for.
    """
    try:
        sides = [sides_of(find(variant)) for variant in variants]
    except UnknownVariant as problem:
        raise Refusal(str(problem)) from None
    if len(set(variants)) < len(variants):
        raise Refusal(f"variants {','.join(variants)}: each at most once")
    each = [ceil(LEAST_BOARDS / comb(len(FIELD) - 1, count - 1)) for count in sides]
    line_ups = [comb(len(FIELD), count) for count in sides]
    weights = [need * count for need, count in zip(each, line_ups, strict=True)]
    # The arena rounds a share to whole boards for each line-up: half a board less than `each` still comes to it.
    boards = ceil(sum(weights) / sum(line_ups) * (1 - 0.5 / max(each)))
    choices = [VariantChoice(variant=name, weight=weight) for name, weight in zip(variants, weights, strict=True)]
    return _on_trust(name, bots, choices, boards)


def _on_trust(
    name: str, bots: Sequence[str], variants: Sequence[VariantChoice], boards: int
) -> CreateTournamentRequest:
    return CreateTournamentRequest(
        name=name, variants=variants, bots=bots, boards=boards, pool="trust", allow_same_owner=True
    )


def begin_main(service: Service, meanwhile: Callable[[], None], bots: list[str], variants: Sequence[str]) -> str:
    """Finish interrupted tournaments, begin one of *variants* unless one had them; return its name."""
    demos = [line for line in _tournaments(service) if line.name.startswith(NAME)]
    for line in reversed([line for line in demos if line.state != "finished"]):
        note(f"finishing {line.name}, which was interrupted")
        _start(service, line.name)
        if list(line.variants) == list(variants):
            return line.name
        show_progress(service, line.name, meanwhile)
    name = f"{NAME}{len(demos) + 1}"
    with service.people() as people:
        made = people.CreateTournament(request_of(name, bots, variants), **service.call).tournament
    note(f"{name}: {made.boards} boards, {made.games} games of {', '.join(variants)}, all line-ups of {len(bots)} bots")
    _start(service, name)
    return name


def begin_search(service: Service, bots: Sequence[str], variants: Sequence[str]) -> list[str]:
    """Begin the light search's tournament in the first of *variants* that is not long; return its name, if any."""
    searched = next((variant for variant in variants if variant not in LONG), None)
    if searched is None:
        return []
    sides = sides_of(find(searched))
    field = light_field_of(bots, sides)
    boards = ceil(SEARCHED_BOARDS / comb(len(field) - 1, sides - 1))
    request = _on_trust(SEARCH, field, [VariantChoice(variant=searched)], boards)
    return [_begin(service, request, f"{searched} with {LIGHT}: as many playouts before each answer")]


def begin_closed(service: Service, bots: Sequence[str], variant: str) -> str:
    """Begin the tournament of the admitted *bots* that the arena runs; return its name."""
    about = f"{variant} by {len(bots)} bots that were handed in, a fresh confined process for each seat and game"
    return _begin(service, tournament_of(CLOSED, variant, bots), about)


def _begin(service: Service, request: CreateTournamentRequest, about: str) -> str:
    """Begin a tournament of one variant, or go on with an earlier one; return its name, which began as a prefix."""
    demos = [line for line in _tournaments(service) if line.name.startswith(request.name)]
    variants = [choice.variant for choice in request.variants]
    known = [line for line in demos if list(line.variants) == variants]
    if known and known[0].state == "finished":
        note(f"{known[0].name}, which was played before: {about}")
        return known[0].name
    if known:
        request.name = known[0].name
    else:
        request.name += str(len(demos) + 1)
        with service.people() as people:
            people.CreateTournament(request, **service.call)
    note(f"{request.name}: {about}")
    _start(service, request.name)
    return request.name


def _tournaments(service: Service) -> Sequence[Tournament]:
    return gathered(service, ListTournamentsResponse, ListTournamentsRequest()).tournaments


def _start(service: Service, name: str) -> None:
    with service.people() as people:
        people.StartTournament(StartTournamentRequest(name=name), **service.call)
