"""A bot without the kit: `python -m tests.workers.raw_bot ARENA[,ARENA...] TOKEN LOG SEATS THINK_SECONDS`.

It logs "asked SEAT NUMBER", "resumed SEAT NUMBER" (0: nothing is open) and "over SEAT RANK".
"""

import asyncio
import itertools
import random
import secrets
import sys
from typing import TextIO

import grpc

from arena.wire.gen import cards_pb2, seat_pb2
from arena.wire.gen.seat_pb2_grpc import SeatServiceStub

SILENCE = 15.0  # seconds without a ping, of which there is one every 2: the line is dead
VARIANTS = ["spades-4", "pinochle-cutthroat", "pinochle-double-deck", "pinochle-two-handed"]


def choose(decision: seat_pb2.Decision) -> cards_pb2.Action:
    legal, chance = decision.legal, random.Random(decision.SerializeToString())
    match legal.WhichOneof("legal"):
        case "play":
            return cards_pb2.Action(play=chance.choice(legal.play.cards))
        case "actions":
            return chance.choice(legal.actions.actions)
        case "range":
            if legal.range.may_pass:
                return cards_pb2.Action(word=cards_pb2.WORD_PASS)
            return cards_pb2.Action(bid=legal.range.least)
        case _:
            laid = chance.sample(list(legal.choice.cards), legal.choice.count)
            return cards_pb2.Action(cards=cards_pb2.Cards(cards=laid))


class RawBot:
    def __init__(self, log: TextIO, seats: int, think: float) -> None:
        self.log, self.seats, self.think = log, seats, think
        self.instance = secrets.token_hex(8)

    def note(self, *words: object) -> None:
        print(*words, file=self.log, flush=True)

    async def play(self, arenas: str, token: str) -> None:
        """Play at one gateway after the other from a random first, as streams end."""
        gateways = arenas.split(",")
        for arena in itertools.cycle(random.sample(gateways, len(gateways))):
            try:
                async with grpc.aio.insecure_channel(arena) as channel:
                    await self.stream(SeatServiceStub(channel).Play(metadata=(("authorization", f"Bearer {token}"),)))
            except grpc.aio.AioRpcError as error:
                if error.code() in (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.INVALID_ARGUMENT):
                    raise
            except (asyncio.InvalidStateError, TimeoutError):
                pass  # the stream ended while we wrote; gRPC may not even say so
            await asyncio.sleep(0.2 / len(gateways))

    async def stream(self, call: "grpc.aio.StreamStreamCall[seat_pb2.ToArena, seat_pb2.ToBot]") -> None:
        hello = seat_pb2.Hello(instance=self.instance, protocol=1, variants=VARIANTS, max_seats=self.seats)
        now = asyncio.get_running_loop().time
        async with asyncio.timeout(SILENCE) as silence:
            await call.write(seat_pb2.ToArena(hello=hello))
            async for message in call:
                silence.reschedule(now() + SILENCE)
                if message.HasField("closing"):
                    return
                if message.HasField("ping"):
                    await call.write(seat_pb2.ToArena(pong=seat_pb2.Pong(nonce=message.ping.nonce)))
                answers = [answer for update in message.batch.updates if (answer := self.hear(update))]
                if answers:
                    await asyncio.sleep(self.think)
                    await call.write(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=answers)))

    def hear(self, update: seat_pb2.Update) -> seat_pb2.Answer | None:
        seat, body = update.seat_id, update.WhichOneof("body")
        if body == "turn" and update.turn.HasField("decision"):
            self.note("asked", seat, update.turn.decision.number)
            return answer(seat, update.turn.decision)
        if body == "resume":
            self.note("resumed", seat, update.resume.decision.number)
            return answer(seat, update.resume.decision) if update.resume.HasField("decision") else None
        if body == "game_over":
            self.note("over", seat, update.game_over.rank)
        return None


def answer(seat_id: int, decision: seat_pb2.Decision) -> seat_pb2.Answer:
    return seat_pb2.Answer(seat_id=seat_id, number=decision.number, action=choose(decision))


if __name__ == "__main__":
    arenas, token, log, seats, think = sys.argv[1:]
    with open(log, "a") as file:
        asyncio.run(RawBot(file, int(seats), float(think)).play(arenas, token))
