"""An example of a vector bot: it answers all its seats at once, with numpy."""

import numpy as np
from numpy.typing import NDArray

from arena.rules import Kind
from bots.sdk import VectorBot, run
from bots.sdk.vector import CARDS
from bots.sdk.vector.batch import Batch

SUITS = np.arange(CARDS) // 13  # suit number of each card code
RANKS = np.arange(CARDS) % 13
KING, SPADES, JOKERS = 11, 0, 4
A_TRUMP_MORE, WORST = 100, 1000


class GreedyVectorBot(VectorBot):
    """Bid a trick for each high card, win cheaply, else throw the lowest card."""

    def decide(self, batch: Batch) -> NDArray[np.int64]:
        actions = batch.fallback.copy()
        bidding, playing = batch.kind == Kind.BID, batch.kind == Kind.PLAY
        if bidding.any():
            actions[bidding] = self.bids(batch)[bidding]
        if playing.any():
            actions[playing] = self.plays(batch)[playing]
        return actions

    def bids(self, batch: Batch) -> NDArray[np.int64]:
        """Bid a trick for each ace, each king, and each spade beyond three; at least 1."""
        high = batch.hand[:, (RANKS >= KING) & (SUITS < JOKERS)].sum(axis=1, dtype=np.int64)
        spades = batch.hand[:, SUITS == SPADES].sum(axis=1, dtype=np.int64)
        bids: NDArray[np.int64] = np.maximum(high + np.maximum(spades - 3, 0), 1)
        return bids

    def plays(self, batch: Batch) -> NDArray[np.int64]:
        """Win with the cheapest card, else play the lowest; lead high cards that are not trumps."""
        rows = np.arange(len(batch))
        legal = batch.legal[:, :CARDS]
        trumps = batch.trump[:, None] == SUITS
        power = np.array(batch.layout.strength[:CARDS]) + A_TRUMP_MORE * trumps
        led = batch.trick[rows, batch.leader]  # card code of the card led; -1 if this seat leads
        counts = trumps | (SUITS[led][:, None] == SUITS)
        on_table = np.where(batch.trick < 0, -1, np.where(counts, power, -1)[rows[:, None], batch.trick])
        takes = legal & counts & (power > on_table.max(axis=1, keepdims=True))
        lowest, cheapest = (np.where(cards, power, WORST).argmin(axis=1) for cards in (legal, takes))
        highest = np.where(legal & ~trumps, power, -WORST).argmax(axis=1)
        follows: NDArray[np.int64] = np.where(takes.any(axis=1), cheapest, lowest)
        leads = np.where((legal & ~trumps).any(axis=1), highest, lowest)
        return np.where(led < 0, leads, follows)


if __name__ == "__main__":
    run(GreedyVectorBot)
