"""Bot processes, as the gateway knows them."""

from arena.gateway.seats.instances import Instance


def test_a_bot_that_plays_for_weeks_takes_no_more_memory() -> None:
    instance = Instance(1, "ours")
    instance.max_seats = 3
    for seat in range(1000):
        instance.remember_end(seat)
    assert list(instance.ended) == [997, 998, 999]
    instance.max_seats = 1  # it has come back with less room
    instance.remember_end(1000)
    assert list(instance.ended) == [1000]
