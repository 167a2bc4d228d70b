"""`make bench`: print ratios to OpenSpiel and other peers, measured in the same run; store build/bench.json."""

import json
import sys

from tests.compiled import compiled_core
from tools.bench import environments, seats
from tools.bench.luck import Luck
from tools.bench.luck import show as show_luck
from tools.bench.machine import machine
from tools.bench.processes import ROOT, run
from tools.bench.scale import table as table_of_scale
from tools.bench.scaling import show as show_scaling
from tools.bench.search.speed import Speed
from tools.bench.search.speed import show as show_search
from tools.bench.sizes import CHOSEN, LUCK_SECONDS, SECONDS
from tools.bench.solver.ends import show as show_solving
from tools.bench.table import Table
from tools.bench.turns.measure import measure
from tools.bench.turns.table import show


def main() -> None:
    """Measure everything once and print it."""
    peer = run("tools.bench.openspiel", SECONDS)
    report: dict[str, object] = {"openspiel": peer}
    print(machine())
    table = Table(peer)
    compiled = compiled_core()
    for variant in CHOSEN:
        source = run("tools.bench.hands", variant, SECONDS)
        native = run("tools.bench.hands", variant, SECONDS, path=compiled)
        if native["core"] != "compiled":
            sys.exit("the compiled core was not loaded: is there a C compiler?")
        report[variant] = {"Python": source, "compiled": native}
        table.row(variant, source, native)
    table.notes()
    print()
    report["turns"] = turns = measure(SECONDS)
    show(turns)
    print()
    report["scale"] = scale = run("tools.bench.scale")
    table_of_scale.show(scale)
    print()
    show_scaling(turns, scale)
    print()
    report["environments"] = environment_rounds = environments.measure()
    environments.show(environment_rounds)
    print()
    report["luck"] = luck = run("tools.bench.luck", "--seconds", LUCK_SECONDS, "--json", path=compiled)
    show_luck([Luck(**each) for each in luck])
    print()
    double_dummy = run("tools.bench.solver.double_dummy", SECONDS)
    ends = {variant: run("tools.bench.solver.ends", variant, SECONDS, path=compiled) for variant in CHOSEN}
    report["solving"] = {"endplay": double_dummy, **ends}
    show_solving(double_dummy, ends)
    print()
    speeds = ("tools.bench.search.speed", *CHOSEN, "--json", "--seconds", SECONDS)
    report["search"] = searched = run(*speeds, path=compiled)
    show_search([Speed(**each) for each in searched])
    print()
    seats.main()
    target = ROOT / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(report, indent=2) + "\n")
    print(f"\nkept in {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
