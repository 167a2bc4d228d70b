"""Check what an export's deals were drawn from."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from arena.cli.offline.exports.export import Export
from arena.cli.signatures import is_by
from arena.league.seeds.beacons import AHEAD_S, CHAINS, beacon_statement, chain_of, settings_text

WORDS = {
    "operator": "deals committed by the operator",
    "known": "deals that anybody knows",
    "undrawn": "deals not drawn",
}


def strange_deals(export: Export) -> Iterator[str]:
    """Yield every difference between the beacon and what the deals are said to be drawn from, a line each."""
    told = export.tournament
    by, beacon = told["drawn_from"], told["beacon"]
    is_known = told["kind"] == "benchmark"
    possible = ("known",) if is_known else ("beacon", "undrawn") if beacon else ("operator",)
    if by not in possible:
        yield f"its deals are said to be {by!r}, and what it was made with says {' or '.join(possible)}"
    if is_known and beacon:
        yield "its deals are known, and it names a beacon"
    if not is_known and not told["root"]:
        yield "it has no root, so nothing was promised of its deals"
    if by == "undrawn" and export.epochs:
        yield "its deals are said not to be drawn, and there are some"
    if beacon and beacon["round"]:
        yield from _strange_beacon(told, beacon)
    elif by == "beacon":
        yield "its deals are drawn, and no round of its beacon was chosen"


def signed_parts(export: Export) -> list[dict[str, Any]]:
    """Return the epochs, and the beacon, that are signed."""
    return [each for each in [export.tournament.get("beacon") or {}, *export.epochs] if each.get("signature")]


def drawn_from(export: Export) -> str:
    """Return what the deals were drawn from, in words."""
    by = str(export.tournament.get("drawn_from"))
    beacon: dict[str, Any] = export.tournament.get("beacon") or {}
    if by == "beacon":
        name = next((each.name for each in CHAINS.values() if each.hash.hex() == beacon.get("chain")), "unknown")
        return f"deals of round {beacon.get('round')} of the beacon {name}"
    return WORDS.get(by, "deals of unknown origin")


def _strange_beacon(told: dict[str, Any], beacon: dict[str, Any]) -> Iterator[str]:
    """Check the round that was chosen, and its signature."""
    chain, round_ = chain_of(bytes.fromhex(beacon["chain"])), beacon["round"]
    said = beacon_statement(told["name"], bytes.fromhex(told["root"]), settings_text(told), chain.hash, round_)
    known = beacon["signer"] in {signer["key"] for signer in told["signers"]}
    if not known or not is_by(beacon["signer"], beacon["signature"], said):
        yield (
            f"the round of its beacon is not signed by {beacon['signer']} over these settings, or that key is not the"
            " arena's"
        )
    is_drawn = told["drawn_from"] == "beacon" or beacon["round_signature"]
    if is_drawn and not chain.has_signed(round_, bytes.fromhex(beacon["round_signature"])):
        yield f"its deals are not drawn from what the beacon {chain.name} published in round {round_}"
    if chain.due(round_) < datetime.fromisoformat(beacon["started"]).timestamp() + AHEAD_S:
        yield f"round {round_} of the beacon {chain.name} was published, or nearly so, when the tournament was started"
