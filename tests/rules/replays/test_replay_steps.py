"""The steps of a replay: what is drawn is what was so, and what a seat is shown is what it knew."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from arena.rules import VARIANTS, Game, Kind, configure, presets_of, unpack_cards
from arena.rules.hands.layout import layout_of
from arena.rules.records.record import texts, to_record
from arena.rules.replays.narrate import narrate
from arena.rules.replays.place import action_of, begin_record
from arena.rules.replays.sheet import score_sheet
from arena.rules.replays.steps import Step, steps
from tests.rules.playing import random_game
from tests.sizes import sized

HANDS = {"format": {"kind": "hands", "count": 2}}
NAMES = ["ann", "bob", "cy", "di", "ed"]
SERVERS = ("deal", "laid", "score")
GAMES = sized(1, 30)


@cache
def games(variant: str) -> list[Game]:
    presets = list(presets_of(variant))[: sized(1, 9)]
    return [random_game(configure(variant, preset, HANDS), number) for preset in presets for number in range(GAMES)]


def record_of(game: Game) -> dict[str, object]:
    return to_record(game, "x", NAMES[: game.rules.seats])


def decisions(game: Game) -> Iterator[tuple[Game, int, Step]]:
    """Yield each decision of a game: the game before it, its action, its step."""
    record = record_of(game)
    again = begin_record(record)
    for hand in record["hands"]:  # type: ignore[attr-defined]
        own_steps = [step for step in steps(record, hand["number"]) if step.kind not in SERVERS]
        for step, decision in zip(own_steps, hand["decisions"], strict=True):
            action = action_of(again, decision)
            yield again, action, step
            again.apply(action)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_replay_shows_a_seat_what_its_view_had_at_each_decision(variant: str) -> None:
    for game in games(variant):
        for now, _, step in decisions(game):
            for seat, sight in enumerate(step.sights):
                view = now.view(seat)
                assert sight.cards[seat] == texts(view.cards)
                assert sight.kitty == texts(view.kitty)
                assert step.turned == texts(view.turned)
                given = [cards_of_entry(now, entry) for entry in view.said if entry[:2] == (seat, Kind.GIVE)]
                counts = Counter(texts(view.kitty + [card for cards in given for card in cards]))
                for other, known in enumerate(sight.cards):
                    if other == seat:
                        continue
                    shown = Counter(card for meld in view.melds if meld.seat == other for card in texts(meld.shown))
                    assert not Counter(known) - Counter(step.seats[other].cards)  # no more than is so
                    assert not Counter(known) - (counts | shown)  # and than the seat was told


def cards_of_entry(game: Game, entry: tuple[int, int, int]) -> list[int]:
    assert game.rules.giving is not None
    return unpack_cards(entry[2], game.rules.giving.count)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_step_has_all_as_it_was_before_its_decision(variant: str) -> None:
    for game in games(variant):
        layout = layout_of(game.rules.deck)
        for now, action, step in decisions(game):
            hand = now.hand
            assert (step.hand, step.seat) == (hand.number, now.to_act)
            assert [seat_view.cards for seat_view in step.seats] == [
                texts(layout.sorted(seat.cards)) for seat in hand.seats
            ]
            assert [seat_view.tricks for seat_view in step.seats] == [seat.tricks for seat in hand.seats]
            view = now.view(0)
            on_table = {seat: texts([card])[0] for seat, card in view.trick}
            assert {seat: seat_view.card for seat, seat_view in enumerate(step.seats) if seat_view.card} == on_table
            if now.kind == Kind.PLAY:
                assert (step.cards, step.trick) == (texts([action]), hand.gathered + 1)
                won = hand.gathered < game.hands[hand.number].gathered and is_last_of_trick(game, step)
                assert step.winner == (game.hands[hand.number].winner(step.trick - 1) if won else -1)
                assert step.leader == (view.trick[0][0] if view.trick else now.to_act)


def is_last_of_trick(game: Game, step: Step) -> bool:
    return game.hands[step.hand].tricks()[step.trick - 1][-1][0] == step.seat


@pytest.mark.parametrize("variant", VARIANTS)
def test_steps_use_the_words_of_the_narration(variant: str) -> None:
    for game in games(variant):
        record = record_of(game)
        for hand in game.hands:
            lines = [line for step in steps(record, hand.number) for line in step.lines]
            expected: list[str] = []
            for line in narrate(game, hand.number, NAMES[: game.rules.seats]):
                if line.startswith("Trick "):
                    cards, _, won = line.partition(": ")[2].partition(" - ")
                    expected += [*cards.split(", "), won]
                elif " holds " not in line and not line.startswith("  the "):
                    expected.append(line)
            money = [line for line in lines if line.startswith("  the kitty")]
            assert [line for line in lines if line and line not in money] == [line for line in expected if line]


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_cards_are_shown_only_to_seats_that_saw_them(variant: str) -> None:
    for game in games(variant):
        for _, _, step in decisions(game):
            for seat, sight in enumerate(step.sights):
                hides = step.kind in ("discard", "give") and bool(step.cards)
                assert sight.missed == (hides and seat not in (step.seat, step.to))
                if sight.missed:
                    assert step.unseen
                    assert not [line for line in step.unseen for card in step.cards if card in line.split()]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hand_begins_with_the_deal_and_ends_with_its_score(variant: str) -> None:
    for game in games(variant):
        record = record_of(game)
        sheets = score_sheet(game, NAMES[: game.rules.seats])
        for hand in game.hands:
            all_steps = steps(record, hand.number)
            assert [step.number for step in all_steps] == list(range(len(all_steps)))
            assert (all_steps[0].kind, all_steps[-1].kind, all_steps[-1].pot) == (
                "deal",
                "score",
                sheets[hand.number].pot,
            )
            assert [view.score for view in all_steps[-1].seats] == hand.scores


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_parts_of_the_score_sheet_add_up(variant: str) -> None:
    for game in games(variant):
        for sheet, hand in zip(score_sheet(game, NAMES[: game.rules.seats]), game.hands, strict=True):
            assert [scored.delta for scored in sheet.seats] == hand.deltas
            assert [sum(points for _, points in scored.parts) for scored in sheet.seats] == hand.deltas
            assert all(points for scored in sheet.seats for _, points in scored.parts)
            if sheet.pot is not None:
                worth = {"blue": 10, "red": 5, "white": 1}
                for scored in sheet.seats:
                    assert sum(worth[color] * count for color, count in scored.chips) == scored.score
