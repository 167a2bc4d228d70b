import hashlib
import json
from collections.abc import Iterator

import psycopg
import pytest

from arena.cli.service import Service
from arena.cli.terminal.refusal import Refusal
from arena.demo.bots import DEMO_BOTS, TOKENS, house_of, process_of, register
from arena.demo.report import WIDTH, eight_lines, lag_line, verdict
from arena.demo.run import NAME, request_of, tournaments_of
from arena.local.state import State
from arena.rules import VARIANTS
from arena.wire.address import parse_address
from arena.wire.gen.ratings_pb2 import Finding
from arena.wire.gen.running_pb2 import StartTournamentRequest
from arena.wire.gen.standings_pb2 import GetStandingsResponse, Meeting, Standing, VariantStandings
from tests.bots.packs.conftest import record_of
from tests.cli.conftest import OPERATOR, Served, serving

BOTS = [f"{name}@1" for name in DEMO_BOTS]


@pytest.fixture
def served(database: str) -> Iterator[Served]:
    with serving(database) as served:
        yield served


@pytest.fixture
def service(served: Served) -> Service:
    return Service(parse_address(served.address), OPERATOR, patient=True)


def test_bots_of_two_owners_one_a_light_search(served: Served, service: Service, own_state: State) -> None:
    tokens = register(service, own_state)
    assert [*tokens] == BOTS
    assert [house_of(bot) for bot in tokens] == ["random", "simple", "expert", "search", "simple"]
    owners = {(row.bot, row.owner) for row in served.await_(served.store.accounts.bots())}
    assert owners == {(f"{name}@1", owner) for name, owner in DEMO_BOTS.items()}
    budget = process_of("demo-search@1", tokens["demo-search@1"], service, own_state).argv
    assert budget[2:6] == ("-m", "bots.house.search", "--budget", "10")
    for bot, token in tokens.items():
        principal = served.await_(served.store.accounts.principal(hashlib.sha256(token.encode()).digest()))
        assert principal is not None
        assert principal.bot == bot
        assert token not in " ".join(process_of(bot, token, service, own_state).argv)


def test_bots_are_registered_again_if_their_token_is_lost(service: Service, own_state: State) -> None:
    tokens = register(service, own_state)
    assert register(service, own_state) == tokens
    path = own_state.folder / TOKENS
    assert path.stat().st_mode & 0o077 == 0
    path.write_text(json.dumps({bot: token for bot, token in tokens.items() if bot != "demo-random@1"}))
    again = register(service, own_state)
    assert len(again) == len(DEMO_BOTS)
    assert set(again) ^ set(tokens) == {"demo-random@1", "demo-random@2"}


def test_every_bot_has_thirty_boards_in_each_of_all_variants(
    served: Served, service: Service, own_state: State
) -> None:
    (tournament,) = tournaments_of(service, [*register(service, own_state)], [*VARIANTS], 330)
    with service.people() as people:
        people.StartTournament(StartTournamentRequest(name=tournament.name), **service.call)
    with psycopg.connect(served.dsn) as connection:
        sat = connection.execute(
            "SELECT count(*) FROM boards b JOIN blocks k ON k.id = b.block_id, unnest(b.line_up) AS bot"
            " GROUP BY k.variant_index, bot"
        ).fetchall()
    assert len(sat) == len(VARIANTS) * len(BOTS)
    assert {count for (count,) in sat} <= {30, 31, 32}


def test_variants_are_known_and_named_once() -> None:
    with pytest.raises(Refusal, match="spades-9"):
        request_of(NAME, BOTS, ["spades-4", "spades-9"], 9)
    with pytest.raises(Refusal, match="names a variant twice; remove one"):
        request_of(NAME, BOTS, ["spades-4", "spades-4"], 9)


def test_a_later_demo_finishes_what_was_begun(served: Served, service: Service, own_state: State) -> None:
    bots = [*register(service, own_state)]

    def names(*variants: str) -> list[str]:
        return [each.name for each in tournaments_of(service, bots, variants, 9)]

    assert names("spades-4") == ["demo-1"]
    assert names("spades-4") == ["demo-1"]
    assert names("spades-3") == ["demo-1", "demo-2"]
    assert names("spades-4") == ["demo-2", "demo-1"]
    with psycopg.connect(served.dsn, autocommit=True) as connection:
        for state in ("running", "finished"):
            connection.execute("UPDATE tournaments SET state = %s", [state])
    assert names("spades-4") == ["demo-3"]


def test_the_verdict_follows_from_the_numbers() -> None:
    met = Meeting(bot="demo-simple@1", opponent="demo-expert@1", boards=330, score=0.4, low=0.35, high=0.45)
    said = "On 330 boards, expert beats simple, 60 to 40 (95%: 55 to 65): stronger."
    assert [*verdict([met])] == [said]


def test_there_is_no_verdict_on_a_missing_bot_or_too_few_boards() -> None:
    few = Meeting(bot="demo-expert@1", opponent="demo-simple@1", boards=9, score=0.9)
    other = Meeting(bot="demo-expert@1", opponent="demo-random@1", boards=99, score=0.9, low=0.8, high=1)
    assert [*verdict([few, other])] == []


@pytest.mark.parametrize(("infractions", "count"), [(0, 0), (2, 1)])
def test_lag_is_reported_once_and_only_if_it_matters(infractions: int, count: int) -> None:
    lines = [Standing(bot="demo-search@1", infractions=infractions)]
    variants = [
        VariantStandings(variant=name, standings=lines, findings=[Finding(kind="lag", effect=lag)])
        for name, lag in (("spades-3", 0.2), ("spades-4", 0.3))
    ]
    sentences = [*lag_line(GetStandingsResponse(variants=variants))]
    assert len(sentences) == count
    assert all("up to 30% of the time" in sentence for sentence in sentences)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hand_has_eight_lines(variant: str) -> None:
    record = record_of(variant)
    lines = eight_lines(record | {"seats": [*DEMO_BOTS, *DEMO_BOTS][: len(record["seats"])]})
    assert len(lines) == 8
    assert all(0 < len(line) <= WIDTH for line in lines)
