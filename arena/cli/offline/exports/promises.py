"""Check the roots, secrets, seeds and signatures of an exported tournament."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from arena.cli.offline.exports.export import Export
from arena.cli.terminal.tables import DEALS_MARKS
from arena.league.seeds import epochs
from arena.league.seeds.beacons import AHEAD_S, CHAINS, beacon_statement, chain_of, mix_of_beacon, settings_text
from arena.league.seeds.boards import ATTEMPTS, EpochBoards, Promised, commitment, statement
from arena.league.seeds.merkle import root_by_proof, root_of


def is_by(key: str, signature: str, message: bytes) -> bool:
    """Return whether the Ed25519 *signature* of *message* is by *key*. Raises `ValueError` if *key* is malformed."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except InvalidSignature:
        return False
    return True


def check_deals(export: Export) -> Iterator[str]:
    """Yield a line for each contradiction between the stated source of the deals and the beacon."""
    tournament = export.tournament
    by, beacon = tournament["drawn_from"], tournament["beacon"]
    possible = ("beacon", "undrawn") if beacon else ("operator",)
    if by not in possible:
        yield f"the source of its deals is {by!r}, expected {' or '.join(possible)}"
    if not tournament["root"]:
        yield "it has no root, so its deals were not committed"
    if by == "undrawn" and export.epochs:
        yield "its deals are stated as not drawn, and there are some"
    if beacon and beacon["round"]:
        yield from _check_beacon(tournament, beacon)
    elif by == "beacon":
        yield "its deals are drawn, and no round of its beacon was chosen"


def signed_parts(export: Export) -> list[dict[str, Any]]:
    """Return the JSON objects that have a signature: the beacon, and epochs."""
    return [each for each in [export.tournament.get("beacon") or {}, *export.epochs] if each.get("signature")]


def describe_source(export: Export) -> str:
    """Return the source of the tournament's deals in words."""
    by = str(export.tournament.get("drawn_from"))
    beacon: dict[str, Any] = export.tournament.get("beacon") or {}
    if by == "beacon":
        name = next((each.name for each in CHAINS.values() if each.hash.hex() == beacon.get("chain")), "unknown")
        return f"deals of round {beacon.get('round')} of the beacon {name}"
    return DEALS_MARKS.get(by, "deals of unknown origin")


def _check_beacon(tournament: dict[str, Any], beacon: dict[str, Any]) -> Iterator[str]:
    chain, round_ = chain_of(bytes.fromhex(beacon["chain"])), beacon["round"]
    root, settings = bytes.fromhex(tournament["root"]), settings_text(tournament)
    message = beacon_statement(tournament["name"], root, settings, chain.hash, round_)
    known = beacon["signer"] in {signer["key"] for signer in tournament["signers"]}
    if not known or not is_by(beacon["signer"], beacon["signature"], message):
        yield (
            f"the round of its beacon is not signed by {beacon['signer']} over these settings, or that key is not the"
            " arena's"
        )
    is_drawn = tournament["drawn_from"] == "beacon" or beacon["round_signature"]
    if is_drawn and not chain.has_signed(round_, bytes.fromhex(beacon["round_signature"])):
        yield f"its deals are not drawn from round {round_} as the beacon {chain.name} published it"
    if chain.due(round_) < datetime.fromisoformat(beacon["started"]).timestamp() + AHEAD_S:
        yield f"round {round_} of the beacon {chain.name} was published before, or soon after, the tournament's start"


def check_promises(export: Export) -> Iterator[str]:
    """Yield a line for each key, seed, secret, signature or root that does not match its commitment."""
    for signer in export.tournament["signers"]:
        if signer["before"] and not is_by(signer["before"], signer["voucher"], bytes.fromhex(signer["key"])):
            yield f"key {signer['key']}: {signer['before']} does not vouch for it"
    for board in export.boards.values():
        if board["seed"] and commitment(bytes.fromhex(board["seed"])).hex() != board["commitment"]:
            yield f"board {board['number']}: its seed is not the one that was promised"
    root = export.tournament["root"]
    if not root:
        return
    schedule = export.tournament["schedule_secret"]
    if schedule and not _lies_under(root, epochs.SCHEDULE, schedule, export.tournament["schedule_proof"]):
        yield "the schedule's secret does not lie under the root"
    for place, epoch in enumerate(export.epochs):
        if epoch["index"] != place:
            yield f"epoch {place} is missing"
            return
        yield from _check_epoch(export, epoch)


def mix_of(export: Export) -> bytes:
    """Return the bytes that are mixed into all seeds of the tournament: M of docs/explanation/seeds.md."""
    name, beacon = export.tournament["name"], export.tournament["beacon"]
    if not beacon:
        return epochs.mix_of_name(name)
    chain, signature = (bytes.fromhex(beacon[field]) for field in ("chain", "round_signature"))
    return mix_of_beacon(name, chain, beacon["round"], signature)


def _check_epoch(export: Export, epoch: dict[str, Any]) -> Iterator[str]:
    what, root = f"epoch {epoch['index']}", export.tournament["root"]
    if epoch["signature"] and not _is_signed(export, epoch):
        yield f"{what}: its root is not signed by {epoch['signer']}, or that key is not the arena's"
    numbers = range(epoch["first"], epoch["first"] + epoch["boards"])
    missing = [number for number in numbers if number not in export.boards]
    if missing:
        yield f"{what}: board {missing[0]} is missing"
    if missing or not epoch["secret"]:
        return
    if not _lies_under(root, epoch["index"], epoch["secret"], epoch["proof"]):
        yield f"{what}: its secret does not lie under the root"
    seed = epochs.epoch_seed(mix_of(export), bytes.fromhex(epoch["secret"]), epoch["index"])
    own, drawn = [export.boards[number] for number in numbers], EpochBoards(seed)
    for board in own:
        if board["epoch"] != epoch["index"]:
            yield f"board {board['number']} is of epoch {board['epoch']}, and counted to epoch {epoch['index']}"
        promised = [void["commitment"] for void in board["voids"]]
        if len(promised) < ATTEMPTS:  # else its last void cancelled it
            promised.append(board["commitment"])
        expected = [commitment(drawn.seed(board["deal"], attempt)).hex() for attempt in range(ATTEMPTS)]
        if promised != expected[: len(promised)]:
            yield f"board {board['number']}: its seeds do not follow from the secret of its epoch"
    fields = ("number", "deal", "variant", "tables", "line_up", "sitting")
    leaves = [drawn.leaf(Promised(*(board[field] for field in fields))) for board in own]
    if root_of(leaves).hex() != epoch["root"]:
        yield f"{what}: its root does not follow from its boards"


def _is_signed(export: Export, epoch: dict[str, Any]) -> bool:
    if epoch["signer"] not in {signer["key"] for signer in export.tournament["signers"]}:
        return False
    roots = [bytes.fromhex(each) for each in (export.tournament["root"], epoch["root"])]
    message = statement(export.tournament["name"], roots[0], mix_of(export), epoch["index"], roots[1])
    return is_by(epoch["signer"], epoch["signature"], message)


def _lies_under(root: str, index: int, secret: str, proof: Sequence[str]) -> bool:
    hashes = [bytes.fromhex(each) for each in proof]
    try:
        proven = root_by_proof(epochs.secret_leaf(bytes.fromhex(secret)), index, epochs.SECRETS, hashes)
    except ValueError:
        return False
    return proven.hex() == root


def compare_noted(export: Export, root: str, key: str) -> Iterator[str]:
    """Yield a line for each difference from the expected *root* and public *key*, in hex; "" accepts any.

    Epochs and the beacon may be signed by *key*, by a key that *key* vouched for, and so on.
    """
    if root and export.tournament.get("root") != root.lower():
        yield f"its root is {export.tournament.get('root') or 'none'}, and {root} was noted"
    if not key:
        return
    trusted, keys = set[str](), {key.lower()}
    while keys - trusted:
        trusted |= keys
        signers = export.tournament.get("signers") or ()
        keys = {signer["key"] for signer in signers if signer.get("before") in trusted}
    for each in signed_parts(export):
        if each.get("signer") not in trusted:
            what = f"epoch {each['index']}" if "index" in each else "beacon"
            yield f"{what}: signed by {each.get('signer')}, for which {key} does not vouch"
