from arena.api.operations import (
    FOR_ANYBODY,
    FOR_OPERATORS,
    FOR_OWNERS,
    FOR_PEOPLE,
    FOR_READERS,
    FOR_RUNNERS,
    OPERATIONS,
)
from arena.wire.gen.arena_pb2 import DESCRIPTOR


def test_no_call_is_open_to_two_lists() -> None:
    lists = (FOR_OPERATORS, FOR_PEOPLE, FOR_READERS, FOR_OWNERS, FOR_RUNNERS, FOR_ANYBODY)
    assert len(OPERATIONS) == sum(map(len, lists))


def test_every_call_of_the_service_has_one_operation() -> None:
    assert set(OPERATIONS) == set(DESCRIPTOR.services_by_name["ArenaService"].methods_by_name)
