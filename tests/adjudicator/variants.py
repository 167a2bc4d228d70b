"""The eleven variants side by side. As the tables of the sheets have them."""

from dataclasses import dataclass

from tests.adjudicator.cards import PINOCHLE_RANKS, SPADES_RANKS, canonical


@dataclass(frozen=True)
class Sheet:
    """What the tables say of one variant. *dealer_hand* is the size of the dealer's hand, *hand* that of the others."""

    id: str
    seats: int
    deck: tuple[str, ...]
    ranks: str
    hand: int
    dealer_hand: int
    dummy: int = 0
    kitty: int = 0
    partners: bool = False
    scale: int = 1
    melds: str = "single"
    least_bid: int = 0
    step: int = 1
    last_trick: int = 1
    give: int = 0
    royal_needed: bool = False
    max_bid: int = 400

    @property
    def is_spades(self) -> bool:
        return self.id.startswith("spades")

    def left(self, seat: int, by: int = 1) -> int:
        return (seat + by) % self.seats

    def side(self, seat: int) -> list[int]:
        """The seat and its partner, where partners play."""
        return [other for other in range(self.seats) if other == seat or (self.partners and other % 2 == seat % 2)]

    def others(self, seat: int) -> list[int]:
        return [other for other in range(self.seats) if other not in self.side(seat)]


def _spades(name: str, seats: int, hand: int, without: tuple[str, ...] = (), jokers: int = 0) -> Sheet:
    deck = tuple(canonical(SPADES_RANKS, 1, without, jokers))
    return Sheet(f"spades-{name}", seats, deck, SPADES_RANKS, hand, len(deck) - hand * (seats - 1))


SINGLE = tuple(canonical(PINOCHLE_RANKS, 2))
DOUBLE = tuple(canonical("ATKQJ", 4))
R = PINOCHLE_RANKS

SHEETS = {
    sheet.id: sheet
    for sheet in (
        _spades("3", 3, 17, ("2C",)),
        _spades("4", 4, 13),
        _spades("5", 5, 10, ("2C", "2D")),
        _spades("5-2jokers", 5, 11, jokers=2),
        _spades("5-3jokers", 5, 11, jokers=3),
        Sheet("pinochle-chips", 3, SINGLE, R, 15, 15, kitty=3, least_bid=20),
        Sheet("pinochle-racehorse", 4, SINGLE, R, 12, 12, partners=True, scale=10, least_bid=250, step=10,
              last_trick=10, give=3, max_bid=4000),
        Sheet("pinochle-two-handed", 2, SINGLE, R, 15, 15, dummy=15, kitty=3, melds="linear", least_bid=20),
        Sheet("pinochle-double-deck", 4, DOUBLE, R, 20, 20, partners=True, melds="double", least_bid=50,
              last_trick=2, give=4, royal_needed=True, max_bid=1000),
        Sheet("pinochle-single-deck", 4, SINGLE, R, 12, 12, partners=True, least_bid=15, royal_needed=True),
        Sheet("pinochle-cutthroat", 3, SINGLE, R, 15, 15, kitty=3, least_bid=15, royal_needed=True),
    )
}  # fmt: skip
