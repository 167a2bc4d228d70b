"""Keep the events of a seat, and the numbers of events that its worker and its bot know.

Usually both know all events, and a worker's Turn goes to the bot unparsed. After a take-over a worker may repeat events
of the previous worker, or begin with more events than the bot has. The log then decides which events are new.
"""

from arena.wire.gen import link_pb2


class EventLog:
    """All events of a seat so far. Turns are serialised (link.proto, TurnEnvelope)."""

    __slots__ = ("_events", "_known", "_sent", "_turns")

    def __init__(self) -> None:
        self._events: list[bytes] = []
        self._turns: list[bytes] = []  # Turns not parsed yet, whose events follow `_events`
        self._known: int | None = None  # how many events the worker has sent; None: all
        self._sent: int | None = None  # how many events the bot was sent; None: all

    def events(self) -> list[bytes]:
        """Return all events so far, serialised, oldest first."""
        for turn in self._turns:
            self._events.extend(link_pb2.TurnEnvelope.FromString(turn).events)
        self._turns.clear()
        return self._events

    def open(self, turn: bytes) -> None:
        """Take over from a new worker *turn*, which has all events that this worker knows."""
        events = self.events()
        said = link_pb2.TurnEnvelope.FromString(turn).events
        self._stay(len(events))
        events.extend(said[len(events) :])
        self._known = len(said) if len(said) < len(events) else None
        if self._sent == len(events):
            self._sent = None

    def keep(self, turn: bytes) -> None:
        """Add the events of *turn* without sending them to the bot now."""
        self._stay(len(self.events()))
        self._say(link_pb2.TurnEnvelope.FromString(turn))

    def tell(self, turn: bytes) -> bytes:
        """Add the events of *turn*; return a Turn with the events that the bot was not sent."""
        if self._known is None and self._sent is None:
            self._turns.append(turn)
            return turn
        said = link_pb2.TurnEnvelope.FromString(turn)
        self._stay(len(self.events()))
        self._say(said)
        return link_pb2.TurnEnvelope(events=self._take_unsent(), decision=said.decision).SerializeToString()

    def full_history(self) -> list[bytes]:
        """Return all events so far, and count them as sent to the bot."""
        self._sent = None
        return self.events()

    def rest(self) -> bytes:
        """Return a Turn with the events that the bot was not sent, and count them as sent; b"" without such events."""
        return link_pb2.TurnEnvelope(events=self._take_unsent()).SerializeToString()

    def _stay(self, end: int) -> None:
        """If the bot was sent all events, note that it was sent only the first *end*."""
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
