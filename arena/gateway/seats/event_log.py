"""Keep a seat's events, and how many of them the worker and the bot know.

Usually both know all events, and a worker's Turn goes to the bot unparsed. After a take-over a worker may repeat events
of the previous worker, or begin with more events than the bot has. Then the log decides which are new.
"""

from arena.wire.gen import link_pb2


class EventLog:
    """All events of a seat so far. Bodies are serialised Turns (link.proto, TurnEnvelope)."""

    __slots__ = ("_events", "_known", "_sent", "_turns")

    def __init__(self) -> None:
        self._events: list[bytes] = []
        self._turns: list[bytes] = []  # after _events, not parsed yet
        self._known: int | None = None  # how many events the worker has sent; None: all
        self._sent: int | None = None  # how many events the bot was sent; None: all

    def events(self) -> list[bytes]:
        """Return the list so far."""
        for turn in self._turns:
            self._events.extend(link_pb2.TurnEnvelope.FromString(turn).events)
        self._turns.clear()
        return self._events

    def open(self, turn: bytes) -> None:
        """Begin with *turn*: all events that the worker knows."""
        events = self.events()
        said = link_pb2.TurnEnvelope.FromString(turn).events
        self._stay(len(events))
        events.extend(said[len(events) :])
        self._known = len(said) if len(said) < len(events) else None
        if self._sent == len(events):
            self._sent = None

    def keep(self, turn: bytes) -> None:
        """Continue with *turn* without notifying the bot now."""
        self._stay(len(self.events()))
        self._say(link_pb2.TurnEnvelope.FromString(turn))

    def tell(self, turn: bytes) -> bytes:
        """Continue with *turn*; return the events that the bot was not sent."""
        if self._known is None and self._sent is None:
            self._turns.append(turn)
            return turn
        said = link_pb2.TurnEnvelope.FromString(turn)
        self._stay(len(self.events()))
        self._say(said)
        return link_pb2.TurnEnvelope(events=self._take_unsent(), decision=said.decision).SerializeToString()

    def full_history(self) -> list[bytes]:
        """Return the whole list, and count it as sent to the bot."""
        self._sent = None
        return self.events()

    def rest(self) -> bytes:
        """Return the events that the bot was not sent, as a Turn; empty without such events."""
        return link_pb2.TurnEnvelope(events=self._take_unsent()).SerializeToString()

    def _stay(self, end: int) -> None:
        """Note that the bot was sent at most the first *end* events."""
        if self._sent is None:
            self._sent = end

    def _say(self, said: link_pb2.TurnEnvelope) -> None:
        events = self._events
        place = len(events) if self._known is None else self._known
        events.extend(said.events[len(events) - place :])
        place += len(said.events)
        self._known = place if place < len(events) else None

    def _take_unsent(self) -> list[bytes]:
        sent, self._sent = self._sent, None
        return [] if sent is None else self.events()[sent:]
