"""Check the lists of owners who brought numbers into an export's deals."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from arena.cli.offline.exports.export import Export
from arena.cli.signatures import is_by
from arena.league.seeds.beacons import AHEAD_S, CHAINS, chain_of
from arena.league.seeds.contributions import list_statement, nonce_commitment, settings_hash, settings_text


def strange_lists(export: Export) -> Iterator[str]:
    """Every difference, a line each."""
    told, before = export.tournament, None
    for place, each in enumerate(told["lists"]):
        if each["attempt"] != place:
            yield f"the list of attempt {place} is missing"
            return
        yield from _of_list(told, each)
        if before is not None:
            yield from _follows(before, each)
        before = each
    missing = sorted(owner for each in told["lists"] if each["over"] for owner in _unrevealed(each))
    if missing != sorted(told["unrevealed"]):
        yield f"did not reveal: {_names(told['unrevealed'])} by its own word, {_names(missing)} by the lists"
    yield from _of_deals(export)


def signed_parts(export: Export) -> list[dict[str, Any]]:
    """Return epochs and lists that are signed."""
    return [each for each in [*(export.tournament.get("lists") or ()), *export.epochs] if each.get("signature")]


def drawn_from(export: Export) -> str:
    """Return what the deals were drawn from, in words."""
    owners = [owner for owner, _ in export.tournament.get("nonces") or ()]
    unrevealed = list(export.tournament.get("unrevealed") or ())
    words = {"undrawn": "deals not drawn", "known": "deals that anybody knows"}
    words["owners"] = f"deals with the numbers of {_names(owners)}"
    if export.tournament.get("drawn_from") == "beacon":
        named = (export.tournament.get("lists") or [{}])[-1]
        names = {chain.hash.hex(): chain.name for chain in CHAINS.values()}
        return f"deals of round {named.get('round')} of the beacon {names.get(named.get('chain'), named.get('chain'))}"
    said = words.get(str(export.tournament.get("drawn_from")), "deals by the operator alone")
    return said + f", did not reveal: {_names(unrevealed)}" * bool(unrevealed)


def _of_list(told: dict[str, Any], listed: dict[str, Any]) -> Iterator[str]:
    what, name, attempt = f"the list of attempt {listed['attempt']}", told["name"], listed["attempt"]
    entries = [(each["owner"], bytes.fromhex(each["commitment"])) for each in listed["owners"]]
    if len(dict(entries)) != len(entries):
        yield f"{what} has an owner twice"
    promised = settings_hash(settings_text(told))
    of_beacon = (bytes.fromhex(listed["chain"]), listed["round"])
    said = list_statement(name, bytes.fromhex(told["root"]), promised, attempt, entries, *of_beacon)
    if listed["signature"]:
        known = listed["signer"] in {signer["key"] for signer in told["signers"]}
        if not known or not is_by(listed["signer"], listed["signature"], said):
            yield f"{what} is not signed by {listed['signer']} over these settings, or that key is not the arena's"
    elif _revealed(listed):
        yield f"{what} is not signed, and owners on it have revealed"
    for each in listed["owners"]:
        nonce = bytes.fromhex(each["nonce"])
        if nonce and nonce_commitment(name, attempt, each["owner"], nonce).hex() != each["commitment"]:
            yield f"{what}: the number of {each['owner']} is not the one that it committed to"


def _follows(before: dict[str, Any], listed: dict[str, Any]) -> Iterator[str]:
    """Check that a list follows from the one before.

    There is another attempt only where somebody did not reveal, and with those alone who did.
    """
    what = f"the list of attempt {listed['attempt']}"
    if not (before["over"] and _unrevealed(before)):
        yield f"{what}: all have revealed on the one before it, or could still"
    strangers = {each["owner"] for each in listed["owners"]} - _revealed(before)
    if strangers:
        yield f"{what} has {_names(sorted(strangers))}, who did not reveal on the one before it"


def _of_beacon(told: dict[str, Any]) -> Iterator[str]:
    """Check the one list that names a beacon, and its round."""
    listed = told["lists"][0]
    if len(told["lists"]) > 1 or listed["owners"] or told["nonces"]:
        yield "its deals are drawn from a beacon, and owners brought in numbers"
    if told["drawn_from"] not in ("beacon", "undrawn"):
        yield f"its deals are said to be by {told['drawn_from']}, and its list names a beacon"
    if told["drawn_from"] == "beacon" and not (listed["signature"] and listed["told"]):
        yield "its deals are drawn, and its list is not signed, or the beacon's round is not told"
    chain, round_ = chain_of(bytes.fromhex(listed["chain"])), listed["round"]
    if listed["told"] and not chain.has_signed(round_, bytes.fromhex(listed["told"])):
        yield f"its deals are not drawn from what the beacon {chain.name} told in round {round_}"
    if round_ and chain.due(round_) < datetime.fromisoformat(listed["closed"]).timestamp() + AHEAD_S:
        yield f"round {round_} of the beacon {chain.name} was told, or nearly so, when the list was closed"


def _of_deals(export: Export) -> Iterator[str]:
    """What M is made of is what the last list came to."""
    told = export.tournament
    if (told["drawn_from"] == "known") != (told["kind"] == "benchmark"):
        yield f"its deals are said to be by {told['drawn_from']}: those of a benchmark are known, and no others"
        return
    if told["drawn_from"] == "known":
        if told["lists"] or told["nonces"]:
            yield "its deals are known, and owners brought in numbers"
        return
    if any(each["chain"] for each in told["lists"]):
        yield from _of_beacon(told)
        return
    if told["drawn_from"] == "beacon":
        yield "its deals are said to be of a beacon, and no list names one"
    nobody: dict[str, Any] = {"attempt": 0, "owners": [], "over": True}
    last = told["lists"][-1] if told["lists"] else nobody
    if told["drawn_from"] == "undrawn":
        if export.epochs or told["nonces"]:
            yield "its deals are said not to be drawn, and there are some"
        return
    if not last["over"] or _unrevealed(last):
        yield f"its deals are drawn, and the list of attempt {last['attempt']} has owners who did not reveal"
    nonces = [[each["owner"], each["nonce"]] for each in last["owners"]]
    if (told["attempt"], sorted(told["nonces"])) != (last["attempt"], sorted(nonces)):
        yield "M is not made of the numbers of the last list"
    if told["drawn_from"] != ("owners" if nonces else "operators"):
        yield f"its deals are said to be by {told['drawn_from']}"


def _revealed(listed: dict[str, Any]) -> set[str]:
    return {each["owner"] for each in listed["owners"] if each["nonce"]}


def _unrevealed(listed: dict[str, Any]) -> list[str]:
    return [each["owner"] for each in listed["owners"] if not each["nonce"]]


def _names(owners: list[str]) -> str:
    return ", ".join(owners) or "nobody"
