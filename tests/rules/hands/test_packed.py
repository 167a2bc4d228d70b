import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import MalformedPackError, pack, unpack


@given(st.lists(st.integers(0, 2**40 - 1)))
def test_round_trip(actions: list[int]) -> None:
    assert unpack(pack(actions)) == actions


def test_small_actions_take_a_byte() -> None:
    assert pack([0, 51, 127, 128, 300]) == bytes([0, 51, 127, 128, 1, 172, 2])


@pytest.mark.parametrize("packed", [b"\x80", b"\x05\xff", b"\xff" * 9])
def test_malformed_packs_are_refused(packed: bytes) -> None:
    with pytest.raises(MalformedPackError):
        unpack(packed)
