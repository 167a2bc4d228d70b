"""Tables of every variant: the service's columns, dealt again and again."""

import random

import numpy as np
import pytest

from arena.rl.stepping import BANK_US, MOVE_US, WAIT, deal_seed
from arena.rl.tables import ONE_HAND, ResetError, VectorTables
from arena.rules import VARIANTS, Game, IllegalActionError, configure, new_game
from arena.wire.columns.pack import Columns
from tests.rules.choosing import random_answer

N = 3


def pack_rows(games: list[Game], asked: dict[tuple[int, int], int]) -> bytes:
    columns = Columns(games[0].rules)
    for row, game in enumerate(games):
        asked[row, game.to_act] = number = asked.get((row, game.to_act), 0) + 1
        columns.add(game, row * game.count + game.to_act + 1, number, 0, MOVE_US, BANK_US)
    return columns.take()


def less_mean(game: Game) -> list[float]:
    by_player = [game.result().scores[game.seating.index(player)] for player in range(game.rules.seats)]
    return [score - sum(by_player) / len(by_player) for score in by_player]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_columns_are_those_of_the_same_games_at_the_service(variant: str) -> None:
    rules, dice, deals = configure(variant, None, ONE_HAND), random.Random(1), list(range(N))
    tables, asked = VectorTables(variant, N), dict[tuple[int, int], int]()
    tables.reset(7)
    games = [new_game(rules, deal_seed(7, deal)) for deal in deals]
    ended = 0
    while ended < 2 * N:
        assert bytes(tables.batch.data) == pack_rows(games, asked)
        assert tables.player.tolist() == [game.seating[game.to_act] for game in games]
        actions = [random_answer(game.legal(), dice, 0.4) for game in games]
        tables.step(actions)
        for row, game in enumerate(games):
            game.apply(actions[row])
            assert tables.done[row] == game.is_over
            expected = less_mean(game) if game.is_over else [0.0] * rules.seats
            assert tables.reward[row] == pytest.approx(expected, rel=1e-5)
            if game.is_over:
                ended, deals[row] = ended + 1, deals[row] + N
                games[row] = new_game(rules, deal_seed(7, deals[row]))
                asked |= {(row, seat): 0 for seat in range(rules.seats)}


def test_drawn_actions_are_legal_and_follow_from_the_seed() -> None:
    runs = []
    for _ in range(2):
        tables, seen = VectorTables("pinochle-double-deck", 4), list[object]()
        tables.reset(5)
        for _ in range(300):
            actions = tables.draw()
            seen.append((actions.tolist(), bytes(tables.step(actions).data), tables.reward.tolist()))
        runs.append(seen)
    assert runs[0] == runs[1]


def test_arrays_are_written_in_place() -> None:
    tables = VectorTables("spades-4", 2)
    kind, reward, done = tables.batch.column("kind"), tables.reward, tables.done
    for _ in range(8):
        tables.step(tables.draw())
    assert np.array_equal(kind, tables.batch.kind)
    assert reward is tables.reward
    assert done is tables.done


def test_a_rotation_moves_players_and_keeps_the_deal() -> None:
    tables = VectorTables("pinochle-cutthroat", 3)
    tables.reset(1, {"deal": [4, 4, 4], "rotation": [0, 1, 2]})
    assert len(set(tables.batch.column("hand").tolist())) == 1
    assert sorted(tables.player.tolist()) == [0, 1, 2]
    tables.reset(None, {"deal": 4})
    again = tables.batch.column("hand").tolist()
    tables.reset(None, {"deal": [4, 5, 6]})
    assert tables.batch.column("hand").tolist() == again


def test_a_table_that_waits_stays_and_an_illegal_action_changes_nothing() -> None:
    tables = VectorTables("spades-4", 2)
    before = tables.batch.column("seat").tolist()
    tables.step([tables.draw()[0], WAIT])
    assert tables.seat[0] != before[0]
    assert tables.seat[1] == before[1]
    before = bytes(tables.batch.data)
    with pytest.raises(IllegalActionError, match=r"^table 1: "):
        tables.step([tables.draw()[0], 62])
    assert bytes(tables.batch.data) == before
    with pytest.raises(ValueError, match="one for each of the 2 tables"):
        tables.step([0])


@pytest.mark.parametrize("options", [{"seal": 1}, {"deal": "x"}, {"deal": -1}, {"rotation": [0, 1, 2]}])
def test_wrong_options_of_reset_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ResetError, match="give "):
        VectorTables("spades-4", 2).reset(0, options)
