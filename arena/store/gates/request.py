"""Check the request for a gate before anything is stored."""

from collections.abc import Sequence

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant, may_meet, stakes_of
from arena.league.errors import TooFewEntrantsError
from arena.league.gates.betting import Terms
from arena.league.schedules.gate import GateSchedule, deals_of_round
from arena.rules import Rules
from arena.store.accounts.pairs import check_partners
from arena.store.accounts.versions import check_admitted, find_version
from arena.store.database import Connection, select
from arena.store.errors import InvalidTournamentError
from arena.store.names import HOUSE
from arena.store.tournaments.appending import MAX_IN_ALL
from arena.store.tournaments.creation import named_versions, without_partners
from arena.store.tournaments.request import PLAY, given
from arena.wire.gen.gates_pb2 import CreateGateRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest

USUAL_BOARDS = 20_000  # maximum of boards of a gate without a limit of its own
LARGEST_ELO = 300.0  # a score of 0.93; with two players the scale ends at 347 Elo


def terms_of(request: CreateGateRequest) -> Terms:
    """Return the Elo bounds and error rates of a gate, with defaults. Raises `InvalidTournamentError`."""
    terms = Terms(**given(request, "above", "below", "alpha", "beta"))
    for name, elo in (("above", terms.above), ("below", terms.below)):
        if not -LARGEST_ELO <= elo <= LARGEST_ELO:
            raise InvalidTournamentError(
                f"{name}: {elo:g} given, -{LARGEST_ELO:g}..{LARGEST_ELO:g} board Elo is accepted"
            )
    if terms.above >= terms.below:
        raise InvalidTournamentError(f"below: {terms.below:g} given, more than above ({terms.above:g}) is accepted")
    for name, rate in (("alpha", terms.alpha), ("beta", terms.beta)):
        if not 0 < rate < 0.5:
            raise InvalidTournamentError(f"{name}: {rate:g} given, more than 0 and less than 0.5 is accepted")
    return terms


def max_deals(request: CreateGateRequest, tables: Sequence[Table]) -> int:
    """Return a gate's maximum of deals, in whole rounds. Raises `InvalidTournamentError`."""
    most = request.most_boards or USUAL_BOARDS
    if most > MAX_IN_ALL:
        raise InvalidTournamentError(f"max-boards: {most} given, at most {MAX_IN_ALL} are accepted")
    deals = deals_of_round(tables)
    boards = GateSchedule(0, 0, range(9), tables, deals, "").boards
    if most < boards:
        least = f"the {deals} deals after which a gate is judged have {boards}: give as many or more"
        raise InvalidTournamentError(f"max-boards: {most} given, and {least}")
    return most // boards * deals


def as_tournament(request: CreateGateRequest, name: str, priority: int) -> CreateTournamentRequest:
    """Return the request for the gate's tournament."""
    return CreateTournamentRequest(
        name=name,
        variants=request.variants,
        boards=1,
        kind="gate",
        pool=request.pool,
        allow_same_owner=request.allow_same_owner,
        master=request.master,
        test_seed=request.test_seed,
        priority=priority,
        **given(request, *PLAY),
    )


async def find_entrants(
    connection: Connection, request: CreateGateRequest, rules: Sequence[Rules], tables: Sequence[Table]
) -> list[Entrant]:
    """Return the new version, the old one, then the fillers. Raises `UnknownBotError`, `InvalidTournamentError`."""
    versions = [await find_version(connection, bot) for bot in (request.new_bot, request.old_bot)]
    check_partners(versions, without_partners(rules))
    tested = [version.entrant for version in versions]
    if tested[0] == tested[1]:
        raise InvalidTournamentError(f"gate: {request.new_bot} and {request.old_bot} are one version: name two")
    if not may_meet(stakes_of(tested, allow_same_owner=True), range(2)):
        names = " and ".join(version.bot for version in versions)
        raise InvalidTournamentError(f"gate: {names} have a bot in common, which cannot sit on both sides")
    if all(table.bots == 2 for table in tables):
        if request.fillers:
            names = ", ".join(table.variant for table in tables)
            raise InvalidTournamentError(f"fillers: the two meet at {names}, and nobody sits with them: leave them out")
        fillers: list[Entrant] = []
    else:
        fillers = await _fillers(connection, request, tested, tables)
    if request.pool == "closed":
        await check_admitted(connection, [each.id for each in (*tested, *fillers)])
    return [*tested, *fillers]


async def _fillers(
    connection: Connection, request: CreateGateRequest, tested: Sequence[Entrant], tables: Sequence[Table]
) -> list[Entrant]:
    """Return the requested fillers, by default the newest `house` versions. Raises `InvalidTournamentError`.

    A filler is never a *tested* version, and has their owner only if the request allows that.
    """
    parameters = {"owner": HOUSE, "version_ids": [each.id for each in tested], "admitted": request.pool == "closed"}
    fillers = await select(connection, "newest_of_owner", **parameters)
    accepted = f"give bots of other owners (default: the newest version of each bot of {HOUSE})"
    if request.fillers:
        versions = await named_versions(connection, request.fillers)
        check_partners(versions, [table.variant for table in tables])
        fillers = [(each.id, each.owner_ids[0], each.bot) for each in versions]
    for id_, owner, bot in fillers:
        if id_ in {each.id for each in tested}:
            raise InvalidTournamentError(f"fillers: {bot} is under test: {accepted}")
        if owner in {each.owner for each in tested} and not request.allow_same_owner:
            why = f"{bot} is of the owner of a version under test"
            raise InvalidTournamentError(f"fillers: {why}: {accepted}, or allow the same owner")
    try:
        GateSchedule(0, 0, [id_ for id_, _, _ in fillers], tables, 1, "")
    except TooFewEntrantsError as error:
        raise InvalidTournamentError(f"fillers: {error}: {accepted}") from error
    return [Entrant(id_, owner) for id_, owner, _ in fillers]
