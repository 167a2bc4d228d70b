"""`arena tournament roots`: promises of a tournament's secrets, and secrets told."""

from collections.abc import Iterator

import click

from arena.api.columns import as_dict
from arena.cli.completing import TOURNAMENT
from arena.cli.pages import gathered
from arena.cli.service import Service, without_token
from arena.cli.terminal.printing import console, print_json, say, table
from arena.cli.terminal.tables import NO_ROOT, deals_marks
from arena.wire.gen import seeds_pb2 as pb


@click.command
@click.argument("name", type=TOURNAMENT)
@without_token
def roots(name: str, as_json: bool, service: Service) -> None:
    """List the Merkle roots of NAME; no token is needed.

    Its own root was published when it was made. Each time boards were added an epoch began, with a signed root over its
    boards; the secret is told once none of these can be played. docs/explanation/seeds.md says how to check them; with
    --json the proofs are there too.
    """
    found = service.ask(lambda people: people.GetRoot, pb.GetRootRequest(name=name))
    epochs = gathered(service, pb.ListEpochsResponse, pb.ListEpochsRequest(name=name)).epochs
    if as_json:
        print_json(as_dict(found) | {"epochs": [as_dict(epoch) for epoch in epochs]})
        return
    say(f"{name}: root {found.root or NO_ROOT}")
    if found.test_seed:
        say(f"a test: the test seed is {found.test_seed}, and whoever knows it knows all deals")
    for line in _drawn_from(found):
        say(line)
    rows = table(f"Epochs of {name}", "epoch", "began with", "boards", "root", "secret", "signed by")
    for epoch in epochs:
        boards = f"{epoch.first} to {epoch.first + epoch.boards - 1}"
        told = (epoch.root or "none", epoch.secret or "not yet", epoch.signer[:16] or "not yet")
        rows.add_row(str(epoch.index), epoch.occasion, boards, *told)
    console().print(rows)
    say(f"schedule: {found.schedule_secret or 'its secret is not told yet'}")
    for signer in found.signers:
        since = f"{signer.since.ToDatetime():%Y-%m-%d %H:%M} UTC"
        say(f"key {signer.key} since {since}" + f", vouched for by {signer.before}" * bool(signer.before))


def _drawn_from(found: pb.GetRootResponse) -> Iterator[str]:
    """Yield what the deals are drawn from, a line each."""
    if found.mix:
        yield f"M {found.mix}"
    yield from deals_marks(found.deals)
    if found.HasField("beacon"):
        beacon = found.beacon
        signed = f"signed by {beacon.signer[:16]}" if beacon.signature else "not signed yet"
        published = beacon.round_signature or "its signature has not come yet"
        yield f"round {beacon.round or 'not chosen yet'} of the beacon {beacon.chain}, {signed}: {published}"
