"""`arena owner`, `arena pair` and `arena token`: manage owners, pairs of bots, and tokens."""

from itertools import islice

import click
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from arena.api.columns import as_dict
from arena.api.labels import SCOPES
from arena.cli.completing import BOT
from arena.cli.pages import fetch_all, fetch_pages, rows_options
from arena.cli.service import Service, asking, local_page, print_json_and_exit
from arena.cli.terminal.options import Span, Whole, combine, confirm, yes_option
from arena.cli.terminal.printing import console, note, print_json, say, table
from arena.wire.gen import accounts_pb2 as pb


@click.group
def owner() -> None:
    """Create and list owners of bots."""


@owner.command("create")
@click.argument("name")
@asking
def create_owner(name: str, as_json: bool, service: Service) -> None:
    """Create the owner NAME and print its token.

    The token is shown only once.
    """
    created = service.ask(lambda people: people.CreateOwner, pb.CreateOwnerRequest(name=name))
    if as_json:
        print_json(as_dict(created) | {"owner": name})
        return
    say(created.token)
    note(f"the token of {name}: keep it, it is not shown again; its owner stores it with `arena login`")


@owner.command("list")
@rows_options
@asking
def list_owners(limit: int | None, as_json: bool, service: Service) -> None:
    """List owners, and how many bots each has."""
    answer = fetch_all(service, pb.ListOwnersResponse, pb.ListOwnersRequest(), limit, as_json)
    rows = table("Owners", "owner", "last seen (UTC)", "bots", "versions", numbers=2)
    for line in answer.owners:
        seen = f"{line.used.ToDatetime():%Y-%m-%d %H:%M}" if line.HasField("used") else "never"
        rows.add_row(line.name, seen, str(line.bots), str(line.versions))
    console().print(rows if rows.row_count else "there is no owner yet; create one with `arena owner create NAME`")


@owner.command
@click.option("--expires", type=Span(), default="7d", show_default=True, help="Lifetime of the invite, as in 30d.")
@click.option(
    "--page", default="", metavar="URL", help="Print a link to the page at URL, as https://arena.example.org."
)
@asking
def invite(expires: Duration, page: str, as_json: bool, service: Service) -> None:
    """Print an invite that lets one person become an owner.

    The invite is a code, or with --page a link. At the link a bot author chooses a name and gets a
    token.
    """
    created = service.ask(lambda people: people.CreateInvite, pb.CreateInviteRequest(lifetime=expires), as_json)
    say(f"{page.rstrip('/')}/invite/{created.code}" if page else created.code)
    until = created.expires.ToDatetime().strftime("%Y-%m-%d %H:%M")
    where = "" if page else f" as a link, {local_page() or 'URL'}/invite/CODE; --page {local_page() or 'URL'} prints it"
    note(f"send it to one author{where}; it creates one owner, is valid until {until} UTC, and is not shown again")


@click.group
def pair() -> None:
    """Register and list pairs of bots that play as partners.

    See docs/explanation/pairs.md.
    """


@pair.command
@click.argument("one", metavar="BOT", type=BOT)
@click.argument("other", metavar="BOT", type=BOT)
@asking
def register(one: str, other: str, as_json: bool, service: Service) -> None:
    """Register two bots, each NAME@VERSION, as a pair.

    A name alone means its newest version. A pair consists of two exact versions and enters as one
    bot, as in `--bot first+second`. Two owners must both run this command; an operator needs no
    agreement.
    """
    answer = service.ask(lambda people: people.RegisterPair, pb.RegisterPairRequest(one=one, other=other))
    registered = print_json_and_exit(answer.pair, as_json)
    if registered.waits_for:
        say(f"{registered.pair} waits for {registered.waits_for}")
        note(f"{registered.waits_for} agrees with: arena pair register {registered.first} {registered.second}")
        return
    say(registered.pair)
    note(f"it plays where both its bots are connected; enter it as a bot: --bot {registered.pair}")


@pair.command("list")
@rows_options
@asking
def list_pairs(limit: int | None, as_json: bool, service: Service) -> None:
    """List registered pairs, then pairs that lack an owner's consent."""
    answer = fetch_all(service, pb.ListPairsResponse, pb.ListPairsRequest(), limit, as_json)
    rows = table("Pairs", "pair", "owners", "state")
    for line in answer.pairs:
        owners = dict.fromkeys((line.first_owner, line.second_owner))
        rows.add_row(line.pair, ", ".join(owners), f"waits for {line.waits_for}" if line.waits_for else "registered")
    console().print(
        rows if rows.row_count else "no pair is registered yet; register one with `arena pair register BOT BOT`"
    )


WITHOUT_OWNER = {number: name for name, number in SCOPES.items() if name in ("operator", "runner")}
token_options = combine(
    click.option("--label", default="", help="Label of the token in `arena token list`."),
    click.option("--expires", type=Span(), help="Lifetime of the token, as in 30d; default: unlimited."),
)


@click.group
def token() -> None:
    """Create, list, replace and revoke tokens."""


@token.command
@click.argument("scope", type=click.Choice(list(SCOPES)))
@click.argument("name", default="")
@token_options
@asking
def create(scope: str, name: str, label: str, expires: Duration | None, as_json: bool, service: Service) -> None:
    """Create a token and print it; it is shown only once.

    \b
    arena token create operator
    arena token create owner NAME              an owner may leave NAME out
    arena token create bot NAME@VERSION
    arena token create runner                  for a machine that plays submitted bots
    """
    request = pb.CreateTokenRequest(scope=SCOPES[scope], name=name, label=label, lifetime=expires)
    answer = service.ask(lambda people: people.CreateToken, request, as_json)
    _print_token(answer.token, answer.made)


@token.command("list")
@click.option("--all", "all_of_them", is_flag=True, help="Include revoked and expired tokens.")
@rows_options
@asking
def list_tokens(all_of_them: bool, limit: int | None, as_json: bool, service: Service) -> None:
    """List tokens, without their secrets.

    An operator sees all tokens, an owner its own tokens and those of its bots.
    """
    pages = fetch_pages(service, pb.ListTokensRequest())
    wanted = (line for page in pages for line in page.tokens if all_of_them or line.state == "live")
    answer = print_json_and_exit(pb.ListTokensResponse(tokens=islice(wanted, limit)), as_json)
    rows = table("Tokens, times in UTC", "id", "whose", "label", "state", "created", "expires", "last used", "made by")
    for line in answer.tokens:
        times = (_format_time(line, field) for field in ("created", "expires", "used"))
        rows.add_row(str(line.id), _holder(line), line.label, line.state, *times, str(line.made_by or ""))
    console().print(rows)


@token.command
@click.argument("number", type=Whole(0), default=0)
@click.option("--overlap", type=Span(), default="1d", show_default=True, help="Time the old token stays valid.")
@token_options
@asking
def rotate(
    number: int, overlap: Duration, expires: Duration | None, label: str, as_json: bool, service: Service
) -> None:
    """Replace the token NUMBER and print the new one.

    Without NUMBER it replaces the token that this command uses. The old token stays valid for the
    overlap, so that its holders can switch to the new one.
    """
    request = pb.RotateTokenRequest(id=number, overlap=overlap, lifetime=expires, label=label)
    answer = service.ask(lambda people: people.RotateToken, request, as_json)
    _print_token(answer.token, answer.made)
    note(f"token {answer.old.id} stays valid until {_format_time(answer.old, 'expires')} UTC")


def _print_token(secret: str, line: pb.Token) -> None:
    until = f"; it expires on {_format_time(line, 'expires')} UTC" if line.HasField("expires") else ""
    say(secret)
    note(f"token {line.id}, of {_holder(line)}: keep it, it is not shown again{until}")


@token.command
@click.argument("number", type=Whole())
@yes_option
@asking
def revoke(number: int, is_sure: bool, as_json: bool, service: Service) -> None:
    """Revoke the token NUMBER for good.

    Connections that use it end within seconds. The command asks first.
    """
    if not is_sure:
        confirm(f"token {number} never works again")
    answer = service.ask(lambda people: people.RevokeToken, pb.RevokeTokenRequest(id=number), as_json)
    say(f"token {answer.token.id}, of {_holder(answer.token)}, is revoked")


def _holder(line: pb.Token) -> str:
    if line.scope in WITHOUT_OWNER:
        return WITHOUT_OWNER[line.scope]
    return f"bot {line.bot}" if line.bot else f"owner {line.owner}"


def _format_time(line: pb.Token, field: str) -> str:
    if not line.HasField(field):  # type: ignore[arg-type]  # a field of the message, by name
        return ""
    at: Timestamp = getattr(line, field)
    return f"{at.ToDatetime():%Y-%m-%d %H:%M}"
