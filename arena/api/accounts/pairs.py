"""Register and list pairs."""

from arena.api.accounts.quotas import check_pairs
from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.pages import Page
from arena.store.accounts.pairs import PairRow
from arena.wire.gen import accounts_pb2 as pb


async def register_pair(call: Call[pb.RegisterPairRequest]) -> pb.RegisterPairResponse:
    """Make a pair, or note the wish of its first owner.

    It is a pair once the other owner asks too. Raises `Refused`.
    """
    await check_pairs(call)
    return pb.RegisterPairResponse(
        pair=_pair(await call.store.accounts.register_pair(call.request.one, call.request.other, call.caller.owner_id))
    )


async def list_pairs(call: Call[pb.ListPairsRequest]) -> pb.ListPairsResponse:
    """Return a page of pairs, those that wait for an owner included."""
    page = Page.asked(call.request, (0, 0))
    found = await call.store.accounts.pairs(call.caller.owner_id, page.fetch, *page.after)
    rows, more = page.cut(found, lambda row: (row.kind, row.id))
    return pb.ListPairsResponse(pairs=[_pair(row) for row in rows], next_page_token=more)


def _pair(row: PairRow) -> pb.Pair:
    return message_of(pb.Pair, row, pair=row.bot)
