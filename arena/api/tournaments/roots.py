"""Publish roots and secrets to anybody, and accept the signatures of beacons' rounds."""

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import Page, make_message, to_hex
from arena.api.tournaments.tournaments import read_message
from arena.league.seeds.beacons import SIGNATURE
from arena.store.seeds.rows import BeaconRow, EpochRow, SignerRow
from arena.wire.gen import seeds_pb2 as pb


async def get_root(call: Call[pb.GetRootRequest]) -> pb.GetRootResponse:
    """Return the published part of a tournament's secrets."""
    row = await call.store.tournaments.root(call.request.name)
    return make_message(
        pb.GetRootResponse,
        row,
        schedule_proof=map(to_hex, row.schedule_proof),
        signers=map(_signer, row.signers),
        beacon=_beacon(row.beacon) if row.beacon else None,
        **_hex_fields(row, "root", "mix", "schedule_secret"),
    )


async def list_epochs(call: Call[pb.ListEpochsRequest]) -> pb.ListEpochsResponse:
    """Return a page of a tournament's epochs, with the secrets of epochs that are over."""
    page = Page.from_request(call.request, (-1,))
    epochs = await call.store.tournaments.epochs(call.request.name, page.fetch, *page.after)
    rows, more = page.trim(epochs, lambda row: (row.index,))
    return pb.ListEpochsResponse(epochs=map(_epoch, rows), next_page_token=more)


async def give_beacon(call: Call[pb.GiveBeaconRequest]) -> pb.GiveBeaconResponse:
    """Draw a tournament's deals from the given signature of its beacon's round. Raises `RefusedError`."""
    digits, length = call.request.signature, 2 * SIGNATURE
    try:
        signature = bytes.fromhex(digits)
    except ValueError:
        signature = b""
    if len(signature) != SIGNATURE:
        raise invalid(f"signature: {len(digits)} characters: give {length} hex digits")
    await call.store.tournaments.give_beacon(call.request.name, signature)
    await call.store.tournaments.sign_roots()
    return pb.GiveBeaconResponse(tournament=await read_message(call, call.request.name))


def _signer(row: SignerRow) -> pb.Signer:
    return make_message(pb.Signer, row, **_hex_fields(row, "key", "before", "voucher"))


def _beacon(row: BeaconRow) -> pb.Beacon:
    return make_message(pb.Beacon, row, **_hex_fields(row, "chain", "round_signature", "signature", "signer"))


def _epoch(row: EpochRow) -> pb.Epoch:
    hashes = _hex_fields(row, "root", "signature", "signer", "secret")
    return make_message(pb.Epoch, row, proof=map(to_hex, row.proof), **hashes)


def _hex_fields(row: object, *names: str) -> dict[str, str]:
    return {name: to_hex(getattr(row, name)) for name in names}
