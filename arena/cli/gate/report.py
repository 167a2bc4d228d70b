"""A gate on a terminal: followed until it is decided, and what it came to."""

import time
from collections.abc import Iterator
from dataclasses import replace

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from arena.cli.service import Service, as_dict
from arena.cli.terminal.printing import console, print_json, table
from arena.cli.terminal.tables import pool_label
from arena.cli.tournament.watching import STANDS
from arena.wire.gen import gates_pb2 as pb

LOOK_EVERY = 1.0  # seconds
SAID = {
    "stronger": "{new} is stronger than {old}",
    "not stronger": "{new} is not stronger than {old}",
    "undecided": "undecided whether {new} is stronger than {old}",
    "": "not yet decided whether {new} is stronger than {old}",
}


def follow(service: Service, made: pb.Gate, as_json: bool) -> Iterator[pb.Gate]:
    """A gate each time it changed, until it is decided, shown on the way. Raises `Refusal`."""
    if as_json:
        for gate in _looks(service, made):
            print_json(as_dict(gate))
            yield gate
        return
    shown, told = console(), ""
    columns = (
        TextColumn("{task.description}", markup=False),
        *(BarColumn(bar_width=20), TextColumn("{task.fields[now]}", markup=False), TimeElapsedColumn()),
    )
    with Progress(*columns, console=shown) as progress:
        bar = progress.add_task(made.tournament.name, total=made.upper - made.lower, now="")
        for gate in _looks(service, made):
            waits = "; ".join(_waits(gate))
            now = f"{_ratio(gate)}, {gate.deals} deals" + f" ({waits})" * bool(waits)
            at = min(max(gate.llr, gate.lower), gate.upper) - gate.lower
            progress.update(bar, completed=at, now=now)
            if waits != told and waits and not shown.is_terminal:
                shown.print(f"{gate.tournament.name}: {now}")
            told = waits
            yield gate


def report(gate: pb.Gate) -> None:
    """What is known of a gate."""
    out, said = console(), SAID[gate.decision].format(new=gate.new_bot, old=gate.old_bot)
    waits = "; ".join(_waits(gate)) if not gate.decision else ""
    pool = pool_label(gate.tournament.pool)
    out.print(f"{gate.tournament.name} ({pool}): {said}" + f" ({waits})" * bool(waits))
    out.print(
        f"{_ratio(gate)}: {gate.elo0:g} against {gate.elo1:g} normalised Elo, alpha {gate.alpha:g}, beta {gate.beta:g}"
    )
    if gate.HasField("estimate"):
        estimate = gate.estimate
        likely = f", LOS {100 * estimate.superiority:.1f}%" if estimate.HasField("superiority") else ""
        normalised = f", normalised Elo {gate.normalised_elo:+.0f}" if gate.HasField("normalised_elo") else ""
        out.print(f"{_elo(estimate)}{likely}{normalised}")
    sat = f", with {', '.join(gate.fillers)}" if gate.fillers else ""
    more = f" and {gate.playing} at the tables" * bool(gate.playing)
    out.print(f"{gate.deals} deals, {gate.tournament.closed} boards played{more}{sat}")
    if gate.decision in ("stronger", "not stronger"):
        out.print(f"boards saved: {gate.boards_saved} of the {gate.fixed_boards} that a test of a fixed size needs")
    if len(gate.tournament.variants) > 1:
        rows = table("By variant", "variant", "deals", "new", "old", "board Elo", numbers=4)
        for line in gate.variants:
            scores = (f"{line.new_score:.3f}", f"{line.old_score:.3f}")
            rows.add_row(line.variant, str(line.deals), *scores, _elo(line).removeprefix("board Elo "))
        out.print(rows)


def _looks(service: Service, made: pb.Gate) -> Iterator[pb.Gate]:
    """It now and whenever it changed. A gateway that goes away and comes back is waited for."""
    patient, gate = replace(service, patient=True), made
    yield gate
    with patient.people() as people:
        while not gate.decision:
            time.sleep(LOOK_EVERY)
            last, gate = gate, people.GetGate(pb.GetGateRequest(name=made.tournament.name), **service.call).gate
            if gate != last:
                yield gate


def _ratio(gate: pb.Gate) -> str:
    return f"LLR {gate.llr:.2f} ({gate.lower:.2f}, {gate.upper:.2f})"


def _elo(estimate: pb.GateEstimate) -> str:
    if not estimate.HasField("low"):
        return f"board Elo {estimate.elo:+.0f}"
    return f"board Elo {estimate.elo:+.0f} [{estimate.low:+.0f}, {estimate.high:+.0f}]"


def _waits(gate: pb.Gate) -> list[str]:
    """What keeps it from going on."""
    words = [STANDS[gate.tournament.state]] if gate.tournament.state in STANDS else []
    if gate.failed:
        words.append(f"{gate.failed} boards failed: `arena tournament failed` says why")
    if gate.offline and gate.tournament.state == "running":
        words.append(f"waiting for {', '.join(gate.offline)}")
    return words
