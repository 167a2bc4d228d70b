"""`arena owner` and `arena pair`: owners, and bots entering as one."""

import click
from google.protobuf.duration_pb2 import Duration

from arena.api.columns import as_dict
from arena.cli.completing import BOT
from arena.cli.pages import gathered, limit_option
from arena.cli.service import Service, asking, print_json_and_exit
from arena.cli.terminal.options import Span
from arena.cli.terminal.printing import console, note, print_json, say, table
from arena.wire.gen import accounts_pb2 as pb


@click.group
def owner() -> None:
    """Owners of bots."""


@owner.command
@click.argument("name")
@asking
def create(name: str, as_json: bool, service: Service) -> None:
    """Create the owner NAME and print its token.

    The token is shown this once.
    """
    made = service.ask(lambda people: people.CreateOwner, pb.CreateOwnerRequest(name=name))
    if as_json:
        print_json(as_dict(made) | {"owner": name})
        return
    say(made.token)
    note(f"the token of {name}: keep it, it is not shown again; it registers bots (--token, or ARENA_TOKEN)")


@owner.command("list")
@limit_option
@asking
def list_owners(limit: int | None, as_json: bool, service: Service) -> None:
    """List owners, and how many bots each has."""
    answer = gathered(service, pb.ListOwnersResponse, pb.ListOwnersRequest(), limit, as_json)
    rows = table("Owners", "owner", "last seen (UTC)", "bots", "versions", numbers=2)
    for line in answer.owners:
        seen = f"{line.used.ToDatetime():%Y-%m-%d %H:%M}" if line.HasField("used") else "never"
        rows.add_row(line.name, seen, str(line.bots), str(line.versions))
    console().print(rows if rows.row_count else "there is no owner yet: `arena owner create NAME` makes one")


@owner.command
@click.option("--expires", type=Span(), default="7d", show_default=True, help="Lifetime of the invite, as in 30d.")
@click.option("--page", default="", metavar="URL", help="Address of the page, as in https://arena.example.org.")
@asking
def invite(expires: Duration, page: str, as_json: bool, service: Service) -> None:
    """Print an invite, with which one person becomes an owner.

    It is a code, or with --page the link to send: there an author of bots chooses a name, and is
    shown a token.
    """
    made = service.ask(lambda people: people.CreateInvite, pb.CreateInviteRequest(lifetime=expires), as_json)
    say(f"{page.rstrip('/')}/invite/{made.code}" if page else made.code)
    until = made.expires.ToDatetime().strftime("%Y-%m-%d %H:%M")
    where = "" if page else ", as the end of the page's address: /invite/CODE"
    note(f"send it to one author{where}; it is good for one owner, until {until} UTC, and is not shown again")


@click.group
def pair() -> None:
    """Pairs: two bots that play together where partners do.

    docs/explanation/pairs.md tells more.
    """


@pair.command
@click.argument("one", metavar="BOT", type=BOT)
@click.argument("other", metavar="BOT", type=BOT)
@asking
def register(one: str, other: str, as_json: bool, service: Service) -> None:
    """Register two bots, each as name@version, as a pair.

    A bare name means its newest version. A pair is of exact versions and enters under a name of its
    own, as `--bot first+second`. Where the bots are of two owners, there is a pair once both have
    said this; an operator needs nobody.
    """
    answer = service.ask(lambda people: people.RegisterPair, pb.RegisterPairRequest(one=one, other=other))
    made = print_json_and_exit(answer.pair, as_json)
    if made.waits_for:
        say(f"{made.pair} waits for {made.waits_for}")
        note(f"{made.waits_for} agrees with: arena pair register {made.first} {made.second}")
        return
    say(made.pair)
    note(f"it plays where both its bots are connected; enter it as a bot: --bot {made.pair}")


@pair.command("list")
@limit_option
@asking
def list_pairs(limit: int | None, as_json: bool, service: Service) -> None:
    """List the pairs, then those that wait for an owner."""
    answer = gathered(service, pb.ListPairsResponse, pb.ListPairsRequest(), limit, as_json)
    rows = table("Pairs", "pair", "owners", "state")
    for line in answer.pairs:
        owners = dict.fromkeys((line.first_owner, line.second_owner))
        rows.add_row(line.pair, ", ".join(owners), f"waits for {line.waits_for}" if line.waits_for else "registered")
    console().print(rows if rows.row_count else "no pair is registered yet: `arena pair register BOT BOT` does it")
