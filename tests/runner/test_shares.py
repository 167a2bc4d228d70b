"""How many seats each version gets of a machine's memory and cores."""

from runner.service.settings import LEAST, MOST, OF_A_CORE, seats_of


def test_all_versions_get_as_many_seats_as_fit() -> None:
    assert seats_of({"a": 64, "b": 64}, 64 * 20, cores=8) == {"a": 10, "b": 10}
    assert seats_of({"a": 64, "b": 192}, 64 * 20, cores=8) == {"a": 5, "b": 5}
    assert seats_of({"a": 16}, 10**6, cores=8) == {"a": MOST}
    assert seats_of({}, 1000, cores=2) == {}


def test_cores_are_shared_too() -> None:
    twenty = {str(number): 16 for number in range(20)}
    assert seats_of(twenty, 10**6, cores=2) == dict.fromkeys(twenty, 2 * OF_A_CORE // 20)
    assert seats_of(dict.fromkeys(map(str, range(100)), 16), 10**6, cores=1)["0"] == LEAST


def test_the_first_versions_are_served_if_not_all_fit() -> None:
    assert seats_of({"a": 400, "b": 400, "c": 100}, 1000, cores=2) == {"a": LEAST, "c": LEAST}
