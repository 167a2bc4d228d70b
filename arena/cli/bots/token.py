"""`arena token`: make, list, replace and revoke tokens."""

from itertools import islice

import click
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from arena.api.columns import as_dict
from arena.cli.pages import limit_option, pages
from arena.cli.service import Service, asking
from arena.cli.terminal.options import Span
from arena.cli.terminal.printing import console, note, print_json, say, table
from arena.wire.gen import accounts_pb2 as pb

SCOPES = {
    "operator": pb.TOKEN_SCOPE_OPERATOR,
    "owner": pb.TOKEN_SCOPE_OWNER,
    "bot": pb.TOKEN_SCOPE_BOT,
    "runner": pb.TOKEN_SCOPE_RUNNER,
}
OF_NOBODY = {number: name for name, number in SCOPES.items() if name in ("operator", "runner")}

label_option = click.option("--label", default="", help="Label of the token in `arena token list`.")
expires_option = click.option("--expires", type=Span(), help="Lifetime of the token, as in 30d; default: unlimited.")


@click.group
def token() -> None:
    """Tokens of operators, owners, bots and runners."""


@token.command
@click.argument("scope", type=click.Choice(list(SCOPES)))
@click.argument("name", default="")
@label_option
@expires_option
@asking
def create(scope: str, name: str, label: str, expires: Duration | None, as_json: bool, service: Service) -> None:
    """Create a token and print it; it is shown only once.

    \b
    arena token create operator
    arena token create owner NAME              an owner may leave its own name out
    arena token create bot NAME@VERSION
    arena token create runner                  a machine that plays bots that were handed in
    """
    request = pb.CreateTokenRequest(scope=SCOPES[scope], name=name, label=label, lifetime=expires)
    made = service.ask(lambda people: people.CreateToken, request, as_json)
    say(made.token)
    note(f"token {made.made.id}, of {_whose(made.made)}: keep it, it is not shown again{_until(made.made)}")


@token.command("list")
@click.option("--all", "all_of_them", is_flag=True, help="Include revoked and expired tokens.")
@limit_option
@asking
def list_tokens(all_of_them: bool, limit: int | None, as_json: bool, service: Service) -> None:
    """List tokens, not their secrets.

    An operator sees all, an owner its own and its bots'.
    """
    told = pages(service, pb.ListTokensRequest())
    wanted = (line for page in told for line in page.tokens if all_of_them or line.state == "live")
    found = list(islice(wanted, limit))
    if as_json:
        print_json(as_dict(pb.ListTokensResponse(tokens=found)))
        return
    rows = table("Tokens (times are UTC)", "id", "whose", "label", "state", "made", "expires", "last used", "made by")
    for line in found:
        times = (_moment(line, "created"), _moment(line, "expires"), _moment(line, "used"))
        rows.add_row(str(line.id), _whose(line), line.label, line.state, *times, str(line.made_by or ""))
    console().print(rows)


@token.command
@click.argument("number", type=int, default=0)
@click.option("--overlap", type=Span(), default="1d", show_default=True, help="Time the old token stays valid.")
@expires_option
@label_option
@asking
def rotate(
    number: int, overlap: Duration, expires: Duration | None, label: str, as_json: bool, service: Service
) -> None:
    """Replace the token NUMBER and print the new one.

    Without NUMBER it replaces the token that asks. The old one goes on for the overlap, in which
    whoever has it is given the new one.
    """
    request = pb.RotateTokenRequest(id=number, overlap=overlap, lifetime=expires, label=label)
    made = service.ask(lambda people: people.RotateToken, request, as_json)
    say(made.token)
    note(f"token {made.made.id}, of {_whose(made.made)}: keep it, it is not shown again{_until(made.made)}")
    note(f"token {made.old.id} goes on until {_moment(made.old, 'expires')} UTC")


@token.command
@click.argument("number", type=int)
@asking
def revoke(number: int, as_json: bool, service: Service) -> None:
    """Revoke the token NUMBER for good.

    What goes on with it ends within seconds.
    """
    answer = service.ask(lambda people: people.RevokeToken, pb.RevokeTokenRequest(id=number), as_json)
    say(f"token {answer.token.id}, of {_whose(answer.token)}, is revoked")


def _whose(line: pb.Token) -> str:
    if line.scope in OF_NOBODY:
        return OF_NOBODY[line.scope]
    return f"bot {line.bot}" if line.bot else f"owner {line.owner}"


def _until(line: pb.Token) -> str:
    return f"; it expires on {_moment(line, 'expires')} UTC" if line.HasField("expires") else ""


def _moment(line: pb.Token, field: str) -> str:
    """Return a token's time in UTC to the minute, or ""."""
    if not line.HasField(field):  # type: ignore[arg-type]  # a field of the message, by name
        return ""
    at: Timestamp = getattr(line, field)
    return f"{at.ToDatetime():%Y-%m-%d %H:%M}"
