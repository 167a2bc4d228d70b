"""Limit what strangers and callers may do."""

from typing import Final

# The largest message that gRPC accepts from anybody; more would let strangers fill the memory. It is above
# MESSAGE_BYTES, so that a bot is told what was wrong; people's largest request (thousands of bots) fits.
RECEIVED_BYTES: Final = 1_048_576

# Before the caller's token is looked up. A worker proves its secret before anything is read.
# Unknown callers at once, at most half of them from one address; bots' streams and people's calls count apart.
STRANGERS: Final = 256
STRANGERS_BURST: Final = 500  # failed tries of one address
STRANGERS_RATE: Final = 50  # a second
HELLO_WAIT: Final = 10.0  # seconds
SIGN_INS_BURST: Final = 20  # on the page: failed tries of one address, with tokens or invites
SIGN_INS_RATE: Final = 1  # a second
WATCHERS: Final = 2_000  # live pages that one web process sends
WATCHERS_OF_ADDRESS: Final = 20
WATCHED_PAGES: Final = 200  # different ones: each is looked at every second
HELLO_BYTES: Final = 16_384

# For every connection; gRPC enforces these by itself (docs/explanation/faults.md, "Floods from outside").
OPTIONS: Final = (
    ("grpc.max_receive_message_length", RECEIVED_BYTES),
    ("grpc.so_reuseport", 0),  # a port that is taken is an error
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.max_allowed_incoming_connections", 10_000),  # of a listener; more are closed
    ("grpc.server_handshake_timeout_ms", int(1000 * HELLO_WAIT)),
    ("grpc.max_connection_idle_ms", 60_000),  # without a call; then it is told to close
    ("grpc.max_concurrent_streams", 512),  # of a connection: clients queue. A flood of resets keeps this many waiting
    # Calls that Python has not handled yet. Refusing one costs more than keeping it.
    ("grpc.server.max_pending_requests", 10_000),
    ("grpc.server.max_pending_requests_hard_limit", 20_000),
    ("grpc.max_metadata_size", 16_384),  # above it gRPC refuses calls at random, more often the larger they are
    ("grpc.absolute_max_metadata_size", 32_768),
    ("grpc.http2.min_ping_interval_without_data_ms", 500),
    ("grpc.http2.max_ping_strikes", 100),  # pings that came sooner, with no data in between
)

# A version at one gateway.
INSTANCES: Final = 64
SEATS: Final = 16_384  # each

DIALS_BURST: Final = 1000
DIALS_RATE: Final = 10  # a second

# A message.
MESSAGE_BYTES: Final = 1_000_000
ANSWERS: Final = 16_384
ACTION_BYTES: Final = 1024  # of an answer; a longer one is treated as an empty one
ENVELOPE_BYTES: Final = 64  # beside the action

# Answers to open questions and pongs are free. Each other answer or message costs one, and so does each unasked
# kilobyte. The burst lets one answer for every seat come late at once.
UNASKED_BURST: Final = 20_000
UNASKED_RATE: Final = 200  # a second; what exceeds it is read no faster
UNASKED_PATIENCE: Final = 5.0  # seconds of continuous slowing before the stream is closed
UNASKED_RETRY_MS: Final = 10_000

# People's calls, by token.
CALLS_BURST: Final = 200
CALLS_RATE: Final = 50  # a second
CALLS_AT_ONCE: Final = 8  # of a caller; the others wait
STREAMS: Final = 100  # streamed answers at once: each polls the store

# Practice tables on the page, by address; a whole office may be behind one.
TABLES_BURST: Final = 20  # tables made at once
TABLES_EVERY: Final = 30  # seconds until one more
MOVES_BURST: Final = 200  # answers, undos, hints, claims
MOVES_RATE: Final = 10  # a second
