"""`arena tournament beacon`: bring in the round that a tournament's deals are drawn from."""

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
from arena.wire.gen.contributions_pb2 import ContributionList, GiveBeaconRequest
from arena.wire.gen.seeds_pb2 import GetRootRequest

PATIENCE = 10.0  # seconds for one answer
PAUSE = 3.0  # seconds between tries
MOST = 4096  # bytes of an answer that are read


@click.command
@click.argument("name", type=TOURNAMENT)
@click.option(
    "--signature", default="", metavar="HEX", help="Of the round, as the beacon tells it; else it is fetched."
)
@click.option(
    "--from", "addresses", multiple=True, metavar="URL", help="Ask there, over HTTP; default drand's own. Repeat it."
)
@asking
def beacon(name: str, signature: str, addresses: tuple[str, ...], as_json: bool, service: Service) -> None:
    """Bring in the round of the public beacon that NAME waits for.

    Anybody with a token may: the arena checks the beacon's signature. The program waits until the round is told, and
    may be stopped and run again, by somebody else too.
    """
    listed = _listed(name, service)
    chain = chain_of(bytes.fromhex(listed.chain))
    due = f"{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(chain.due(listed.round)))} UTC"
    note(f"{name} waits for round {listed.round} of {chain.name}, which is told at {due}")
    told = signature or listed.told or _fetched(chain, listed.round, addresses or chain.addresses)
    request = GiveBeaconRequest(name=name, signature=told)
    answer = service.ask(lambda people: people.GiveBeacon, request, as_json)
    say(f"{name} is {answer.tournament.state}: its deals are drawn from round {listed.round} of {chain.name}")


def _listed(name: str, service: Service) -> ContributionList:
    """The signed list that names a round."""
    seen = service.ask(lambda people: people.GetRoot, GetRootRequest(name=name))
    named = [each for each in seen.lists if each.round]
    if not named:
        raise Refusal(
            f"{name} waits for no beacon: create it with --beacon quicknet, and start it, which chooses a round"
        )
    return named[0]


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
