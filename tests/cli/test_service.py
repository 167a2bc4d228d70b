import csv
import json
from pathlib import Path

import psycopg
import pytest

from arena.cli.service import REPEATABLE, SERVICE
from arena.cli.tournament.watching import show_progress
from arena.rules.records.verify import verify
from arena.wire.gen.tournaments_pb2 import TooFewSeats, Tournament, WatchTournamentResponse
from tests.cli.conftest import ANOTHER, BOTS, CREATE, Command, Served


def test_calls_that_must_not_be_repeated_are_not_retried() -> None:
    once = {"CreateOwner", "CreateInvite", "AcceptInvite", "RegisterBot", "CreateToken", "RotateToken"}
    once |= {"RebuildRatings", "ListFailedBlocks", "ReportCheck", "AddSeatLog"}
    once |= {"CreateTournament", "ExtendTournament", "EnterTournament", "WithdrawFromTournament"}
    once |= {"CreateGate", "CreateChallenge"}
    assert once == {method.name for method in SERVICE.methods} - set(REPEATABLE)


def test_standard_output_gets_only_the_token(served: Served, arena: Command) -> None:
    owner = arena("owner", "create", "ada")
    assert owner.out.startswith("arena_owner_")
    assert len(owner.out.split()) == 1
    assert "ada" in owner.err
    bot = json.loads(arena("bot", "register", "first", "--version", "1", "--token", owner.out.strip(), "--json").out)
    assert bot["bot"] == "first@1"
    assert bot["token"].startswith("arena_bot_")
    for words in (("bot", "list"), ("owner", "create", "ben")):
        said = arena(*words, "--token", bot["token"])
        assert said.refused
        assert "first@1" in said.err
        assert bot["token"] not in said.err


Look = WatchTournamentResponse
RUNNING, CANCELLED = (Tournament(name="cup", state=state, boards=4) for state in ("running", "cancelled"))
SHORT = TooFewSeats(bot="a@1", needs=2)
WATCHED = {
    "what it waits for": (
        [Look(tournament=RUNNING, offline=["a@1"])] * 2
        + [Look(tournament=RUNNING)]
        + [Look(tournament=Tournament(name="cup", state="cancelled", boards=4, closed=1))],
        ["cup: 0 of 4 boards (waiting for a@1)", "cup: 1 of 4 boards (cancelled)"],
    ),
    "bots with too few seats": (
        [Look(tournament=RUNNING, offline=["b@1", "a@1"], too_few_seats=[SHORT]), Look(tournament=CANCELLED)],
        ["cup: 0 of 4 boards (waiting for b@1 and 1 more; a@1 needs 2 seats at a table: --max-seats)"],
    ),
    "each tenth": (
        [
            Look(tournament=Tournament(name="cup", state="running", boards=100, closed=closed), playing=8)
            for closed in (0, 9, 10, 12, 35, 36, 100)
        ],
        ["cup: 0 of 100 boards (8 at the tables)", *(f"cup: {closed} of 100 boards" for closed in (10, 35, 100))],
    ),
}


@pytest.mark.parametrize(("seen", "lines"), WATCHED.values(), ids=WATCHED)
def test_a_watch_without_a_terminal_prints_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seen: list[Look], lines: list[str]
) -> None:
    monkeypatch.setattr("arena.cli.tournament.watching.looks", lambda *_: iter(seen))
    show_progress(None, "cup")  # type: ignore[arg-type]
    assert capsys.readouterr().out.splitlines()[: len(lines)] == lines


def test_names_are_not_parsed_as_markup(cup: Served, arena: Command) -> None:
    name = "[/red] :smile: [bold]cup"  # an earlier release took it
    with psycopg.connect(cup.dsn) as sql:
        sql.execute("UPDATE tournaments SET name = %s", [name])
    assert name in arena("tournament", "list").out
    assert name in arena("tournament", "standings", name).out


def test_bots_and_tournaments_are_listed_and_created_with_options(cup: Served, arena: Command) -> None:
    assert "a@1" in arena("bot", "list").out
    listed = json.loads(arena("bot", "list", "--json").out)["bots"]
    assert [line["bot"] for line in listed] == [f"{name}@1" for name in "abcd"]
    assert "cup" in arena("tournament", "list").out
    (line,) = json.loads(arena("tournament", "list", "--json").out)["tournaments"]
    assert (line["name"], line["kind"], line["state"]) == ("cup", "round-robin", "created")
    assert (line["boards"], line["closed"]) == (4, 0)
    words = ("--option", "spades-4:target=250", "--move-time", "0.5", "--bank", "3", "--ask-single", "--json")
    said = arena("tournament", "create", "other", "--variants", "spades-4:short-each", "--boards", "1", *BOTS, *words)
    assert said.refused
    assert "owner" in said.err
    said = arena(*CREATE[:2], "other", "--variants", "spades-4:short-each", *CREATE[5:], *ANOTHER, *BOTS, *words)
    assert json.loads(said.out)["tournament"]["name"] == "other"


def test_a_finished_tournament_is_shown_whole(read_only: Served, arena: Command) -> None:
    assert arena("tournament", "watch", "cup").code == 0
    looks = [json.loads(line) for line in arena("tournament", "watch", "cup", "--json").out.splitlines()]
    assert [look["tournament"]["state"] for look in looks] == ["finished"]
    said = arena("tournament", "standings", "cup")
    assert said.code == 0
    assert all(word in said.out for word in ("on trust", "a@1", "score of the row's bot against", "ada"))
    (variant,) = json.loads(arena("tournament", "standings", "cup", "--json", "--variant", "spades-4").out)["variants"]
    head, *rows = csv.reader(arena("tournament", "standings", "cup", "--csv").out.splitlines())
    lines = [dict(zip(head, row, strict=True)) for row in rows]
    assert head[:6] == ["variant", "place", "bot", "rating", "owner", "score"]
    assert {line["pool"] for line in lines} == {"on trust, deals committed by the operator"}
    assert {(line["forfeited"], line["rating_low"], line["rating_bound"]) for line in lines} == {("0", "", "")}
    assert sum(float(line["rating"]) for line in lines) == pytest.approx(4 * 1500)
    assert [(line["place"], line["bot"], line["owner"], line["boards"]) for line in lines] == [
        (str(place), line["bot"], "ada", "4") for place, line in enumerate(variant["standings"], start=1)
    ]
    assert (
        "spades-4: cup (on trust, deals committed by the operator, rated format: 4 hands): scores of pairs"
        in arena("tournament", "crosstable", "cup").out
    )
    (pairs,) = json.loads(arena("tournament", "crosstable", "cup", "--json").out)["variants"]
    assert (pairs["standings"], pairs["crosstable"]) == ([], variant["crosstable"])
    assert len(arena("tournament", "crosstable", "cup", "--csv").out.splitlines()) == 1 + 6
    assert arena("tournament", "crosstable", "cup", "--csv", "--json").refused
    assert "spades-4" in arena("tournament", "standings", "cup", "--variant", "spades-5").err
    assert [line["boards"] for line in variant["standings"]] == [4, 4, 4, 4]
    lines = json.loads(arena("tournament", "commitments", "cup", "--json").out)["commitments"]
    assert all(len(line["seed"]) == 64 for line in lines)
    assert lines[0]["commitment"] in arena("tournament", "commitments", "cup").out


def test_a_dry_run_stores_nothing(cup: Served, arena: Command) -> None:
    words = (*CREATE[:2], "other", *CREATE[3:], *ANOTHER, *BOTS, "--dry-run")
    said = arena(*words)
    assert said.code == 0
    words_said = ("spades-4", "rated format: 4 hands\n", "time: ", "2 to 100 ms a decision", "not connected: a@1")
    assert all(word in said.out for word in words_said)
    (line,) = json.loads(arena(*words, "--json").out)["variants"]
    assert (line["line_ups"], line["blocks"], line["boards"], line["games"]) == (1, 1, 4, 16)
    assert arena(*CREATE, *ANOTHER, *BOTS, "--dry-run").refused
    assert arena("tournament", "list", "--json").out.count('"name"') == 1


def test_bots_enter_late_and_withdraw(cup: Served, arena: Command) -> None:
    token = arena("owner", "create", "cyd").out.strip()
    arena("bot", "register", "e", "--version", "1", "--owner", "cyd")
    said = arena("tournament", "enter", "cup", "e", "--token", token)
    assert said.out == "e@1 is in cup: 16 boards more, 20 in all\n"
    assert arena("tournament", "withdraw", "--yes", "cup", "a", "--token", token).refused
    asked = arena("tournament", "withdraw", "cup", "e").err
    assert "this cancels 16 of 20 boards; e@1 cannot enter again; add --yes to do it" in asked
    said = arena("tournament", "withdraw", "--yes", "cup", "e@1", "--token", token)
    assert said.out == "e@1 has left cup: 16 boards are cancelled, 4 remain\n"
    assert json.loads(arena("tournament", "withdraw", "--yes", "cup", "e", "--json").out)["cancelled"] == 0


def test_status_is_a_line_for_the_owner(cup: Served, arena: Command) -> None:
    assert arena("bot", "status", "a").out == "a@1 is offline\n"
    assert json.loads(arena("bot", "status", "a", "--json").out)["versions"][0]["state"] == "offline"
    assert arena("tournament", "start", "cup").code == 0
    cup.await_(cup.store.play.renew_gateway("g", "g:1", []))
    cup.await_(cup.store.ratings.sweep())
    said = arena("bot", "status", "a@1").out
    assert said == "a@1 is offline; cup waits for it, its boards there are forfeited in 24 h: start it\n"
    token = arena("owner", "create", "cyd").out.strip()
    assert arena("bot", "status", "a", "--token", token).refused
    cup.await_(cup.store.play.count_infractions({(1, "flood"): 1}))
    with psycopg.connect(cup.dsn, autocommit=True) as sql:
        sql.execute(
            "INSERT INTO strikes SELECT version_id, minute - n * interval '1 minute', infraction"
            " FROM strikes, generate_series(1, 3) n"
        )
    cup.await_(cup.store.ratings.sweep())
    said = arena("bot", "status", "a").out
    assert all(word in said for word in ("a@1 is suspended since", "`flood`", "answer each decision once", "--retry"))
    assert arena("bot", "status", "a", "--retry").out.startswith("a@1 is offline")


def test_a_finished_tournament_is_extended(finished: Served, arena: Command) -> None:
    asked = arena("tournament", "extend", "cup", "--boards", "3").err
    assert "this adds 3 boards to cup, which then has 7 in all; add --yes to do it" in asked
    said = arena("tournament", "extend", "--yes", "cup", "--boards", "3")
    assert said.out == "cup: 3 boards more, 7 in all; it is running\n"
    assert "boards 4 and on" in said.err
    assert json.loads(arena("tournament", "extend", "--yes", "cup", "--boards", "1", "--json").out)["first"] == 7
    assert arena("tournament", "extend", "--yes", "nope", "--boards", "1").refused
    assert arena("tournament", "extend", "--yes", "cup", "--boards", "100001").refused


MORE = ("tournament", "create", "more", *CREATE[3:], *BOTS)


@pytest.mark.parametrize(
    "words",
    [
        ("tournament", "create", "more", "--variants", "spades-4", *BOTS, *ANOTHER, "--allow-same-owner", "--boards"),
        (*MORE, "--pool", "open", "--tables-per-board"),
        *((*MORE, "--kind", kind, "--rounds") for kind in ("swiss", "ladder")),
        ("tournament", "extend", "cup", "--boards"),
        ("tournament", "games", "cup", "--bot", "a", "--seat"),
        ("tournament", "games", "cup", "--limit"),
        *((*MORE, "--kind", "ladder", f"--{each}") for each in ("boards", "tables", "least", "longest")),
        ("gate", "a", "b", "--variants", "spades-4", "--fillers", "c,d", "--max-boards"),
        ("challenge", "a", "b", "--variants", "spades-4", "--max-boards"),
        ("token", "revoke", "--yes"),
        ("token", "rotate"),
    ],
    ids=" ".join,
)
def test_the_largest_number_is_accepted_or_refused_in_a_line(
    cup: Served, arena: Command, words: tuple[str, ...]
) -> None:
    said = arena(*words, "2147483647")
    assert said.code == 0 or said.refused


def test_games_seats_and_head_to_head_are_shown(read_only: Served, arena: Command) -> None:
    games = [json.loads(line) for line in arena("tournament", "games", "cup", "--json").out.splitlines()]
    assert len(games) == 16
    assert games[3]["game"] in arena("tournament", "games", "cup", "--bot", "a", "--limit", "4").out
    head, *rows = csv.reader(arena("tournament", "games", "cup", "--csv").out.splitlines())
    assert (head[0], len(rows)) == ("game", 64)
    assert [row[5] for row in rows[:4]] == [seat["bot"] for seat in games[0]["seats"]]
    assert arena("tournament", "games", "cup", "--variant", "spades-3").out == "cup: no such games on closed boards\n"
    assert arena("tournament", "games", "cup", "--seat", "1").refused
    dearest = arena("tournament", "games", "cup", "--bot", "a", "--by-loss", "--limit", "3", "--json").out.splitlines()
    losses = [json.loads(line)["loss"] for line in dearest]
    assert (len(losses), losses) == (3, sorted(losses, reverse=True))
    assert "lost" in arena("tournament", "games", "cup", "--bot", "a", "--by-loss").out
    won = arena("tournament", "games", "cup", "--bot", "a", "--result", "won", "--csv").out.splitlines()
    assert all(row.split(",")[6] == "1" for row in won if row.split(",")[5] == "a@1")
    assert arena("tournament", "games", "cup", "--seat-id", "1").out == "cup: no such games on closed boards\n"
    assert arena("tournament", "games", "cup", "--by-loss").refused
    assert "place after who deals first" in arena("tournament", "seats", "cup").out
    (seats,) = json.loads(arena("tournament", "seats", "cup", "--json").out)["variants"]
    assert [line["games"] for line in (*seats["seats"], *seats["whole"])] == [4] * 16 + [16] * 4
    assert len(arena("tournament", "seats", "cup", "--csv").out.splitlines()) == 1 + 20
    findings = json.loads(arena("tournament", "findings", "cup", "--json").out)["findings"]
    memory = [(each["boards"], each["flagged"]) for each in findings if each["kind"] == "memory"]
    assert memory == [(4, False)] * 4
    assert arena("tournament", "findings", "cup").out.endswith("more measurements are not flagged: --all lists them\n")
    listed = arena("tournament", "findings", "cup", "--all").out
    assert all(word in listed for word in ("on trust", "memory", "a@1", "interval"))
    heading, *lines = arena("tournament", "findings", "cup", "--csv").out.splitlines()
    assert heading.startswith("variant,kind,bots,place,boards,effect,error,low,high,threshold,chance,flagged,sentence")
    assert len(lines) == len(findings)
    said = arena("bot", "versus", "a", "b@1")
    assert all(word in said.out for word in ("a@1 against b@1 (on trust)", "spades-4", "4 hands", "below 10 boards"))
    assert json.loads(arena("bot", "versus", "a", "b", "--json").out)["variants"][0]["boards"] == 4
    assert len(arena("bot", "versus", "a", "b", "--csv", "--tournament", "cup").out.splitlines()) == 2
    assert "not met" in arena("bot", "versus", "a", "b", "--variant", "spades-3").out


def test_every_table_names_its_pool(read_only: Served, arena: Command) -> None:
    of_cup: list[tuple[str, ...]] = [("tournament", word, "cup") for word in ("standings", "crosstable", "seats")]
    of_cup += [("tournament", "findings", "cup", "--all"), ("tournament", "games", "cup")]
    of_all: list[tuple[str, ...]] = [("bot", "versus", "a", "b"), ("bot", "stats", "a")]
    of_all += [("ratings",), ("ratings", "--live"), ("ratings", "--pooled")]
    for words in (*of_cup, (*of_cup[0], "--luck"), *of_all):
        head, *rows = csv.reader(arena(*words, "--csv").out.splitlines())
        assert head[-1] == "pool", words
        alone = ", deals committed by the operator" if words in of_cup[:-1] or "--luck" in words else ""
        assert {row[-1] for row in rows} <= {f"on trust{alone}"}, words
        assert "on trust" in arena(*words).out or "house bot" in arena(*words).out, words
    receipt = ("ratings", "spades-4", "--receipt", "a")
    for words in (receipt, ("ratings", "--seats"), ("tournament", "list")):
        assert "on trust" in arena(*words).out, words


def test_a_tournament_is_paused_resumed_and_cancelled(cup: Served, arena: Command) -> None:
    assert arena("tournament", "pause", "cup").refused
    assert arena("tournament", "start", "cup").out == "cup is running\n"
    assert arena("tournament", "pause", "cup").out == "cup is paused\n"
    assert arena("tournament", "resume", "cup").out == "cup is running\n"
    assert arena("tournament", "failed", "cup", "--retry").out == "0 boards are tried again\n"
    assert "not closed are never played; add --yes" in arena("tournament", "cancel", "cup").err
    said = arena("tournament", "cancel", "cup", "--yes", "--json")
    assert json.loads(said.out)["tournament"]["state"] == "cancelled"
    assert arena("tournament", "watch", "cup", "--json").out.count("\n") == 1


def test_a_list_of_several_pages_is_printed_whole(cup: Served, arena: Command) -> None:
    large = ("tournament", "create", "large", "--variants", "spades-4", "--boards", "2500", "--allow-same-owner")
    assert arena(*large, *BOTS).code == 0
    answer = json.loads(arena("tournament", "commitments", "large", "--json").out)["commitments"]
    assert [line["board"] for line in answer] == list(range(2500))


def test_exports_verify_and_are_replayed(read_only: Served, arena: Command, tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    assert arena("export", "cup", "-o", str(file)).code == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["format"] for line in lines[:2]] == ["arena-tournament/1", "arena-epoch/1"]
    records = [line for line in lines if line["format"] == "arena-game/1"]
    assert len(records) == 16
    assert not any(verify(record) for record in records)
    assert arena("export", "cup").out == file.read_text()
    assert arena("verify", str(file)).out.endswith("\n16 records, no difference\n")
    assert json.loads(arena("export", "cup", "--game", records[3]["id"]).out) == records[3]
    assert "a@1" in arena("replay", str(file), "--game", records[3]["id"]).out


WRONG = (
    (("owner", "create", "ada"), "ada"),
    (("owner", "create", "NO"), "a-z"),
    (("bot", "register", "a", "--version", "1", "--owner", "ada"), "a@1"),
    (("bot", "register", "z", "--version", "1", "--owner", "eve"), "eve"),
    (("bot", "register", "z", "--version", "1"), "owner"),
    ((*CREATE, *ANOTHER, *BOTS), "cup"),
    ((*CREATE[:2], "x", *CREATE[3:], *BOTS), "master"),
    ((*CREATE[:2], "x", *CREATE[3:], "--bot", "zz", *BOTS), "zz"),
    ((*CREATE[:2], "x", "--variants", "nope", *CREATE[5:], *BOTS), "spades-4"),
    ((*CREATE[:2], "x", "--variants", "spades-4:nope", *CREATE[5:], *BOTS), "official"),
    ((*CREATE[:2], "x", *CREATE[3:], *BOTS, "--option", "spades-4:target=1"), "target"),
    ((*CREATE[:2], "x", *CREATE[3:], *BOTS, "--option", "target=1"), "V:NAME=VALUE"),
    ((*CREATE[:2], "x", *CREATE[3:], *BOTS, "--pool", "shut"), "trust"),
    ((*CREATE[:2], "x", *CREATE[3:], *BOTS, "--kind", "gate"), "arena gate BOT OPPONENT"),
    ((*CREATE[:2], "x", *CREATE[3:], *BOTS, "--move-time", "0"), "move-time"),
    (("tournament", "start", "nope"), "nope"),
    (("tournament", "watch", "nope"), "nope"),
    (("tournament", "standings", "nope"), "nope"),
    (("tournament", "commitments", "nope"), "nope"),
    (("ratings", "nope"), "spades-4"),
    (("export", "nope"), "nope"),
    (("export", "cup", "--game", "nope"), "nope"),
    (("export", "cup", "--game", "123456"), "123456"),
    (("export", "cup", "-o", "/nowhere/at/all"), "/nowhere/at/all"),
    (("bot", "list", "--token", "wrong"), "token"),
    (("bot", "list", "--token", "wr\nong"), "token"),
    (("bot", "list", "--token", "wröng"), "token"),
)


def test_errors_are_one_line(cup: Served, arena: Command) -> None:
    for words, named in WRONG:
        said = arena(*words)
        assert (said.refused, named in said.err) == (True, True), (words, said)
