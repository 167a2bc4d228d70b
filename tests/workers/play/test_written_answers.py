"""Whether what gateways wrote down of a seat is all that its worker may have heard."""

import pytest

from arena.store.play.rows import Journal, SpilledAnswers
from arena.wire.gen import link_pb2 as pb
from workers.play.place import find_spilled_outcomes

GATEWAY, OTHER = "g1:7701", "g2:7701"


def row(
    lease_number: int, *answers: tuple[int, bytes], gateway: str = GATEWAY, columnar: bool = False, opening: int = 2
) -> SpilledAnswers:
    opened = [pb.Answered(seat_id=7, number=number, action=action) for number, action in answers]
    return SpilledAnswers(
        7, lease_number, gateway, columnar, pb.SeatOpened(seat_id=7, kept=opened).SerializeToString(), opening, 1
    )


def journal(lease_number: int) -> Journal:
    return Journal(b"", b"", [], [], [], [], [], [OTHER, GATEWAY], False, lease_number, [], [], [], [1, 2], [])


def merge(rows: list[SpilledAnswers], lease_number: int | None) -> dict[int, bytes] | None:
    opened = find_spilled_outcomes(rows, journal(lease_number) if lease_number else None, 1)
    return None if opened is None else {answered.number: answered.action for answered in opened.answers}


@pytest.mark.parametrize(
    ("rows", "all_of_it"),
    [
        ([], None),
        ([row(1, (4, b"a"))], None),  # its next worker may have heard more
        ([row(2, (4, b"a"), gateway=OTHER)], None),  # the seat had moved on
        ([row(2)], {}),
        ([row(2, (4, b"a"), opening=1)], None),  # it came back since
        ([row(2, (4, b"a"), opening=3)], {4: b"a"}),
        ([row(2, (4, b"a"), (5, b"b"))], {4: b"a", 5: b"b"}),
        ([row(1, (3, b"x"), (4, b"y")), row(2, (4, b"a"))], {3: b"x", 4: b"a"}),
        ([row(2, (4, b"a")), row(2, (4, b"z"), gateway=OTHER)], {4: b"a"}),
    ],
)
def test_it_is_all_from_the_gateway_and_worker_that_the_journal_names(
    rows: list[SpilledAnswers], all_of_it: dict[int, bytes] | None
) -> None:
    assert merge(rows, 2) == all_of_it


def test_a_game_without_a_journal_uses_all_written_answers() -> None:
    assert merge([row(1, (1, b"a"))], None) == {1: b"a"}
    assert merge([], None) is None


def test_it_says_how_the_seat_was_asked() -> None:
    answers = find_spilled_outcomes([row(2, columnar=True)], journal(2), 1)
    assert answers is not None
    assert answers.columnar
