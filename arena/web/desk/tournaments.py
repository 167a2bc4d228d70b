"""Create and run tournaments on the desk."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import Message

from arena.api.labels import format_words
from arena.rules import VARIANTS, presets_of
from arena.web.desk.action import Act, Action, Answer, DeskPage, Outcome, Signed, sender
from arena.web.desk.home import all_bots
from arena.web.serving.addresses import invalid
from arena.web.serving.forms import Fields, duration, names_in, whole_number
from arena.wire.gen import running_pb2 as running_pb
from arena.wire.gen import tournaments_pb2 as pb

MAX_BLOCKS: Final = 50
KINDS: Final = ("round-robin", "gauntlet", "swiss", "ladder")
POOLS: Final = ("trust", "open")
MAX_SECONDS: Final = 86_400.0  # the service checks the limit of each field
MAX_HOURS: Final = 87_600.0


@dataclass(frozen=True)
class Running:
    """A tournament's progress, and its failed blocks."""

    progress: pb.WatchTournamentResponse
    failed: Sequence[running_pb.FailedBlock]
    has_more_failed: bool


async def running(signed: Signed, fields: Fields) -> Running:
    """Show a tournament to the operator who runs it."""
    name = fields.get("name", "")
    progress = await signed.client.look(pb.WatchTournamentRequest(name=name), signed.caller)
    blocks = await signed.ask(running_pb.ListFailedBlocksRequest(name=name, page_size=MAX_BLOCKS))
    return Running(progress, blocks.blocks, bool(blocks.next_page_token))


def _by_name(kind: Callable[..., Message]) -> Act:
    """Return an act that sends *kind*, a request with only the tournament's name."""
    return sender(lambda fields: kind(name=fields.get("name", "")))


def _extend(fields: Fields) -> running_pb.ExtendTournamentRequest:
    return running_pb.ExtendTournamentRequest(name=fields.get("name", ""), boards=whole_number(fields, "boards"))


def _set_priority(fields: Fields) -> running_pb.SetPriorityRequest:
    if not fields.get("priority", "").strip():
        raise invalid("priority is blank: give a whole number from -10 to 10")
    return running_pb.SetPriorityRequest(name=fields.get("name", ""), priority=_priority(fields))


def _priority(fields: Fields) -> int:
    return whole_number(fields, "priority", -10, 10, default=0)


def _retry(fields: Fields) -> running_pb.ListFailedBlocksRequest:
    return running_pb.ListFailedBlocksRequest(name=fields.get("name", ""), retry=True, page_size=MAX_BLOCKS)


@dataclass(frozen=True)
class Offer:
    """A variant that may be played, and its presets."""

    variant: str
    presets: Sequence[str]


@dataclass(frozen=True)
class New:
    """The choices for a new tournament."""

    variants: list[Offer]
    kinds: Sequence[str]
    pools: Sequence[str]
    bots: list[str]


@dataclass(frozen=True)
class DryRun:
    """The estimate of a tournament, in words."""

    variants: Sequence[pb.VariantEstimate]
    formats: list[str]
    time: str
    offline: Sequence[str]
    uneven: list[str]


async def new(signed: Signed, _fields: Fields) -> New:
    """Show the choices for a new tournament."""
    offers = [Offer(name, list(presets_of(name))) for name in VARIANTS]
    return New(offers, KINDS, POOLS, [each.bot for each in await all_bots(signed)])


async def _try(signed: Signed, fields: Fields) -> Outcome:
    estimate = await signed.ask(pb.EstimateTournamentRequest(tournament=_request(fields)))
    low, high = _rough(estimate.least_s), _rough(estimate.most_s)
    formats = [format_words(each.format) for each in estimate.variants]
    uneven = [f"{each.variant}: {each.who}" for each in estimate.balances if each.HasField("met") and not each.met.even]
    time = low if low == high else f"{low} to {high}"
    return Answer(DryRun(estimate.variants, formats, time, estimate.offline, uneven))


def _rough(seconds: float) -> str:
    """Format a duration with two digits, as 3.4 min."""
    steps = ((86_400, "days"), (3_600, "h"), (60, "min"), (1, "s"))
    size, unit = next((each for each in steps if seconds >= each[0]), (1, "s"))
    return f"{float(f'{seconds / size:.2g}'):g} {unit}"


async def _create(signed: Signed, fields: Fields) -> Outcome:
    answer = await signed.ask(_request(fields))
    return RUNNING.address({"name": answer.tournament.name}, done="create")


def _request(fields: Fields) -> pb.CreateTournamentRequest:
    """Return the request of a form. Raises `RefusedError` for an invalid number; the service checks all else."""
    variants = [
        pb.VariantChoice(
            variant=name,
            preset=fields.get(f"preset-{name}", ""),
            options=fields.get(f"options-{name}", "").strip(),
            weight=whole_number(fields, f"weight-{name}"),
        )
        for name in VARIANTS
        if f"play-{name}" in fields
    ]
    if not variants:
        raise invalid("no variant is selected: select one or more")
    return pb.CreateTournamentRequest(
        name=fields.get("name", "").strip(),
        variants=variants,
        bots=names_in(fields, "bots"),
        boards=whole_number(fields, "boards"),
        pool=fields.get("pool", ""),
        kind=fields.get("kind", ""),
        allow_same_owner="allow_same_owner" in fields,
        challengers=whole_number(fields, "challengers"),
        rounds=whole_number(fields, "rounds"),
        priority=_priority(fields),
        test_seed=fields.get("test_seed", "").strip(),
        move_time=duration(fields, "move_time", MAX_SECONDS, 1),
        bank=duration(fields, "bank", MAX_SECONDS, 1),
        forfeit_after=duration(fields, "forfeit_hours", MAX_HOURS, 3600),
    )


RUNNING = DeskPage("/desk/tournament", running, "desk/tournament.html", ("name",), is_operators=True)
NEW = DeskPage("/desk/new", new, "desk/new.html", is_operators=True)
PAGES = (RUNNING, NEW)
PAUSE_MESSAGE = "The tournament is paused. Boards in play finish as usual."
CANCEL_MESSAGE = "The tournament is cancelled. Closed boards stay and count."
ACTIONS = (
    Action("try", _try, NEW),
    Action("create", _create, NEW, "The tournament is created. Start it to play its boards."),
    Action("start", _by_name(running_pb.StartTournamentRequest), RUNNING, "The tournament is started."),
    Action("pause", _by_name(running_pb.PauseTournamentRequest), RUNNING, PAUSE_MESSAGE),
    Action("resume", _by_name(running_pb.ResumeTournamentRequest), RUNNING, "The tournament continues."),
    Action("cancel", _by_name(running_pb.CancelTournamentRequest), RUNNING, CANCEL_MESSAGE),
    Action("extend", sender(_extend), RUNNING, "The boards are added."),
    Action("priority", sender(_set_priority), RUNNING, "The priority is set."),
    Action("retry-blocks", sender(_retry), RUNNING, "The failed blocks will be retried."),
)
