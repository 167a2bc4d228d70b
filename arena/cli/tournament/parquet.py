"""Write the records of games as Parquet tables (docs/reference/parquet.md)."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from arena.cli.terminal.refusal import Refusal
from arena.distribution import install_command

CHUNK: Final = 50_000  # decisions in memory, and in a row group
# Columns and their Arrow types by table; "T[]" is a list of T, with one element for each seat if not said otherwise.
TABLES: Final[dict[str, dict[str, str]]] = {
    "games": {
        "game": "string",
        "variant": "string",
        "revision": "int32",
        "seed": "string",
        "options": "string",
        "players": "string[]",
        "ranks": "int32[]",
        "scores": "int32[]",
        "ended": "string",
    },
    "hands": {
        "game": "string",
        "hand": "int32",
        "dealer": "int32",
        "dealt": "string[]",
        "declarer": "int32",
        "bid": "int32",
        "trump": "string",
        "outcome": "string",
        "winners": "int32[]",
        "points": "int32[]",
        "deltas": "int32[]",
        "scores": "int32[]",
    },
    "decisions": {
        "game": "string",
        "hand": "int32",
        "decision": "int32",
        "seat": "int32",
        "player": "string",
        "kind": "string",
        "answer": "string",
        "number": "int32",
        "charged_ms": "int32",
        "batch_ms": "int32",
        "infraction": "string",
    },
}
Rows = dict[str, list[dict[str, Any]]]


def write_tables(records: Iterable[Mapping[str, Any]], folder: Path) -> dict[str, int]:
    """Write the tables of *records* into *folder*, and return the number of rows by table.

    Existing tables are replaced at the end. Raises `Refusal` without pyarrow, `OSError`.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise Refusal(f"--parquet needs pyarrow, which is not installed; {install_command('parquet')}") from None
    folder.mkdir(parents=True, exist_ok=True)
    drafts = {name: folder / f".{name}.parquet.new" for name in TABLES}
    schemas = {name: pyarrow.schema([_field(pyarrow, *column) for column in TABLES[name].items()]) for name in TABLES}
    counts = dict.fromkeys(TABLES, 0)
    with ExitStack() as stack:
        for draft in drafts.values():
            stack.callback(draft.unlink, missing_ok=True)
        with ExitStack() as files:
            writers = {
                name: files.enter_context(parquet.ParquetWriter(drafts[name], schema, compression="zstd"))
                for name, schema in schemas.items()
            }
            for chunk in _chunks(records):
                for name, rows in chunk.items():
                    counts[name] += len(rows)
                    writers[name].write_table(pyarrow.Table.from_pylist(rows, schema=schemas[name]))
        for name, draft in drafts.items():
            os.replace(draft, folder / f"{name}.parquet")
    return counts


def _field(pyarrow: Any, name: str, kind: str) -> Any:
    single = pyarrow.type_for_alias(kind.removesuffix("[]"))
    return pyarrow.field(name, pyarrow.list_(single) if kind.endswith("[]") else single)


def _chunks(records: Iterable[Mapping[str, Any]]) -> Iterator[Rows]:
    """Yield rows by table, in chunks that hold whole games."""
    rows: Rows = {name: [] for name in TABLES}
    for record in records:
        rows["games"].append(
            {"game": record["id"], "players": record["seats"], "revision": record.get("revision", 1)}
            | {name: record[name] for name in ("variant", "seed", "ranks", "scores", "ended")}
            | {"options": json.dumps(record["options"])}
        )
        for hand in record["hands"]:
            rows["hands"].append(_hand_row(record["id"], hand))
            rows["decisions"] += _decision_rows(record, hand)
        if len(rows["decisions"]) >= CHUNK:
            yield rows
            rows = {name: [] for name in TABLES}
    yield rows


def _hand_row(game: str, hand: Mapping[str, Any]) -> dict[str, Any]:
    copied = ("dealer", "declarer", "bid", "trump", "outcome", "points", "deltas", "scores")
    derived = {
        "game": game,
        "hand": hand["number"],
        "dealt": [" ".join(cards) for cards in hand["dealt"]["hands"]],
        "winners": [trick["winner"] for trick in hand["tricks"]],
    }
    return derived | {name: hand.get(name) for name in copied}


def _decision_rows(record: Mapping[str, Any], hand: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    infractions = {entry["decision"]: entry["reason"] for entry in hand["infractions"]}
    unknown = [None] * len(hand["decisions"])
    charged, in_batch = hand.get("charged_ms", unknown), hand.get("batch_ms", unknown)
    for place, decision in enumerate(hand["decisions"]):
        value = decision.get("value")
        cards = decision.get("cards")
        texts = (value, decision.get("suit"), decision.get("card"), None if cards is None else " ".join(cards))
        yield {
            "game": record["id"],
            "hand": hand["number"],
            "decision": place,
            "seat": decision["seat"],
            "player": record["seats"][decision["seat"]],
            "kind": decision["kind"],
            "answer": next((str(text) for text in texts if text is not None), decision["do"]),
            "number": value if isinstance(value, int) else None,
            "charged_ms": charged[place],
            "batch_ms": in_batch[place],
            "infraction": infractions.get(place),
        }
