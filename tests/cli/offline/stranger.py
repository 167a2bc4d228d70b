"""Check an export as docs/explanation/seeds.md tells a stranger to; import nothing of the arena."""

import hashlib
import json
import sys
from datetime import UTC, datetime, timedelta

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

# Chain hash: public key, time of round 1, seconds of a period. More on the command line, as JSON.
BEACONS = {
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": [
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
        1692803367,
        3,
    ]
} | json.loads((*sys.argv[2:], "{}")[0])


def sha(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def written(*parts: object) -> bytes:
    raw = b""
    for part in parts:
        if isinstance(part, int):
            raw += part.to_bytes(8, "little")
        else:
            text = part.encode() if isinstance(part, str) else bytes(part)  # type: ignore[call-overload]
            raw += len(text).to_bytes(4, "little") + text
    return raw


def h(*parts: object) -> bytes:
    return sha(written(*parts))


def tree(leaves: list[bytes]) -> bytes:
    """RFC 6962 §2.1, by its recursion."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    return sha(b"\1" + tree(leaves[:split]) + tree(leaves[split:]))


def climb(leaf: bytes, index: int, proof: list[str]) -> bytes:
    """4,096 leaves: a full tree."""
    for beside in map(bytes.fromhex, proof):
        leaf = sha(b"\1" + (beside + leaf if index % 2 else leaf + beside))
        index //= 2
    return leaf


def settings(tournament: dict) -> bytes:  # type: ignore[type-arg]
    """What line-ups follow from besides seeds; who entered late was not there."""
    names = ("kind", "pool", "boards_each", "challengers", "allow_same_owner", "ladder", "variants", "entrants")
    values = {name: tournament[name] for name in names}
    values["entrants"] = [each for each in values["entrants"] if not each["late"]]
    return h("arena-settings-v1", json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


def check_beacon(tournament: dict, root: bytes) -> None:  # type: ignore[type-arg]
    """Check what the arena signed, and with a key that is known beforehand what the beacon published."""
    from py_arkworks_bls12381 import GT, G1Point, G2Point

    beacon = tournament["beacon"]
    parts = (0, bytes.fromhex(beacon["chain"]), beacon["round"], 0)
    assert beacon["signer"] in [signer["key"] for signer in tournament["signers"]], "the key"
    signer = Ed25519PublicKey.from_public_bytes(bytes.fromhex(beacon["signer"]))
    said = h("arena-list-v2", tournament["name"], root, settings(tournament), *parts)
    signer.verify(bytes.fromhex(beacon["signature"]), said)
    key, genesis, period = BEACONS[beacon["chain"]]
    due = datetime.fromtimestamp(genesis + (beacon["round"] - 1) * period, UTC)
    assert due - datetime.fromisoformat(beacon["started"]) >= timedelta(seconds=60), "a round too near"
    of = G1Point.hash_to_curve(sha(beacon["round"].to_bytes(8, "big")), b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_")
    signature = G1Point.from_compressed_bytes(bytes.fromhex(beacon["round_signature"]))
    key_point = G2Point.from_compressed_bytes(bytes.fromhex(key))
    assert GT.pairing(signature, G2Point()) == GT.pairing(of, key_point), "the round"


def check(lines: list[dict]) -> tuple[int, int]:  # type: ignore[type-arg]
    tournament, *rest = lines
    epochs = [line for line in rest if line["format"] == "arena-epoch/1"]
    boards = {line["number"]: line for line in rest if line["format"] == "arena-board/1"}
    games = {line["id"]: line for line in rest if line["format"] == "arena-game/1"}
    root = bytes.fromhex(tournament["root"])
    m = h("arena-contribution-v1", tournament["name"], 0, 0)
    if tournament["drawn_from"] == "beacon":
        check_beacon(tournament, root)
        beacon = tournament["beacon"]
        parts = [bytes.fromhex(beacon["chain"]), beacon["round"], bytes.fromhex(beacon["round_signature"])]
        m = h("arena-beacon-v1", tournament["name"], *parts)
    else:
        assert (tournament["drawn_from"], tournament["beacon"]) == ("operator", None), "who drew"
    for epoch in epochs:
        k, secret = epoch["index"], bytes.fromhex(epoch["secret"])
        assert climb(sha(b"\0" + sha(secret)), k, epoch["proof"]) == root, "the secret"
        seed = h("arena-epoch-v1", m, secret, k)
        leaves = []
        for number in range(epoch["first"], epoch["first"] + epoch["boards"]):
            board = boards[number]
            seeds = [h("arena-board-v3", seed, board["deal"], attempt) for attempt in range(8)]
            beacon = [void["commitment"] for void in board["voids"]] + [board["commitment"]]
            assert beacon[:8] == [sha(each).hex() for each in seeds][: len(beacon)], "the commitments"
            assert board["seed"] in ("", seeds[len(board["voids"]) % 8].hex()), "the seed"
            assert all(games[game]["seed"] == board["seed"] for game in board["games"] or ()), "the records"
            leaf = written("arena-leaf-v1", number, board["deal"], board["variant"], board["tables"])
            leaf += written(len(board["line_up"]), *board["line_up"], len(board["sitting"]), *board["sitting"])
            leaf += written(h("arena-blind-v1", seed, number), b"".join(map(sha, seeds)))
            leaves.append(sha(b"\0" + leaf))
        assert tree(leaves).hex() == epoch["root"], "the root of the epoch"
        said = h("arena-statement-v1", tournament["name"], root, m, k, bytes.fromhex(epoch["root"]))
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(epoch["signer"]))
        key.verify(bytes.fromhex(epoch["signature"]), said)
    return len(boards), len(games)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print("{} boards, {} games".format(*check([json.loads(line) for line in file])))
    assert not {"arena", "bots", "workers"} & sys.modules.keys()
