from pathlib import Path
from typing import Any

import pytest

from arena.rules import VARIANTS, card_text
from arena.rules.replays.line import to_line
from arena.rules.replays.place import Place, decisions_at
from bots.house.random import RandomBot
from bots.house.simple import SimpleBot
from bots.sdk import AsyncBot, Bot, Card, View
from bots.sdk.packs.pack import Pack, PackError
from bots.sdk.packs.questions import question_at, questions_of
from bots.sdk.packs.replaying import replay_packs
from bots.sdk.seats.replay import pack_decision, place_of
from tests.bots.packs.conftest import record_of


def test_the_same_code_answers_all_that_was_kept_alike(folder: Path) -> None:
    replayed = replay_packs(SimpleBot, folder)
    assert (replayed.packs, replayed.changed) == (len(VARIANTS), [])
    assert replayed.decisions > 100


def test_a_changed_answer_is_printed_with_its_place(folder: Path, records: dict[str, dict[str, Any]]) -> None:
    class Lower(SimpleBot):
        variants = ("spades-4",)

        def play(self, view: View) -> Card:
            cards: list[Card] = list(view.legal)
            return min(cards)

    replayed = replay_packs(Lower, folder)
    assert replayed.packs == 1, "of the variants that it plays"
    assert replayed.changed
    for change in replayed.changed:
        game, hand, decision = change.place.split(":")
        _, there, action = next(decisions_at(records["spades-4"], Place(game, int(hand) - 1, int(decision) - 1)))
        assert (int(there.to_act), change.error) == (1, "")
        assert change.was == f"play {card_text(action)}" != change.now
    assert str(replayed.changed[0]).startswith("spades-4.pack: 17:")
    assert replayed.summary().endswith(f"changed: {len(replayed.changed)}, errors: 0")


def test_two_versions_are_compared(folder: Path) -> None:
    class Old(SimpleBot):
        variants = ("spades-4", "pinochle-cutthroat")

    class New(Bot):
        variants = Old.variants

    assert replay_packs(Old, folder, SimpleBot).changed == []
    changed = replay_packs(Old, folder, New).changed
    assert changed
    back = replay_packs(New, folder, Old).changed
    assert {(each.place, each.was) for each in changed} >= {(each.place, each.now) for each in back}


def test_what_fails_is_an_error_and_the_rest_is_asked(folder: Path) -> None:
    class Failing(Bot):
        variants = ("spades-4",)

        def bid(self, view: View) -> Any:
            raise RuntimeError("no bid") if view.number else ValueError("none")

        def play(self, view: View) -> str:
            return "AS"

    errors = [each.error for each in replay_packs(Failing, folder).changed if each.error]
    assert {"RuntimeError: no bid", "ValueError: none", "play AS is not legal"} <= {*errors}


def test_bots_that_wait_are_asked_too(folder: Path) -> None:
    class Waiting(AsyncBot):
        variants = ("spades-4",)

        async def play(self, view: View) -> str:
            return str(view.legal[-1])

    assert replay_packs(Waiting, folder).changed


def test_only_one_hand_or_decision_is_asked(records: dict[str, dict[str, Any]]) -> None:
    line = to_line(records["pinochle-cutthroat"])
    whole = questions_of(Pack(1, game=line))
    second = questions_of(Pack(1, hand=2, game=line))
    assert [each[:3] for each in second] == [each[:3] for each in whole if each.place.startswith("17:2:")]
    (one,) = questions_of(Pack(1, hand=2, decision=int(second[0].place.split(":")[2]), game=line))
    assert one[:3] == second[0][:3]
    for question in whole:
        assert f"17:{place_of(question.decision.events)}" == question.place


def test_a_seat_is_asked_what_it_could_know(records: dict[str, dict[str, Any]]) -> None:
    for question in questions_of(Pack(2, game=to_line(records["pinochle-cutthroat"]))):
        assert question.game is not None
        assert question.decision.events == question.game.events(2)


def test_an_answer_of_the_fallback_is_marked() -> None:
    places = [(place, int(game.to_act)) for place, game, _ in decisions_at(record_of("spades-4", Bot), Place("17", 0))]
    place = next(place for place, seat in places if seat == 1)
    infraction = {"hand": 0, "seat": 1, "decision": place.decision, "reason": "timeout"}
    assert question_at(record_of("spades-4", Bot, [infraction]), place).why == "timeout"


def test_a_decision_of_a_log_is_asked(records: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    question = questions_of(Pack(1, game=to_line(records["spades-4"])))[3]
    rules, seat, events, legal = question.decision
    answer = question.describe(question.kept).split()[1]
    pack = Pack(seat, asked=pack_decision(rules, seat, events, legal), answer=answer, error="ValueError: x")
    (logged,) = questions_of(pack)
    assert (logged.kept, logged.decision, logged.why) == (question.kept, question.decision, "ValueError: x")
    assert f"17:{logged.place}" == question.place
    (tmp_path / "log.pack").write_text(str(pack))
    assert replay_packs(SimpleBot, tmp_path).changed == []


@pytest.mark.parametrize(
    ("pack", "said"),
    [
        (Pack(7, game="GAME"), "seat 7 is not in the game"),
        (Pack(0, hand=9, game="GAME"), "the game has the hands 1 to 2"),
        (Pack(0, game="arena1.abc"), "the line was cut off"),
        (Pack(0, asked="abc", answer="AS"), "this text is not a decision"),
    ],
)
def test_a_pack_that_cannot_be_asked_is_refused(
    pack: Pack, said: str, records: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    text = str(pack).replace("GAME", to_line(records["spades-4"]))
    (tmp_path / "odd.pack").write_text(text)
    with pytest.raises(PackError, match=said) as refused:
        replay_packs(RandomBot, tmp_path)
    assert str(refused.value).startswith(str(tmp_path / "odd.pack"))


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="give a folder of packs"):
        replay_packs(RandomBot, tmp_path / "none")
