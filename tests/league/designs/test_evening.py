import random

import pytest

from arena.league.designs.evening import Choice, Evening


def squares(counts: list[int]) -> int:
    return sum(each * each for each in counts)


@pytest.mark.parametrize("seed", range(40))
def test_annealing_step_keeps_a_choice_that_adds_no_squares(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    counts = [chance.randrange(6) for _ in range(6)]
    choices: list[Choice] = [[chance.randrange(6) for _ in range(3)] for _ in range(2)]
    evening = Evening(list(counts), [choices])
    (first,) = evening.chosen
    with_each = [[count + list(choice).count(cell) for cell, count in enumerate(counts)] for choice in choices]
    assert evening.counts == with_each[first]
    chances = iter([1 - first, 2**32 - 1])  # the other choice, and no odds are good enough
    monkeypatch.setattr(evening, "_draw_number", lambda below: next(chances))
    evening._step(0)
    (remaining,) = evening.chosen
    assert (remaining != first) == (squares(with_each[1 - first]) <= squares(with_each[first]))
    assert evening.counts == with_each[remaining]


def test_annealing_evens_out_what_sweeps_leave() -> None:
    chance = random.Random(1)
    swept = []
    for _ in range(20):
        items = [[chance.sample(range(9), 3) for _ in range(3)] for _ in range(30)]
        evening = Evening([0] * 9, items)
        evening.even_out(0)
        swept.append(evening.spread)
        evening.even_out(100_000)
        taken = [cell for choices, index in zip(items, evening.chosen, strict=True) for cell in choices[index]]
        assert evening.counts == [taken.count(cell) for cell in range(9)]
        assert evening.spread <= evening.allowed
    assert max(swept) > 1
