"""How much of what carries no message one side of a connection bears from the other."""

from typing import Final

from h2.events import Event, RemoteSettingsChanged, StreamReset

BURST: Final = 10_000.0
RATE: Final = 1000.0  # a second
ANSWERS: Final = 4.0  # frames: gRPC's own client says with two for each message it reads that there is room again
WORK: Final = 128.0  # bytes of it that cost as much again as a frame
RESET: Final = 20.0  # has a call begun and ended (CVE-2023-44487)


class Patience:
    """A bucket of what is borne, which fills with time and with messages that go out.

    All but DATA costs something. A window that grows by little pays for no more than what it lets go (CVE-2019-9511).
    """

    def __init__(self, now: float) -> None:
        self._left = BURST
        self._at = now

    def carried(self) -> None:
        """A message went out, or a large piece of one: the other side's words on that are no flood."""
        self._left += ANSWERS

    def borne(self, size: int = 0) -> None:
        """A frame of *size* bytes came that is cheap to send: headers and settings are more work than messages."""
        self._left -= 1 + size / WORK

    def heard(self, event: Event) -> None:
        """What a frame meant costs more than the frame."""
        if isinstance(event, StreamReset):
            self._left -= RESET
        elif isinstance(event, RemoteSettingsChanged):
            self._left -= len(event.changed_settings)

    def is_left(self, now: float) -> bool:
        """Whether there is any; *now* in seconds."""
        self._left = min(BURST, self._left + (now - self._at) * RATE)
        self._at = now
        return self._left >= 0
