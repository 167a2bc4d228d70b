"""Everything that an export can be checked for, from it alone."""

from arena.cli.offline.exports.export import Export
from arena.cli.offline.exports.played import strange_records
from arena.cli.offline.exports.promises import broken_promises
from arena.cli.offline.exports.schedule import strange_line_ups


def differences(export: Export) -> list[str]:
    """Every difference, a line each. Nothing that is in the export raises."""
    found = []
    for check in (broken_promises, strange_records, strange_line_ups):
        try:
            found += list(check(export))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as problem:
            found.append(f"the export is not whole ({check.__name__.replace('_', ' ')}: {problem!r})")
    return found


def summary(export: Export) -> str:
    """What was there to be checked."""
    told = sum(bool(epoch.get("secret")) for epoch in export.epochs)
    signed = sum(bool(epoch.get("signature")) for epoch in export.epochs)
    root = export.tournament.get("root") or "none, it was made before there were any"
    schedule = "told" if export.tournament.get("schedule_secret") else "not told yet"
    counts = f"{len(export.epochs)} epochs, {signed} signed, the secrets of {told} told; the schedule's is {schedule}"
    return f"{export.tournament.get('name')}: root {root}; {counts}; {len(export.boards)} boards"
