"""Fill in and check the request for a tournament; convert it to database columns."""

import json
from typing import Any

from google.protobuf.message import Message

from arena.escapes import clip
from arena.league.schedules.swiss import rounds_for
from arena.league.seeds.epochs import SCHEDULE
from arena.rules import Rules, configure, find
from arena.store.errors import InvalidTournamentError
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice

POOLS = ("trust", "open", "closed")
MAX_ROUNDS = SCHEDULE  # each round is an epoch
MAX_BOARDS_EACH = 100_000  # boards per line-up
MAX_MOVE, MAX_BANK = 3_600, 86_400  # seconds
MIN_FORFEIT, MAX_FORFEIT = 60, 315_360_000  # seconds: a minute and ten years
DEFAULT_TIMES = {"move_time": 5, "bank": 60, "forfeit_after": 86_400}  # seconds
DEFAULT_TERMS = {"least": 20, "longest": 10}  # of a ladder: in boards, and in batches (see `Terms` in ladder.py)
PLAY = ("move_time", "bank", "ask_single")  # optional fields of tournaments, gates and challenges


def given(request: Message, *fields: str) -> dict[str, Any]:
    """Return the values of those optional *fields* that the request sets, by field name."""
    return {field: getattr(request, field) for field in fields if request.HasField(field)}


def with_defaults(request: CreateTournamentRequest) -> CreateTournamentRequest:
    """Return a copy of the request in which each unset field has its default."""
    whole = CreateTournamentRequest()
    whole.CopyFrom(request)
    whole.kind, whole.pool = request.kind or "round-robin", request.pool or "trust"
    for field, seconds in DEFAULT_TIMES.items():
        if not request.HasField(field):  # type: ignore[arg-type]
            getattr(whole, field).FromSeconds(seconds)
    if not request.HasField("ask_single"):
        whole.ask_single = whole.pool != "trust"  # outside the pool trust nobody may see that a bot had no choice
    for field, count in DEFAULT_TERMS.items():
        if not request.ladder.HasField(field):  # type: ignore[arg-type]
            setattr(whole.ladder, field, count)
    return whole


def check_request(request: CreateTournamentRequest) -> list[Rules]:
    """Check a request that has its defaults; return the rules of each variant.

    Raises `InvalidTournamentError` and the errors of `arena.rules.configure`.
    """
    check_boards(request.boards)
    _check_pool(request)
    _check_kind(request)
    _check_seconds("move-time", request.move_time.ToNanoseconds(), 0.001, MAX_MOVE)
    _check_seconds("bank", request.bank.ToNanoseconds(), 0, MAX_BANK)
    forfeit = request.forfeit_after.ToNanoseconds()
    if forfeit:
        _check_seconds("forfeit-after", forfeit, MIN_FORFEIT, MAX_FORFEIT, ", or 0 for never")
    names = [choice.variant for choice in request.variants]
    if not names or len(set(names)) != len(names):
        raise InvalidTournamentError("variants: at least one is needed, and each at most once")
    return [_rules_of(choice) for choice in request.variants]


def check_boards(boards: int) -> None:
    """Raise `InvalidTournamentError` unless this number of boards for each line-up is accepted."""
    if not 1 <= boards <= MAX_BOARDS_EACH:
        raise InvalidTournamentError(f"boards: {boards} given, 1 to {MAX_BOARDS_EACH} are accepted")


def stored_columns(request: CreateTournamentRequest, entrants: int) -> dict[str, Any]:
    """Return the columns of a checked request for the rows of tournament and ladder; times in microseconds."""
    fields = [(each, field) for each in (request, request.ladder) for field in each.DESCRIPTOR.fields]
    scalars = {field.name: getattr(each, field.name) for each, field in fields if not field.message_type}
    return scalars | {
        "boards_each": request.boards,
        "move_us": request.move_time.ToMicroseconds(),
        "bank_us": request.bank.ToMicroseconds(),
        "auto_single": not request.ask_single,
        "forfeit_after": request.forfeit_after.ToTimedelta() or None,
        "test_seed": request.test_seed or None,
        "rounds": rounds_of(request, entrants),
    }


def rounds_of(request: CreateTournamentRequest, entrants: int) -> int | None:
    """Return a tournament's number of rounds; None if it has no end.

    By default a Swiss has as many rounds as are needed to find the best bot, a ladder has no end, others have 1 round.
    """
    if request.kind == "swiss":
        return request.rounds or rounds_for(entrants)
    return (request.rounds or None) if request.kind == "ladder" else 1


def options_asked(choice: VariantChoice) -> dict[str, Any]:
    """Return a variant's requested options. Raises `InvalidTournamentError` unless they are "" or a JSON object."""
    try:
        options = json.loads(choice.options or "{}")
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        asked = f"options of {clip(choice.variant)!r} are {clip(choice.options)!r}"
        raise InvalidTournamentError(f"{asked}: give a JSON object, or nothing")
    return options


def _rules_of(choice: VariantChoice) -> Rules:
    """Return the rules of a requested variant; by default a game has as many hands as seats."""
    rated = {"format": {"kind": "hands", "count": find(choice.variant).seats}}
    return configure(choice.variant, choice.preset or None, {**rated, **options_asked(choice)})


def _check_seconds(option: str, nanoseconds: int, least: float, most: float, hint: str = "") -> None:
    if not least * 1e9 <= nanoseconds <= most * 1e9:
        accepted = f"{least:g} s to {most:g} s are accepted{hint}"
        raise InvalidTournamentError(f"{option}: {nanoseconds / 1e9:g} s given, {accepted}")


def _check_pool(request: CreateTournamentRequest) -> None:
    tables = f"tables-per-board: {request.tables_per_board} given"
    if request.pool not in POOLS:
        raise InvalidTournamentError(f"pool: {clip(request.pool)!r} given, accepted: {', '.join(POOLS)}")
    if request.pool != "open":
        if request.tables_per_board:
            raise InvalidTournamentError(f"{tables}, and only a board of the pool open has several")
        return
    if request.kind != "round-robin":
        raise InvalidTournamentError(f"kind: {clip(request.kind)!r} given, the pool open has round-robin only")
    if request.allow_same_owner:
        raise InvalidTournamentError("allow-same-owner: in the pool open an owner meets a deal once: leave it out")
    if request.tables_per_board == 1:
        raise InvalidTournamentError(f"{tables}, a board of the pool open is played at 2 or more")


def _check_kind(request: CreateTournamentRequest) -> None:
    """Raise `InvalidTournamentError` for settings of another kind: the request was probably a mistake."""
    if (request.kind == "gauntlet") != (request.challengers > 0):
        raise InvalidTournamentError("challengers: a gauntlet has at least one, and no other kind has any")
    if request.rounds and request.kind not in ("swiss", "ladder"):
        raise InvalidTournamentError(
            f"rounds: {request.rounds} given, and a {request.kind} has none: swiss and ladder have"
        )
    if request.rounds > MAX_ROUNDS:
        raise InvalidTournamentError(f"rounds: {request.rounds} given, 1 to {MAX_ROUNDS} are accepted")
    if request.ladder.longest < 1:
        raise InvalidTournamentError("longest: 0 given, at least 1 is accepted")
