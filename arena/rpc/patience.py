"""How much of what carries no message one side of a connection bears from the other."""

from typing import Final

from h2.events import Event, PingReceived, PriorityUpdated, RemoteSettingsChanged, StreamReset, UnknownFrameReceived

BURST: Final = 10_000.0
RATE: Final = 1000.0  # a second
# Frames that cost their sender nothing and us something. A reset has a call begun and ended (CVE-2023-44487).
COSTS: Final[dict[type[Event], float]] = {
    PingReceived: 1,
    PriorityUpdated: 1,
    RemoteSettingsChanged: 5,
    StreamReset: 20,
    UnknownFrameReceived: 1,
}


class Patience:
    """A bucket of what is borne, which fills with time and with messages that go either way."""

    def __init__(self, now: float) -> None:
        self._left = BURST
        self._at = now

    def carried(self) -> None:
        """A piece of a message went out or came in: what belongs to that is no flood."""
        self._left += 1

    def borne(self) -> None:
        """A frame came that is cheap to send."""
        self._left -= 1

    def heard(self, event: Event) -> None:
        """Something came that is no message."""
        self._left -= COSTS.get(type(event), 0)

    def is_left(self, now: float) -> bool:
        """Whether there is any; *now* in seconds."""
        self._left = min(BURST, self._left + (now - self._at) * RATE)
        self._at = now
        return self._left >= 0
