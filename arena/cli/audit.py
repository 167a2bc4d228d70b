"""`arena audit`: what operators did."""

import asyncio
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click
from google.protobuf.duration_pb2 import Duration

from arena.cli.database import database, refusing
from arena.cli.terminal.options import Span
from arena.cli.terminal.printing import as_json_option, console, print_json, table

if TYPE_CHECKING:
    from arena.store.accounts.acts import Act


@click.command
@click.option("--since", type=Span(), help="Only acts of the last so much time, as in 7d.")
@as_json_option
def audit(since: Duration | None, as_json: bool) -> None:
    """List what operators did, from the database.

    In that of ARENA_DSN, else that of the `arena up` of this checkout, which has to run. An act is
    "done", refused with a status, or "begun" where nobody could say how it ended.
    """
    begin = None if since is None else datetime.now(UTC) - since.ToTimedelta()
    with refusing():
        found = asyncio.run(_acts(database()[0], begin))
    if as_json:
        print_json({"acts": [{**asdict(act), "at": act.at.astimezone(UTC).isoformat()} for act in found]})
        return
    rows = table("Acts of operators (times are UTC)", "when", "token", "label", "operation", "about", "outcome")
    for act in found:
        when = f"{act.at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
        rows.add_row(when, str(act.token_id), act.label, act.operation, act.about, act.outcome)
    console().print(rows)


async def _acts(dsn: str, since: datetime | None) -> "list[Act]":
    from arena.store import Store

    store = await Store.open(dsn, size=1)
    try:
        return await store.accounts.acts(since)
    finally:
        await store.close()
