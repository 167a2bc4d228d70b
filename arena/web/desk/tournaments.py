"""Create and run tournaments on the desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor

from arena.rules import VARIANTS, presets_of
from arena.web.desk.action import Action, Answer, DeskPage, Outcome, Signed, sender, sends
from arena.web.desk.home import all_bots
from arena.web.desk.option_fields import OptionField, option_fields, read_options
from arena.web.serving.addresses import invalid
from arena.web.serving.forms import Fields, duration, names_in, whole_number
from arena.web.serving.templates import titled
from arena.wire.gen import running_pb2 as running_pb
from arena.wire.gen import tournaments_pb2 as pb
from arena.wire.gen.accounts_pb2 import Bot

MAX_BLOCKS: Final = 50
KINDS: Final = ("round-robin", "gauntlet", "swiss", "ladder")
POOLS: Final = ("trust", "open")
MAX_SECONDS: Final = 86_400.0  # the service checks the limit of each field
UNITS: Final = {"forfeit_after": (87_600.0, 3600)}  # maximum in hours, seconds per hour; other fields are in seconds
RANGES: Final = {"priority": (-10, 10)}
MAX_RANGE: Final = (0, 2**32 - 1)  # range of the other whole numbers
COMMAND_ONLY: Final = {"master", "beacon", "ladder"}  # fields of the request that the form leaves out
CHOSEN: Final = {"name", "variants", "bots", "challengers", "kind", "pool"}  # fields with own inputs in the template
# Label, note and initial text of the other fields. A field that is not listed has its name as label.
LABELS: Final = {
    "boards": ("Boards", "per line-up", "10"),
    "rounds": ("Rounds", "Swiss or ladder only; blank: as many as needed", ""),
    "priority": ("Priority", "-10 to 10; higher runs first", "0"),
    "move_time": ("Seconds per decision", "blank: 5", ""),
    "bank": ("Seconds of time bank", "blank: 60", ""),
    "forfeit_after": ("Hours of absence before boards are forfeited", "blank: 24; 0: never", ""),
    "tables_per_board": ("Tables per board", "pool open only; blank: 4, or as many as the owners allow", ""),
    "test_seed": ("Test seed", "for tests only: the deals are public, and nothing is rated", ""),
    "allow_same_owner": ("Bots of one owner may meet", "", ""),
    "ask_single": ("Ask for decisions with one legal answer", "always on in the pool open", ""),
}
FIELDS: Final = pb.CreateTournamentRequest.DESCRIPTOR.fields_by_name
OPTIONS: Final = [FIELDS[name] for name in {**LABELS, **FIELDS} if name not in COMMAND_ONLY | CHOSEN]


@dataclass(frozen=True)
class Running:
    """The content of a tournament's page on the desk: its progress, and blocks that failed repeatedly."""

    progress: pb.WatchTournamentResponse
    failed: Sequence[running_pb.FailedBlock]
    has_more_failed: bool


async def running(signed: Signed, fields: Fields) -> Running:
    """Return the content of the page of the tournament in the field `name`. Raises `RefusedError`."""
    name = fields.get("name", "")
    progress = await signed.client.look(pb.WatchTournamentRequest(name=name), signed.caller)
    blocks = await signed.ask(running_pb.ListFailedBlocksRequest(name=name, page_size=MAX_BLOCKS))
    return Running(progress, blocks.blocks, bool(blocks.next_page_token))


def _extend(fields: Fields) -> running_pb.ExtendTournamentRequest:
    return running_pb.ExtendTournamentRequest(name=fields.get("name", ""), boards=whole_number(fields, "boards"))


def _set_priority(fields: Fields) -> running_pb.SetPriorityRequest:
    if not fields.get("priority", "").strip():
        raise invalid("priority is blank: give a whole number from -10 to 10")
    return running_pb.SetPriorityRequest(
        name=fields.get("name", ""), priority=whole_number(fields, "priority", *RANGES["priority"], default=0)
    )


@dataclass(frozen=True)
class New:
    """The choices for a new tournament."""

    variants: list[tuple[str, list[str], list[OptionField]]]  # with names of presets, and fields of options
    kinds: Sequence[str]
    pools: Sequence[str]
    bots: list[Bot]
    options: list[tuple[str, str, str, str, bool]]  # name, label, note, initial text, whether it is a tick box


@dataclass(frozen=True)
class DryRun:
    """The estimate of a tournament; *time*: its duration in words; *uneven*: variants and groups of bots."""

    estimate: pb.EstimateTournamentResponse
    time: str
    uneven: list[str]


async def new(signed: Signed, _fields: Fields) -> New:
    """Return the choices for a new tournament."""
    options = [
        (each.name, *LABELS.get(each.name, (each.name.replace("_", " "), "", "")), each.cpp_type == each.CPPTYPE_BOOL)
        for each in OPTIONS
    ]
    variants = [(name, list(presets_of(name)), option_fields(name)) for name in VARIANTS]
    return New(variants, KINDS, POOLS, await all_bots(signed), options)


async def _try(signed: Signed, fields: Fields) -> Outcome:
    estimate = await signed.ask(pb.EstimateTournamentRequest(tournament=read_request(fields)))
    low, high = _rough(estimate.least_s), _rough(estimate.most_s)
    uneven = [f"{titled(it.variant)}: {it.who}" for it in estimate.balances if it.HasField("met") and not it.met.even]
    time = low if low == high else f"{low} to {high}"
    return Answer(DryRun(estimate, time, uneven))


def _rough(seconds: float) -> str:
    """Format a number of seconds with two digits, as 3.4 min."""
    steps = ((86_400, "days"), (3_600, "h"), (60, "min"), (1, "s"))
    size, unit = next((each for each in steps if seconds >= each[0]), (1, "s"))
    return f"{float(f'{seconds / size:.2g}'):g} {unit}"


async def _create(signed: Signed, fields: Fields) -> Outcome:
    return RUNNING.address({"name": (await signed.ask(read_request(fields))).tournament.name}, done="create")


def read_request(fields: Fields) -> pb.CreateTournamentRequest:
    """Return the request that the form of a new tournament describes. Raises `RefusedError`."""
    variants = [
        pb.VariantChoice(
            variant=name,
            preset=fields.get(f"preset-{name}", ""),
            options=read_options(fields, name),
            weight=whole_number(fields, f"weight-{name}"),
        )
        for name in VARIANTS
        if f"play-{name}" in fields
    ]
    if not variants:
        raise invalid("no variant is selected: select one or more")
    challengers = names_in(fields, "challengers")
    return pb.CreateTournamentRequest(
        name=fields.get("name", "").strip(),
        variants=variants,
        bots=[*challengers, *(each for each in names_in(fields, "bots") if each not in challengers)],
        challengers=len(challengers),
        kind=fields.get("kind", ""),
        pool=fields.get("pool", ""),
        **{field.name: _read(field, fields) for field in OPTIONS},
    )


def _read(field: FieldDescriptor, fields: Fields) -> Any:
    if field.cpp_type == field.CPPTYPE_BOOL:
        return field.name in fields or None
    if field.cpp_type == field.CPPTYPE_STRING:
        return fields.get(field.name, "").strip()
    if field.message_type:
        return duration(fields, field.name, *UNITS.get(field.name, (MAX_SECONDS, 1)))
    return whole_number(fields, field.name, *RANGES.get(field.name, MAX_RANGE), default=0)


RUNNING = DeskPage("/desk/tournament", running, "desk/tournament.html", ("name",), is_operators=True)
NEW = DeskPage("/desk/new", new, "desk/new.html", is_operators=True)
PAGES = (RUNNING, NEW)
PAUSE_MESSAGE = "The tournament is paused. Boards in play finish as usual."
CANCEL_MESSAGE = "The tournament is cancelled. Closed boards stay and count."
RETRY_MESSAGE = "The failed blocks will be retried."
RETRY = {"retry": True, "page_size": MAX_BLOCKS}
ACTIONS = (
    Action("try", _try, NEW),
    Action("create", _create, NEW, "The tournament is created. Start it to play its boards."),
    Action("start", sends(running_pb.StartTournamentRequest, name="name"), RUNNING, "The tournament is started."),
    Action("pause", sends(running_pb.PauseTournamentRequest, name="name"), RUNNING, PAUSE_MESSAGE),
    Action("resume", sends(running_pb.ResumeTournamentRequest, name="name"), RUNNING, "The tournament continues."),
    Action("cancel", sends(running_pb.CancelTournamentRequest, name="name"), RUNNING, CANCEL_MESSAGE),
    Action("extend", sender(_extend), RUNNING, "The boards are added."),
    Action("priority", sender(_set_priority), RUNNING, "The priority is set."),
    Action("retry-blocks", sends(running_pb.ListFailedBlocksRequest, RETRY, name="name"), RUNNING, RETRY_MESSAGE),
)
