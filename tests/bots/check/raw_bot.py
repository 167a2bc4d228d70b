"""A bot on the bare protocol, without the kit; its one argument names a fault it is to have, or is "none"."""

import os
import queue
import secrets
import signal
import sys
import time
from collections.abc import Iterator

import grpc

from arena.wire.gen import cards_pb2, seat_pb2, seat_pb2_grpc
from arena.wire.refusals import advice_of

FAULT = sys.argv[1]
ROOM = 8
LATER = 2**53


class RawBot:
    def __init__(self) -> None:
        self.instance = secrets.token_hex(8)
        self.sent: dict[int, tuple[int, seat_pb2.Answer]] = {}
        self.held: set[int] = set()
        self.out: queue.SimpleQueue[seat_pb2.ToArena | None] = queue.SimpleQueue()
        self.pongs = 0
        self.draws = 0

    def hello(self) -> seat_pb2.Hello:
        if FAULT == "new-instance":
            self.instance = secrets.token_hex(8)
        variants = ["spades-4", "whist"] if FAULT == "unknown-variant" else ["spades-4"]
        instance = "short" if FAULT == "short-instance" else self.instance
        return seat_pb2.Hello(instance=instance, protocol=1, variants=variants, max_seats=ROOM)

    def messages(self) -> Iterator[seat_pb2.ToArena]:
        yield seat_pb2.ToArena(hello=self.hello())
        while (message := self.out.get()) is not None:
            yield message

    def legal(self, legal: cards_pb2.Legal) -> cards_pb2.Action:
        cards = legal.play.cards
        if not cards:
            return legal.actions.actions[0]
        self.draws += 1
        return cards_pb2.Action(play=cards[self.draws % len(cards)])

    def answer(self, seat_id: int, decision: seat_pb2.Decision, legal: cards_pb2.Legal) -> None:
        number, last = self.sent.get(seat_id, (0, seat_pb2.Answer()))
        if number != decision.number or FAULT == "forgets-answers":
            action = self.legal(legal)
            if FAULT == "forgets-answers" and number == decision.number and legal.actions.actions:
                action = legal.actions.actions[-1]
            if FAULT == "illegal" and decision.kind == cards_pb2.KIND_PLAY:
                action = cards_pb2.Action(play=51)
            if FAULT == "malformed" and decision.kind == cards_pb2.KIND_BID:
                action = cards_pb2.Action(play=1)
            replaced = FAULT == "replaced"
            last = seat_pb2.Answer(seat_id=seat_id, number=decision.number, action=action, replaced=replaced)
            if FAULT == "float-ids":
                last.seat_id = int(float(seat_id)) % 2**64
            self.sent[seat_id] = (decision.number, last)
        self.out.put(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=[last])))
        if FAULT == "answers-twice":
            self.out.put(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=[last])))

    def update(self, update: seat_pb2.Update) -> None:
        body = update.WhichOneof("body")
        if body is None and FAULT == "strict":
            raise RuntimeError("an unknown update")
        if body == "start":
            self.held.add(update.seat_id)
        elif body == "turn":
            if FAULT == "strict" and update.seat_id not in self.held:
                raise RuntimeError("an unknown seat")
            if update.turn.HasField("decision"):
                self.answer(update.seat_id, update.turn.decision, update.turn.decision.legal)
            elif FAULT == "answers-unasked":
                self.answer(
                    update.seat_id, seat_pb2.Decision(number=1), cards_pb2.Legal(play=cards_pb2.Cards(cards=[1]))
                )
        elif body == "rejected" and FAULT != "ignores-rejected":
            decision = seat_pb2.Decision(number=update.rejected.number)
            self.sent.pop(update.seat_id)
            self.answer(update.seat_id, decision, update.rejected.legal)
        elif body == "resume":
            self.held.add(update.seat_id)
            if update.resume.HasField("decision") and FAULT != "ignores-resume":
                self.answer(update.seat_id, update.resume.decision, update.resume.decision.legal)
        elif body == "game_over":
            if FAULT == "strict":
                self.held.remove(update.seat_id)
            self.held.discard(update.seat_id)
            self.sent.pop(update.seat_id, None)

    def hear(self, message: seat_pb2.ToBot) -> None:
        member = message.WhichOneof("message")
        if member == "ping":
            self.pongs += 1
            if FAULT == "silent" and self.pongs > 3:
                return
            nonce = message.ping.nonce % LATER if FAULT == "short-nonces" else message.ping.nonce
            self.out.put(seat_pb2.ToArena(pong=seat_pb2.Pong(nonce=nonce)))
        elif member == "batch":
            if FAULT == "thinks-in-the-loop" and len(message.batch.updates) > 8:
                time.sleep(1.3)
            for update in message.batch.updates:
                self.update(update)

    def play(self) -> float:
        """One stream; how many seconds to wait before the next."""
        token = os.environ["ARENA_TOKEN"]
        with grpc.insecure_channel(os.environ["ARENA_SERVER"]) as channel:
            metadata = (("authorization", "Bearer x" if FAULT == "wrong-token" else f"Bearer {token}"),)
            self.out = queue.SimpleQueue()
            call = seat_pb2_grpc.SeatServiceStub(channel).Play(self.messages(), metadata=metadata)
            try:
                for message in call:
                    if message.HasField("closing"):
                        if message.closing.reason != seat_pb2.CLOSE_REASON_DRAINING and FAULT != "never-stops":
                            sys.exit(2)
                        return 0.0 if FAULT == "hasty" else message.closing.retry_after.ToMilliseconds() / 1000
                    self.hear(message)
            except grpc.RpcError:
                advice = advice_of(call.trailing_metadata())
                if FAULT == "gives-up" or (advice.stop and FAULT != "never-stops"):
                    sys.exit(2)
                return 0.2 if advice.after is None or FAULT == "hasty" else advice.after
            finally:
                self.out.put(None)
        return 0.2


def main() -> None:
    if FAULT != "ignores-term":
        signal.signal(signal.SIGTERM, lambda *_: os._exit(1 if FAULT == "bad-exit" else 0))
    else:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    bot = RawBot()
    while True:
        time.sleep(bot.play())


main()
