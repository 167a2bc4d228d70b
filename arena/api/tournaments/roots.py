"""Publish roots and secrets to anybody, and take in rounds of beacons."""

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import Page, all_in_hex, in_hex, message_of
from arena.api.tournaments.tournaments import to_message
from arena.league.seeds.beacons import SIGNATURE
from arena.store.seeds.rows import BeaconRow, EpochRow, SignerRow
from arena.wire.gen import seeds_pb2 as pb


async def get_root(call: Call[pb.GetRootRequest]) -> pb.GetRootResponse:
    """Return the published part of a tournament's secrets."""
    row = await call.store.tournaments.root(call.request.name)
    return message_of(
        pb.GetRootResponse,
        row,
        root=in_hex(row.root),
        mix=in_hex(row.mix),
        schedule_secret=in_hex(row.schedule_secret),
        schedule_proof=all_in_hex(row.schedule_proof),
        signers=[_signer(each) for each in row.signers],
        beacon=_beacon(row.beacon) if row.beacon else None,
    )


async def list_epochs(call: Call[pb.ListEpochsRequest]) -> pb.ListEpochsResponse:
    """Return a page of a tournament's epochs, with the secrets of those that are over."""
    page = Page.asked(call.request, (-1,))
    rows, more = page.cut(
        await call.store.tournaments.epochs(call.request.name, page.fetch, *page.after), lambda row: (row.index,)
    )
    return pb.ListEpochsResponse(epochs=[_epoch(row) for row in rows], next_page_token=more)


async def give_beacon(call: Call[pb.GiveBeaconRequest]) -> pb.GiveBeaconResponse:
    """Draw a tournament's deals from its beacon's round. Raises `Refused`."""
    digits, length = call.request.signature, 2 * SIGNATURE
    try:
        signature = bytes.fromhex(digits)
    except ValueError:
        signature = b""
    if len(signature) != SIGNATURE:
        raise invalid(f"signature: {len(digits)} characters given, {length} hex digits are accepted")
    await call.store.tournaments.give_beacon(call.request.name, signature)
    await call.store.tournaments.sign_roots()
    return pb.GiveBeaconResponse(tournament=to_message(await call.store.tournaments.named(call.request.name)))


def _signer(row: SignerRow) -> pb.Signer:
    before, voucher = in_hex(row.before), in_hex(row.voucher)
    return message_of(pb.Signer, row, key=row.key.hex(), before=before, voucher=voucher)


def _beacon(row: BeaconRow) -> pb.Beacon:
    signed = {"signature": in_hex(row.signature), "signer": in_hex(row.signer)}
    return message_of(pb.Beacon, row, chain=in_hex(row.chain), round_signature=in_hex(row.round_signature), **signed)


def _epoch(row: EpochRow) -> pb.Epoch:
    names = ("root", "signature", "signer", "secret")
    told = {name: in_hex(getattr(row, name)) for name in names}
    return message_of(pb.Epoch, row, **told, proof=all_in_hex(row.proof))
