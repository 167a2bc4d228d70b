"""A worker's stream as the gateway writes it: what became of its opens and of its asks, gathered."""

from arena.gateway.pump import Pump
from arena.wire.gen import link_pb2


class WorkerStream:
    """What is to be written to one worker."""

    def __init__(self) -> None:
        self.pump: Pump[link_pb2.ToWorker] = Pump(self._gather)
        self._opened: list[link_pb2.SeatOpened] = []
        self._answered: list[link_pb2.Answered] = []

    def opened(self, opened: link_pb2.SeatOpened) -> None:
        """What became of a SeatOpen, or that a seat is not the worker's."""
        self._opened.append(opened)
        self.pump.wake()

    def answered(self, answered: link_pb2.Answered) -> None:
        """What came of an Ask."""
        self._answered.append(answered)
        self.pump.wake()

    def _gather(self) -> link_pb2.ToWorker | None:
        if not self._opened and not self._answered:
            return None
        message = link_pb2.ToWorker(opened=self._opened, answered=self._answered)
        self._opened, self._answered = [], []
        return message
