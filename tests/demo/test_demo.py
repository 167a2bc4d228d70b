import hashlib
import json
from collections.abc import Iterator
from itertools import product

import psycopg
import pytest

from arena.cli.service import Service
from arena.cli.terminal.refusal import Refusal
from arena.demo.bots import DEMO_BOTS, STRENGTHS, TOKENS, field_of, light_field_of, process_of, register, submit_house
from arena.demo.report import lead
from arena.demo.run import NAME, begin_main, begin_search, request_of
from arena.local.state import State
from arena.rules import VARIANTS
from arena.wire.address import parse_address
from arena.wire.gen.bundles_pb2 import ListBotVersionsRequest
from arena.wire.gen.standings_pb2 import Standing
from tests.cli.conftest import OPERATOR, Served, serving


@pytest.fixture
def served(database: str) -> Iterator[Served]:
    with serving(database) as served:
        yield served


@pytest.fixture
def service(served: Served) -> Service:
    return Service(parse_address(served.address), OPERATOR, patient=True)


def test_six_bots_of_two_owners_and_a_light_search(served: Served, service: Service, own_state: State) -> None:
    tokens = register(service, own_state)
    assert len(field_of(tokens)) == 6
    assert [bot for bot in tokens if bot not in field_of(tokens)] == ["search-1@1"]
    owners = {(row.bot.partition("-")[0], row.owner) for row in served.await_(served.store.accounts.bots())}
    assert owners >= set(product(STRENGTHS, ("ada", "ben")))
    budget = process_of("search-1@1", tokens["search-1@1"], service, own_state).argv
    assert budget[2:6] == ("-m", "bots.house.search", "--budget", "50")
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
    path.write_text(json.dumps({bot: token for bot, token in tokens.items() if bot != "random-2@1"}))
    again = register(service, own_state)
    assert len(again) == len(DEMO_BOTS)
    assert set(again) ^ set(tokens) == {"random-2@1", "random-2@2"}


def test_house_bots_are_handed_in_like_others_and_once(served: Served, service: Service) -> None:
    served.await_(served.store.bundles.note_runner())
    bots = submit_house(service, "spades-4")
    assert bots == ["closed-simple-1@1", "closed-random-1@1", "closed-simple-2@1", "closed-random-2@1"]
    assert submit_house(service, "spades-4") == bots
    owners = {(row.bot, row.owner) for row in served.await_(served.store.accounts.bots())}
    assert owners == set(zip(bots, ("ada", "ada", "ben", "ben"), strict=True))
    with service.people() as people:
        (version,) = people.ListBotVersions(ListBotVersionsRequest(bot="closed-simple-1"), **service.call).versions
    assert (version.state, list(version.variants)) == ("waiting", ["spades-4"])


def test_the_light_search_meets_one_of_each_strength_or_a_full_table() -> None:
    bots = [f"{name}@1" for name in DEMO_BOTS]
    firsts = ["search-1@1", *(f"{house}-1@1" for house in STRENGTHS)]
    assert light_field_of(bots, 2) == firsts
    full = light_field_of(bots, 5)
    assert full[: len(firsts)] == firsts
    assert len(set(full)) == 5


def test_every_bot_has_forty_boards_in_every_variant(served: Served, service: Service, own_state: State) -> None:
    bots = field_of(register(service, own_state))
    begin_main(service, lambda: None, bots, list(VARIANTS))
    with psycopg.connect(served.dsn) as connection:
        sat = connection.execute(
            "SELECT count(*) FROM boards b JOIN blocks k ON k.id = b.block_id, unnest(b.line_up) AS bot"
            " GROUP BY k.variant_index, bot"
        ).fetchall()
    assert sat == [(40,)] * (len(VARIANTS) * len(bots))


def test_variants_are_known_and_named_once() -> None:
    with pytest.raises(Refusal, match="spades-9"):
        request_of(NAME, [], ["spades-4", "spades-9"])
    with pytest.raises(Refusal, match="names a variant twice; remove one"):
        request_of(NAME, [], ["spades-4", "spades-4"])


def test_a_later_demo_goes_on_from_what_was_begun_or_played(served: Served, service: Service, own_state: State) -> None:
    bots = list(register(service, own_state))
    assert begin_search(service, bots, ["spades-4"]) == ["search-demo-1"]
    assert begin_search(service, bots, ["spades-4"]) == ["search-demo-1"]
    served.play("spades-4")
    assert served.await_(served.store.tournaments.named("search-demo-1")).state == "finished"
    assert begin_search(service, bots, ["spades-4"]) == ["search-demo-1"]
    assert begin_search(service, bots, ["pinochle-double-deck"]) == []
    assert begin_search(service, bots, ["pinochle-double-deck", "spades-3"]) == ["search-demo-2"]


def test_a_lead_is_in_standard_errors_that_may_go_together() -> None:
    assert lead(Standing(score=0.75, error=0.03), Standing(score=0.5, error=0.02)) == pytest.approx(5.0)
    assert lead(Standing(score=1.0), Standing(score=0.0)) == float("inf")
    assert lead(Standing(score=0.5), Standing(score=0.5)) == 0.0
    assert lead(Standing(score=0.25), Standing(score=0.5)) < 0
