"""`arena tournament beacon`, `roots` and `commitments`: draw deals, and show the proofs that they are fixed."""

import json
import time
import urllib.request
from collections.abc import Iterator, Sequence

import click

from arena.api.columns import as_dict
from arena.cli.completing import TOURNAMENT
from arena.cli.pages import fetch_all, rows_options
from arena.cli.service import Service, asking, without_token
from arena.cli.terminal.printing import console, note, print_json, say, table, wide_option
from arena.cli.terminal.refusal import Refusal
from arena.cli.terminal.tables import deals_marks
from arena.league.seeds.beacons import Chain, chain_of
from arena.wire.gen import seeds_pb2 as pb
from arena.wire.gen.records_pb2 import ListCommitmentsRequest, ListCommitmentsResponse

ANSWER_TIMEOUT = 10.0  # seconds
RETRY_INTERVAL = 3.0  # seconds between two tries to fetch a round
MAX_ANSWER = 4096  # bytes that are read of a beacon's answer
NEVER = ("cancelled", "forfeited")  # states of boards whose seeds are never published on their own


@click.command(hidden=True)
@click.argument("name", type=TOURNAMENT)
@click.option(
    "--signature", default="", metavar="HEX", help="Signature of the round; default: fetched from the beacon."
)
@click.option(
    "--from",
    "addresses",
    multiple=True,
    metavar="URL",
    help="Address to fetch the round from, over HTTP; may be repeated. Default: drand's own.",
)
@asking
def beacon(name: str, signature: str, addresses: tuple[str, ...], as_json: bool, service: Service) -> None:
    """Draw the deals of NAME from the round of its public beacon.

    Anybody with a token may run this command, because the arena checks the beacon's signature. It
    waits until the round is published. You may stop it and run it again.
    """
    promised = service.ask(lambda people: people.GetRoot, pb.GetRootRequest(name=name)).beacon
    if not promised.round:
        raise Refusal(
            f"{name} waits for no beacon; create a tournament with --beacon quicknet and start it, which chooses a"
            " round"
        )
    chain = chain_of(bytes.fromhex(promised.chain))
    due = f"{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(chain.due(promised.round)))} UTC"
    note(f"{name} waits for round {promised.round} of {chain.name}, which is published at {due}")
    signature = signature or promised.round_signature or _fetch(chain, promised.round, addresses or chain.addresses)
    request = pb.GiveBeaconRequest(name=name, signature=signature)
    answer = service.ask(lambda people: people.GiveBeacon, request, as_json)
    say(f"{name} is {answer.tournament.state}: its deals are drawn from round {promised.round} of {chain.name}")


def _fetch(chain: Chain, round_: int, addresses: Sequence[str]) -> str:
    """Return the signature of a beacon's round, in hex; ask *addresses* until one of them has it."""
    before = ""
    while True:
        why = "it is not published yet"
        for address in addresses if time.time() >= chain.due(round_) else ():
            try:
                return _ask(f"{address.rstrip('/')}/{chain.hash.hex()}/public/{round_}", round_)
            except (OSError, ValueError, LookupError, TypeError) as problem:  # all but the first: a malformed answer
                why = f"{address}: {problem}"
        if why != before:
            note(f"round {round_}: {why}; trying again. Stop with Ctrl-C to give it with --signature")
        before = why
        time.sleep(RETRY_INTERVAL)


def _ask(url: str, round_: int) -> str:
    if not url.startswith(("http://", "https://")):
        raise Refusal(f"--from {url!r} is not an HTTP address; give one that begins with http:// or https://")
    with urllib.request.urlopen(url, timeout=ANSWER_TIMEOUT) as answer:
        document = json.loads(answer.read(MAX_ANSWER))
    if document["round"] != round_:
        raise ValueError(f"it answers with round {document['round']}")
    return str(document["signature"])


@click.command(hidden=True)
@click.argument("name", type=TOURNAMENT)
@wide_option
@without_token
def roots(name: str, as_json: bool, service: Service) -> None:
    """List the Merkle roots of NAME; no token is needed.

    The root of NAME was published at its creation. Each time boards were added, an epoch began with
    a signed root over its boards. Its secret is published once none of them can be played any more.
    With --json the proofs are listed too. docs/explanation/seeds.md explains how to check them.
    """
    root = service.ask(lambda people: people.GetRoot, pb.GetRootRequest(name=name))
    epochs = _epochs(service, name)
    if as_json:
        print_json(as_dict(root) | {"epochs": [as_dict(epoch) for epoch in epochs]})
        return
    say(f"{name}: root {root.root}")
    if root.test_seed:
        say(f"a test: the test seed is {root.test_seed}; all deals follow from it")
    for line in _sources(root):
        say(line)
    rows = table(f"Epochs of {name}", "epoch", "began with", "boards", "root", "secret", "signed by")
    for epoch in epochs:
        boards = f"{epoch.first} to {epoch.first + epoch.boards - 1}"
        promises = (epoch.root, epoch.secret or "not yet", epoch.signer[:16] or "not yet")
        rows.add_row(str(epoch.index), epoch.occasion, boards, *promises)
    console().print(rows)
    say(f"schedule: {root.schedule_secret or 'its secret is not published yet'}")
    for signer in root.signers:
        since = f"{signer.since.ToDatetime():%Y-%m-%d %H:%M} UTC"
        say(f"key {signer.key} since {since}" + f", vouched for by {signer.before}" * bool(signer.before))


def _epochs(service: Service, name: str) -> Sequence[pb.Epoch]:
    return fetch_all(service, pb.ListEpochsResponse, pb.ListEpochsRequest(name=name)).epochs


def _sources(root: pb.GetRootResponse) -> Iterator[str]:
    if root.mix:
        yield f"M {root.mix}"
    yield from deals_marks(root.deals)
    if root.HasField("beacon"):
        beacon = root.beacon
        signed = f"signed by {beacon.signer[:16]}" if beacon.signature else "not signed yet"
        published = beacon.round_signature or "its signature is not here yet"
        yield f"round {beacon.round or 'not chosen yet'} of the beacon {beacon.chain}, {signed}: {published}"


@click.command(hidden=True)
@click.argument("name", type=TOURNAMENT)
@rows_options
@asking
def commitments(name: str, limit: int | None, as_json: bool, service: Service) -> None:
    """List the commitments of NAME's boards.

    A commitment is the SHA-256 of a board's seed, published before any board was played; the seed
    follows when the board is closed. A voided board has a line for each voided commitment. All lie
    under the root of their epoch; `arena tournament roots NAME` lists signatures, and secrets with
    their proofs once published.
    """
    answer = fetch_all(service, ListCommitmentsResponse, ListCommitmentsRequest(name=name), limit, as_json)
    rows = table(f"Commitments of {name}", "board", "epoch", "variant", "commitment", "seed", "void because of")
    for line in answer.commitments:
        unpublished = line.state if line.state in NEVER else "not yet"
        place = (str(line.board), str(line.epoch), line.variant)
        for void in line.voids:
            why = f"{void.reason}, {void.voided.ToDatetime():%Y-%m-%d %H:%M} UTC"
            rows.add_row(*place, void.commitment, void.seed or unpublished, why)
        rows.add_row(*place, line.commitment, line.seed or unpublished, "")
    console().print(rows)
    for epoch in _epochs(service, name):
        say(f"epoch {epoch.index}: root {epoch.root}")
