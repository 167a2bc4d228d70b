"""The rulings of the rule sheets: what the project decided where the sources are silent or contradict themselves."""

from typing import Final, NamedTuple


class Ruling(NamedTuple):
    """A decision of the project's own: its part of the record, how its variants begin, the text."""

    part: str
    variants: tuple[str, ...]
    text: str


ROYAL: Final = ("pinochle-double-deck", "pinochle-single-deck", "pinochle-cutthroat")

RULINGS: Final = (
    Ruling("rules", ("",), "Only the seat order counts; which way round a screen draws it does not."),
    Ruling("length", ("",), "No source bounds a game; `max_hands` does, for weak bots could play for ever."),
    Ruling("bids", ("spades-",), "Where blind sixes are limited, the limit is per game."),
    Ruling(
        "bids",
        ("spades-",),
        "`moon` is offered only where a hand has at least 14 tricks, so in `spades-3` alone.",
    ),
    Ruling("bids", ("spades-3",), "The source names no penalty for a broken `moon`; it mirrors the reward."),
    Ruling(
        "tricks",
        ("spades-",),
        "A forced lead of spades does not break them, nor does a spade that sets the lead suit after a joker.",
    ),
    Ruling("tricks", ("spades-5-3jokers",), "With three jokers, too, the seat that holds 2C leads the first trick."),
    Ruling(
        "tricks",
        ("spades-5-2jokers",),
        "The dealer sits out the first trick; if it holds 2C, the dealer's left leads.",
    ),
    Ruling("bags", ("spades-",), 'A broken nil counts every trick taken as a bag too ("any trick over the bid").'),
    Ruling(
        "awards",
        ("spades-",),
        "Where JH is an award jack, it acts on the bag count after this hand's bags are added and before the limit is "
        "tested; where each bag is paid at once, it spares the seat one of this hand's bags, if it has one.",
    ),
    Ruling("awards", ("spades-",), "In the preset `three-jacks` JD and JC give 10 each."),
    Ruling(
        "melds",
        ("pinochle-chips",),
        "The source has lost its numbers but for the run and the nine; those of the single deck are taken.",
    ),
    Ruling("auction", ("pinochle-",), "Bids are capped (`max_bid`), so that the legal bids are a finite range."),
    Ruling("auction", ("pinochle-two-handed",), "The least bid is 20, unless `min_bid` sets another."),
    Ruling(
        "auction",
        ("pinochle-two-handed",),
        "The dealer's opponent bids first; if it passes, the dealer must bid at least the least bid, unless `opening` "
        "sets otherwise.",
    ),
    Ruling("auction", ("pinochle-cutthroat",), "The source speaks of three passes among three players; two are meant."),
    Ruling("tricks", ("pinochle-two-handed",), "The first lead must be trump only if the declarer has one."),
    Ruling("length", ("pinochle-single-deck",), "The source names no target; it is 250, unless `target` sets another."),
    Ruling("length", ROYAL, "If several reach the target, the highest score wins; equal: play on."),
    Ruling(
        "melds", ROYAL, "A run in the declarer's own meld counts as having a royal marriage; the partner's does not."
    ),
    Ruling(
        "contract",
        ("pinochle-cutthroat",),
        'Under `defenders_score` "team" each defender scores the sum of both: the source says "that team".',
    ),
    Ruling(
        "contract",
        ("pinochle-racehorse",),
        "The declaring side needs no trick point if its meld alone reaches the bid; the source asks it of the "
        "defenders only.",
    ),
    Ruling("chips", ("pinochle-chips",), "A declarer that concedes after seeing the widow does so before discarding."),
    Ruling("chips", ("pinochle-chips",), "A double set costs double."),
    Ruling(
        "chips",
        ("pinochle-chips",),
        "A hand also stops, after the melds and after each trick, once the bid can no longer be reached: the source's "
        '"until ... he sets".',
    ),
    Ruling(
        "chips", ("pinochle-chips",), "A game has so many hands as `hands` sets, or the count of `format` in its place."
    ),
    Ruling("chips", ("pinochle-chips",), "Chips are how money is shown; change is always to be had."),
)
