"""All limits on bots and callers; docs/explanation/faults.md says what happens beyond each."""

from typing import Final

# What gRPC takes at all, of anybody and before ours are looked at: more would let strangers fill the memory. It is
# above MESSAGE_BYTES, so that a bot is told what was wrong; people's largest request, thousands of bots, has room.
RECEIVED_BYTES: Final = 1_048_576

# Before it is known who calls. A worker is known by its secret before anything is read.
STRANGERS: Final = (
    256  # streams at once whose token is not looked up yet; half of them from one address; calls of people apart
)
STRANGERS_BURST: Final = 500  # tries of an address that did not end with its being known
STRANGERS_RATE: Final = 50  # a second
HELLO_WAIT: Final = 10.0  # seconds
HELLO_BYTES: Final = 16_384

# A connection, whoever it is of: gRPC keeps to these by itself (docs/explanation/faults.md, "Floods from outside").
OPTIONS: Final = (
    ("grpc.max_receive_message_length", RECEIVED_BYTES),
    ("grpc.so_reuseport", 0),  # a port that is taken is an error
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.max_allowed_incoming_connections", 10_000),  # of a listener; beyond it they are closed
    ("grpc.server_handshake_timeout_ms", int(1000 * HELLO_WAIT)),
    ("grpc.max_connection_idle_ms", 60_000),  # without a call; then it is asked to go
    ("grpc.max_concurrent_streams", 512),  # of a connection: clients queue. A flood of resets keeps so many waiting
    # Calls that Python has not come to. To refuse them costs more than to keep them.
    ("grpc.server.max_pending_requests", 10_000),
    ("grpc.server.max_pending_requests_hard_limit", 20_000),
    ("grpc.max_metadata_size", 16_384),  # beyond it a call is refused, the more surely the larger
    ("grpc.absolute_max_metadata_size", 32_768),
    ("grpc.http2.min_ping_interval_without_data_ms", 500),
    ("grpc.http2.max_ping_strikes", 100),  # pings that came sooner, with nothing sent in between
)

# A version at one gateway.
INSTANCES: Final = 64
SEATS: Final = 16_384  # each

DIALS_BURST: Final = 1000
DIALS_RATE: Final = 10  # a second

# A message.
MESSAGE_BYTES: Final = 1_000_000
ANSWERS: Final = 16_384
ACTION_BYTES: Final = 1024  # of an answer; a longer one is answered like an empty one
ENVELOPE_BYTES: Final = 64  # beside the action

# What was asked for is free: answers to open questions, pongs. Each other answer or message costs one, and so does each
# kilobyte that nobody asked for. As many as there are seats may come late at once.
UNASKED_BURST: Final = 20_000
UNASKED_RATE: Final = 200  # a second: what is beyond is read no faster
UNASKED_PATIENCE: Final = 5.0  # seconds of being slowed without a pause; then the stream is closed
UNASKED_RETRY_MS: Final = 10_000

# People's calls, by token.
CALLS_BURST: Final = 200
CALLS_RATE: Final = 50  # a second
STREAMS: Final = 100  # answers that go on, at once: each looks at the store again and again
