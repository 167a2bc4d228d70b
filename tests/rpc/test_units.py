"""What messages, windows, frames, headers and patience are made of, each by itself."""

import struct
from collections import deque

import pytest
from grpc import StatusCode
from h2.errors import ErrorCodes
from h2.events import RemoteSettingsChanged, StreamReset
from h2.settings import ChangedSetting
from hyperframe.frame import DataFrame, GoAwayFrame, WindowUpdateFrame
from hypothesis import given
from hypothesis import strategies as st

from arena.rpc.flow import FIRST, LITTLE, MOST, Inbound, Outbound, Overflow, window_update
from arena.rpc.frames import HEAD, BadFrame, data_head, data_in, end_of, goaway_in, head_at, increment_in
from arena.rpc.headers import (
    DETAILS_BYTES,
    Status,
    headers_of,
    is_grpc,
    is_well_formed,
    metadata_of,
    size_of,
    status_of,
    timeout_of,
    trailers_of,
)
from arena.rpc.messages import Assembly, BadMessage, TooLong, prefix
from arena.rpc.patience import BURST, RATE, RESET, Patience

LONGEST = 1000


@given(st.data(), st.lists(st.binary(max_size=300), max_size=8))
def test_messages_cut_anywhere_are_put_together(data: st.DataObject, sent: list[bytes]) -> None:
    travelling = memoryview(b"".join(prefix(message) + message for message in sent))
    assembly, messages = Assembly(LONGEST), deque[bytes]()
    while travelling:
        cut = data.draw(st.integers(0, len(travelling)) | st.just(1) | st.just(len(travelling)))
        assembly.add(travelling[:cut], messages)
        travelling = travelling[cut:]
    assert list(messages) == sent
    assert assembly.is_whole


def feed(assembly: Assembly, messages: deque[bytes], *pieces: memoryview) -> None:
    for piece in pieces:
        assembly.add(piece, messages)


@pytest.mark.parametrize("cut", [1, 5, 9, 13, 18])
@pytest.mark.parametrize(
    ("bad", "why"),
    [(b"\1\0\0\0\0", BadMessage), (struct.pack(">BI", 0, LONGEST + 1), TooLong), (b"\xff" * 5, BadMessage)],
)
def test_messages_before_a_bad_one_are_kept(bad: bytes, why: type[BadMessage], cut: int) -> None:
    travelling = memoryview(prefix(b"good") + b"good" + prefix(b"") + bad)
    assembly, messages = Assembly(LONGEST), deque[bytes]()
    with pytest.raises(why):
        feed(assembly, messages, travelling[:cut], travelling[cut:])
    assert list(messages) == [b"good", b""]


def test_a_message_that_is_begun_is_not_whole() -> None:
    assembly, messages = Assembly(LONGEST), deque[bytes]()
    assembly.add(memoryview(prefix(b"x" * LONGEST)), messages)
    assert not assembly.is_whole
    assembly.add(memoryview(b"x" * LONGEST), messages)
    assert list(messages) == [b"x" * LONGEST]


@given(st.integers(1, 2**20), st.lists(st.integers(0, 2**18)))
def test_a_window_is_given_back_in_full_and_never_twice(size: int, pieces: list[int]) -> None:
    """The sender, who knows only what it was told, never sends too much, and is never held back for good."""
    window, told = Inbound(size), size
    for piece in pieces:
        left = piece
        while left:
            part = min(left, told)
            assert part > 0  # else nothing more would ever come: all that came has been read
            window.take(part)
            told += window.give(part) - part
            left -= part
        assert 0 <= told <= size
    window.take(told)
    with pytest.raises(Overflow):
        window.take(1)


def test_a_sender_with_little_left_is_told_of_every_little() -> None:
    window = Inbound(100_000)
    window.take(100_000)
    assert window.give(LITTLE - 1) == 0
    assert window.give(1) == LITTLE


def test_a_window_of_what_goes() -> None:
    window = Outbound()
    window.left -= FIRST
    window.grow(-FIRST)
    assert window.left == -FIRST
    window.grow(FIRST + MOST)
    with pytest.raises(Overflow):
        window.grow(1)


@given(st.integers(0, 2**24 - 1), st.integers(1, 2**31 - 1), st.integers(1, 2**31 - 1))
def test_frames_are_as_others_write_them(length: int, number: int, count: int) -> None:
    assert head_at(memoryview(data_head(length, number)), 0) == (length, 0, 0, number)
    assert end_of(number) == DataFrame(number, flags=["END_STREAM"]).serialize()
    assert window_update(number, count) == WindowUpdateFrame(number, window_increment=count).serialize()
    assert increment_in(memoryview(window_update(0, count))[HEAD:]) == count
    goaway = memoryview(GoAwayFrame(0, last_stream_id=number, error_code=7, additional_data=b"why").serialize())
    assert goaway_in(0, goaway[HEAD:]) == (number, 7)


def test_the_reserved_bit_is_nobodys() -> None:
    assert head_at(memoryview(b"\0\0\0\0\0\xff\xff\xff\xff"), 0)[3] == 2**31 - 1
    assert increment_in(memoryview(b"\x80\0\0\1")) == 1


@given(st.binary(max_size=50), st.integers(0, 255))
def test_padding(content: bytes, padding: int) -> None:
    padded = bytes([padding]) + content + bytes(padding)
    assert data_in(8, memoryview(padded)) == content
    assert data_in(0, memoryview(padded)) == padded
    if padding:
        with pytest.raises(BadFrame):
            data_in(8, memoryview(padded)[:padding])


TEXT = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E))
KEY = st.from_regex("[0-9a-z_.-]{1,9}", fullmatch=True).filter(lambda key: not key.startswith("grpc-"))
PAIR = st.tuples(KEY.filter(lambda key: not key.endswith("-bin") and key not in ("te", "content-type")), TEXT)
BINARY = st.tuples(KEY.map(lambda key: f"{key}-bin"), st.binary(max_size=40))


@given(st.lists(PAIR | BINARY))
def test_metadata_comes_as_it_went(metadata: list[tuple[str, str | bytes]]) -> None:
    assert metadata_of(headers_of(metadata)) == tuple(metadata)


@given(st.sampled_from(StatusCode), st.text(max_size=300), st.lists(PAIR | BINARY))
def test_a_status_comes_as_it_went(code: StatusCode, details: str, metadata: list[tuple[str, str | bytes]]) -> None:
    status = Status(code, details, tuple(metadata))
    assert status_of(trailers_of(status)) == status


def test_a_long_status_is_cut() -> None:
    for text in ("x" * 100_000, "ä" * 100_000):
        trailers = trailers_of(Status(StatusCode.INTERNAL, text))
        assert DETAILS_BYTES // 2 < size_of(trailers) < DETAILS_BYTES + 200
        assert status_of(trailers).details[:500] == text[:500]


@pytest.mark.parametrize(
    ("said", "seconds"),
    [(b"1H", 3600), (b"2M", 120), (b"3S", 3), (b"4m", 0.004), (b"5u", 5e-6), (b"6n", 6e-9), (b"99999999S", 99_999_999)]
    + [(bad, None) for bad in (b"", b"1", b"S", b"-1S", b"1 S", b"1s", b"123456789S", b"\xb2S", b"1Sx")],
)
def test_deadlines(said: bytes, seconds: float | None) -> None:
    assert timeout_of([(b"x", b"1S"), (b"grpc-timeout", said)]) == pytest.approx(seconds)
    assert timeout_of([]) is None


def test_what_is_well_formed() -> None:
    good = [(b":path", b"/x"), (b"a-b.c_d", b" any \xff\x01"), (b"x", b"")]
    assert is_well_formed(good)
    for bad in (
        (b"A", b""),
        (b"", b""),
        (b"a b", b""),
        (b"a:", b""),
        (b"\xff", b""),
        (b"a", b"\n"),
        (b"a", b"x\0"),
        (b"a", b"\r"),
    ):
        assert not is_well_formed([*good, bad])
    assert [is_grpc(each) for each in (b"application/grpc", b"application/grpc+proto", b"application/grpc;x=y")] == [
        True
    ] * 3
    assert [is_grpc(each) for each in (b"application/grpc-web", b"application/grp", b"", b"text/html")] == [False] * 4


def test_patience_ends_and_comes_back() -> None:
    patience = Patience(0.0)
    for _ in range(int(BURST)):
        patience.borne()
    assert patience.is_left(0.0)
    patience.borne()
    assert not patience.is_left(0.0)
    assert patience.is_left(2 / RATE)
    patience.carried()
    patience.borne()
    assert patience.is_left(2 / RATE)


def test_what_costs_more() -> None:
    changed = RemoteSettingsChanged()
    changed.changed_settings = {each: ChangedSetting(each, 0, 1) for each in range(5)}
    for cost, event in ((RESET, StreamReset(stream_id=1, error_code=ErrorCodes.CANCEL)), (5, changed)):
        patience = Patience(0.0)
        for _ in range(int(BURST / cost)):
            patience.heard(event)
        assert patience.is_left(0.0)
        patience.heard(event)
        assert not patience.is_left(0.0)
