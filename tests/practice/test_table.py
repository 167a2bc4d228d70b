import re
from dataclasses import asdict
from random import Random

import pytest

from arena.practice import (
    ActionRefusedError,
    Table,
    deal_of,
    from_text,
    read_answer,
    record_of,
    show,
    sit_down,
    to_text,
)
from arena.practice.deals import BadTableError
from arena.rules import IllegalActionError, Kind
from arena.rules.records.verify import verify
from arena.rules.search.claim import NO_CARD, sure_card
from arena.rules.search.solver import Solver
from bots.house.asking import advise_in, answer_by
from bots.sdk.practice.local import house_bot, play_local
from tests.practice.sitting import SEATED, decide, play_out, rules_of, short, table_of
from tests.sizes import sized

SEED = bytes(range(32))


@pytest.mark.parametrize(("variant", "preset", "seat"), SEATED)
def test_undo_and_redo_restore_the_table(variant: str, preset: str, seat: int) -> None:
    dice = Random(5)
    table = table_of(rules_of(variant, preset, 2), 3, seat)
    while not table.game.is_over:
        if dice.random() >= 0.2:
            decide(table, dice)
            continue
        asked, actions = show(table), table.actions
        decide(table, dice)
        after, played = show(table), table.actions
        table.undo()
        assert table.actions == actions
        assert _apart_from_marks(show(table)) == _apart_from_marks(asked)
        table.act(played[len(actions)])
        assert table.actions == played
        assert _apart_from_marks(show(table)) == _apart_from_marks(after)


def _apart_from_marks(shown: object) -> dict[str, object]:
    fields = asdict(shown)  # type: ignore[call-overload]
    # After an undo, what happened since the person's last decision is not what it was then.
    return {key: value for key, value in fields.items() if key not in ("aids", "events", "can_undo")}


@pytest.mark.parametrize(("variant", "preset", "seat"), SEATED)
def test_a_saved_table_is_the_same(variant: str, preset: str, seat: int) -> None:
    dice = Random(9)
    table = table_of(rules_of(variant, preset, 2), 4, seat)
    while not table.game.is_over:
        decide(table, dice)
        if dice.random() < 0.1:
            table = _helped(table, dice)
        if dice.random() < 0.2:
            again = from_text(to_text(table))
            assert show(again) == show(table)
            assert to_text(again) == to_text(table)
    assert from_text(to_text(table)).actions == table.actions


def _helped(table: Table, dice: Random) -> Table:
    if table.game.is_over:
        return table
    dice.choice([table.hint, table.show_all, table.undo])()
    if table.can_claim and dice.random() < 0.3:
        table.finish()
    return table


def test_undo_goes_back_decision_by_decision_to_the_first() -> None:
    table = play_out(table_of(short("spades-4")), Random(2))
    decided = len(table.own)
    for _ in range(decided):
        table.undo()
    assert not table.own
    assert table.actions == table_of(short("spades-4")).actions
    assert table.aids.undone == decided
    with pytest.raises(ActionRefusedError, match="nothing to undo"):
        table.undo()


def test_an_illegal_answer_changes_nothing() -> None:
    table = table_of(short("spades-4"))
    before = to_text(table)
    with pytest.raises(IllegalActionError):
        table.act(31)
    assert to_text(table) == before


def test_bots_play_the_same_without_a_person() -> None:
    rules = short("pinochle-chips", hands=4)
    alone = play_local(rules, SEED, [house_bot("simple")] * 3)
    table = sit_down(deal_of(rules, SEED, 1, ["simple"]))
    while not table.game.is_over:
        table.act(answer_by("simple", table.game))
    assert table.actions == alone.actions


@pytest.mark.parametrize("variant", ["spades-4", "spades-5-2jokers", "pinochle-cutthroat", "pinochle-racehorse"])
def test_finish_plays_out_the_hand(variant: str) -> None:
    table = table_of(short(variant), 6)
    while not table.can_claim:
        table.act(advise_in(table.game)[0])
    hand, before = table.game.hand_number, table.actions
    table.finish()
    assert table.game.hand_number == hand + 1 or table.game.is_over
    assert table.game.hands[hand].is_over
    assert from_text(to_text(table)).own == table.own
    table.undo()
    assert table.actions == before
    assert table.claims == ()
    assert table.can_claim


@pytest.mark.parametrize("variant", ["spades-3", "spades-5-3jokers", "pinochle-two-handed", "pinochle-single-deck"])
def test_claim_takes_every_remaining_trick(variant: str) -> None:
    refused, granted = 0, 0
    for seed in range(40):
        table = table_of(short(variant, hands=1), seed)
        while not table.game.is_over:
            left = len(table.game.layout.sorted(table.game.seats[0].cards))
            if table.can_claim and 1 < left < 7:
                before, taken = to_text(table), table.game.seats[0].tricks
                if sure_card(table.game) == NO_CARD:
                    with pytest.raises(ActionRefusedError, match="you may still lose a trick"):
                        table.claim()
                    assert to_text(table) == before
                    refused += 1
                else:
                    table.claim()
                    assert table.game.is_over
                    assert table.game.hands[0].seats[0].tricks == taken + left
                    assert from_text(to_text(table)).own == table.own
                    granted += 1
                    break
            table.act(advise_in(table.game)[0])
        if granted > 1:
            break
    assert refused
    assert granted


def test_with_all_cards_shown_a_claim_is_judged_as_they_lie() -> None:
    results = set()
    for seed in range(60):
        table = table_of(short("spades-4", hands=1), seed)
        while not table.game.is_over:
            count = len(table.game.layout.sorted(table.game.seats[0].cards))
            if table.can_claim and 1 < count < 6 and sure_card(table.game) == NO_CARD:
                opened = from_text(to_text(table))
                opened.show_all()
                best = Solver().takes_the_rest(table.game, 0, 10**6)
                if not best:
                    with pytest.raises(ActionRefusedError, match="the others can still take a trick"):
                        opened.claim()
                else:
                    opened.claim()
                    assert opened.game.is_over
                    assert opened.game.hands[0].seats[0].tricks == table.game.seats[0].tricks + count
                results.add(best)
            table.act(advise_in(table.game)[0])
        if len(results) == 2:
            break
    assert results == {True, False}


def test_outside_the_tricks_nothing_can_be_claimed() -> None:
    table = table_of(short("spades-4"))
    assert table.game.kind == Kind.BLIND
    for leave in (table.claim, table.finish):
        with pytest.raises(ActionRefusedError, match="only during the tricks"):
            leave()


def test_finished_table_allows_an_undo_only() -> None:
    table = play_out(table_of(short("spades-3", hands=1)), Random(1))
    for do in (table.hint, table.claim, table.finish, lambda: table.act(1)):
        with pytest.raises(ActionRefusedError, match="the game is over"):
            do()
    table.undo()
    assert not table.game.is_over


def test_the_same_hand_is_played_from_another_seat() -> None:
    table = table_of(short("spades-4", hands=3), 8)
    dice = Random(3)
    while table.game.hand_number < 1 or not table.can_claim:
        decide(table, dice)
    dealt = [hand.deck for hand in table.game.hands]
    again = table.again(2)
    assert again.game.hand_number == 1
    assert again.deal.seat == 2
    assert [hand.deck for hand in again.game.hands] == dealt
    assert again.own == []
    decide(again, dice)
    again.undo()
    with pytest.raises(ActionRefusedError):
        again.undo()
    assert show(from_text(to_text(again))) == show(again)
    with pytest.raises(BadTableError, match="seat 4 does not exist: spades-4 has seats 0 to 3"):
        table.again(4)


def test_again_repeats_the_last_hand_before_a_decision() -> None:
    table = table_of(short("spades-4", hands=3), 8)
    while not table.can_claim:
        table.act(advise_in(table.game)[0])
    table.finish()
    assert table.game.hand_number == 1
    assert table.again(0).game.hand_number == 0
    assert play_out(table, Random(1)).again(1).game.hand_number == 2


def test_a_hint_is_legal_and_has_a_reason() -> None:
    for variant, preset, seat in SEATED[:: sized(3, 1)]:
        table = table_of(rules_of(variant, preset, 1), 7, seat)
        while not table.game.is_over:
            hint = table.hint()
            assert table.game.allows(hint.action)
            assert hint.why
            assert hint.why[-1] != "."
            assert "come to 0.0" not in hint.why
            table.act(hint.action)
        assert table.aids.hints >= 1


def test_without_a_royal_marriage_a_hint_says_so() -> None:
    table = table_of(short("pinochle-cutthroat"), seed=5)
    assert "no suit has the king and the queen that trump needs" in table.hint().why


def test_view_shows_a_pass_after_a_bid() -> None:
    table = table_of(short("pinochle-cutthroat"), seed=0)
    while table.game.legal().kind == Kind.AUCTION:
        table.act(table.hint().action)
    assert table.game.view(0).bids[2] > 0
    assert show(table).players[2].bid == "pass"


def test_deal_refuses_invalid_seats_bots_and_seeds() -> None:
    rules = short("spades-4")
    for seat, bots, seed, words in (
        (4, ["simple"], SEED, "seat 4 does not exist"),
        (0, ["clever"], SEED, "use one of random, simple"),
        (0, [], SEED, "give 1 to 4"),
        (0, ["simple"], b"", "the seed has 0 bytes"),
    ):
        with pytest.raises(BadTableError, match=words):
            deal_of(rules, seed, seat, bots)


@pytest.mark.parametrize(("variant", "preset", "seat"), SEATED)
def test_tricks_and_the_record_of_ended_hands_are_those_of_the_game(variant: str, preset: str, seat: int) -> None:
    table, dice = table_of(short(variant, preset), 4, seat), Random(4)
    while not table.game.is_over:
        decide(table, dice)
        shown = show(table)
        for player in shown.players:
            assert player.tricks == sum(winner == player.seat for _, winner in shown.tricks)
        if shown.sheet:
            record = record_of(table)
            assert verify(record) == []
            assert [hand["deltas"] for hand in record["hands"]] == [row.deltas for row in shown.sheet]
    assert all(player.taken <= seat.points for player, seat in zip(shown.players, table.game.seats, strict=True))


def test_trumps_that_lose_the_bid_are_warned_of() -> None:
    table = table_of(short("pinochle-cutthroat", hands=40))
    while not any(each.warning for each in show(table).choices):
        note = show(table).note
        table.act(answer_by("simple", table.game))
    number = table.game.hand_number
    assert re.match(r"Your hand melds \d+ with \w+ as trump", note)
    assert all(re.fullmatch(r"melds \d+, \d+ cards?", each.about) for each in show(table).choices)
    losing = next(each for each in show(table).choices if each.warning)
    table.act(read_answer(table.game, losing.text))
    assert table.game.hands[number].outcome == "no_royal_marriage"
