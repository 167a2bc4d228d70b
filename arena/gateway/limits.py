"""Every limit that a bot can run into; docs/faults.md says what comes of each."""

from typing import Final

# What gRPC takes at all, of anybody and before ours are looked at: more would let strangers fill the memory. It is
# above MESSAGE_BYTES, so that a bot is told what was wrong; people's largest request, thousands of bots, has room.
RECEIVED_BYTES: Final = 1_048_576

# A connection, whoever it is of: gRPC itself keeps to these (server.py). Addresses are counted by a proxy in front.
CONNECTIONS: Final = 10_000  # of a listener; beyond it they are closed
IDLE: Final = 60.0  # seconds without a call; then it is asked to go
CALLS: Final = 128  # at once: clients queue. The less, the less a flood of resets leaves behind
WAITING: Final = (
    10_000  # calls of all connections that Python has not come to; refusing them costs more than keeping them
)
WAITING_AT_ALL: Final = 20_000
HEADERS_BYTES: Final = 16_384  # of a call; beyond it is refused, the more surely the larger
HEADERS_BYTES_AT_ALL: Final = 32_768
SOCKET_BYTES: Final = 65_536  # not read yet: what a flood has ready is parsed at a stretch
PING_EVERY_MS: Final = 500
PINGS_TOO_SOON: Final = 20  # with nothing sent in between; then the connection is closed

# Before it is known who calls. A worker is known by its secret before anything is read.
STRANGERS: Final = (
    256  # streams at once whose token is not looked up yet; half of them from one address; calls of people apart
)
STRANGERS_BURST: Final = 500  # tries of an address that did not end with its being known
STRANGERS_RATE: Final = 50  # a second
HELLO_WAIT: Final = 10.0  # seconds
HELLO_BYTES: Final = 16_384

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
