"""What the sheets say of single situations, each a row; the worked examples of the sheets are among them.

The adjudicator answers all rows in test_scenarios.py, the engine in tests/rules/test_scenarios.py. Seat 0 deals, seat 1
declares, and None is a pass.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

JACKS = ("JD", "JC", "JH")


class Scenario(NamedTuple):
    """A question of one kind about a variant under some options, and its answer."""

    kind: str
    variant: str
    options: Mapping[str, Any]
    question: tuple[Any, ...]
    answer: Any


def rows(kind: str, variant: str, *table: tuple[Any, ...], **options: Any) -> list[Scenario]:
    """Return the scenarios of a table, whose last column is the answer."""
    return [Scenario(kind, variant, options, row[:-1], row[-1]) for row in table]


# What a seat that holds some cards may play to a trick: trump, the cards played, those held, those that may be played.
MAY_PLAY = [
    *rows("may play", "spades-4", ("S", "QD", "AD 2D 3S", "AD 2D"), ("S", "QD", "2S 3C", "2S 3C"),
          ("S", "QD 2S", "AD KC", "AD"), ("S", "5S", "2S AS AH", "2S AS")),
    *rows(
        "may play", "spades-5-2jokers",
        ("S", "X1 7H", "X2 3H AS", "3H"),  # worked example 7 of spades.md
        ("S", "X1 7H", "X2 3C AS", "X2 3C AS"),
        ("S", "X1", "X2 3C AS", "X2 3C"),
    ),
    # Worked examples 3 and 4 of pinochle.md: a third seat after QD and the trump JH.
    *(row for variant in ("double-deck", "single-deck", "cutthroat") for row in rows(
        "may play", f"pinochle-{variant}", ("H", "QD JH", "AD JD", "AD JD"), ("H", "QD JH", "JH JC", "JH"),
        ("H", "QD", "AD JD", "AD"))),
    *rows(
        "may play", "pinochle-chips",
        ("H", "QD JH", "AD JD", "AD"), ("H", "QD JH", "JH JC", "JH"), ("H", "QD JH", "JD 9D", "JD 9D"),
        ("H", "QD KH", "QH 9H AC", "QH 9H"), ("H", "QD JH", "QH 9H AC", "QH"),
    ),
    *rows(
        "may play", "pinochle-racehorse",
        ("H", "QD JH", "AD JD", "AD JD"), ("H", "QD JH", "JH JC", "JH JC"), ("H", "QD JH", "QH 9H JC", "QH"),
        ("H", "QD", "9H JC", "9H"), ("H", "QD", "AD JD AH", "AD"), ("H", "QH", "AH JH", "AH"),
        ("H", "QH AH", "JH JC", "JH"), ("H", "QD QH", "JH 9H AC", "JH 9H AC"), ("H", "QD QH", "KH 9H AC", "KH"),
    ),
    *rows(
        "may play", "pinochle-racehorse",
        ("H", "QD JH", "JH JC", "JH"), ("H", "QD JH", "QH 9H JC", "QH"), ("H", "QD", "9H JC", "9H"),
        ("H", "QD QH", "JH 9H AC", "JH 9H"), ("H", "QD QH", "KH 9H AC", "KH"),
        trump_rule="always",
    ),
    *rows("may play", "pinochle-racehorse", ("H", "QD", "9H JC", "9H JC"), ("H", "QD JH", "QH JC", "QH JC"),
          ("H", "QD QH", "KH 9H AC", "KH 9H AC"), trump_rule="never"),
    *rows(
        "may play", "pinochle-two-handed",
        ("H", "AD", "TD 9D", "TD 9D"), ("H", "KH", "TH 9H AD", "TH"),  # worked example 5
        ("H", "KH", "AH TH 9H AD", "AH TH"), ("H", "AH", "TH 9H AD", "TH 9H"), ("H", "KD", "TH 9H AC", "TH 9H"),
        ("H", "KD", "AC 9S", "AC 9S"), ("H", "KH", "AC 9S", "AC 9S"),
    ),
    *rows(
        "may play", "pinochle-cutthroat",
        ("H", "QD", "AD KD JD 9D JH", "AD KD"), ("H", "QD", "JD 9D AH", "JD 9D"), ("H", "QD", "QD 9D", "QD 9D"),
        ("H", "QD AC", "KD 9D", "KD"), ("H", "9D AD", "TD KD", "TD KD"), ("H", "QH", "AH 9H AD", "AH"),
        ("H", "QH AH", "TH 9H", "TH 9H"), ("H", "QD", "9H JH AC", "9H JH"), ("H", "QD JH", "QH 9H AC", "QH"),
        ("H", "QD KH", "QH 9H AC", "QH 9H"), ("H", "QD", "AC 9S", "AC 9S"), ("H", "QH", "AC 9S", "AC 9S"),
    ),
]  # fmt: skip

# Who wins a trick: trump, its cards, the place of the winning one.
WINS = [
    *rows("wins", "spades-5-3jokers", ("S", "X1 7H 8H AC X2", 2), ("S", "X1 X2 5H X3 9H", 4)),
    *rows("wins", "pinochle-cutthroat", ("S", "AD AD TD", 0), ("S", "AD 9S 9S", 1)),
]

# The highest meld: cards, trump, what is laid.
MELDS = [
    *rows(
        "meld", "pinochle-racehorse",
        ("AD TD KD KD QD JD 9D KS QS KH KC", "D", "run 1 150, marriage 1 20, nine 1 10, kings 1 80, pinochle 1 40"),
        ("AS AS TS TS KS KS QS QS JS JS", "S", "run 2 1500"), ("QS QS JD JD", "S", "pinochle 2 300"),  # example 8
        ("AS TS KS KS QS JS", "S", "run 1 150"),
    ),
    *rows("meld", "pinochle-racehorse", ("AS TS KS KS QS JS", "S", "run 1 150, royalty 1 20"), extra_royalty=20),
    *rows("meld", "pinochle-racehorse", ("AS TS KS QS QS JS", "S", "run 1 150, royalty 1 40"), extra_royalty=40),
    *rows(
        "meld", "pinochle-racehorse",
        ("AD TD KD KD QD JD 9D KS QS KH KC", "D",
         "run 1 150, royalty 1 40, marriage 1 20, nine 1 10, kings 1 80, pinochle 1 40"),
        ("AS TS KS KS QS JS", "S", "run 1 150, royalty 1 40"), ("AS TS KS QS QS JS", "S", "run 1 150, royalty 1 20"),
        ("AS TS KS KS QS QS JS", "S", "run 1 150, royal_marriage 1 40"), ("AS TS KS KS QS", "S", "royal_marriage 1 40"),
        ("AS AS TS TS KS KS QS QS JS JS", "S", "run 2 1500"),
        extra_royalty="40/20",
    ),
    *rows("meld", "pinochle-two-handed", ("AS AS TS TS KS KS QS QS JS JS", "S", "run 2 30"),
          ("QS QS JD JD", "S", "pinochle 2 8")),
    *rows("meld", "pinochle-single-deck", ("AS AS TS TS KS KS QS QS JS JS", "S", "run 2 150"),
          ("QS QS JD JD", "S", "pinochle 2 30")),
    *(row for cards, name, points in (
        ("AS TS KS QS JS", "run", (15, 150, 225, 300)), ("KS QS", "royal_marriage", (4, 8, 12, 16)),
        ("KD QD", "marriage", (2, 4, 6, 8)), ("AS AD AC AH", "aces", (10, 100, 150, 200)),
        ("KS KD KC KH", "kings", (8, 80, 120, 160)), ("QS QD QC QH", "queens", (6, 60, 90, 120)),
        ("JS JD JC JH", "jacks", (4, 40, 60, 80)), ("QS JD", "pinochle", (4, 30, 60, 90)),
    ) for count in range(4) for row in rows(
        "meld", "pinochle-double-deck", (" ".join([cards] * (count + 1)), "S", f"{name} {count + 1} {points[count]}"))),
    *rows(
        "meld", "pinochle-cutthroat",
        ("AD TD KD KD QD JD 9D KS QS KH KC", "D", "run 1 15, marriage 1 2, nine 1 1, kings 1 8, pinochle 1 4"),
        ("AS TS KS QS JS", "S", "run 1 15"), ("AS TS KS QS JS", "H", "marriage 1 2"),
        ("AS TS KS KS QS JS", "S", "run 1 15"), ("AS TS KS KS QS QS JS", "S", "run 1 15, royal_marriage 1 4"),
        ("KS KS QS QS", "S", "royal_marriage 2 8"), ("KD QD KC KC QC QC", "S", "marriage 3 6"),
        ("9H 9H 9C", "H", "nine 2 2"), ("AS AD AC AH", "S", "aces 1 10"),
        ("AS AS AD AD AC AC AH AH", "S", "aces 2 100"),
        ("AS AS AD AD AC AC AH", "S", "aces 1 10"), ("KS KS KD KD KC KC KH KH", "S", "kings 2 80"),
        ("QS QS QD QD QC QC QH QH", "D", "queens 2 60"), ("JS JD JC JH", "D", "jacks 1 4"),
        ("JS JS JD JD JC JC JH JH", "D", "jacks 2 40"), ("QS JD", "H", "pinochle 1 4"),
        ("KS QS KD QD KC QC KH QH", "H", "royal_marriage 1 4, marriage 3 6, kings 1 8, queens 1 6"),
        ("QS JD KS", "S", "royal_marriage 1 4, pinochle 1 4"),
        ("KS KS QS QS KD KC KH JD", "S", "royal_marriage 2 8, kings 1 8, pinochle 1 4"),
        ("TS TD TC TH JS JD", "S", ""), ("", "S", ""),
    ),
]  # fmt: skip

# A hand of spades: the bid, tricks won, award jacks captured, bags before; the change of the score, and the bags after.
SPADES = [
    *rows(
        "spades", "spades-3",
        (4, 6, "JD", 9, (40 + 10 - 110, 0)), (2, 2, "JD JC", 0, (20, 0)),  # worked examples 1 and 2
        ("one_for_50", 3, "", 0, (10, 2)), ("one_for_50", 0, "", 0, (-50, 0)), ("nil", 2, "", 0, (-100, 2)),  # 3 and 4
        ("moon", 16, "", 9, (150, 9)), ("moon", 13, "", 9, (-150, 9)),  # 5
        ("moon", 14, "", 0, (150, 0)), ("moon", 17, "", 0, (150, 0)), ("moon", 0, "", 0, (-150, 0)),
        (4, 4, "", 0, (40, 0)), (4, 6, "", 0, (40, 2)), (4, 3, "", 0, (-40, 0)), (13, 13, "", 0, (130, 0)),
        (1, 0, "", 0, (-10, 0)), ("nil", 0, "", 0, (100, 0)), ("blind_nil", 0, "", 0, (200, 0)),
        ("blind_nil", 1, "", 0, (-200, 1)), ("one_for_50", 1, "", 0, (50, 0)), ("two_for_40", 0, "", 0, (-40, 0)),
        ("two_for_40", 1, "", 0, (-40, 0)), ("two_for_40", 2, "", 0, (40, 0)), ("two_for_40", 5, "", 0, (20, 3)),
        ("blind_six", 5, "", 0, (-100, 0)), ("blind_six", 6, "", 0, (100, 0)), ("blind_six", 9, "", 0, (100, 3)),
        (1, 1, "", 9, (10, 9)),
    ),
    *rows(
        "spades", "spades-3",
        (2, 5, "JD JC JH", 0, (20 + 20, 2)), (4, 6, "JC JD JH", 3, (40 + 20, 3 + 2 - 1)),  # 2, all three
        (1, 1, "JD", 0, (20, 0)), (1, 1, "JD JC", 0, (10, 0)), (1, 1, "JD JH", 0, (10, 0)), (1, 1, "JS AC", 0, (10, 0)),
        (1, 2, "JH", 9, (10, 9)), (1, 1, "JH", 0, (10, 0)), (1, 1, "JH", 3, (10, 2)),
        award_jacks=JACKS,
    ),
    *rows("spades", "spades-3", (1, 3, "JH", 0, (0, 0)), (1, 1, "JH", 0, (10, 0)), award_jacks=JACKS, bag_rule="each"),
    *rows("spades", "spades-3", (3, 5, "", 0, (30 - 20, 0)), ("moon", 16, "", 0, (150, 0)), bag_rule="each"),  # 6
    *rows("spades", "spades-3", (1, 4, "", 4, (10 - 70, 0)), bag_limit=5),
    *rows("spades", "spades-3", (1, 1, "JC JD", 0, (20, 0)), award_jacks=("JC",)),
    *rows("spades", "spades-3", (1, 1, "JC JD", 0, (10, 0)), award_jacks=("JC", "JH", "JD")),
    *rows("spades", "spades-3", (1, 1, "JC", 0, (45, 0)), award_points=35),
]  # fmt: skip

# A hand for chips: bid, trump, outcome, purses and kitty before; the payments, the kitty after, whether one is broke.
RICH = (125, 125, 125)
VALUES = {
    20: 1, 24: 1, 25: 2, 29: 2, 30: 4, 34: 4, 35: 7, 39: 7, 40: 10, 44: 10, 45: 13, 49: 13, 50: 16, 54: 16,
    55: 20, 400: 20,
}  # fmt: skip
CHIPS = [
    *rows(
        "chips", "pinochle-chips",
        (36, "S", "made", RICH, 75, ([-14, 42, -14], 61, False)),  # worked example 1
        (30, "H", "double_set", RICH, 75, ([8, -16, 8], 75, False)),  # and 2
        (22, None, "conceded", RICH, 75, ([0, -1, 0], 76, False)),
        (36, None, "conceded", RICH, 75, ([0, -7, 0], 82, False)),
        (36, None, "single_set", RICH, 75, ([7, -21, 7], 82, False)),
        (34, None, "single_set", RICH, 75, ([4, -8, 4], 75, False)),
        (35, "S", "double_set", RICH, 75, ([28, -84, 28], 103, False)),
        (36, "S", "made", RICH, 5, ([-14, 33, -14], 0, False)),
        # Payments are cut one after another; the declarer pays seat 2, on its left, first.
        (36, "S", "made", (10, 10, 10), 5, ([-10, 25, -10], 0, True)),
        (36, "H", "double_set", (20, 20, 20), 75, ([6, -20, 14], 75, True)),
        (30, "H", "made", (4, 125, 125), 75, ([-4, 8, -4], 75, True)),
        (22, None, "conceded", (125, 1, 125), 75, ([0, -1, 0], 76, True)),
    ),
    *(row for bid, value in VALUES.items() for row in rows("chips", "pinochle-chips", (
        bid, "D", "made", RICH, 75, ([-value, (3 if bid >= 35 else 2) * value, -value],
                                     75 - (value if bid >= 35 else 0), False)))),
]  # fmt: skip

# A contract: bid, points melded (defenders' in nines), cards taken, tricks, the last trick's winner; outcome, scores.
CONTRACTS = [
    *rows(
        "contract", "pinochle-cutthroat",
        (19, (4, 15, 3), ("AS", "AD AD TD KC", "9S"), (1, 3, 1), 2, ("made", [9, 19, 9])),
        (20, (4, 15, 3), ("AS", "AD AD TD KC", "9S"), (1, 3, 1), 2, ("set", [9, -20, 9])),
        (19, (4, 15, 3), ("", "AD AD TD KC", "9S"), (0, 3, 1), 2, ("made", [8, 19, 8])),
        (15, (4, 15, 3), ("", "", ""), (0, 1, 0), 1, ("made", [0, 16, 0])),
        (17, (0, 15, 0), ("AS", "AD TD", "9S"), (1, 0, 1), 2, ("made", [2, 17, 2])),  # its discards save its meld
    ),
    *rows("contract", "pinochle-cutthroat",
          (19, (4, 15, 3), ("AS", "AD AD TD KC", "9S"), (0, 3, 1), 2, ("made", [0, 19, 3 + 1])), defenders_score="own"),
    *rows(
        "contract", "pinochle-single-deck",
        (18, (2, 10, 3, 4), ("AD", "AS TS", "", "KC"), (1, 1, 0, 1), 1, ("made", [6, 18, 6, 18])),
        (19, (2, 10, 3, 4), ("AD", "AS TS", "", "KC"), (1, 1, 0, 1), 1, ("set", [6, -19, 6, -19])),
    ),
    *(row for variant, last in (("pinochle-single-deck", 1), ("pinochle-double-deck", 2)) for row in rows(
        "contract", variant,
        (50, (0, 100, 0, 0), ("AS", "", "", ""), (1, 0, 0, 0), 0, ("set", [1 + last, -50] * 2)),
        (50, (20, 100, 20, 0), ("", "AS", "", ""), (0, 1, 0, 0), 1, ("made", [0, 101 + last] * 2)),
        (50, (20, 100, 20, 0), ("", "AS", "JS", ""), (0, 1, 1, 0), 1, ("made", [40, 101 + last] * 2)),
    )),
    *rows("contract", "pinochle-double-deck",
          (60, (0, 50, 0, 8), ("AS", "", "", "JS"), (1, 0, 0, 1), 3, ("made", [1, 60, 1, 60]))),
    *rows(
        "contract", "pinochle-racehorse",
        (250, (10, 200, 0, 60), ("AS", "", "", ""), (1, 0, 0, 0), 0, ("made", [30, 260, 30, 260])),  # without a point
        (250, (10, 250, 20, 0), ("JS", "AS", "", ""), (1, 1, 0, 0), 1, ("made", [0, 270, 0, 270])),
        (250, (10, 250, 20, 0), ("TS", "AS", "", ""), (1, 1, 0, 0), 1, ("made", [40, 270, 40, 270])),
    ),
    *rows(
        "contract", "pinochle-racehorse",
        (250, (10, 250, 20, 0), ("JS", "AS", "", ""), (1, 1, 0, 0), 1, ("made", [30, 270, 30, 270])),
        (250, (10, 250, 20, 0), ("", "AS", "", ""), (0, 1, 0, 0), 1, ("made", [0, 270, 0, 270])),
        save_meld="trick",
    ),
    *rows("contract", "pinochle-racehorse",
          (250, (10, 250, 20, 0), ("JS", "AS", "", ""), (1, 1, 0, 0), 1, ("made", [30, 270, 30, 270])),
          nines_need_save=False),
    *rows("contract", "pinochle-racehorse",
          (250, (10, 250, 20, 0), ("", "AS", "", ""), (0, 1, 0, 0), 1, ("made", [30, 270, 30, 270])),
          nines_need_save=False, save_meld="trick"),
    *rows("contract", "pinochle-racehorse",
          (500, (10, 250, 20, 0), ("TS", "AS", "", ""), (1, 1, 0, 0), 1, ("set", [540, 0, 540, 0])),
          set_scoring="opponents_gain"),
    *rows(
        "contract", "pinochle-two-handed",
        (20, (10, 15), ("AS TS", "AD AD TD TD KD"), (2, 2), 0, ("made", [13, 20])),
        (21, (10, 15), ("AS TS", "AD AD TD TD KD"), (2, 2), 0, ("set", [13, -21])),
        (21, (10, 15), ("", "AD AD TD TD KD"), (0, 2), 1, ("made", [0, 21])),
        (15, (10, 15), ("AS TS", ""), (2, 0), 0, ("set", [13, -15])),
        (15, (10, 15), ("AS TS", "KD"), (2, 0), 0, ("made", [13, 16])),  # one point saves, a buried one too
        (15, (10, 15), ("", ""), (0, 1), 1, ("made", [0, 16])),
    ),
    *rows(
        "contract", "pinochle-two-handed",
        (20, (0, 15), ("AS TS", "AD AD TD TD KD"), (2, 2), 0, ("made", [0, 2])),
        (21, (0, 15), ("AS TS", "AD AD TD TD KD"), (2, 2), 0, ("set", [1, -1])),
        scoring="alternate",
    ),
]  # fmt: skip

# Who has won by the target: the scores after a hand, whether the contract was made.
WINNERS = [
    *rows("winners", "spades-4", ([500, 0, 0, 0], False, [0]), ([499, 0, 0, 0], False, []),
          ([510, 540, 0, 0], False, [1]), ([540, 540, 530, 0], False, []), ([500, 490, 490, 0], False, [0])),
    *rows(
        "winners", "pinochle-racehorse",
        ([1540, 1660] * 2, True, [1, 3]), ([2000, 1660] * 2, True, [1, 3]),  # worked example 7
        ([1540, 1400] * 2, False, [0, 2]), ([1540, 1540] * 2, True, [1, 3]), ([1490, 1400] * 2, True, []),
    ),
    *rows("winners", "pinochle-racehorse", ([2000, 1660] * 2, True, [0, 2]), ([1660, 1660] * 2, True, []),
          both_reach="highest"),
    *rows(
        "winners", "pinochle-racehorse",
        ([1600, 1400] * 2, True, []), ([1600, 1500] * 2, True, [1, 3]), ([1600, 1500] * 2, False, []),
        ([1600, 100] * 2, False, [0, 2]), ([1599, 100] * 2, False, []), ([-1200, -600] * 2, False, [1, 3]),
        ([-1190, -600] * 2, False, []), ([-1200, -1200] * 2, False, []),
        win_needs_bid=True,
    ),
    *rows("winners", "pinochle-racehorse", ([2000, 1500] * 2, True, [1, 3]), win_needs_bid=True, both_reach="highest"),
    *rows("winners", "pinochle-single-deck", ([260, 255] * 2, True, [0, 2]), ([255, 255] * 2, True, [])),
    *rows("winners", "pinochle-double-deck", ([260, 499] * 2, True, []), ([510, 500] * 2, True, [0, 2])),
    *rows("winners", "pinochle-two-handed", ([125, 140], True, [1]), ([140, 125], True, [1]), ([140, 119], True, [0]),
          ([120, 120], True, [1]), ([110, 119], True, [])),
]  # fmt: skip

# The ranks of a game that ends at `max_hands`.
RANKS = [
    *rows("ranks", "spades-4", ([520, 520, 40, 60], [1, 1, 4, 3])),
    *rows("ranks", "pinochle-cutthroat", ([40, 30, 40], [1, 3, 1]), ([9, 9, 3], [1, 1, 3])),
    *rows("ranks", "pinochle-single-deck", ([100, 100] * 2, [1, 1, 1, 1]), ([200, 100] * 2, [1, 2, 1, 2])),
]

# An auction so far: who is asked, the least bid, step, most (0, 1, 0: no bid), whether it may pass; or declarer, bid.
AUCTIONS = [
    *rows("auction", "pinochle-chips", ((), (1, 20, 1, 400, False))),
    *rows(
        "auction", "pinochle-racehorse",
        ((250,), (2, 260, 10, 4000, True)), ((250, 260, None, None, None), (2, 260)), ((255,), "illegal"),
        ((250, 265), "illegal"), ((250, 4010), "illegal"), ((250, None, None, None), (1, 250)),
        ((None, None, None), (0, 250, 10, 4000, False)),
    ),
    *rows("auction", "pinochle-single-deck", ((None, None, None), (0, 15))),
    *rows(
        "auction", "pinochle-double-deck",
        ((58, 63, 68, None, None, None), (3, 68)), ((58, 63, 67), "illegal"),  # worked example 6
        ((58,), (2, 59, 1, 1000, True)), ((58, 59), (3, 60, 1, 1000, True)), ((58, 63), (3, 68, 1, 1000, True)),
        ((58, 63, 69), (0, 74, 1, 1000, True)), ((None, None, None), (0, 50)),
    ),
    *rows("auction", "pinochle-double-deck", ((60,), (2, 0, 1, 0, True)), max_bid=64),
    *rows("auction", "pinochle-two-handed", ((20,), (0, 21, 1, 400, True)), ((None,), (0, 20, 1, 400, False)),
          ((20, 22), (0, 22)), ((20, None), (1, 20))),
    *rows("auction", "pinochle-two-handed", ((20, 22, 23), (0, 24, 1, 400, True)), ((20, 22, 23, None), (1, 23)),
          bidding="auction"),
    *rows("auction", "pinochle-two-handed", ((20, 21, 22), (0, 23, 1, 400, True)), ((*range(20, 29), None), (1, 28)),
          bidding="reveal"),
    *rows(
        "auction", "pinochle-cutthroat",
        ((15, 16, None, 20), (2, 21, 1, 400, True)), ((15, 16, None, 20, None), (1, 20)), ((None, 15, None), (2, 15)),
        ((30, None, None), (1, 30)), ((20, 20), "illegal"), ((None, None), (0, 15)),
    ),
    *rows("auction", "pinochle-cutthroat", ((30,), (2, 0, 1, 0, True)), ((30, None, None), (1, 30)), max_bid=30),
    *rows("auction", "pinochle-cutthroat", ((None, None), (0, 22)), min_bid=22),
    *rows("auction", "pinochle-cutthroat", ((), (1, 15, 1, 400, False)), ((18,), (2, 19, 1, 400, True)),
          opening="left_must"),
    *rows("auction", "pinochle-cutthroat", ((None, None), (0, 15, 1, 400, False)), ((None, None, 17), (0, 17)),
          opening="dealer_must"),
    *rows("auction", "pinochle-cutthroat", ((None, None), (0, 15, 1, 400, True)), ((None, None, None), None),
          opening="redeal"),
    *rows(
        "auction", "pinochle-cutthroat",
        ((), (1, 15, 1, 400, True)), ((None, None), (0, 15, 1, 400, False)), ((15, None), (0, 16, 1, 400, True)),
        ((15, 16, 17), (0, 17)), ((15, None, 17), (0, 17)), ((None, 16, 17), (0, 17)), ((15, 16, None), (2, 16)),
        ((None, None, 17), (0, 17)), ((None, 15, None), (2, 15)),
        opening="dealer_must", rounds=1,
    ),
    *rows(
        "auction", "pinochle-cutthroat",
        ((), (1, 15, 1, 400, False)), ((15,), (2, 16, 1, 400, True)), ((15, None), (0, 16, 1, 400, True)),
        ((15, None, 400), (0, 400)), ((15, 16, 18), (0, 18)),
        opening="left_must", rounds=1,
    ),
    *rows("auction", "pinochle-cutthroat", ((None, 15), (0, 16, 1, 400, True)), ((None, None), (0, 15)), rounds=1),
    *rows("auction", "pinochle-cutthroat", ((None, None), (0, 15, 1, 400, True)), ((20, None, None), (1, 20)),
          opening="redeal", rounds=1),
]  # fmt: skip

SCENARIOS = [*MAY_PLAY, *WINS, *MELDS, *SPADES, *CHIPS, *CONTRACTS, *WINNERS, *RANKS, *AUCTIONS]
