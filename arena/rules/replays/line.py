"""Convert a game to a game line, a text short enough for a link, and back (docs/reference/game-line.md)."""

import base64
import json
import re
import zlib
from hashlib import sha256
from math import isfinite
from typing import Any, Final

from arena.rules.errors import GameLineError, RecordError, RulesError, shown
from arena.rules.games.game import replay
from arena.rules.hands.packed import pack, unpack
from arena.rules.hands.shuffle import SEED_BYTES
from arena.rules.records.record import INFRACTION_KEYS, to_record
from arena.rules.records.verify import verify
from arena.rules.replays.place import game_of
from arena.rules.variants.registry import configure

ANY_VERSION: Final = re.compile(r"arena[0-9]+\.")
VERSION: Final = "arena1."
LETTERS: Final = re.compile(r"[A-Za-z0-9_-]+")
MAX_LETTERS: Final = 64_000
MAX_BYTES: Final = 64_000  # of the unpacked game: enough for a match of a thousand hands
MAX_NAME: Final = 200  # characters of the id and of each name, since the text of a replay repeats the names
SURROGATE: Final = re.compile("[\ud800-\udfff]")  # characters that cannot be encoded as UTF-8
SUM_BYTES: Final = 6
HEAD: Final = (str, str, int, dict, list, list, list)  # types of the members before the seed


def to_line(record: dict[str, Any]) -> str:
    """Return the game line of a record. Raises `RecordError` for an invalid record or too long names."""
    game = game_of(record)
    if _too_long([record["id"], *record["seats"]]):
        raise RecordError(f"the id or a player's name is too long: a line takes {MAX_NAME} letters of each")
    infractions = [
        [hand["number"], *(entry[key] for key in INFRACTION_KEYS)]
        for hand in record["hands"]
        for entry in hand["infractions"]
    ]
    elapsed_s = [hand["elapsed_s"] for hand in record["hands"] if "elapsed_s" in hand]
    about = [record["id"], record["variant"], game.rules.revision, record["options"], record["seats"]]
    head = json.dumps([*about, infractions, elapsed_s], separators=(",", ":")).encode()
    packed = zlib.compress(head + b"\n" + bytes.fromhex(record["seed"]) + pack(game.actions), 9)
    return VERSION + base64.urlsafe_b64encode(_sum(packed) + packed).decode().rstrip("=")


def is_line(text: str) -> bool:
    """Return whether *text* begins like a game line, of any version of the format."""
    return ANY_VERSION.match(text) is not None


def from_line(line: str, most: int = MAX_BYTES) -> dict[str, Any]:
    """Return the verified record of a game line. Raises `GameLineError`.

    *most*: the largest number of unpacked bytes to accept. Three bytes can encode a whole hand, so this limits the
    work. A line of more than `MAX_LETTERS` is rejected unread.
    """
    head, _, rest = _unpack(line, most).partition(b"\n")
    id_, variant, revision, options, seats, infractions, elapsed_s = _head(head)
    try:
        rules = configure(variant, options=options)
        if revision != rules.revision:
            raise GameLineError(f"the line is of revision {revision} of {variant}; give one of {rules.revision}")
        game = replay(rules, rest[:SEED_BYTES], unpack(rest[SEED_BYTES:]), elapsed_s)
        record = to_record(game, id_, seats, infractions, elapsed_s)
    except GameLineError:
        raise
    except RulesError as problem:
        raise GameLineError(f"the line is not a valid game: {problem}") from None
    differences = verify(record)
    if differences:
        raise GameLineError(f"the line is not a valid game: {differences[0]}")
    return record


def _unpack(line: str, most: int) -> bytes:
    if len(line) > MAX_LETTERS:
        raise GameLineError(f"the line has {len(line)} letters; give at most {MAX_LETTERS}")
    if not line.startswith(VERSION):
        raise GameLineError(f"{shown(line)} is not the line of a game; give one that begins with {VERSION}")
    text = line.removeprefix(VERSION)
    if not LETTERS.fullmatch(text) or len(text) % 4 == 1:
        raise _damaged_error()
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    packed = raw[SUM_BYTES:]
    if _sum(packed) != raw[:SUM_BYTES]:
        raise _damaged_error()
    unpacking = zlib.decompressobj()
    try:
        unpacked = unpacking.decompress(packed, most + 1)
    except zlib.error:
        raise _damaged_error() from None
    if len(unpacked) > most:
        raise GameLineError(f"the line unpacks to more than {most} bytes, and that is the most that is taken here")
    if not unpacking.eof or unpacking.unused_data:
        raise _damaged_error()
    return unpacked


def _head(head: bytes) -> list[Any]:
    """Parse the JSON before the seed, with infractions as `to_record` takes them. Raises `GameLineError`."""
    try:
        about = json.loads(head)
    except (ValueError, RecursionError):
        about = None
    if not isinstance(about, list) or [type(each) for each in about] != list(HEAD):
        raise _no_game_error()
    *rest, infractions, elapsed_s = about
    sound = (
        all(isinstance(name, str) and not SURROGATE.search(name) for name in (rest[0], *rest[-1]))
        and not _too_long([rest[0], *rest[-1]])
        and all(isinstance(entry, list) and len(entry) == 1 + len(INFRACTION_KEYS) for entry in infractions)
        and all(type(entry[0]) is int for entry in infractions)
        and all(type(seconds) in (int, float) and isfinite(seconds) for seconds in elapsed_s)
    )
    if not sound:
        raise _no_game_error()
    return [*rest, [dict(zip(("hand", *INFRACTION_KEYS), entry, strict=True)) for entry in infractions], elapsed_s]


def _too_long(names: list[str]) -> bool:
    return any(len(name) > MAX_NAME for name in names)


def _sum(packed: bytes) -> bytes:
    return sha256(packed).digest()[:SUM_BYTES]


def _damaged_error() -> GameLineError:
    return GameLineError("the line was cut off or changed on its way: copy it whole")


def _no_game_error() -> GameLineError:
    return GameLineError("the line is not a valid game: its head is malformed; copy it from an arena")
