import json

from arena.rules import configure, new_game, options_of
from arena.wire.events import event_from_pb
from arena.wire.gen import seat_pb2
from arena.wire.legal import legal_from_pb
from arena.wire.seats import game_over_bytes, rejected_bytes, start_bytes

RULES = configure("spades-4", "short-each")
GAME = new_game(RULES, bytes(32))


def test_start_resolves_every_option() -> None:
    start = seat_pb2.SeatStart.FromString(start_bytes(RULES, 2, 1, 5_000_000, 1_250_000))
    assert (start.variant, start.seat, start.seats, start.dealer) == ("spades-4", 2, 4, 1)
    assert start.move_time.ToMicroseconds() == 5_000_000
    assert start.bank.ToMicroseconds() == 1_250_000
    assert configure(start.variant, options=json.loads(start.options)) == RULES
    assert json.loads(start.options) == options_of(RULES)


def test_rejected_has_the_legal_answers() -> None:
    rejected = seat_pb2.Rejected.FromString(rejected_bytes(3, "no", GAME.legal(), 2))
    assert (rejected.number, rejected.reason, rejected.left) == (3, "no", 2)
    assert legal_from_pb(GAME.kind, rejected.legal) == GAME.legal()


def test_game_over_has_the_rest_of_the_events() -> None:
    over = seat_pb2.GameOver.FromString(game_over_bytes(GAME.events(0), 4, -120, "hands", 1))
    assert (over.rank, over.score, over.ended, over.infractions) == (4, -120, "hands", 1)
    assert [event_from_pb(event) for event in over.events] == GAME.events(0)
