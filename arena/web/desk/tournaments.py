"""Make and run tournaments from the desk."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from grpc import StatusCode

from arena.api.labels import format_words
from arena.guards.auth import Refused
from arena.rules import VARIANTS, presets_of
from arena.web.desk.action import Act, Action, Answer, DeskPage, Outcome, Signed
from arena.web.desk.home import all_bots
from arena.web.serving.forms import Told, decimal, lines_of, whole_number
from arena.wire.gen import running_pb2 as running_pb
from arena.wire.gen import tournaments_pb2 as pb
from arena.wire.gen.tournaments_pb2 import WatchTournamentRequest, WatchTournamentResponse

MOST_BLOCKS: Final = 50


@dataclass(frozen=True)
class Running:
    """A tournament, how far it is, and the blocks of it that failed too often."""

    progress: WatchTournamentResponse
    failed: Sequence[running_pb.FailedBlock]
    has_more_failed: bool


async def running(signed: Signed, told: Told) -> Running:
    """Show how a tournament is, for who runs it."""
    name = told.get("name", "")
    progress = await signed.desk.look(WatchTournamentRequest(name=name), signed.caller)
    blocks = await signed.ask(running_pb.ListFailedBlocksRequest(name=name, page_size=MOST_BLOCKS))
    return Running(progress, blocks.blocks, bool(blocks.next_page_token))


def _simply(kind: Callable[..., Message]) -> Act:
    """Return what asks for *kind*, a request with nothing but the tournament's name."""

    async def act(signed: Signed, told: Told) -> Outcome:
        await signed.ask(kind(name=told.get("name", "")))
        return None

    return act


async def _extend(signed: Signed, told: Told) -> Outcome:
    await signed.ask(running_pb.ExtendTournamentRequest(name=told.get("name", ""), boards=whole_number(told, "boards")))
    return None


async def _set_priority(signed: Signed, told: Told) -> Outcome:
    priority = whole_number(told, "priority", -10, 10) if told.get("priority", "").strip() else None
    if priority is None:
        raise Refused(StatusCode.INVALID_ARGUMENT, "priority is blank: give a whole number from -10 to 10")
    await signed.ask(running_pb.SetPriorityRequest(name=told.get("name", ""), priority=priority))
    return None


async def _retry(signed: Signed, told: Told) -> Outcome:
    await signed.ask(running_pb.ListFailedBlocksRequest(name=told.get("name", ""), retry=True, page_size=MOST_BLOCKS))
    return None


RUNNING = DeskPage("/desk/tournament", running, "desk/tournament.html", ("name",), is_operators=True)
ON_RUNNING = (
    Action("start", _simply(running_pb.StartTournamentRequest), RUNNING, "It is started."),
    Action(
        "pause", _simply(running_pb.PauseTournamentRequest), RUNNING, "It is paused: boards at the tables end as usual."
    ),
    Action("resume", _simply(running_pb.ResumeTournamentRequest), RUNNING, "It goes on."),
    Action(
        "cancel", _simply(running_pb.CancelTournamentRequest), RUNNING, "It is cancelled: closed boards stay and count."
    ),
    Action("extend", _extend, RUNNING, "Boards were added."),
    Action("priority", _set_priority, RUNNING, "The priority is set."),
    Action("retry-blocks", _retry, RUNNING, "The failed blocks are tried again."),
)


KINDS: Final = ("round-robin", "gauntlet", "swiss", "ladder")
POOLS: Final = ("trust", "open")
LONGEST: Final = 86_400.0  # seconds; the service says what is accepted of each
LONGEST_HOURS: Final = 87_600.0


@dataclass(frozen=True)
class Offered:
    """A variant that may be played, and its presets."""

    variant: str
    presets: Sequence[str]


@dataclass(frozen=True)
class Making:
    """What a tournament may be made of."""

    variants: list[Offered]
    kinds: Sequence[str]
    pools: Sequence[str]
    bots: list[str]


@dataclass(frozen=True)
class Tried:
    """A dry run: what would be made, and how long it would take, in words."""

    variants: Sequence[pb.VariantEstimate]
    formats: list[str]
    time: str
    offline: Sequence[str]
    uneven: list[str]


async def making(signed: Signed, _told: Told) -> Making:
    """Show what a tournament may be made of."""
    offered = [Offered(name, list(presets_of(name))) for name in VARIANTS]
    return Making(offered, KINDS, POOLS, [each.bot for each in await all_bots(signed)])


async def _try(signed: Signed, told: Told) -> Outcome:
    found = await signed.ask(pb.EstimateTournamentRequest(tournament=_request(told)))
    return Answer(
        Tried(
            found.variants,
            [format_words(each.format) for each in found.variants],
            _between(found.least_s, found.most_s),
            found.offline,
            [f"{each.variant}: {each.who}" for each in found.balances if each.HasField("met") and not each.met.even],
        )
    )


async def _create(signed: Signed, told: Told) -> Outcome:
    made = await signed.ask(_request(told))
    return RUNNING.address({"name": made.tournament.name}, done="create")


def _request(told: Told) -> pb.CreateTournamentRequest:
    """Return what the form asks for. Raises `Refused` for a number that is none; the rest the service checks."""
    forfeit = decimal(told, "forfeit_hours", LONGEST_HOURS)
    return pb.CreateTournamentRequest(
        name=told.get("name", "").strip(),
        variants=_variants(told),
        bots=lines_of(told, "bots"),
        boards=whole_number(told, "boards"),
        pool=told.get("pool", ""),
        kind=told.get("kind", ""),
        allow_same_owner="allow_same_owner" in told,
        challengers=whole_number(told, "challengers"),
        rounds=whole_number(told, "rounds"),
        priority=whole_number(told, "priority", -10, 10) if told.get("priority", "").strip() else 0,
        test_seed=told.get("test_seed", "").strip(),
        move_time=_seconds(told, "move_time"),
        bank=_seconds(told, "bank"),
        forfeit_after=None if forfeit is None else Duration(seconds=round(3600 * forfeit)),
    )


def _variants(told: Told) -> list[pb.VariantChoice]:
    chosen = [name for name in VARIANTS if f"play-{name}" in told]
    if not chosen:
        raise Refused(StatusCode.INVALID_ARGUMENT, "no variant is chosen: tick one or more")
    return [
        pb.VariantChoice(
            variant=name,
            preset=told.get(f"preset-{name}", ""),
            options=told.get(f"options-{name}", "").strip(),
            weight=whole_number(told, f"weight-{name}"),
        )
        for name in chosen
    ]


def _seconds(told: Told, field: str) -> Duration | None:
    seconds = decimal(told, field, LONGEST)
    if seconds is None:
        return None
    made = Duration()
    made.FromMilliseconds(round(1000 * seconds))
    return made


def _between(least: float, most: float) -> str:
    low, high = _rough(least), _rough(most)
    return low if low == high else f"{low} to {high}"


def _rough(seconds: float) -> str:
    """Return a length of time to two figures, as in 3.4 min."""
    steps = ((86_400, "days"), (3_600, "h"), (60, "min"), (1, "s"))
    size, unit = next((each for each in steps if seconds >= each[0]), (1, "s"))
    return f"{float(f'{seconds / size:.2g}'):g} {unit}"


MAKING = DeskPage("/desk/new", making, "desk/new.html", is_operators=True)
ON_NEW = (
    Action("try", _try, MAKING),
    Action("create", _create, MAKING, "It is made. Nothing is played before it is started."),
)
ACTIONS = (*ON_NEW, *ON_RUNNING)
