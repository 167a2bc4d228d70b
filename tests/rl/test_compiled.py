"""The stepper passes its tests compiled and as its source is."""

import pytest

from tests.other_build import pass_on_other_build


@pytest.mark.timeout(600)
def test_the_tests_of_tables_pass_on_the_other_build_of_the_stepper() -> None:
    pass_on_other_build(["tests/rl/test_tables.py"], ["arena.rl.stepping"])
