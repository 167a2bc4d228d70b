"""`arena tournament beacon`: fetch the round that a tournament's deals are drawn from."""

import json
import time
import urllib.request
from collections.abc import Sequence

import click

from arena.cli.completing import TOURNAMENT
from arena.cli.service import Service, asking
from arena.cli.terminal.printing import note, say
from arena.cli.terminal.refusal import Refusal
from arena.league.seeds.beacons import Chain, chain_of
from arena.wire.gen.seeds_pb2 import Beacon, GetRootRequest, GiveBeaconRequest

PATIENCE = 10.0  # seconds for one answer
PAUSE = 3.0  # seconds between tries
MOST = 4096  # bytes of an answer that are read


@click.command
@click.argument("name", type=TOURNAMENT)
@click.option(
    "--signature", default="", metavar="HEX", help="Signature of the round, if you have it; by default it is fetched."
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

    Anybody with a token may: the arena checks the beacon's signature. The command waits until the round is published,
    and may be stopped and run again, by somebody else too.
    """
    found = _chosen_round(name, service)
    chain = chain_of(bytes.fromhex(found.chain))
    due = f"{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(chain.due(found.round)))} UTC"
    note(f"{name} waits for round {found.round} of {chain.name}, which is published at {due}")
    given = signature or found.round_signature or _fetched(chain, found.round, addresses or chain.addresses)
    request = GiveBeaconRequest(name=name, signature=given)
    answer = service.ask(lambda people: people.GiveBeacon, request, as_json)
    say(f"{name} is {answer.tournament.state}: its deals are drawn from round {found.round} of {chain.name}")


def _chosen_round(name: str, service: Service) -> Beacon:
    """Return the beacon of a tournament that was started. Raises `Refusal`."""
    found = service.ask(lambda people: people.GetRoot, GetRootRequest(name=name)).beacon
    if not found.round:
        raise Refusal(
            f"{name} waits for no beacon: create it with --beacon quicknet, and start it, which chooses a round"
        )
    return found


def _fetched(chain: Chain, round_: int, addresses: Sequence[str]) -> str:
    """Ask until the round is told; say once why it is not."""
    before = ""
    while True:
        why = "it is not told yet"
        for address in addresses if time.time() >= chain.due(round_) else ():
            try:
                return _asked(f"{address.rstrip('/')}/{chain.hash.hex()}/public/{round_}", round_)
            except (OSError, ValueError, LookupError, TypeError) as problem:  # the others: it told nothing of the kind
                why = f"{address}: {problem}"
        if why != before:
            note(f"round {round_}: {why}; trying again, stop with Ctrl-C and give it with --signature if you have it")
        before = why
        time.sleep(PAUSE)


def _asked(url: str, round_: int) -> str:
    """Return the signature that an address tells. Raises `OSError`, `ValueError`, `LookupError`, `TypeError`."""
    if not url.startswith(("http://", "https://")):
        raise Refusal(f"--from: {url!r} given, addresses begin with http:// or https://")
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        told = json.loads(answer.read(MOST))
    if told["round"] != round_:
        raise ValueError(f"it tells round {told['round']}")
    return str(told["signature"])
