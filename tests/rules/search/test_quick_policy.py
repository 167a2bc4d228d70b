"""Quick answers before the play: gifts as `simple` makes them, and contracts that are played alike."""

import pytest

from arena.rules import CARD_CODES, VARIANTS, Kind, configure, new_game
from arena.rules.cards import SUITS
from arena.rules.games.rollout import Chance
from arena.rules.hands.actions import unpack_cards
from arena.rules.hands.layout import layout_of
from arena.rules.rules import Bidding
from arena.rules.search.answers import Limits, choose_gift
from arena.rules.search.candidates import candidates
from arena.rules.search.search import play_answer, played_worth
from arena.rules.search.worlds import Worlds
from bots.house.asking import answer_by
from tests.rules.search.views import decisions, view_of
from tests.sizes import sized

ONE_HAND = {"format": {"kind": "hands", "count": 1}, "max_hands": 1}
PARTNER = "AS TS KS QS AD TD TD AC TC TC JC JC JC AH TH TH JH JH JH JH"
BIDDER = "AS TS TS KS KS KS QS QS QS JS JS JS JS AD AC AH KH KH KC KC"


def test_a_partner_gives_no_aces_that_it_melds() -> None:
    rules = configure("pinochle-double-deck", None, ONE_HAND)
    hands = {1: codes(BIDDER), 3: codes(PARTNER)}
    rest = list(layout_of(rules.deck).deck)
    for card in hands[1] + hands[3]:
        rest.remove(card)
    game = new_game(rules, deals=[hands[1] + rest[:20] + hands[3] + rest[20:]])
    for action in (50, 0, 0, 0, SUITS.index("S")):
        game.apply(action)
    assert (game.kind, game.to_act) == (Kind.GIVE, 3)
    gift = unpack_cards(choose_gift(game), 4)
    assert set(codes("TS KS QS")) < set(gift)
    assert not set(gift) & set(codes("AS AD AC AH"))
    assert sorted(gift) == sorted(unpack_cards(answer_by("simple", game), 4))


def codes(cards: str) -> list[int]:
    return [CARD_CODES[card] for card in cards.split()]


@pytest.mark.parametrize("variant", [name for name, rules in VARIANTS.items() if rules.auction is not None])
def test_candidates_that_lead_to_equal_contracts_are_worth_the_same(variant: str) -> None:
    rules = configure(variant, None, ONE_HAND)
    assert rules.auction is not None
    shared = 0
    for number in range(sized(4, 20)):
        for game in decisions(rules, number):
            if game.kind != Kind.AUCTION:
                break
            view = view_of(game)
            world = Worlds(view, Chance(number)).draw()
            assert view.legal is not None
            worths: dict[tuple[int, int], set[float]] = {}
            for candidate in candidates(world, view.legal, 4):
                hand = play_answer(world, candidate, Limits(len(world.seats))).hand
                worth = played_worth(world, candidate, Limits(len(world.seats)), Chance(7))
                shared += (hand.declarer, hand.bid) in worths
                worths.setdefault((hand.declarer, hand.bid), set()).add(worth)
            assert all(len(values) == 1 for values in worths.values())
    assert shared or rules.auction.bidding is Bidding.SINGLE
