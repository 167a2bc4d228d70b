from random import Random

import pytest

from arena.practice import ActionRefusedError, choices_of, read_answer
from arena.practice.answers import choice
from arena.rules import IllegalActionError, Kind
from tests.practice.sitting import SEATED, decide, play_out, rules_of, short, table_of
from tests.wire.games import random_action


@pytest.mark.parametrize(("variant", "preset", "seat"), SEATED)
def test_every_legal_answer_can_be_written(variant: str, preset: str, seat: int) -> None:
    dice = Random(2)
    table = table_of(rules_of(variant, preset, 2), 31, seat)
    while not table.game.is_over:
        legal = table.game.legal()
        for each in choices_of(legal):
            for text in (each.text, each.words, each.text.upper(), f" {each.text.replace('_', ' ')} "):
                assert legal.allows(read_answer(table.game, text))
        action = random_action(legal, dice)
        written = choice(legal.kind, action, 0 if action == 0 else legal.count).text
        assert read_answer(table.game, written) == action
        if legal.cards and action:
            assert read_answer(table.game, ",".join(reversed(written.lower().split()))) == action
        decide(table, dice)


@pytest.mark.parametrize("text", ["", "ZZ", "999999999", "-4", "é", "AS AS", "٣", "x" * 5_000, "\x00", "none"])
def test_invalid_answer_is_refused_with_the_legal_ones(text: str) -> None:
    for variant in ("spades-4", "pinochle-chips", "pinochle-racehorse"):
        table = table_of(short(variant), 3)
        for _ in range(5):
            with pytest.raises(IllegalActionError, match="legal answers: ") as refused:
                read_answer(table.game, text)
            assert len(str(refused.value).splitlines()) == 1
            assert len(str(refused.value)) < 400
            decide(table, Random(1))


def test_nothing_is_read_once_the_game_is_over() -> None:
    table = play_out(table_of(short("spades-4", hands=1)), Random(1))
    with pytest.raises(ActionRefusedError, match="over"):
        read_answer(table.game, "AS")


def test_all_kinds_of_decision_come_up_for_a_person() -> None:
    left = set(range(Kind.BLIND, Kind.PLAY + 1))
    for seed, (variant, preset, seat) in enumerate(3 * SEATED):
        dice = Random(seed)
        table = table_of(rules_of(variant, preset, 3), 40 + seed, seat)
        while not table.game.is_over:
            left.discard(table.game.kind)
            if not left:
                return
            decide(table, dice)
    raise AssertionError(f"kinds never asked: {left}")
