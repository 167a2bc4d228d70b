"""docs/explanation/bounds.md: every call and page is in it, its limits are the code's, each has a test."""

import re
from pathlib import Path
from typing import Final

import pytest
from fastapi import FastAPI
from psycopg_pool import AsyncConnectionPool
from starlette.routing import Mount, Route

from arena.api.accounts import owners
from arena.api.bundles import running
from arena.api.calls import messages
from arena.api.ratings import standings
from arena.api.records import boards
from arena.bundles import sandboxed
from arena.guards import limits
from arena.store import Store, locks
from arena.store.accounts import invites
from arena.store.bundles import keeping as seat_logs
from arena.store.bundles import submitting
from arena.store.gates import challenges
from arena.store.names import FORMATS
from arena.store.practice import tables
from arena.store.ratings import scores
from arena.store.tournaments import appending
from arena.store.tournaments.request import MAX_BOARDS_EACH
from arena.web.app import make_app
from arena.web.pages.records import check, game
from arena.web.pages.tournaments import tournament
from arena.web.play import house
from arena.web.serving import cache, forms, page, pictures
from arena.wire.gen.arena_pb2 import DESCRIPTOR as PEOPLE
from arena.wire.gen.seat_pb2 import DESCRIPTOR as SEATS

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT.joinpath("docs", "explanation", "bounds.md").read_text()
CODE: Final = re.compile(r"`([^`]+)`")
MB: Final = 2**20

# What a limit is, as the page prints it, and the test that goes beyond it.
BOUNDS: Final = [
    (f"{limits.RECEIVED_BYTES:,} bytes", "tests/api/test_sizes.py::test_a_request_that_is_too_large_is_refused"),
    (
        f"{limits.CALLS_BURST} calls at once, then {limits.CALLS_RATE} a second",
        "tests/api/test_infractions.py::test_only_the_caller_of_too_many_calls_is_refused",
    ),
    (
        f"{limits.CALLS_AT_ONCE} of a caller run at once",
        "tests/api/test_bounds.py::test_calls_of_an_owner_beyond_a_few_wait_and_those_of_others_do_not",
    ),
    (f"has {locks.CALL:.0f} s", "tests/store/test_outages.py::test_a_statement_that_takes_too_long_is_an_outage"),
    (
        f"{owners.MAX_VERSIONS:,} of an owner that it makes itself",
        "tests/api/test_bounds.py::test_an_owner_makes_only_so_many_by_itself",
    ),
    (
        f"{owners.MAX_TOKENS:,} of an owner and its bots",
        "tests/api/test_bounds.py::test_an_owner_makes_only_so_many_by_itself",
    ),
    (f"{owners.MAX_PAIRS:,} of an owner |", "tests/api/test_bounds.py::test_an_owner_makes_only_so_many_by_itself"),
    (
        f"{messages.LARGEST_PAGE:,} on a page, {messages.PAGE} where",
        "tests/api/test_pages.py::test_an_invalid_page_is_refused",
    ),
    (
        f"{running.LONGEST_REPORT:,} characters | {running.LARGEST_PAGE}",
        "tests/api/test_bounds.py::test_more_than_an_answer_has_is_refused",
    ),
    (f"{boards.MOST} in an answer", "tests/api/test_bounds.py::test_more_than_an_answer_has_is_refused"),
    (
        f"{scores.MOST_MET} in an answer, of {scores.STRETCH:,} looked through",
        "tests/web/test_crosstable_cells.py::test_a_schedule_is_walked_in_stretches",
    ),
    (f"{MAX_BOARDS_EACH:,} for each line-up", "tests/api/test_bounds.py::test_more_than_an_answer_has_is_refused"),
    (
        f"{appending.MAX_IN_ALL:,} in a tournament",
        "tests/store/tournaments/test_extending.py::test_invalid_extensions_are_refused_in_one_line",
    ),
    (
        f"{challenges.MAX_ASKED} under way that an owner asked for, {challenges.MAX_TAKEN} of a bot",
        "tests/cli/gate/test_challenge.py::test_there_are_not_too_many_at_once",
    ),
    (
        f"{challenges.MOST_BOARDS:,} boards each",
        "tests/cli/gate/test_challenge.py::test_invalid_challenges_are_refused_in_one_line",
    ),
    (
        f"{limits.STREAMS} at once of an owner",
        "tests/api/tournaments/test_tournaments.py::test_watches_are_so_many_at_once_for_each_owner",
    ),
    (
        f"{submitting.MAX_OF_OWNER // MB} MB packed of an owner, {submitting.MAX_AN_HOUR} in an hour",
        "tests/api/test_bundles.py::test_an_owner_keeps_and_hands_in_so_much",
    ),
    (
        f"{submitting.MAX_UNFINISHED // MB} MB not whole",
        "tests/api/test_bounds.py::test_uploads_that_are_not_whole_are_bounded",
    ),
    (
        f"{sandboxed.MEMORY // MB} MB and {sandboxed.CPU} s of CPU",
        "tests/bundles/test_comparing.py::test_memory_is_bounded",
    ),
    (
        f"{sandboxed.MAX_DIFFS} diffs of {sandboxed.MAX_DIFF_CHARACTERS:,} characters",
        "tests/bundles/test_comparing.py::test_a_comparison_has_a_bounded_length",
    ),
    (
        f"the newest {seat_logs.MAX_LOGS:,}, {seat_logs.MAX_CHARACTERS:,} characters",
        "tests/api/test_bounds.py::test_no_more_seat_logs_are_kept_than_the_newest",
    ),
    (
        f"each of {locks.PAGE:.0f} s",
        "tests/chaos/test_hung_postgres.py::test_everybody_is_answered_and_nothing_is_void",
    ),
    (f"for {cache.FRESH:.0f} s nobody", "tests/web/test_cache.py::test_a_crowd_waits_for_one_that_is_being_made"),
    (f"at most {page.MAX_BYTES:,} bytes", "tests/web/test_cache.py::test_only_so_many_are_kept"),
    (
        f"a crosstable has {tournament.MAX_IN_CROSSTABLE} bots",
        "tests/web/test_pages.py::test_a_crosstable_is_of_the_first_bots",
    ),
    (f"a race {standings.MAX_FOLLOWED:,} boards", "tests/web/test_pages.py::test_the_race_ends_with_the_standings"),
    (
        f"{check.MAX_WAITING} wait; {check.MAX_CACHED} are kept",
        "tests/web/test_games.py::test_a_kept_check_waits_for_none_and_one_runs_at_a_time",
    ),
    (f"one at a time, {pictures.MAX_WAITING} wait", "tests/web/test_sharing.py::test_pictures_are_drawn_one_at_a_time"),
    (
        f"{game.MAX_LETTERS:,} letters, {game.MAX_HANDS} hands",
        "tests/web/test_games.py::test_a_line_of_many_hands_is_for_the_command",
    ),
    (
        f"{limits.WATCHERS:,} of a process, {limits.WATCHERS_OF_ADDRESS} of an address, of {limits.WATCHED_PAGES}",
        "tests/web/test_live.py::test_only_so_many_follow",
    ),
    (
        f"{limits.SIGN_INS_BURST} at once, then {limits.SIGN_INS_RATE} a second; {invites.MOST} sessions",
        "tests/web/desk/test_sign_in.py::test_tries_are_limited_by_address",
    ),
    (
        f"{forms.MAX_BYTES:,} bytes and {forms.MAX_FIELDS} fields",
        "tests/web/test_play_refused.py::test_a_form_too_large_is_not_read",
    ),
    (
        f"{limits.TABLES_BURST} at once of an address, then one in {limits.TABLES_EVERY} s",
        "tests/web/test_play_refused.py::test_tables_are_limited_by_address",
    ),
    (f"{tables.MOST:,} in all", "tests/web/test_play.py::test_old_tables_go_and_the_house_fills_up"),
    (
        f"{limits.MOVES_BURST} moves at once of an address, then {limits.MOVES_RATE} a second",
        "tests/web/test_play_refused.py::test_moves_are_limited_by_address",
    ),
    (f"{house.AT_ONCE} tables think at once", "tests/web/test_play.py::test_bots_of_a_few_tables_think_at_once"),
]


def cells_of(part: str) -> list[str]:
    """Return the first cells of the table below the heading *part*."""
    table = PAGE.partition(f"## {part}\n")[2].partition("\n## ")[0]
    return [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]


def test_every_call_is_listed_once() -> None:
    services = (PEOPLE.services_by_name["ArenaService"], SEATS.services_by_name["SeatService"])
    listed = [name for cell in cells_of("Calls") for name in CODE.findall(cell)]
    assert sorted(listed) == sorted(method.name for service in services for method in service.methods)


async def test_every_address_is_listed_once() -> None:
    app = make_app(Store(AsyncConnectionPool(open=False)), print)
    listed = [path for cell in cells_of("Pages") for path in CODE.findall(cell)]
    assert sorted(listed) == sorted({*addresses(app), "*.live", "*.png"})


def addresses(app: FastAPI) -> set[str]:
    """Return the paths that *app* answers; a page's, not those of its JSON, its CSV and its live parts."""
    paths = {route.path.replace(":path}", "}") for route in app.routes if isinstance(route, Route | Mount)}
    return {path for path in paths if not path.endswith(FORMATS) or path == "/openapi.json"}


@pytest.mark.parametrize(("limit", "tested"), BOUNDS, ids=lambda each: each)
def test_a_limit_is_the_code_s_and_has_a_test(limit: str, tested: str) -> None:
    assert limit in " ".join(PAGE.split())
    path, name = tested.split("::")
    assert re.search(rf"^(async )?def {name}\(", ROOT.joinpath(path).read_text(), re.MULTILINE)
