import numpy as np
import pytest

from arena.rules import VARIANTS, configure, new_game
from arena.wire.columns.layout import columns_of
from arena.wire.columns.pack import Columns
from arena.wire.refusals import MalformedError
from bots.sdk.bot.view import View
from bots.sdk.vector.batch import Batch
from tests.bots.vector.packed import pack_batch


def counts(cards: list[int]) -> list[int]:
    return [cards.count(code) for code in range(55)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_row_is_what_the_view_is(variant: str) -> None:
    batch, games = pack_batch(variant, 5)
    assert len(batch) == len(games) > 40
    assert batch.variant == variant
    for row, game in enumerate(games):
        view, legal, count = game.view(game.to_act), game.legal(), game.rules.seats
        turns = [(view.seat + player) % count for player in range(count)]
        assert batch.seat_id[row] == 1000 + row
        assert (batch.kind[row], batch.seat[row]) == (game.kind, game.to_act)
        assert turns[batch.dealer[row]] == view.dealer
        assert batch.hand[row].tolist() == counts(view.cards)
        assert batch.scores[row].tolist() == [view.scores[seat] for seat in turns]
        assert batch.tricks[row].tolist() == [view.tricks[seat] for seat in turns]
        assert {seat: card for seat, card in zip(turns, batch.trick[row], strict=True) if card >= 0} == dict(view.trick)
        for player, seat in enumerate(turns):
            assert batch.played[row, player].tolist() == counts([card for who, card in view.played if who == seat])
        zero = [0] if legal.may_pass or legal.may_concede else []
        assert np.flatnonzero(batch.legal[row]).tolist() == sorted(legal.actions) + zero


@pytest.mark.parametrize("variant", VARIANTS)
def test_unseen_is_what_the_kits_view_calls_so(variant: str) -> None:
    batch, games = pack_batch(variant, 5)
    for row, game in enumerate(games):
        view = View(game.rules, game.to_act)
        for event in game.events(game.to_act):
            view.observe(event)
        unseen = {card.code: number for card, number in view.unseen.items()}
        assert {code: int(batch.unseen[row, code]) for code in np.flatnonzero(batch.unseen[row])} == unseen


def test_every_column_is_an_attribute_with_a_shape() -> None:
    for variant, rules in VARIANTS.items():
        batch, games = pack_batch(variant, 1)
        for column in columns_of(rules):
            array = getattr(batch, column.name)
            assert array.shape[:1] == (len(games),)
            players = array.shape[1:2] == (rules.seats,)
            assert players == (column.count == rules.seats)
            assert array is getattr(batch, column.name) or column.name == "legal"
            assert column.name in Batch.__annotations__ or column.name == "legal"
    with pytest.raises(AttributeError, match="has no column 'bags': it has seat_id, number, "):
        _ = batch.bags


def test_an_invalid_batch_is_refused() -> None:
    rules = configure("spades-4")
    columns = Columns(rules)
    columns.add(new_game(rules, bytes(32)), 1, 1, 0, 1, 1)
    data = columns.take()
    with pytest.raises(MalformedError, match="a header has 8"):
        Batch(b"")
    with pytest.raises(MalformedError, match="format 2, variant 2; this kit reads format 1"):
        Batch(b"\2" + data[1:])
    with pytest.raises(MalformedError, match=f"{len(data) - 8} bytes; 1 rows of spades-4 have {len(data)}"):
        Batch(data[:-8])
