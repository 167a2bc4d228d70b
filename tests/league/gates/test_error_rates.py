"""Simulate how often gates err; `python -m tools.bench.gates` prints more of it."""

import math

import numpy as np
import pytest

from arena.league.gates.betting import ELO, Terms
from arena.league.gates.evidence import RUNS_ALARM, DealTally, Evidence
from arena.league.schedules.gate import BLOCK_DEALS
from tests.league.gates.simulated import KINDS, LONG, MOST, Kind, ends, warned
from tests.sizes import sized

GATES, DEALS = sized(120, 2000), sized(1920, 4992)  # of whole rounds of two variants
TERMS = Terms()


@pytest.mark.parametrize("kind", [*KINDS, *LONG], ids=lambda kind: kind.name)
@pytest.mark.parametrize(
    ("terms", "mean"),
    [(TERMS, 0.0), (Terms(beta=1e-300), 0.0), (TERMS, TERMS.below / ELO)],
    ids=["equal until decided", "equal watched to the end", "stronger"],
)
def test_gate_errs_as_rarely_as_promised(kind: Kind, terms: Terms, mean: float) -> None:
    rows, more = kind.deals(mean, GATES, DEALS, np.random.default_rng(2 if mean else 1))
    verdicts = ends(kind, mean, rows, terms, more=more)
    noise = 3 * math.sqrt(0.05 * 0.95 / GATES)  # of the simulation itself
    errors = verdicts.not_stronger if mean else verdicts.stronger
    assert errors.mean() <= 0.05 + noise * (GATES < 1000)
    assert verdicts.held.mean() >= 0.95 - noise * (GATES < 1000)


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[1], KINDS[9], LONG[1]], ids=lambda kind: kind.name)
def test_the_columns_of_the_simulation_end_as_the_league_does(kind: Kind) -> None:
    variants = kind.variants
    differences, more = kind.deals(0.02, 4, 160 * variants, np.random.default_rng(3))
    more[0] = -1  # the new version has infractions in all blocks of this gate
    terms = Terms(below=60)
    for row, differs in enumerate(differences):
        evidence = Evidence([DealTally.of_table(4) for _ in range(variants)])
        blocks = np.rint(differs * MOST).astype(int).reshape(-1, variants, BLOCK_DEALS)
        for of_round, signs in zip(blocks, more[row].reshape(-1, variants), strict=True):
            for variant, (block, sign) in enumerate(zip(of_round, signs, strict=True)):
                evidence.add(variant, [((MOST + int(each), int(sign < 0)), (MOST, int(sign > 0))) for each in block])
            if evidence.decision(terms):
                break
        verdicts = ends(kind, 0.02, differences, terms, more=more)
        assert verdicts.deals[row] == evidence.deals
        verdict = "stronger" if verdicts.stronger[row] else "not stronger" if verdicts.not_stronger[row] else ""
        assert evidence.decision(terms) == verdict
        pooled = evidence.pooled()
        assert pooled
        assert verdicts.held[row] == (pooled.low <= 0.02 <= pooled.high)
        assert warned(kind, differs[: evidence.deals]) == (evidence.runs_p < RUNS_ALARM)


def test_a_gate_warns_of_a_version_that_was_disturbed_for_long_and_seldom_of_chance() -> None:
    rows, _ = KINDS[0].deals(0.0, GATES, 960, np.random.default_rng(5))
    assert np.mean([warned(KINDS[0], row) for row in rows]) <= 0.01
    rows[:, :480] = np.clip(rows[:, :480] + 0.25, -1, 1)
    assert np.mean([warned(KINDS[0], row) for row in rows]) > 0.8
