"""People who answer anything legal, at practice tables of every variant and preset."""

from random import Random

from arena.practice import Table, deal_of, sit_down
from arena.rules import Kind, Rules, configure
from bots.house.asking import answer_by
from tests.sizes import IS_LONG
from tests.wire.games import SETUPS, random_action, rules_of

SEATED = [
    (variant, preset, seat)
    for number, (variant, preset) in enumerate(SETUPS)
    for seat in ((0, 1) if IS_LONG else (number % 2,))
]


def table_of(rules: Rules, seed: int = 1, seat: int = 0, bots: tuple[str, ...] = ("simple", "random")) -> Table:
    return sit_down(deal_of(rules, Random(seed).randbytes(32), seat, bots))


def short(variant: str, preset: str | None = None, hands: int = 2) -> Rules:
    return configure(variant, preset, {"format": {"kind": "hands", "count": hands}})


def decide(table: Table, dice: Random) -> None:
    """Answer at random, but so that hands are often played out."""
    legal = table.game.legal()
    if legal.kind in (Kind.WIDOW, Kind.THROW_IN, Kind.DISCARD, Kind.TRUMP) and dice.random() < 0.8:
        table.act(answer_by("simple", table.game))
    else:
        table.act(random_action(legal, dice))


def play_out(table: Table, dice: Random) -> Table:
    while not table.game.is_over:
        decide(table, dice)
    return table


__all__ = ["SEATED", "SETUPS", "decide", "play_out", "rules_of", "short", "table_of"]
