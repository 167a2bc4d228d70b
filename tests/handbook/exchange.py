"""Play one whole game as a bot's stream had it.

A real gateway, a real link, a bot that errs once and is cut off once.
"""

import asyncio
from typing import Any, Final

import grpc

from arena.play import Ledger, Seat, TimeControl, play_game
from arena.rules import configure
from arena.wire.gen import cards_pb2, seat_pb2
from arena.wire.gen.seat_pb2_grpc import SeatServiceStub
from arena.wire.seats import start_bytes
from tests.gateway.clients import SECRET
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.handbook.page import Page
from tests.play.scripted import Scripted
from tests.workers.known import Known
from workers.link.link_pool import LinkPool
from workers.play.place import Place
from workers.play.placement import Placement
from workers.play.remote_seat import RemoteSeat

VARIANT: Final = "spades-5"
RULES: Final = configure(VARIANT, options={"format": {"kind": "hands", "count": 1}})
TIME: Final = TimeControl(move_us=5_000_000, bank_us=60_000_000)
SEED: Final = b"an exchange of the handbook     "
SEAT: Final = 1  # where the bot sits; the others answer at random
VERSION: Final = 7
PLACE: Final = Place(
    seat_id=6510615555426900571,
    version_id=VERSION,
    lease_number=1,
    variant=VARIANT,
    start=start_bytes(RULES, SEAT, 0, TIME.move_us, TIME.bank_us),
)
ERRS_AT: Final = 4  # a decision's number
BREAKS_AT: Final = 6

HELLO = """## Hello

The call carries `authorization: Bearer TOKEN` in its metadata. Behind the welcome comes the first ping; later ones,
one every two seconds, are left out here."""
GAME = """## A game

Decisions are counted from 1. First this variant asks for a blind bid: the bot gets its cards only after it has chosen
to look at them. A decision with one legal answer is not asked: the arena plays that card, and the next events show
it."""
ERROR = """## An answer that is not legal

The clock runs on. The bot corrects itself, which costs only one of its three errors in a game."""
BREAK = """## The stream breaks

Here the network fails before the bot could answer. It dials again with the same `instance`, and forgets its state. The
arena sends all that the seat may know, from the start. If the bot had answered already, it would repeat that answer."""
END = """## The end

This is the seat's own result. Names, record and seed are public elsewhere when the board is closed. The bot still
answers pings: the next pong shows the arena that the result was read. When the bot wants to leave, it half-closes, and
the call ends with the status OK."""


async def exchange(page: Page) -> None:
    """Play the game and write it down."""
    async with serving(FewTokens(), 30.0) as (_, (address, link)):
        links = LinkPool(SECRET)
        async with grpc.aio.insecure_channel(address) as channel:
            bot = Bot(channel, page)
            page.say(HELLO)
            await bot.dial()
            page.say(GAME)
            ledger = Ledger.resume(RULES, SEED, TIME, None)
            game = asyncio.create_task(play_game(ledger, seats(ledger, links, link)))
            await bot.talk()
            bot.call.cancel()
            page.say(BREAK)
            await bot.dial()
            await bot.talk()
            await game
            await bot.leave()
        await links.stop()


def seats(ledger: Ledger, links: LinkPool, address: str) -> list[Seat]:
    """The bot behind its gateway, and players at random."""
    bot = RemoteSeat(Placement(PLACE, SEAT, ledger, links, Known(address), must_be_known=False))
    return [bot if seat == SEAT else Scripted() for seat in range(RULES.seats)]


class Bot:
    """A bot that writes down what is said.

    It answers the first thing that is legal, but for one answer.
    """

    def __init__(self, channel: grpc.aio.Channel, page: Page) -> None:
        self.call: Any = None
        self._channel = channel
        self._page = page
        self._hand: list[int] = []

    async def dial(self) -> None:
        """Say Hello, and be let in."""
        self.call = SeatServiceStub(self._channel).Play(metadata=(("authorization", f"Bearer token-of-{VERSION}"),))
        hello = seat_pb2.Hello(instance="handbook-5f0c9a61", protocol=1, variants=[VARIANT], max_seats=1)
        await self._send(seat_pb2.ToArena(hello=hello))
        for _ in ("welcome", "ping"):
            message = await self.call.read()
            self._page.arena(message)
        await self._send(seat_pb2.ToArena(pong=seat_pb2.Pong(nonce=message.ping.nonce)))

    async def talk(self) -> None:
        """Answer until the game is over.

        Or until the question at which the stream breaks.
        """
        while True:
            message = await self.call.read()
            if message.HasField("ping"):
                await self.call.write(seat_pb2.ToArena(pong=seat_pb2.Pong(nonce=message.ping.nonce)))
            for update in message.batch.updates:
                if not await self._hear(update):
                    return

    async def leave(self) -> None:
        """Half-close, and see the call end."""
        await self.call.done_writing()
        assert await self.call.read() is grpc.aio.EOF
        assert await self.call.code() is grpc.StatusCode.OK

    async def _hear(self, update: seat_pb2.Update) -> bool:
        """Write it down and answer. Whether to listen on."""
        body = update.WhichOneof("body")
        if body == "rejected":
            self._page.say(ERROR)
        if body == "game_over":
            self._page.say(END)
        self._page.arena(seat_pb2.ToBot(batch=seat_pb2.Batch(updates=[update])))
        if body == "game_over":
            return False
        if body == "rejected":
            await self._answer(update.rejected.number, first_legal(update.rejected.legal))
        news = update.turn if body == "turn" else update.resume
        self._hand = next((list(event.dealt.cards) for event in news.events if event.HasField("dealt")), self._hand)
        number = news.decision.number
        if body == "turn" and number == BREAKS_AT:
            return False
        if number:
            legal = news.decision.legal
            await self._answer(number, self._illegal(legal) if number == ERRS_AT else first_legal(legal))
        return True

    def _illegal(self, legal: cards_pb2.Legal) -> cards_pb2.Action:
        """A card that it was dealt and may not play now."""
        return cards_pb2.Action(play=next(card for card in self._hand if card not in legal.play.cards))

    async def _answer(self, number: int, action: cards_pb2.Action) -> None:
        answer = seat_pb2.Answer(seat_id=PLACE.seat_id, number=number, action=action)
        await self._send(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=[answer])))

    async def _send(self, message: seat_pb2.ToArena) -> None:
        self._page.bot(message)
        await self.call.write(message)


def first_legal(legal: cards_pb2.Legal) -> cards_pb2.Action:
    """The first answer of a list, of cards or of words."""
    return cards_pb2.Action(play=legal.play.cards[0]) if legal.HasField("play") else legal.actions.actions[0]
