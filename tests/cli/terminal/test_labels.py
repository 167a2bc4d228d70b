from arena.api.labels import voided_bots
from arena.wire.gen.ratings_pb2 import VoidedBot


def test_it_is_said_whose_boards_were_voided_and_why() -> None:
    lines = [
        VoidedBot(bot="a@1", dealt=49, causes={"a fault": 7, "a loss": 2}, incidents=9, chance=1e-6, flagged=True),
        VoidedBot(bot="b@1", dealt=51, causes={"a fault": 1}, incidents=1, chance=0.8),
    ]
    assert list(voided_bots(lines)) == [
        "boards voided, a fault: a@1 7 of 49, b@1 1 of 51",
        "boards voided, a loss: a@1 2 of 49",
        "! a@1: 9 of its 49 boards were voided, more than chance does",
    ]
    assert not list(voided_bots([]))
