"""`arena audit`: list the acts of operators."""

from datetime import UTC, datetime

import click
from google.protobuf.duration_pb2 import Duration

from arena.cli.pages import fetch_all, rows_options
from arena.cli.service import Service, asking
from arena.cli.terminal.options import Span
from arena.cli.terminal.printing import console, table
from arena.wire.gen.acts_pb2 import ListActsRequest, ListActsResponse


@click.command
@click.option("--since", type=Span(), help="List only acts within the last SPAN, as in 7d.")
@rows_options
@asking
def audit(since: Duration | None, limit: int | None, as_json: bool, service: Service) -> None:
    """List acts of operators and their outcomes, newest first.

    The outcome of an act is "done", the status of its refusal, or "begun" if its end is unknown.
    """
    request = ListActsRequest()
    if since is not None:
        request.since.FromDatetime(datetime.now(UTC) - since.ToTimedelta())
    answer = fetch_all(service, ListActsResponse, request, limit, as_json)
    rows = table("Acts of operators (times are UTC)", "when", "token", "label", "operation", "about", "outcome")
    for act in answer.acts:
        when = f"{act.at.ToDatetime():%Y-%m-%d %H:%M:%S}"
        rows.add_row(when, str(act.token_id), act.label, act.operation, act.about, act.outcome)
    console().print(rows)
