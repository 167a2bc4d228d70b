"""Play a game to its end at random, fast enough for bots that search."""

from typing import Final

from arena.rules.games.game import Game
from arena.rules.hands.actions import CARD_BITS, CONCEDE, PASS, Kind
from arena.rules.hands.layout import LONE_BIT, PLAIN, Codes, Layout, size
from arena.rules.hands.legal import Legal
from arena.rules.native import i64
from arena.rules.phases import tricks

WORD: Final = 2**32 - 1
SEED_MASK: Final = 2**31 - 1
SPREAD: Final = 0x5851F42D  # odd and below 2**31: a product of two such numbers stays below 2**62


class Chance:
    """A random number generator: Marsaglia's 32-bit xorshift (13, 17, 5), the same in Python and compiled."""

    def __init__(self, seed: int) -> None:
        """Start from the low 62 bits of *seed*; similar seeds give unrelated numbers."""
        low: i64 = seed & SEED_MASK
        high: i64 = (seed >> 31) & SEED_MASK
        mixed: i64 = (low ^ SPREAD) * SPREAD
        mixed = ((mixed ^ (mixed >> 31) ^ high) & SEED_MASK) * SPREAD
        self.state: i64 = (mixed ^ (mixed >> 31)) & WORD
        if self.state == 0:
            self.state = SPREAD

    def below(self, limit: i64) -> i64:
        """Return a random number from 0 to *limit* - 1; *limit* is at most 2**30."""
        x: i64 = self.state
        x ^= (x << 13) & WORD
        x ^= x >> 17
        x ^= (x << 5) & WORD
        self.state = x
        return (x * limit) >> 32

    def one_of(self, mask: i64) -> i64:
        """Return a mask with one random set bit of *mask*, each with equal probability."""
        rest: i64 = mask
        for _ in range(self.below(size(mask))):
            rest &= rest - 1
        return rest & -rest


def play_out(game: Game, seed: int) -> None:
    """Play *game* to its end with random actions, which depend only on *seed*.

    All listed actions are equally likely. So are all bids of an auction and the pass, and all cards to discard or give.
    """
    chance = Chance(seed)
    layout: Layout = game.layout
    while True:
        kind: i64 = game.kind
        if kind == Kind.PLAY:
            bit: i64 = chance.one_of(game.open)
            over = tricks.play(game, layout.at[bit % LONE_BIT], bit)
        elif kind == Kind.NONE:
            return
        else:
            over = game.answer(random_action(game, chance))
        if over:
            game.next_phase()


def random_action(game: Game, chance: Chance) -> int:
    """Return a random legal action for the open decision, with the probabilities of `play_out`."""
    if not game.open:
        legal = game.legal()
        return draw_bid(legal, chance) if legal.kind == Kind.AUCTION else draw_laid_cards(legal, chance)
    codes: Codes = game.layout if game.kind == Kind.PLAY else PLAIN
    action: int = codes.at[chance.one_of(game.open) % LONE_BIT]
    return action


def draw_bid(legal: Legal, chance: Chance) -> int:
    bids = (legal.most - legal.least) // legal.step + 1 if legal.least <= legal.most else 0
    drawn: int = chance.below(bids + 1 if legal.may_pass else bids)
    return PASS if drawn == bids else legal.least + drawn * legal.step


def draw_laid_cards(legal: Legal, chance: Chance) -> int:
    left: i64 = len(legal.cards)
    wanted: i64 = legal.count
    if legal.may_concede and chance.below(left + 1) == 0:
        return CONCEDE
    action = 0
    place = 0
    for card in legal.cards:
        if chance.below(left) < wanted:
            action |= card << place
            place += CARD_BITS
            wanted -= 1
        left -= 1
    return action
