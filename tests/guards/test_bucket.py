import pytest

from arena.guards import buckets
from arena.guards.buckets import Buckets


class Clock:
    def __init__(self) -> None:
        self.at = 0

    def now(self) -> int:
        return self.at


def test_each_caller_has_a_bucket_that_refills() -> None:
    clock = Clock()
    buckets: Buckets[str] = Buckets(2, 1, clock.now)
    assert [buckets.take("ann") for _ in range(3)] == [True, True, False]
    assert buckets.take("ben")
    clock.at += 1_000_000
    assert [buckets.take("ann") for _ in range(2)] == [True, False]


def test_tokens_can_be_given_back() -> None:
    buckets: Buckets[str] = Buckets(1, 1, Clock().now)
    for _ in range(10):
        assert buckets.take("ann")
        buckets.give_back("ann")


def test_the_least_recent_callers_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "MOST", 3)
    by_caller: Buckets[int] = Buckets(1, 1, Clock().now)
    for key in (1, 2, 3, 1, 4):
        by_caller.take(key)
    assert not by_caller.take(1)
    assert by_caller.take(2)
