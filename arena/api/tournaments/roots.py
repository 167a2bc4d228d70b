"""Roots of secrets, which anybody may ask for."""

from arena.api.calls.call import Call
from arena.api.calls.messages import all_in_hex, in_hex, message_of
from arena.api.calls.pages import Page
from arena.store.seeds.rows import EpochRow, ListRow, SignerRow
from arena.wire.gen import seeds_pb2 as pb
from arena.wire.gen.contributions_pb2 import ContributionList, ListedOwner


async def get_root(call: Call[pb.GetRootRequest]) -> pb.GetRootResponse:
    """What is told of a tournament's secrets."""
    row = await call.store.tournaments.root(call.request.name)
    return message_of(
        pb.GetRootResponse,
        row,
        root=in_hex(row.root),
        contribution=in_hex(row.contribution),
        schedule_secret=in_hex(row.schedule_secret),
        schedule_proof=all_in_hex(row.schedule_proof),
        signers=[_signer(each) for each in row.signers],
        deals=row.drawn_from.deals,
        contributors=row.drawn_from.contributors,
        unrevealed=row.drawn_from.unrevealed,
        lists=[_list(each) for each in row.lists],
    )


async def list_epochs(call: Call[pb.ListEpochsRequest]) -> pb.ListEpochsResponse:
    """Return a page of a tournament's epochs.

    With the secrets of those of which nothing can be played.
    """
    page = Page.asked(call.request, (-1,))
    rows, more = page.cut(
        await call.store.tournaments.epochs(call.request.name, page.fetch, *page.after), lambda row: (row.index,)
    )
    return pb.ListEpochsResponse(epochs=[_epoch(row) for row in rows], next_page_token=more)


def _signer(row: SignerRow) -> pb.Signer:
    before, voucher = in_hex(row.before), in_hex(row.voucher)
    return message_of(pb.Signer, row, key=row.key.hex(), before=before, voucher=voucher)


def _list(row: ListRow) -> ContributionList:
    owners = [
        ListedOwner(owner=owner, commitment=commitment.hex(), nonce=in_hex(nonce))
        for owner, commitment, nonce in row.listed
    ]
    signed = {"signature": in_hex(row.signature), "signer": in_hex(row.signer)}
    signed |= {"chain": in_hex(row.chain), "told": in_hex(row.told)}
    return message_of(ContributionList, row, **signed, over=row.is_over, owners=owners)


def _epoch(row: EpochRow) -> pb.Epoch:
    names = ("root", "signature", "signer", "secret")
    told = {name: in_hex(getattr(row, name)) for name in names}
    return message_of(pb.Epoch, row, **told, proof=all_in_hex(row.proof))
