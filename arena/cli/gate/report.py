"""Follow a gate on a terminal, and print its result."""

import time
from collections.abc import Iterator
from dataclasses import replace
from math import exp, log

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from arena.api.columns import as_dict
from arena.api.labels import rated_formats
from arena.cli.service import Service
from arena.cli.terminal.printing import console, print_json, show, table
from arena.cli.terminal.tables import STANDS, pool_of
from arena.escapes import escape
from arena.wire.gen import gates_pb2 as pb

POLL_INTERVAL = 1.0  # seconds
MAX_EXPONENT = 700.0  # exp() of a greater number overflows a float


def follow(service: Service, start: pb.Gate, as_json: bool) -> Iterator[pb.Gate]:
    """Print and yield the state of a gate, now and at each change, until the gate is decided.

    *start*: the gate's current state. *as_json*: print lines of JSON rather than a progress bar. Raises `Refusal`.
    """
    if as_json:
        for gate in _watch(service, start):
            print_json(as_dict(gate))
            yield gate
        return
    screen, printed = console(), ""
    columns = (
        TextColumn("{task.description}", markup=False),
        *(BarColumn(bar_width=20), TextColumn("{task.fields[now]}", markup=False), TimeElapsedColumn()),
    )
    with Progress(*columns, console=screen) as progress:
        bar = progress.add_task(escape(start.tournament.name), total=2, now="")
        for gate in _watch(service, start):
            waits = "; ".join(_reasons_to_wait(gate))
            gain = f"{_elo(gate.estimate)}, " if gate.HasField("estimate") else ""
            now = f"{gain}{gate.deals} deals" + f" ({waits})" * bool(waits)
            at = 1 + _part(gate.log_wealth_stronger, gate.alpha) - _part(gate.log_wealth_not_stronger, gate.beta)
            progress.update(bar, completed=at, now=now)
            if now != printed and not screen.is_terminal:
                screen.print(f"{gate.tournament.name}: {now}")
            printed = now
            yield gate


def report(gate: pb.Gate, explain: bool) -> None:
    """Print the state or the result of a gate; if *explain*, also print the meaning of each number."""
    out, decision = console(), gate.decision or "not yet decided"
    verdict = f"{decision} whether {gate.new_bot} is stronger than {gate.old_bot}"
    if "stronger" in decision:
        verdict = f"{gate.new_bot} is {decision} than {gate.old_bot}"
    waits = "; ".join(_reasons_to_wait(gate)) if not gate.decision else ""
    pool = pool_of(gate.tournament)
    formats = rated_formats(zip(gate.tournament.variants, gate.tournament.formats, strict=True))
    if gate.HasField("estimate"):
        verdict += f": {100 * gate.estimate.difference:+.1f} points of 100 a deal, {_elo(gate.estimate)} (95%)"
    out.print(f"{gate.tournament.name} ({pool}, {formats}): {verdict}" + f" ({waits})" * bool(waits))
    fillers = f", with {', '.join(gate.fillers)}" if gate.fillers else ""
    more = f" and {gate.playing} at the tables" * bool(gate.playing)
    out.print(f"{gate.deals} deals, {gate.tournament.closed} boards played{more}{fillers}")
    limits = f"stronger: a gain above {gate.above:g} board Elo; not stronger: below {gate.below:g}"
    out.print(f"{limits}; risks of a wrong verdict: {gate.alpha:g}, {gate.beta:g}")
    if gate.warning:
        out.print(gate.warning)
    tables = [_by_variant(gate)] if len(gate.tournament.variants) > 1 else []
    show(tables, explain, ("stronger", "board Elo", "score", "deals", "boards"))
    if explain:
        out.print(f"wealth of the bets: {_won(gate)}")


def _by_variant(gate: pb.Gate) -> Table:
    rows = table("By variant", "variant", "board Elo", "deals", "new", "old", numbers=3)
    for line in gate.variants:
        scores = (f"{line.new_score:.3f}", f"{line.old_score:.3f}")
        rows.add_row(line.variant, _elo(line).removeprefix("board Elo "), str(line.deals), *scores)
    return rows


def _watch(service: Service, start: pb.Gate) -> Iterator[pb.Gate]:
    patient, gate = replace(service, patient=True), start
    yield gate
    with patient.people() as people:
        while not gate.decision:
            time.sleep(POLL_INTERVAL)
            last, gate = gate, people.GetGate(pb.GetGateRequest(name=start.tournament.name), **service.call).gate
            if gate != last:
                yield gate


def _won(gate: pb.Gate) -> str:
    """Return the wealth of both bets and the wealth at which each decides, as "stronger 1.2 of 20, ..."."""
    stronger, not_stronger = (
        f"{exp(min(log_wealth, MAX_EXPONENT)):.3g} of {1 / error:.3g}"
        for log_wealth, error in ((gate.log_wealth_stronger, gate.alpha), (gate.log_wealth_not_stronger, gate.beta))
    )
    return f"stronger {stronger}, not stronger {not_stronger}"


def _part(log_wealth: float, error: float) -> float:
    """Return a bet's progress to the wealth that decides, 1/*error*, from 0 to 1; *log_wealth* is a natural log."""
    return min(max(log_wealth / -log(error), 0.0), 1.0)


def _elo(estimate: pb.GateEstimate) -> str:
    return f"board Elo {estimate.elo:+.0f} [{estimate.low:+.0f}, {estimate.high:+.0f}]"


def _reasons_to_wait(gate: pb.Gate) -> list[str]:
    words = [STANDS[gate.tournament.state]] if gate.tournament.state in STANDS else []
    if gate.failed:
        words.append(f"{gate.failed} boards failed: `arena tournament failed` says why")
    if gate.offline and gate.tournament.state == "running":
        words.append(f"waiting for {', '.join(gate.offline)}")
    return words
