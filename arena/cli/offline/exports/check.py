"""Everything that an export can be checked for, from it alone."""

import struct
from typing import Any

from arena.cli.offline.exports.beacon import drawn_from, signed_parts, strange_deals
from arena.cli.offline.exports.export import Export
from arena.cli.offline.exports.played import strange_records
from arena.cli.offline.exports.promises import broken_promises
from arena.cli.offline.exports.schedule import strange_line_ups
from arena.cli.offline.exports.whole import missing_parts, unclaimed
from arena.cli.terminal.tables import NO_ROOT
from arena.escapes import cut, cut_words

# What comes of fields that are no numbers, or too large, or not there.
STRANGE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, struct.error)


def differences(export: Export) -> list[str]:
    """Every difference, a line each. Nothing that is in the export raises."""
    found: list[str] = []
    unchecked: dict[str, str] = {}
    for check in (missing_parts, broken_promises, strange_deals, strange_records, strange_line_ups):
        try:
            for difference in check(export):
                found.append(cut_words(difference))
        except STRANGE as problem:
            unchecked[check.__name__.replace("_", " ")] = cut(repr(problem))
    if unchecked:
        why = next(iter(unchecked.values()))
        found.append(f"the export is not whole, so not all was checked: {', '.join(unchecked)} ({why})")
    return found


def summary(export: Export) -> dict[str, Any]:
    """Return what was there to be checked.

    Hex digits are as they were told.
    """
    told = export.tournament
    return {
        "tournament": told.get("name"),
        "root": told.get("root"),
        "keys": sorted({str(each["signer"]) for each in signed_parts(export)}),
        "drawn_from": drawn_from(export),
        "epochs": len(export.epochs),
        "signed": sum(bool(epoch.get("signature")) for epoch in export.epochs),
        "told": sum(bool(epoch.get("secret")) for epoch in export.epochs),
        "schedule_told": bool(told.get("schedule_secret")),
        "boards": len(export.boards),
        "unclaimed": len(unclaimed(export)) if export.boards else 0,
    }


def in_words(found: dict[str, Any]) -> str:
    """A `summary` for people."""
    root = found["root"] or NO_ROOT
    schedule = "told" if found["schedule_told"] else "not told yet"
    signed = f"{found['signed']} signed" + "".join(f" by {key}" for key in found["keys"])
    counts = f"{found['epochs']} epochs, {signed}, the secrets of {found['told']} told; the schedule's is {schedule}"
    more = f"; {found['unclaimed']} records of boards that were open" if found["unclaimed"] else ""
    name, root = cut(str(found["tournament"])), cut(str(root))
    return f"{name}: root {root}; {found['drawn_from']}; {counts}; {found['boards']} boards{more}"
