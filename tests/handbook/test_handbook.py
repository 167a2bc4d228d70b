import re

from google.protobuf import text_format

from arena.wire.gen import seat_pb2
from tests.handbook.page import ARENA, BOT
from tests.handbook.written import PAGE, written

AGAIN = "write the page anew with: python -m tests.handbook"


def timeless(page: str) -> str:
    return re.sub(r"(clock \{).*", r"\1", page)


async def test_the_exchange_is_what_the_arena_says_today() -> None:
    assert timeless(PAGE.read_text()) == timeless(await written()), AGAIN


def test_the_exchange_can_be_read_by_protobuf() -> None:
    messages = re.findall(rf"^({BOT}|{ARENA})\n((?:[^`#].*\n)+)", PAGE.read_text(), re.MULTILINE)
    assert len(messages) > 20
    for who, text in messages:
        message = seat_pb2.ToArena() if who == BOT else seat_pb2.ToBot()
        text_format.Parse(text, message)
        assert message.WhichOneof("message")
