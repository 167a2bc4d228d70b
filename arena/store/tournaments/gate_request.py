"""Check what was asked of a gate, before anything is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant, may_meet, stakes_of
from arena.league.errors import TooFewEntrants
from arena.league.gates.sprt import LEAST_DEALS, Hypotheses
from arena.league.schedules.gate import GateSchedule
from arena.league.schedules.gate import sides_of as boards_of
from arena.rules import Rules
from arena.store.accounts.pairs import check_partners
from arena.store.accounts.versions import find_version
from arena.store.database import Connection, fetch
from arena.store.errors import InvalidTournament
from arena.store.tournaments.appending import MOST_IN_ALL
from arena.store.tournaments.creation import named_versions, without_partners
from arena.store.tournaments.gate_rows import NewGate
from arena.store.tournaments.rows import NewTournament

HOUSE = "house"  # whose bots sit in where no fillers are named
MOST_TESTS = 3  # as many boards as this many tests of a fixed size have, where no limit is given
LARGEST_ELO = 10_000.0


@dataclass(frozen=True)
class _Filler:
    """Somebody who may sit with the versions under test."""

    id: int
    owner: int
    bot: str


def check_hypotheses(given: Hypotheses) -> None:
    """Raises `InvalidTournament`."""
    if not (isfinite(given.elo0) and isfinite(given.elo1) and given.elo0 < given.elo1):
        raise InvalidTournament(f"elo1: {given.elo1:g} given, more than elo0 ({given.elo0:g}) is accepted")
    if max(abs(given.elo0), abs(given.elo1)) > LARGEST_ELO:
        raise InvalidTournament(f"elo0, elo1: -{LARGEST_ELO:g}..{LARGEST_ELO:g} are accepted")
    for name, rate in (("alpha", given.alpha), ("beta", given.beta)):
        if not 0 < rate < 0.5:
            raise InvalidTournament(f"{name}: {rate:g} given, more than 0 and less than 0.5 is accepted")


def most_deals(new: NewGate, tables: Sequence[Table]) -> int:
    """After how many deals it ends. Raises `InvalidTournament`."""
    each = sum(len(boards_of(table)) for table in tables)
    fixed = -(-new.hypotheses.fixed_deals * each // len(tables))
    most = new.most or min(MOST_TESTS * fixed, MOST_IN_ALL)
    if most > MOST_IN_ALL:
        raise InvalidTournament(f"most: {most} boards given, at most {MOST_IN_ALL} are accepted")
    deals = most * len(tables) // each
    while deals and GateSchedule(0, 0, range(9), tables, deals).boards > most:
        deals -= 1
    if deals < LEAST_DEALS:
        raise InvalidTournament(
            f"most: {most} boards are {deals} deals, and nothing is decided before {LEAST_DEALS}: give more boards"
        )
    return deals


def as_tournament(new: NewGate, name: str) -> NewTournament:
    """The tournament that the gate is."""
    return NewTournament(
        name=name,
        variants=new.variants,
        bots=(),
        boards=1,
        kind="gate",
        allow_same_owner=new.allow_same_owner,
        seed=new.seed,
        move_us=new.move_us,
        bank_us=new.bank_us,
        auto_single=new.auto_single,
    )


async def who_plays(
    connection: Connection, new: NewGate, rules: Sequence[Rules], tables: Sequence[Table]
) -> list[Entrant]:
    """The new version, the old one, the fillers. Raises `UnknownBot`, `InvalidTournament`."""
    versions = [await find_version(connection, bot) for bot in (new.new, new.old)]
    check_partners(versions, without_partners(rules))
    tested = [version.entrant for version in versions]
    if tested[0] == tested[1]:
        raise InvalidTournament(f"gate: {new.new} and {new.old} are one version: name two")
    if not may_meet(stakes_of(tested, allow_same_owner=True), range(2)):
        raise InvalidTournament(
            f"gate: {versions[0].bot} and {versions[1].bot} have a bot in common, which cannot sit on both sides"
        )
    if all(table.bots == 2 for table in tables):
        if new.fillers:
            names = ", ".join(table.variant for table in tables)
            raise InvalidTournament(f"fillers: the two meet at {names}, and nobody sits with them: leave them out")
        return tested
    return [*tested, *await _fillers(connection, new, tested, tables)]


async def _fillers(
    connection: Connection, new: NewGate, tested: Sequence[Entrant], tables: Sequence[Table]
) -> list[Entrant]:
    """Those named, or the house's bots. None may be under test, nor of the owner of one that is, unless allowed."""
    parameters = {"owner": HOUSE, "version_ids": [each.id for each in tested]}
    fillers = await fetch(connection, _Filler, "newest_of_owner", **parameters)
    accepted = f"accepted are bots of other owners, by default the newest version of each of the owner {HOUSE}'s"
    if new.fillers:
        found = await named_versions(connection, new.fillers)
        check_partners(found, [table.variant for table in tables])
        fillers = [_Filler(each.id, each.owner_ids[0], bot) for each, bot in zip(found, new.fillers, strict=True)]
    for filler in fillers:
        if filler.id in {each.id for each in tested}:
            raise InvalidTournament(f"fillers: {filler.bot} is under test: {accepted}")
        if filler.owner in {each.owner for each in tested} and not new.allow_same_owner:
            raise InvalidTournament(
                f"fillers: {filler.bot} is of the owner of a version under test: {accepted}; or allow the same owner"
            )
    try:
        GateSchedule(0, 0, [filler.id for filler in fillers], tables, 1)
    except TooFewEntrants as error:
        raise InvalidTournament(f"fillers: {error}: {accepted}") from error
    return [Entrant(filler.id, filler.owner) for filler in fillers]
