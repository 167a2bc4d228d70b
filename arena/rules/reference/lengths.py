"""Sentences about games and matches: sides, target, hands, deadline, dealers."""

from collections.abc import Mapping
from typing import Final

from arena.rules.games.length import FAR_AHEAD, FAR_DOWN
from arena.rules.reference.sentence import Sentence, Text
from arena.rules.reference.words import counted
from arena.rules.rules import DRAW, BothReach, Format, Length, Rules, Sides


def sides(rules: Rules, _: Rules) -> str:
    """Say who plays with whom."""
    if rules.sides is Sides.PARTNERS:
        return "Partners: seats 0 and 2 against 1 and 3."
    if rules.auction is not None and rules.seats > 2:
        return "Each plays for itself; in a hand the others play together against its declarer."
    return "Each plays alone."


def rated(rules: Rules) -> str:
    """Say what a rated game is, where it is not the match."""
    if rules.length.format is Format.HANDS:
        return ""
    target = ", without a target" if rules.length.target is not None else ""
    return (
        f"**A rated game** is not this match but {counted(rules.seats, 'hand')}, as many as there are seats{target}, "
        f"and {most(rules)} wins it. A tournament or preset that sets `format` changes that."
    )


def match(length: Length, rules: Rules) -> str:
    """Say how long the match is."""
    if length.format is Format.HANDS:
        target = "; there is no target" if length.target is not None else ""
        return (
            f"The match is {counted(length.number, 'hand')}, and {most(rules)} wins, all of them if they tie{target}."
        )
    if length.format is Format.SERIES:
        return (
            f"The match is a series: games until somebody has {counted(length.number, 'win')}. Each game starts "
            "afresh, and the deal goes on to the left."
        )
    series = (
        f" Set up as a series it would be games to {counted(length.series_wins, 'win')}." if length.series_wins else ""
    )
    return f"The match is one game.{series}"


def most(rules: Rules) -> str:
    """Say who is best by score."""
    return "the fullest purse" if rules.chips is not None else "the highest score"


def target(length: Length, _: Rules) -> str:
    """Say who wins by the target."""
    if length.target is None or length.format is Format.HANDS:
        return ""
    if length.win_needs_bid:
        return (
            f"Only a declaring side that made its bid wins by having {length.target} or more. The game also ends when "
            f"a side is at {FAR_DOWN} or below, or {FAR_AHEAD} or more behind: the side with more points wins; equal: "
            "play on."
        )
    if length.both_reach is BothReach.DECLARER:
        return (
            f"Who has {length.target} or more after a hand wins the game; if both have, that hand's declarer does, "
            "whatever the scores."
        )
    return (
        f"Who has {length.target} or more after a hand wins the game; of several the highest, and in a tie at the top "
        "the game goes on."
    )


def hands(length: Length, _: Rules) -> str:
    """Say how many hands a game has."""
    if length.hands is None or length.format is Format.HANDS or length.hands > length.max_hands:
        return ""
    return f"A game ends after {counted(length.hands, 'hand')}."


def max_hands(length: Length, rules: Rules) -> str:
    """Say how many hands a game has at most."""
    if length.format is Format.HANDS:
        return ""
    return (
        f"A game ends after {counted(length.max_hands, 'hand')} in any case: {most(rules)} wins it, all of them if "
        "they tie."
    )


def deadline(length: Length, rules: Rules) -> str:
    """Say what the deadline does."""
    if rules.chips is None and length.deadline is None:
        return ""
    when = (
        "no deadline" if length.deadline is None else f"a deadline after {counted(length.deadline, 'second')} of play"
    )
    whose = "the game that is going on" if length.format is Format.SERIES else "it"
    does = "would end" if length.deadline is None else "ends"
    return (
        f"The match has {when}. A deadline {does} the match between hands: the hand under way is played out, "
        f"and {most(rules)} then wins {whose}."
    )


def ranks(rules: Rules) -> str:
    """Say how the seats are ranked."""
    share = " Partners share their place." if rules.sides is Sides.PARTNERS else ""
    if rules.length.format is Format.SERIES:
        return f"The seats finish by games won.{share}"
    what = "purse" if rules.chips is not None else "score"
    return f"Who won finishes first, whatever the {what}; the others by {what}.{share}"


def first_dealer(length: Length, _: Rules) -> str:
    """Say who deals first, and then."""
    passes = "After each hand the deal passes to the left."
    if length.first_dealer != DRAW:
        return f"Seat {length.first_dealer} deals first. {passes}"
    seats = (
        " The draw also seats the players: the highest in seat 0 as dealer, the next on its left, and so on."
        if length.draw_seats_players
        else ""
    )
    return f"The first dealer is drawn: the highest card deals, and who ties draws again.{seats} {passes}"


SENTENCES: Final[Mapping[str, Sentence]] = {
    "rules.sides": sides,
    "length.format": match,
    "length.number": "",
    "length.series_wins": "",
    "length.target": target,
    "length.both_reach": "",
    "length.win_needs_bid": "",
    "length.hands": hands,
    "length.max_hands": max_hands,
    "length.deadline": deadline,
    "length.first_dealer": first_dealer,
    "length.draw_seats_players": "",
}

LAST: Final[Mapping[str, tuple[Text, ...]]] = {"length": (ranks,)}
