import pytest

from tests.rules.leaves import FOLDER, VARIANTS, begun, below_each_first_answer, path_of, positions_of
from tests.rules.leaves.counted import adjudicated_leaves
from tests.sizes import sized

FEW = 30
VARIANTS_WITH_A_FILE = [variant for variant in VARIANTS if path_of(variant).exists()]


def test_every_variant_has_a_file_and_no_other() -> None:
    again = "python -m tests.rules.leaves writes them"
    assert {path.stem for path in FOLDER.glob("*.json")} == set(VARIANTS), again


@pytest.mark.parametrize("variant", VARIANTS_WITH_A_FILE)
def test_the_engine_counts_as_many_leaves(variant: str) -> None:
    for number, position in enumerate(positions_of(variant)):
        counts = below_each_first_answer(begun(variant, position), position["depth"])
        assert sum(counts.values()) == position["leaves"], f"position {number}, under each first answer: {counts}"


@pytest.mark.parametrize("variant", VARIANTS_WITH_A_FILE)
def test_the_adjudicator_counts_as_many_leaves(variant: str) -> None:
    few = [position for position in positions_of(variant) if position["leaves"] <= FEW]
    for position in sorted(few, key=lambda position: int(position["leaves"]))[: sized(2, len(few))]:
        assert adjudicated_leaves(variant, position) == position["leaves"]
