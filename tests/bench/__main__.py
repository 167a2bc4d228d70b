"""`make bench`: print tables of ratios against OpenSpiel and others.

Peers are measured in the same run; kept as build/bench.json. The compiled core is built once for
the sources as they are, by `tests.compiled`.
"""

import json
import sys

from tests.bench import environments, seats
from tests.bench.luck import Luck
from tests.bench.luck import show as show_luck
from tests.bench.machine import machine
from tests.bench.processes import ROOT, run
from tests.bench.scale import table as table_of_scale
from tests.bench.scaling import show as show_scaling
from tests.bench.search.speed import Speed
from tests.bench.search.speed import show as show_search
from tests.bench.sizes import CHOSEN, LUCK_SECONDS, SECONDS
from tests.bench.solver.ends import show as show_solving
from tests.bench.table import Table
from tests.bench.turns.measure import measure
from tests.bench.turns.table import show
from tests.compiled import compiled_core


def main() -> None:
    """Measure everything once and print it."""
    peer = run("tests.bench.openspiel", SECONDS)
    report: dict[str, object] = {"openspiel": peer}
    print(machine())
    table = Table(peer)
    compiled = compiled_core()
    for variant in CHOSEN:
        source = run("tests.bench.hands", variant, SECONDS)
        native = run("tests.bench.hands", variant, SECONDS, path=compiled)
        if native["core"] != "compiled":
            sys.exit("the compiled core was not loaded: is there a C compiler?")
        report[variant] = {"Python": source, "compiled": native}
        table.row(variant, source, native)
    table.notes()
    print()
    report["turns"] = turns = measure(SECONDS)
    show(turns)
    print()
    report["scale"] = scale = run("tests.bench.scale")
    table_of_scale.show(scale)
    print()
    show_scaling(turns, scale)
    print()
    report["environments"] = environment_rounds = environments.measure()
    environments.show(environment_rounds)
    print()
    report["luck"] = luck = run("tests.bench.luck", "--seconds", LUCK_SECONDS, "--json", path=compiled)
    show_luck([Luck(**each) for each in luck])
    print()
    double_dummy = run("tests.bench.solver.double_dummy", SECONDS)
    ends = {variant: run("tests.bench.solver.ends", variant, SECONDS, path=compiled) for variant in CHOSEN}
    report["solving"] = {"endplay": double_dummy, **ends}
    show_solving(double_dummy, ends)
    print()
    speeds = ("tests.bench.search.speed", *CHOSEN, "--json", "--seconds", SECONDS)
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
