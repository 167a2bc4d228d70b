"""Random play and random options for the tests of the rules core."""

import random
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from arena.rules import PASS, VARIANTS, Game, Kind, Legal, Melded, Rules, card_code, configure, new_game, pack_cards
from arena.rules.hands.hand import Hand
from arena.rules.hands.layout import layout_of
from arena.rules.hands.melding import best_meld, entries, meld_points
from arena.rules.phases.deal import hand_size
from arena.rules.records.record import to_record
from tests.rules.choosing import chosen_rules

SEED = bytes(range(32))


def codes(text: str) -> list[int]:
    return [card_code(card) for card in text.split()]


def melded(rules: Rules, cards: str, trump: str) -> Melded:
    """The best meld of these cards, as seat 0 would lay it."""
    assert rules.melds is not None
    layout = layout_of(rules.deck)
    best = best_meld(layout.hand(codes(cards)), "SDCH".index(trump), rules.melds, layout)
    melds = tuple(entries(best.counts, rules.melds))
    return Melded(0, meld_points(best.counts, rules.melds), melds, tuple(layout.sorted(best.shown)))


def gather(hand: Hand, winners: list[int]) -> None:
    """Let these seats have won the first tricks."""
    for winner in winners:
        hand.gather(winner)


def random_action(legal: Legal, rng: random.Random) -> int:
    if legal.kind == Kind.AUCTION:
        if legal.least > legal.most or (legal.may_pass and rng.random() < 0.6):
            return 0
        return min(legal.most, legal.least + legal.step * rng.choice((0, 0, 1, 3, 10)))
    if legal.kind in (Kind.DISCARD, Kind.GIVE):
        if legal.may_concede and rng.random() < 0.1:
            return 0
        return pack_cards([legal.cards[at] for at in sorted(rng.sample(range(len(legal.cards)), legal.count))])
    return rng.choice(legal.actions)


def play_on(game: Game, rng: random.Random, decisions: int = 10**9) -> Game:
    while decisions and not game.is_over:
        game.apply(random_action(game.legal(), rng))
        decisions -= 1
    return game


def random_game(rules: Rules, number: int) -> Game:
    rng = random.Random(number)
    return play_on(new_game(rules, rng.randbytes(32)), rng)


def stacked(
    rules: Rules, dealer: int, hands: Sequence[Sequence[int]], kitty: Sequence[int] = (), dummy: Sequence[int] = ()
) -> list[int]:
    """Return the shuffled deck of these hands by seat, kitty and dummy, filled up from the rest."""
    rest = layout_of(rules.deck).deck.copy()
    for card in [card for hand in hands for card in hand] + list(kitty) + list(dummy):
        rest.remove(card)
    full = []
    for seat, hand in enumerate(hands):
        missing = hand_size(rules, dealer, seat) - len(hand)
        full.append([*hand, *rest[:missing]])
        rest = rest[missing:]
    left = [full[(dealer + 1 + place) % rules.seats] for place in range(rules.seats)]
    turned = [*dummy, *rest[: rules.deal.dummy - len(dummy)]]
    rest = rest[rules.deal.dummy - len(dummy) :]
    return [card for hand in left for card in hand] + [*turned, *kitty, *rest]


def dealt(variant: str, *hands: str, kitty: str = "", dummy: str = "", dealer: int = 0, **options: Any) -> Game:
    """Return a game at its first decision; the deck fills up what the hands, the kitty and the dummy lack."""
    rules = configure(variant, options.pop("preset", None), {"first_dealer": dealer} | options)
    seats = [codes(hand) for hand in (*hands, *[""] * (rules.seats - len(hands)))]
    return new_game(rules, SEED, deals=[stacked(rules, dealer, seats, codes(kitty), codes(dummy))])


def bought(game: Game, bid: int) -> Game:
    """Seat 1 of four has it for *bid*."""
    return answer(game, bid, PASS, PASS, PASS)


def answer(game: Game, *actions: int) -> Game:
    for action in actions:
        game.apply(action)
    return game


def play_out_by_fallback(game: Game) -> Game:
    while not game.is_over:
        game.apply(game.fallback())
    return game


def finished(game: Game) -> dict[str, Any]:
    """The record, everything that is still open answered by the fallback."""
    play_out_by_fallback(game)
    return to_record(game, "x", [str(player) for player in game.seating])


def any_rules(variants: Sequence[str] = sorted(VARIANTS)) -> st.SearchStrategy[Rules]:
    """Draw a variant, and its options as `chosen_rules` does."""
    return st.sampled_from(variants).flatmap(chosen_rules)
