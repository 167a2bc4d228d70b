from hypothesis import given
from hypothesis import strategies as st

from arena.gateway.seats.event_log import EventLog
from arena.wire.gen.link_pb2 import TurnEnvelope


def turn(events: list[bytes], decision: bytes = b"") -> bytes:
    return TurnEnvelope(events=events, decision=decision).SerializeToString()


def numbered(start: int, end: int) -> list[bytes]:
    return [str(number).encode() for number in range(start, end)]


def test_a_turn_goes_to_the_bot_as_it_came() -> None:
    story = EventLog()
    story.open(b"")
    said = turn(numbered(0, 3), b"what?")
    assert story.tell(said) is said
    assert story.events() == numbered(0, 3)


def test_kept_events_go_with_the_next_turn() -> None:
    story = EventLog()
    story.keep(turn(numbered(0, 2)))
    assert TurnEnvelope.FromString(story.tell(turn(numbered(2, 3), b"what?"))).events == numbered(0, 3)


def test_no_events_are_left_after_the_full_history() -> None:
    story = EventLog()
    story.keep(turn(numbered(0, 2)))
    assert story.full_history() == numbered(0, 2)
    assert story.rest() == b""


lengths = st.lists(st.integers(0, 3), max_size=6)


@given(first=lengths, data=st.data())
def test_a_bot_hears_every_event_once_and_in_order_from_any_worker(first: list[int], data: st.DataObject) -> None:
    """The second worker's turns begin anywhere, before or after the first worker's end."""
    story, heard, end = EventLog(), list[bytes](), 0
    story.open(b"")
    for length in first:
        heard += TurnEnvelope.FromString(story.tell(turn(numbered(end, end + length)))).events
        end += length
    place = data.draw(st.integers(0, end + 3))
    story.open(turn(numbered(0, place)))
    for length in data.draw(lengths):
        said = turn(numbered(place, place + length), b"what?")
        place += length
        if place <= end and data.draw(st.booleans()):
            story.keep(said)
        else:
            heard += TurnEnvelope.FromString(story.tell(said)).events
    heard += TurnEnvelope.FromString(story.rest()).events
    assert heard == numbered(0, max(end, place))
    assert story.events() == heard
