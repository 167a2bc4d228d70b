"""List what happened to tournaments and gates, for feed readers (Atom, RFC 4287)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arena.api.local_client import LocalClient
from arena.web.pages.tournaments.tournaments import VERDICTS
from arena.web.serving.templates import many, segment, titled
from arena.wire.gen.gates_pb2 import GetGateRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest, Tournament

MAX_TOURNAMENTS: Final = 30  # the newest ones, with gates
NEVER: Final = "1970-01-01T00:00:00Z"  # when an empty feed changed


@dataclass(frozen=True)
class Entry:
    """Something that happened. *path*: address of its page. *event*: created, finished or decided."""

    path: str
    event: str
    title: str
    summary: str
    updated: str  # as in RFC 3339


@dataclass(frozen=True)
class Feed:
    """The newest entries first. *updated*: when the feed changed, as in RFC 3339."""

    updated: str
    entries: list[Entry]


async def feed(client: LocalClient) -> Feed:
    """List tournaments that were created or finished, and gates that were decided."""
    newest = (await client.ask(ListTournamentsRequest(page_size=MAX_TOURNAMENTS))).tournaments
    entries: list[Entry] = []
    for each in newest:
        if each.kind != "gate":
            entries += _events(each)
        elif each.state == "finished":
            gate = (await client.ask(GetGateRequest(name=each.name))).gate
            title = f"{gate.new_bot} {VERDICTS[gate.decision]}"
            summary = f"Gate {each.name} compared it with {gate.old_bot}, by {many(gate.deals, 'deal')}."
            entries.append(_entry(each, "gates", "decided", title, summary))
    entries.sort(key=lambda entry: entry.updated, reverse=True)
    return Feed(entries[0].updated if entries else NEVER, entries)


def _events(tournament: Tournament) -> Iterator[Entry]:
    about = f"{', '.join(map(titled, tournament.variants))}: {many(len(tournament.bots), 'bot')}"
    summary = f"{about}, {many(tournament.boards, 'board')}."
    for event in ("created", "finished"):
        if event in ("created", tournament.state):
            yield _entry(tournament, "tournaments", event, f"Tournament {tournament.name} {event}", summary)


def _entry(tournament: Tournament, folder: str, event: str, title: str, summary: str) -> Entry:
    is_over = event != "created" and tournament.HasField("played")
    time = tournament.played if is_over else tournament.created  # no time of the end is stored
    return Entry(f"/{folder}/{segment(tournament.name)}", event, title, summary, time.ToJsonString())
