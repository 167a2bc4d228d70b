"""Export a tournament: its promises, then its records, a JSON object a line."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Any

from grpc import StatusCode

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import all_in_hex, in_hex
from arena.escapes import cut
from arena.guards.auth import Refused
from arena.rules import configure, replay, unpack
from arena.rules.records.record import to_record
from arena.store import Store
from arena.store.play.rows import StoredGame
from arena.store.seeds.rows import BeaconRow, EpochRow, SignerRow
from arena.store.tournaments.exporting import ExportedBoard
from arena.wire.gen.records_pb2 import (
    ExportBoardsRequest,
    ExportBoardsResponse,
    ExportRecordsRequest,
    ExportRecordsResponse,
)


async def export_boards(call: Call[ExportBoardsRequest]) -> AsyncIterator[ExportBoardsResponse]:
    """The tournament, then its epochs, then its boards in schedule order.

    Epochs are read first: of what is added meanwhile nothing is in the export, and the schedule's secret is not told.
    """
    name, store = call.request.name, call.store.tournaments
    epochs = await store.epochs(name, with_terms=True)
    boards = sum(epoch.boards for epoch in epochs)
    about = await _tournament(call.store, name) | {"epochs": len(epochs), "boards": boards}
    yield _line("arena-tournament/1", about)
    for epoch in epochs:
        yield _line("arena-epoch/1", _epoch(epoch))
    async for board in store.exported_boards(name):
        if board.number < boards:
            yield _line("arena-board/1", _board(board))


def _line(kind: str, told: dict[str, Any]) -> ExportBoardsResponse:
    return ExportBoardsResponse(line=json.dumps({"format": kind} | told, separators=(",", ":")))


async def _tournament(store: Store, name: str) -> dict[str, Any]:
    row, root = await store.tournaments.named(name), await store.tournaments.root(name)
    settings = asdict(await store.tournaments.exported_settings(name))
    about = {field: getattr(row, field) for field in ("name", "state", "test_seed")}
    told: dict[str, Any] = {"root": in_hex(root.root), "schedule_secret": in_hex(root.schedule_secret)}
    told |= {"drawn_from": root.deals, "beacon": _beacon(root.beacon) if root.beacon else None}
    proofs = {"schedule_proof": all_in_hex(root.schedule_proof), "signers": [_signer(each) for each in root.signers]}
    conduct = [asdict(each) for each in await store.tournaments.exported_conduct(name)]
    played = {"settled": await store.tournaments.settled(name), "conduct": conduct}
    return about | told | proofs | settings | played


def _beacon(row: BeaconRow) -> dict[str, Any]:
    parts = {field: in_hex(getattr(row, field)) for field in ("chain", "signer", "signature", "round_signature")}
    return parts | {"started": row.started.isoformat() if row.started else None, "round": row.round or 0}


def _signer(row: SignerRow) -> dict[str, Any]:
    parts = {"key": in_hex(row.key), "before": in_hex(row.before), "voucher": in_hex(row.voucher)}
    return parts | {"since": row.since.isoformat()}


def _epoch(row: EpochRow) -> dict[str, Any]:
    parts = {field: getattr(row, field) for field in ("index", "occasion", "first", "boards")}
    parts["terms"] = row.terms if row.is_over else {}  # a ladder's open line-ups could be computed from them
    told = {field: in_hex(getattr(row, field)) for field in ("root", "signer", "signature", "secret")}
    return parts | told | {"opened": row.opened.isoformat(), "proof": all_in_hex(row.proof)}


def _board(row: ExportedBoard) -> dict[str, Any]:
    return asdict(row) | {"commitment": in_hex(row.commitment), "seed": in_hex(row.seed)}


MOST_ID = 2**63 - 1


async def export_records(call: Call[ExportRecordsRequest]) -> AsyncIterator[ExportRecordsResponse]:
    """Yield the records of a tournament's games in schedule order.

    Those of closed boards, and of open ones where an operator asks; or that of one game alone.
    Replaying takes milliseconds of the processor a game: a thread does it, so that the bots' clocks
    are not held up. Raises `Refused` where somebody else than an operator asks for open boards.
    """
    if call.request.open and call.caller.scope != "operator":
        raise Refused(StatusCode.PERMISSION_DENIED, "open: records of open boards are for operators alone")
    async for stored in call.store.play.stored_games(call.request.name, _game_id(call.request.game), call.request.open):
        yield ExportRecordsResponse(record=await asyncio.to_thread(record_of, stored))


def _game_id(game: str) -> int | None:
    if not game:
        return None
    if not (game.isascii() and game.isdecimal() and int(game) <= MOST_ID):
        raise invalid(f"game {cut(game)!r} is not a number: the records of `arena export` have each game's as `id`")
    return int(game)


def record_of(stored: StoredGame) -> str:
    """Return a stored game's record as JSON; raises `Refused` where rules of another revision played it."""
    rules = configure(stored.variant, options=stored.options)
    if rules.revision != stored.revision:
        raise Refused(
            StatusCode.FAILED_PRECONDITION,
            f"game {stored.id} was played under revision {stored.revision} of {stored.variant}, and this release has"
            f" revision {rules.revision}: its record takes a release of that time",
        )
    game = replay(rules, stored.seed, unpack(stored.actions), stored.elapsed_s)
    record = to_record(game, str(stored.id), stored.seats, stored.infractions, stored.elapsed_s, unpack(stored.charges))
    return json.dumps(record, separators=(",", ":"))
