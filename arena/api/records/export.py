"""Export a tournament's boards and its games' records, one JSON object per line."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from grpc import StatusCode

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import to_hex
from arena.escapes import clip
from arena.guards.auth import RefusedError
from arena.rules import Game, configure, replay, unpack
from arena.rules.records.record import to_record
from arena.store import Store
from arena.store.play.rows import StoredGame
from arena.store.seeds.rows import BeaconRow, EpochRow, SignerRow
from arena.wire.gen import records_pb2 as pb


async def export_boards(call: Call[pb.ExportBoardsRequest]) -> AsyncIterator[pb.ExportBoardsResponse]:
    """Yield lines of JSON: the tournament, then its epochs, then its boards in schedule order."""
    name, store = call.request.name, call.store.tournaments
    # Epochs are read first, so that boards added later and the schedule's secret are left out.
    epochs = await store.epochs(name, with_terms=True)
    boards = sum(epoch.boards for epoch in epochs)
    yield _line("arena-tournament/1", await _tournament(call.store, name) | {"epochs": len(epochs), "boards": boards})
    for epoch in epochs:
        yield _line("arena-epoch/1", _epoch(epoch))
    async for board in store.exported_boards(name):
        if board["number"] < boards:
            hashes = {field: to_hex(board[field]) for field in ("commitment", "seed")}
            yield _line("arena-board/1", board | hashes)


def _line(kind: str, fields: dict[str, Any]) -> pb.ExportBoardsResponse:
    return pb.ExportBoardsResponse(line=json.dumps({"format": kind} | fields, separators=(",", ":")))


async def _tournament(store: Store, name: str) -> dict[str, Any]:
    row, root = await store.tournaments.named(name), await store.tournaments.root(name)
    settings = await store.tournaments.exported_settings(name)
    about = {field: getattr(row, field) for field in ("name", "state", "test_seed")}
    roots: dict[str, Any] = {"root": to_hex(root.root), "schedule_secret": to_hex(root.schedule_secret)}
    roots |= {"drawn_from": root.deals, "beacon": _beacon(root.beacon) if root.beacon else None}
    roots |= {"schedule_proof": list(map(to_hex, root.schedule_proof)), "signers": list(map(_signer, root.signers))}
    conduct = await store.tournaments.exported_conduct(name)
    played = {"settled": await store.tournaments.settled(name), "conduct": conduct}
    return about | roots | settings | played


def _beacon(row: BeaconRow) -> dict[str, Any]:
    parts = {field: to_hex(getattr(row, field)) for field in ("chain", "signer", "signature", "round_signature")}
    return parts | {"started": row.started.isoformat() if row.started else None, "round": row.round or 0}


def _signer(row: SignerRow) -> dict[str, Any]:
    parts = {"key": to_hex(row.key), "before": to_hex(row.before), "voucher": to_hex(row.voucher)}
    return parts | {"since": row.since.isoformat()}


def _epoch(row: EpochRow) -> dict[str, Any]:
    parts = {field: getattr(row, field) for field in ("index", "occasion", "first", "boards")}
    parts["terms"] = row.terms if row.is_over else {}  # these would reveal the line-ups of a ladder's open boards
    parts |= {field: to_hex(getattr(row, field)) for field in ("root", "signer", "signature", "secret")}
    return parts | {"opened": row.opened.isoformat(), "proof": list(map(to_hex, row.proof))}


MAX_ID = 2**63 - 1


async def export_records(call: Call[pb.ExportRecordsRequest]) -> AsyncIterator[pb.ExportRecordsResponse]:
    """Yield the records of a tournament's games in schedule order; operators may include open boards."""
    if call.request.open and call.caller.scope != "operator":
        raise RefusedError(StatusCode.PERMISSION_DENIED, "open: only operators may export records of open boards")
    game_id = read_id("game", call.request.game)
    async for stored in call.store.play.stored_games(call.request.name, game_id, call.request.open):
        yield pb.ExportRecordsResponse(record=await asyncio.to_thread(make_record, stored))


def read_id(field: str, text: str) -> int | None:
    """Return the id of a game or board from *text*; None for "". Raises `RefusedError`."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and int(text) <= MAX_ID):
        raise invalid(f"{field} {clip(text)!r} is not a number: give the `id` of a record from `arena export`")
    return int(text)


def game_of(stored: StoredGame) -> Game:
    """Return a stored game. Raises `RefusedError` for another rules revision."""
    rules = configure(stored.variant, options=stored.options)
    if rules.revision != stored.revision:
        raise RefusedError(
            StatusCode.FAILED_PRECONDITION,
            f"game {stored.id} was played under revision {stored.revision} of {stored.variant}, and this release has"
            f" revision {rules.revision}: use a release with revision {stored.revision} for its record",
        )
    return replay(rules, stored.seed, unpack(stored.actions), stored.elapsed_s)


def make_record(stored: StoredGame, game: Game | None = None) -> str:
    """Return the record of a stored game as JSON; *game*: `game_of` it. Raises `RefusedError` as that does."""
    times = (stored.elapsed_s, unpack(stored.charges))
    record = to_record(game or game_of(stored), str(stored.id), stored.seats, stored.infractions, *times)
    return json.dumps(record, separators=(",", ":"))
