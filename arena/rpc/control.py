"""What h2 knows of a connection, with the limits that it lacks: to what the other side may have us keep or work at."""

import logging
from collections.abc import Iterable
from typing import Final

from h2.config import H2Configuration
from h2.connection import ConnectionState, H2Connection
from h2.events import Event
from h2.settings import SettingCodes, Settings

from arena.rpc.frames import end_of

# It would write every header to a log at DEBUG: tokens are among them.
logging.getLogger("hpack").setLevel(logging.WARNING)

FRAME_BYTES: Final = 32_768  # that a server takes in one frame
STREAM_WINDOW: Final = 262_144  # bytes that may come to a server and not be read yet
# What comes to a client is the arena's: a batch of a thousand rows is one frame, and every sixteenth grows the window.
CLIENT_FRAME_BYTES: Final = 131_072
CLIENT_STREAM_WINDOW: Final = 2_097_152
HEADER_BYTES: Final = 16_384  # of a call's headers, as gRPC's own; h2 gives the connection up at four times as many
TABLE_BYTES: Final = 4096  # of headers that we have sent, to refer to: the other side may ask for gigabytes
KNOWN: Final = frozenset(SettingCodes)


class Control(H2Connection):
    """One side of a connection, without DATA and windows."""

    MAX_CLOSED_STREAMS = 1024  # whose end is remembered: frames of one that we reset may be on their way

    def __init__(self, is_client: bool, streams: int) -> None:
        """*streams*: that the other side may have open at once."""
        self.frame_bytes = CLIENT_FRAME_BYTES if is_client else FRAME_BYTES
        self.stream_window = CLIENT_STREAM_WINDOW if is_client else STREAM_WINDOW
        # Its validation of headers ends the connection where a call is at fault (headers.py looks at them).
        super().__init__(
            H2Configuration(
                client_side=is_client,
                header_encoding=None,
                validate_inbound_headers=False,
                normalize_inbound_headers=False,
            )
        )
        self.local_settings = Settings(
            client=is_client,
            initial_values={
                SettingCodes.ENABLE_PUSH: 0,
                SettingCodes.INITIAL_WINDOW_SIZE: self.stream_window,
                SettingCodes.MAX_FRAME_SIZE: self.frame_bytes,
                SettingCodes.MAX_HEADER_LIST_SIZE: HEADER_BYTES,
                SettingCodes.MAX_CONCURRENT_STREAMS: streams,
            },
        )
        self.max_inbound_frame_size = self.frame_bytes

    @property
    def is_closed(self) -> bool:
        """Whether nothing is to be said or heard any more."""
        return self.state_machine.state is ConnectionState.CLOSED

    def is_open(self, number: int) -> bool:
        """Whether one of the two sides has not ended that stream."""
        stream = self.streams.get(number)
        return stream is not None and not stream.closed

    def is_idle(self, number: int) -> bool:
        """Whether no stream of that number has been opened yet; servers here open none."""
        highest = self.highest_outbound_stream_id if self.config.client_side else self.highest_inbound_stream_id
        return number % 2 == 0 or number > highest

    def ended(self, number: int) -> list[Event]:
        """The other side's last DATA frame of a stream came. Raises `ProtocolError`."""
        if stream := self.streams.get(number):
            # What came before went past h2, which would miss it where a length was promised.
            stream._expected_content_length = None
        return self.receive_data(end_of(number))

    def settle(self, changed: Iterable[int]) -> None:
        """The other side's settings *changed*: keep none that are unknown, and no more than our own table."""
        for code in changed:
            if code not in KNOWN:
                del self.remote_settings[code]
        encoder = self.encoder
        if encoder.header_table_size > TABLE_BYTES:
            encoder.header_table_size = TABLE_BYTES
        if sizes := encoder.table_size_changes:  # the smallest and the last are to be told (RFC 7541, 4.2)
            encoder.table_size_changes = [min(sizes), sizes[-1]]
            encoder.header_table.resized = True  # hpack forgets it where a size is said twice
