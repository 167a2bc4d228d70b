from arena.league.findings.marks import LIMITS, Conduct, Passed, find_passed_limits


def test_conduct_within_its_limits_has_no_mark() -> None:
    assert find_passed_limits(Conduct()) == []
    assert find_passed_limits(Conduct({"a": (0, 0)}, {"b": (0, 0)})) == []
    assert find_passed_limits(Conduct({"a": (1000, 10)}, {"b": (100, 1)}, 100, 1, LIMITS["lag"])) == []


def test_passed_limits_are_listed_with_their_shares() -> None:
    conduct = Conduct({"b": (1000, 32), "a": (1000, 3)}, {"a": (50, 1)}, 50, 2, 0.25)
    assert find_passed_limits(conduct) == [
        Passed("", "lag", 0.25, 0.1),
        Passed("", "voids", 0.04, 0.01),
        Passed("a", "forfeits", 0.02, 0.01),
        Passed("b", "fallbacks", 0.032, 0.01),
    ]
