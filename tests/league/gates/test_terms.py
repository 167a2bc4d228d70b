import math

from arena.league.gates.betting import ELO, Terms


def test_an_elo_is_the_slope_of_the_scale_of_the_ratings() -> None:
    def elo(score: float) -> float:
        return 400 * math.log10(score / (1 - score))

    assert math.isclose(ELO, (elo(0.5 + 1e-5) - elo(0.5 - 1e-5)) / 2e-5, rel_tol=1e-6)
    assert Terms(above=-ELO / 100, below=ELO / 50).differences == (-0.01, 0.02)


def test_it_is_decided_when_a_bet_has_won_enough() -> None:
    terms = Terms(alpha=0.05, beta=0.1)
    assert terms.decision(math.log(20) - 1e-9, math.log(10) - 1e-9) == ""
    assert terms.decision(-math.log(0.05), -9) == "stronger"
    assert terms.decision(-9, -math.log(0.1)) == "not stronger"
