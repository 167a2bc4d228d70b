"""Report a run of faults: a table for people, JSON for programs."""

import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tools.bench.machine import machine
from tools.chaos.check import Verdict
from tools.chaos.kept import END, InflictedFault
from tools.chaos.voids import Void

SUMMED = ("boards", "games", "lost", "doubled", "changed", "blamed")
SHOWN = 4  # faults to show before a void without an explanation


def report(
    settings: Mapping[str, Any],
    done: Sequence[InflictedFault],
    verdict: Verdict,
    voided: Sequence[Void],
    missing: Mapping[str, str],
) -> dict[str, Any]:
    """Return the whole account of a run; times are in seconds."""
    return {
        "machine": machine(),
        "settings": dict(settings),
        "faults": _by_kind(done),
        "not done": dict(missing),
        **asdict(verdict),
        "voided": [_void(void, done[0].began) for void in voided],
        "good": verdict.is_good and all(void.evidence for void in voided),
    }


def _by_kind(done: Sequence[InflictedFault]) -> list[dict[str, Any]]:
    kinds: dict[tuple[str, str], list[float]] = defaultdict(list)
    for each in done:
        if each.fault != END:
            kinds[each.fault.part, each.fault.kind].append(each.recovery)
    return [
        {
            "fault": f"{kind} {part}",
            "times": len(taken),
            "median": round(statistics.median(taken), 1),
            "worst": round(max(taken), 1),
        }
        for (part, kind), taken in sorted(kinds.items())
    ]


def _void(void: Void, began: float) -> dict[str, Any]:
    causes = void.evidence or [done for done in void.before if done.fault.takes][-SHOWN:]
    faults = [f"{done.fault} at {done.began - began:.0f} s" for done in causes]
    return {"board": void.board, "reason": void.reason, "explained": bool(void.evidence), "after": faults}


def merge_accounts(accounts: Sequence[Mapping[str, Any]], done: Sequence[InflictedFault]) -> dict[str, Any]:
    """Return one account of several runs whose faults are *done*."""
    summed = {name: sum(account[name] for account in accounts) for name in SUMMED}
    lacking = [set(account["not done"]) for account in accounts]
    return {
        "machine": accounts[0]["machine"],
        "settings": {"runs": len(accounts)},
        "faults": _by_kind(done),
        "not done": dict.fromkeys(set.intersection(*lacking), "in none of these runs"),
        **summed,
        "same_tables": all(account["same_tables"] for account in accounts),
        "voided": [void for account in accounts for void in account["voided"]],
        "good": all(account["good"] for account in accounts),
    }


def format_account(account: Mapping[str, Any]) -> str:
    """Return *account* as Markdown, in the form of `docs/explanation/chaos.md`."""
    rows = [f"| {row['fault']} | {row['times']} | {row['median']} s | {row['worst']} s |" for row in account["faults"]]
    faults, voided = sum(row["times"] for row in account["faults"]), account["voided"]
    return "\n".join(
        [
            f"{account['machine']}; {', '.join(f'{name} {value}' for name, value in account['settings'].items())}",
            "",
            "| fault | times | back after, median | worst |",
            "|---|---|---|---|",
            *rows,
            "",
            *(f"not done: {part} ({why})" for part, why in account["not done"].items()),
            f"{faults} faults, {account['boards']} boards, {account['games']} games: lost {account['lost']},"
            f" doubled {account['doubled']}, changed {account['changed']}; blamed without need {account['blamed']};"
            f" tables {'the same' if account['same_tables'] else 'CHANGED'}; voided {len(voided)}",
            *_lines(voided),
        ]
    )


def _lines(voided: Sequence[Mapping[str, Any]]) -> list[str]:
    causes = defaultdict[tuple[str, bool, str], list[str]](list)
    for void in voided:
        causes[void["reason"], void["explained"], "; ".join(void["after"])].append(str(void["board"]))
    return [
        f"  {len(boards)} ({', '.join(boards)}): {reason}; {'after' if explained else 'NOT EXPLAINED by'} {after}"
        for (reason, explained, after), boards in causes.items()
    ]
