"""Say what a tournament waits for."""

from arena.wire.gen.tournaments_pb2 import WatchTournamentResponse

# States in which nothing begins.
STANDS = {
    "created": "not started",
    "drawing": "its deals are being drawn",
    "paused": "paused",
    "cancelled": "cancelled",
}


def waits_of(look: WatchTournamentResponse, state: str) -> list[str]:
    """Return what keeps a tournament in *state* from going on, or some of its boards."""
    words = [STANDS[state]] if state in STANDS else []
    if look.failed:
        words.append(f"{look.failed} failed: `arena tournament failed` says why")
    if look.offline and state == "running":
        more = f" and {len(look.offline) - 1} more" if len(look.offline) > 1 else ""
        words.append(f"waiting for {look.offline[0]}{more}")
        words.extend(f"{each.bot} needs {each.needs} seats at a table: --max-seats" for each in look.too_few_seats[:1])
    return words
