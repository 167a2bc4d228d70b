"""Who wins a trick, and what a seat may play to one.

In docs/rules/sheets: README.md, "Words"; spades.md, "Play"; the table of pinochle.md.
"""

from typing import Any

from tests.adjudicator.cards import beats, is_joker, of_suit, suit_of
from tests.adjudicator.variants import Sheet


def lead_suit(played: list[str]) -> str:
    """Return the suit of the first card that is no joker. Empty where there is none yet."""
    return next((suit_of(card) for card in played if not is_joker(card)), "")


def highest(cards: list[str], ranks: str) -> str:
    """The highest of cards of one suit."""
    top = cards[0]
    for card in cards[1:]:
        if beats(card, top, ranks):
            top = card
    return top


def winner(played: list[str], trump: str, ranks: str) -> int:
    """Return the place in the trick of its winning card. Of equal cards the first wins."""
    trumps = of_suit(played, trump)
    suit = trumps or of_suit(played, lead_suit(played))
    return played.index(highest(suit, ranks))


def may_lead_spades(hand: list[str], broken: bool) -> list[str]:
    """Return the cards that may be led, jokers included.

    Also those with which who led a joker may set the lead suit.
    """
    others = [card for card in hand if suit_of(card) not in ("S", "")]
    if broken or not others:
        return list(hand)
    return [card for card in hand if suit_of(card) != "S"]


def may_play_spades(hand: list[str], played: list[str], broken: bool) -> list[str]:
    led = lead_suit(played)
    if not led:
        return may_lead_spades(hand, broken)
    return of_suit(hand, led) or list(hand)


def breaks_spades(card: str, played: list[str]) -> bool:
    """Whether *card*, put on *played*, breaks spades."""
    return suit_of(card) == "S" and lead_suit(played) not in ("S", "")


def over(hand: list[str], cards: list[str], ranks: str) -> list[str]:
    """Return those of *hand* that beat every one of *cards*. *hand* and *cards* are of one suit."""
    return [card for card in hand if all(beats(card, other, ranks) for other in cards)]


def may_play_pinochle(
    sheet: Sheet, options: dict[str, Any], hand: list[str], played: list[str], trump: str
) -> list[str]:
    """What a seat may play to a trick in which cards lie."""
    led = suit_of(played[0])
    follow = of_suit(hand, led)
    if follow:
        return follow_suit(sheet, follow, played, led, trump)
    trumps = of_suit(hand, trump)
    if not trumps:
        return list(hand)
    higher = over(trumps, of_suit(played, trump), sheet.ranks)
    if sheet.id == "pinochle-two-handed":
        return trumps
    if sheet.id == "pinochle-racehorse":
        return {"if_wins": higher or list(hand), "always": higher or trumps, "never": list(hand)}[options["trump_rule"]]
    return higher or trumps


def follow_suit(sheet: Sheet, follow: list[str], played: list[str], led: str, trump: str) -> list[str]:
    """Return what may be played by the row "led suit held".

    *follow*: the cards of the led suit that the seat holds.
    """
    better = over(follow, of_suit(played, led), sheet.ranks)
    trumped = led != trump and bool(of_suit(played, trump))
    if sheet.id == "pinochle-chips":
        must_beat = True
    elif sheet.id == "pinochle-two-handed":
        must_beat = led == trump
    else:
        must_beat = not trumped
    return better if must_beat and better else follow


def may_lead_pinochle(sheet: Sheet, options: dict[str, Any], hand: list[str], first: bool, trump: str) -> list[str]:
    """The declarer's first lead is bound in two variants only."""
    bound = sheet.id == "pinochle-two-handed" or options.get("must_lead_trump", False)
    return (first and bound and of_suit(hand, trump)) or list(hand)
