"""A seat's events as one list, with the worker's and the bot's place in it.

Usually both stand at its end and a worker's Turn goes to the bot as it came, unread. After a take-over the worker says
again what another worker said before, or begins with more than the bot was told: then the list is looked at.
"""

from arena.wire.gen import link_pb2


class Story:
    """All that a seat was told or will be told next. Bodies are serialised Turns (link.proto, TurnEnvelope)."""

    __slots__ = ("_events", "_place", "_told", "_turns")

    def __init__(self) -> None:
        self._events: list[bytes] = []
        self._turns: list[bytes] = []  # come after _events, not taken apart yet
        self._place: int | None = None  # how many events the worker has said; None: all
        self._told: int | None = None  # how many events the bot has; None: all

    def events(self) -> list[bytes]:
        """The list so far."""
        for turn in self._turns:
            self._events.extend(link_pb2.TurnEnvelope.FromString(turn).events)
        self._turns.clear()
        return self._events

    def open(self, turn: bytes) -> None:
        """Begin with a worker's *turn*, the list from its start as the worker knows it."""
        events = self.events()
        said = link_pb2.TurnEnvelope.FromString(turn).events
        self._stay(len(events))
        events.extend(said[len(events) :])
        self._place = len(said) if len(said) < len(events) else None
        if self._told == len(events):
            self._told = None

    def keep(self, turn: bytes) -> None:
        """Continue with *turn* without telling the bot now."""
        self._stay(len(self.events()))
        self._say(link_pb2.TurnEnvelope.FromString(turn))

    def tell(self, turn: bytes) -> bytes:
        """Continue with *turn*. Returns the Turn for the bot: only what it has not been told."""
        if self._place is None and self._told is None:
            self._turns.append(turn)
            return turn
        said = link_pb2.TurnEnvelope.FromString(turn)
        self._stay(len(self.events()))
        self._say(said)
        return link_pb2.TurnEnvelope(events=self._untold(), decision=said.decision).SerializeToString()

    def retell(self) -> list[bytes]:
        """The list so far, for a bot that is told everything from the beginning."""
        self._told = None
        return self.events()

    def rest(self) -> bytes:
        """A Turn of what the bot has not been told; empty when it was told everything."""
        return link_pb2.TurnEnvelope(events=self._untold()).SerializeToString()

    def _stay(self, end: int) -> None:
        """What comes after *end* the bot has not been told."""
        if self._told is None:
            self._told = end

    def _say(self, said: link_pb2.TurnEnvelope) -> None:
        events = self._events
        place = len(events) if self._place is None else self._place
        events.extend(said.events[len(events) - place :])
        place += len(said.events)
        self._place = place if place < len(events) else None

    def _untold(self) -> list[bytes]:
        told, self._told = self._told, None
        return [] if told is None else self.events()[told:]
