"""The packer writes the same bytes compiled and as its source is.

Both must equal the reference, at the same games.
"""

import pytest

from tests.other_build import pass_on_other_build


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_tests_of_the_packer_pass_on_its_other_build() -> None:
    pass_on_other_build(["tests/wire/columns/test_pack.py"], ["arena.wire.columns.pack"])
