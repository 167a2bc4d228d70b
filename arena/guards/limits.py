"""Define the limits of unknown callers, bots and people."""

from typing import Final

# The largest message that gRPC accepts; a higher limit would let unknown callers fill the memory. It is above
# MESSAGE_BYTES, so that the refusal of a bot's message can give a reason. People's largest request fits.
RECEIVED_BYTES: Final = 1_048_576

# Unknown callers: their token is not looked up yet. A worker proves its secret before any other message is read.
# STRANGERS is their number at once, at most half of them from one address; bots and people are counted separately.
STRANGERS: Final = 256
STRANGERS_BURST: Final = 500  # failed tries of one address at once
STRANGERS_RATE: Final = 50  # failed tries per second
HELLO_WAIT: Final = 10.0  # seconds until the first message has to arrive
SIGN_INS_BURST: Final = 20  # failed sign-ins of one address on the page, with tokens or invites
SIGN_INS_RATE: Final = 1  # further failed sign-ins per second
WATCHERS: Final = 2_000  # live pages of one web process
WATCHERS_OF_ADDRESS: Final = 20
WATCHED_PAGES: Final = 200  # different live pages; each is read every second
HELLO_BYTES: Final = 16_384

# For every connection; gRPC enforces these by itself (docs/explanation/infractions.md, "Floods from outside").
OPTIONS: Final = (
    ("grpc.max_receive_message_length", RECEIVED_BYTES),
    ("grpc.so_reuseport", 0),  # makes a port that is taken an error
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.max_allowed_incoming_connections", 10_000),  # per listener; further connections are closed
    ("grpc.server_handshake_timeout_ms", int(1000 * HELLO_WAIT)),
    ("grpc.max_connection_idle_ms", 60_000),  # milliseconds without a call, after which gRPC asks the client to close
    ("grpc.max_concurrent_streams", 512),  # per connection: clients queue. A flood of resets keeps this many waiting
    # Calls that Python has not handled yet. Refusing one costs more than keeping it.
    ("grpc.server.max_pending_requests", 10_000),
    ("grpc.server.max_pending_requests_hard_limit", 20_000),
    # Seconds that such a call may wait. gRPC's own 30 ended calls of a slow gateway as CANCELLED, without advice.
    ("grpc.server_max_unrequested_time_in_server", 600),
    ("grpc.max_metadata_size", 16_384),  # above it gRPC refuses calls at random, larger ones more often
    ("grpc.absolute_max_metadata_size", 32_768),
    ("grpc.http2.min_ping_interval_without_data_ms", 500),
    ("grpc.http2.max_ping_strikes", 100),  # pings at shorter intervals, without data in between
)

# Limits of a version at one gateway.
INSTANCES: Final = 64
SEATS: Final = 16_384  # seats per instance

DIALS_BURST: Final = 1000
DIALS_RATE: Final = 10  # connections per second

# Limits of a message.
MESSAGE_BYTES: Final = 1_000_000
ANSWERS: Final = 16_384
ACTION_BYTES: Final = 1024  # bytes per answer; a longer answer is treated as an empty one
ENVELOPE_BYTES: Final = 64  # bytes of a message in addition to the action

# Answers to open questions and pongs are free. Every other answer or message costs one token, and so does each unasked
# kilobyte. The burst covers one late answer for every seat at once.
UNASKED_BURST: Final = 20_000
UNASKED_RATE: Final = 200  # tokens per second; a stream above this rate is read more slowly
UNASKED_PATIENCE: Final = 5.0  # seconds of continuous slowing before the stream is closed
UNASKED_RETRY_MS: Final = 10_000

# Limits of people's calls, by token.
CALLS_BURST: Final = 200
CALLS_RATE: Final = 50  # calls per second
CALLS_AT_ONCE: Final = 8  # calls per caller that run at once; others wait
STREAMS: Final = 100  # simultaneous streamed answers: each polls the store

# Limits of practice tables on the page, by address; a whole office may share one.
TABLES_BURST: Final = 20  # new tables at once
TABLES_EVERY: Final = 30  # seconds until one more table is allowed
MOVES_BURST: Final = 200  # answers, undos, hints and claims at once
MOVES_RATE: Final = 10  # answers, undos, hints and claims per second
