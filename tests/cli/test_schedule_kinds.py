import json
import re

import psycopg

from arena.cli.tournament.balances import is_even
from arena.wire.gen.tournaments_pb2 import Balance, PairCounts
from tests.cli.conftest import BOTS, Command, Served

MIX = ("--variants", "spades-4:1,pinochle-single-deck:3", "--allow-same-owner")
LADDER = ("--kind", "ladder", "--boards", "1", "--allow-same-owner", *BOTS)


def test_a_mix_says_how_even_it_is(four: Served, arena: Command) -> None:
    said = arena("tournament", "create", "cup", *MIX, *BOTS, "--boards", "8")
    assert said.out.startswith("cup: 56 boards, 140 games\nrated format: ")
    assert said.err == "start it with: arena tournament start cup\n", "nothing on balance where it is as promised"
    assert not is_even([Balance(met=PairCounts(even=True), left=PairCounts(even=False))])
    assert "meetings of any two bots" in arena("tournament", "balance", "cup").out
    balances = json.loads(arena("tournament", "balance", "cup", "--json").out)["balances"]
    assert [line["variant"] for line in balances] == ["spades-4", "pinochle-single-deck"]
    assert balances[1]["met"] == {"least": 7, "most": 7, "mean": 7.0, "known": True, "allowed": 1.0, "even": True}
    dry = arena("tournament", "create", "dry", *MIX, *BOTS, "--boards", "4", "--dry-run").out
    assert "How even that is" in dry


def test_a_gauntlet_and_a_swiss_are_made(four: Served, arena: Command) -> None:
    gauntlet = ("--challenger", "a", "--bot", "b", "--bot", "c", "--variants", "pinochle-single-deck", "--boards", "2")
    assert arena("tournament", "create", "g", *gauntlet, "--allow-same-owner").out.startswith("g: 4 boards, 8 games\n")
    assert arena("tournament", "start", "g").code == 0
    assert arena("tournament", "withdraw", "--yes", "g", "b").code == 0
    assert arena("tournament", "commitments", "g").out.count("cancelled") == 2
    field = ("--challenger", "a", *BOTS, "--variants", "pinochle-single-deck", "--boards", "1", "--allow-same-owner")
    refusal = arena("tournament", "create", "a-challenger-is-no-field", *field).out
    assert refusal.startswith("a-challenger-is-no-field: 3 boards, 6 games\n")
    swiss = ("--kind", "swiss", "--variants", "pinochle-single-deck", "--boards", "1", "--allow-same-owner")
    dry = arena("tournament", "create", "s", *swiss, *BOTS, "--dry-run").out
    assert "the first round of a swiss" in dry
    assert "kept" not in dry
    assert arena("tournament", "create", "s", *swiss, *BOTS).out.startswith("s: 2 boards, 4 games of its first round\n")
    arena("tournament", "start", "s")
    four.play("pinochle-single-deck")
    answer = json.loads(arena("tournament", "rounds", "s", "--json").out)
    assert (answer["rounds"], answer["variants"][0]["closed_rounds"]) == (2, 1)
    assert "after round 1 of 2" in arena("tournament", "rounds", "s").out
    assert arena("tournament", "withdraw", "--yes", "s", "a").code == 0
    shown = arena("tournament", "rounds", "s").out
    assert "a@1 (left after round" in shown.strip().splitlines()[-2]  # the last line of the table
    assert "does not promise to be even" in arena("tournament", "balance", "s").out


def test_a_ladder_is_started_paused_and_shown(four: Served, arena: Command) -> None:
    terms = ("--variants", "pinochle-single-deck", "--boards", "1", "--tables", "2", "--allow-same-owner")
    assert "--tables, --least and --longest are for a ladder" in arena("tournament", "create", "l", *terms, *BOTS).err
    said = arena("tournament", "create", "l", "--kind", "ladder", *terms, *BOTS)
    assert re.match(r"l: \d boards, \d games of its first batch\nrated format: 4 hands\nroot ", said.out)
    for word, state in (("start", "running"), ("pause", "paused"), ("resume", "running")):
        assert arena("tournament", word, "l").out == f"l is {state}\n"
    assert arena("bot", "register", "e", "--version", "1", "--owner", "ada").code == 0
    assert arena("tournament", "enter", "l", "e").out == "e@1 is in l from its next round or batch on\n"
    assert "e@1 is in tournament 'l' already" in arena("tournament", "enter", "l", "e").err
    left = arena("tournament", "withdraw", "--yes", "l", "e").out
    assert re.fullmatch(r"e@1 has left l: 0 boards are cancelled, \d+ remain\n", left)
    assert "no board is closed yet" in arena("tournament", "standings", "l").out


def test_a_ladders_first_name_leads_to_its_newest_season(four: Served, arena: Command) -> None:
    arena("tournament", "create", "l", *LADDER, "--variants", "spades-4")
    arena("tournament", "start", "l")
    with psycopg.connect(four.dsn) as sql:
        sql.execute("UPDATE epochs SET opened = opened - interval '30 days'")
        sql.execute("UPDATE boards SET state = 'cancelled'")
    assert four.await_(four.store.tournaments.draw_rounds()) == 1
    assert arena("tournament", "standings", "l").err == "this season is over; its ladder continues as l-season-2\n"
    said = arena("tournament", "pause", "l")
    assert (said.out, said.err) == ("l-season-2 is paused\n", "the season l is over; it continues as l-season-2\n")
    assert arena("tournament", "withdraw", "--yes", "l", "a").out.startswith("a@1 has left l-season-2")


def test_a_ladder_says_what_nobody_can_play_yet(four: Served, arena: Command) -> None:
    said = arena("tournament", "create", "l", *LADDER, "--variants", "spades-5,pinochle-single-deck")
    assert "spades-5: no table can be made of these bots" in said.err
    assert "pinochle-single-deck" not in said.err


def test_mixes_are_checked_and_priorities_change(four: Served, arena: Command) -> None:
    for mix, error in (
        ("spades-4:0", "weights are whole numbers"),
        ("spades-4:-1", '"-1" is not a preset of spades-4'),
    ):
        said = arena("tournament", "create", "cup", "--variants", mix, *BOTS, "--boards", "1")
        assert said.refused
        assert error in said.err
    arena("tournament", "create", "cup", *MIX, *BOTS, "--boards", "1")
    assert arena("tournament", "priority", "cup", "-3").out == "cup has priority -3; it is created\n"
    assert json.loads(arena("tournament", "list", "--json").out)["tournaments"][0]["priority"] == -3
    assert "-3" in arena("tournament", "list").out
    assert arena("tournament", "priority", "cup", "11").refused
    assert "no tournament 'bowl'" in arena("tournament", "priority", "bowl", "1").err
