from arena.api.operations import FOR_ANYBODY, FOR_OPERATORS, FOR_PEOPLE, OPERATIONS
from arena.wire.gen.arena_pb2 import DESCRIPTOR


def test_no_call_is_open_to_two_lists() -> None:
    assert len(OPERATIONS) == len(FOR_OPERATORS) + len(FOR_PEOPLE) + len(FOR_ANYBODY)


def test_every_call_of_the_service_has_one_operation() -> None:
    assert set(OPERATIONS) == set(DESCRIPTOR.services_by_name["ArenaService"].methods_by_name)
