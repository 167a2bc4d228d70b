"""List what operators did."""

from datetime import UTC

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.pages import LARGEST_INT, Page
from arena.api.calls.refusals import invalid
from arena.wire.gen.acts_pb2 import Act, ListActsRequest, ListActsResponse


async def list_acts(call: Call[ListActsRequest]) -> ListActsResponse:
    """Return a page of the acts of all operators, the newest first.

    Raises `Refused`.
    """
    page, since = Page.asked(call.request, (LARGEST_INT,)), None
    if call.request.HasField("since"):
        try:
            since = call.request.since.ToDatetime(tzinfo=UTC)
        except ValueError:
            raise invalid("since is no moment of the years 1 to 9999") from None
    rows, more = page.cut(await call.store.accounts.acts(since, page.fetch, *page.after), lambda row: (row.id,))
    return ListActsResponse(acts=[message_of(Act, row) for row in rows], next_page_token=more)
