from arena.api.operations import OPERATIONS
from arena.wire.gen.arena_pb2 import DESCRIPTOR


def test_every_call_of_the_service_has_one_operation() -> None:
    assert set(OPERATIONS) == set(DESCRIPTOR.services_by_name["ArenaService"].methods_by_name)
