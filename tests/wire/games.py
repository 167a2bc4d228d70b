"""Random games of every variant and preset, stopped at each decision."""

from collections.abc import Iterator
from random import Random

from arena.rules import VARIANTS, Game, Legal, Rules, configure, new_game, pack_cards, presets_of
from tests.sizes import sized

SETUPS = [(variant, preset) for variant in VARIANTS for preset in presets_of(variant)]


def rules_of(variant: str, preset: str, hands: int = sized(2, 3)) -> Rules:
    return configure(variant, preset, {"format": {"kind": "hands", "count": hands}})


def random_action(legal: Legal, dice: Random) -> int:
    if legal.cards:
        places = sorted(dice.sample(range(len(legal.cards)), legal.count))
        return pack_cards([legal.cards[place] for place in places])
    if legal.actions:
        return dice.choice(legal.actions)
    bids = list(range(legal.least, legal.most + 1, legal.step))[:20]
    if legal.may_pass and (not bids or dice.random() < 0.4):
        return 0
    return dice.choice(bids)


def decisions(rules: Rules, seed: int) -> Iterator[tuple[Game, Legal, int]]:
    """Yield each decision of a game, with the answer that is applied next."""
    dice = Random(seed)
    game = new_game(rules, dice.randbytes(32))
    while not game.is_over:
        legal = game.legal()
        action = random_action(legal, dice)
        yield game, legal, action
        game.apply(action)
