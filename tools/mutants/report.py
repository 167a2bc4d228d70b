"""Report a sample by package, with the diffs of the survivors, or as JSON."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from cosmic_ray.work_item import MutationSpec, WorkResult

Verdict = tuple[MutationSpec, WorkResult]


def package(mutant: MutationSpec) -> str:
    """Return the package, such as `arena/rules`."""
    return "/".join(mutant.module_path.parts[:2])


def word(result: WorkResult) -> str:
    """Return `survived`, `hung` or `caught`; hung mutants count as caught."""
    if not result.is_killed:
        return "survived"
    return "hung" if result.output == "timeout" else "caught"


def report(verdicts: Iterable[Verdict], drawn: int) -> dict[str, Any]:
    """Return the numbers by package, and the survivors."""
    ordered = sorted(verdicts, key=lambda each: (each[0].module_path, each[0].start_pos))
    tried = Counter(package(mutant) for mutant, _ in ordered)
    survived = Counter(package(mutant) for mutant, result in ordered if not result.is_killed)
    rows = {
        name: {
            "tried": count,
            "caught": count - survived[name],
            "survived": survived[name],
            "percent": round(100 * (count - survived[name]) / count, 1),
        }
        for name, count in tried.items()
    }
    survivors = [
        {"at": f"{mutant.module_path}:{mutant.start_pos[0]}", "operator": mutant.operator_name, "diff": result.diff}
        for mutant, result in ordered
        if not result.is_killed
    ]
    return {"drawn": drawn, "tried": len(ordered), "packages": rows, "survivors": survivors}


def show(summary: dict[str, Any]) -> None:
    """Print a report for people."""
    for survivor in summary["survivors"]:
        print(f"\n{survivor['at']} survived:")
        print("\n".join(line for line in survivor["diff"].splitlines()[3:] if line[:1] in "+-"))
    print(f"\n{'package':16}{'tried':>8}{'caught':>8}{'survived':>10}{'percent':>9}")
    for name, row in summary["packages"].items():
        print(f"{name:16}{row['tried']:8}{row['caught']:8}{row['survived']:10}{row['percent']:9.1f}")
    if summary["tried"] < summary["drawn"]:
        print(f"{summary['tried']} of {summary['drawn']} were tried so far: call again to go on")
