"""What records are checked against, a JSON object a line (docs/explanation/seeds.md)."""

import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Any

from arena.api.calls.call import Call
from arena.api.calls.messages import all_in_hex, in_hex
from arena.store import Store
from arena.store.seeds.rows import BeaconRow, EpochRow, SignerRow
from arena.store.tournaments.exporting import ExportedBoard
from arena.wire.gen.records_pb2 import ExportBoardsRequest, ExportBoardsResponse


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
