"""Where two games of one deal part."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arena.rules.errors import OtherBoards
from arena.rules.games.game import Game
from arena.rules.hands.actions import KIND_NAMES
from arena.rules.hands.hand import Hand
from arena.rules.records.parts import Parts, parts_of
from arena.rules.replays.narrate import deed
from arena.rules.rules import Rules


@dataclass(frozen=True)
class Choice:
    """An answer, in words, and the lines that gave it."""

    action: str
    lines: list[int]


@dataclass(frozen=True)
class Parting:
    """A decision that was the same for its lines until they answered otherwise.

    The same place, cards and history. *decision* counts within the hand, from 0; *trick* from 1, 0 before the play.
    """

    hand: int
    decision: int
    seat: int
    kind: str
    trick: int
    choices: list[Choice]


@dataclass(frozen=True)
class Decided:
    """A decision of a line, in words; *decision* and *trick* as in `Parting`."""

    hand: int
    decision: int
    seat: int
    kind: str
    trick: int
    action: str


def partings(games: Sequence[Game]) -> list[Parting]:
    """Return every decision where lines part, the first one first.

    *games* are the finished games of a board. Any two of them part at the last of these that has both of them, or
    never. Raises `OtherBoards` if they were not dealt the same.
    """
    refuse_other_boards(games)
    found = _partings([decided(game) for game in games], list(range(len(games))), 0)
    return sorted(found, key=lambda parting: (parting.hand, parting.decision))


def refuse_other_boards(games: Sequence[Game]) -> None:
    """Raise `OtherBoards` if these games were not dealt the same."""
    if len({(game.rules, game.seed) for game in games}) > 1:
        raise OtherBoards("these are not games of one board: they have other rules or another seed")


def _partings(told: list[list[Decided]], lines: list[int], begin: int) -> Iterator[Parting]:
    """Yield where *lines*, which are the same up to decision *begin*, part from then on."""
    for place in range(begin, min((len(told[line]) for line in lines), default=0)):
        by_action: dict[Decided, list[int]] = {}
        for line in lines:
            by_action.setdefault(told[line][place], []).append(line)
        if len(by_action) > 1:
            at = next(iter(by_action))
            choices = [Choice(decision.action, same) for decision, same in by_action.items()]
            yield Parting(at.hand, at.decision, at.seat, at.kind, at.trick, choices)
            for same in by_action.values():
                yield from _partings(told, same, place + 1)
            return


def decided(game: Game) -> list[Decided]:
    """Return every decision of a game, in order."""
    return [decision for hand in game.hands for decision in _of_hand(game.rules, hand)]


def _of_hand(rules: Rules, hand: Hand) -> Iterator[Decided]:
    tricks = [number for number, trick in enumerate(hand.tricks(), start=1) for _ in trick]
    decisions = hand.decisions()
    before = len(decisions) - len(tricks)
    for number, ((seat, kind, action), trick) in enumerate(zip(decisions, [0] * before + tricks, strict=True)):
        yield Decided(hand.number, number, seat, KIND_NAMES[kind], trick, deed(rules, kind, action))


def parting(games: Sequence[Game], one: int, other: int) -> Parting | None:
    """Return where two lines of a board part, with these two alone; None if they never do."""
    found = partings([games[one], games[other]])
    if not found:
        return None
    choices = [Choice(choice.action, [(one, other)[line] for line in choice.lines]) for choice in found[0].choices]
    return replace(found[0], choices=choices)


def parting_in_hand(games: Sequence[Game], hand: int, one: int, other: int) -> Parting | None:
    """Return where two lines part in a hand, whatever was before it.

    It has all lines that were the same in this hand so far. None where the two never part, and where their seats are
    not asked the same: who may bid blind follows from the scores before.
    """
    asked = games[one].hands[hand].blind
    alike = [line for line, game in enumerate(games) if hand < len(game.hands) and game.hands[hand].blind == asked]
    told = [list(_of_hand(game.rules, game.hands[hand])) if line in alike else [] for line, game in enumerate(games)]
    found = [each for each in _partings(told, alike, 0) if {one, other} <= {*_lines(each)}]
    return found[-1] if found else None


def _lines(parting: Parting) -> Iterator[int]:
    for choice in parting.choices:
        yield from choice.lines


def where_the_points_went(games: Sequence[Game]) -> list[list[Parts]]:
    """Return for each line and seat the parts of all its hands' scores, added up."""
    return [[_added(game, seat) for seat in range(game.rules.seats)] for game in games]


def _added(game: Game, seat: int) -> Parts:
    parts: Parts = {}
    for hand in game.hands:
        if hand.is_over:
            for name, points in parts_of(game, hand)[seat].items():
                parts[name] = parts.get(name, 0) + points
    return parts


@dataclass(frozen=True)
class Departure:
    """The first decision that a player answered otherwise than somebody who held the same cards.

    The same place and history, too. *line* is the player's, *action* what it did there, *others* what those did who
    answered otherwise. *points*: what the whole hand brought that seat in the player's line; *others_points*: the mean
    over the others' lines.
    """

    parting: Parting
    line: int
    action: str
    others: list[Choice]
    points: int
    others_points: Fraction


def departure(
    games: Sequence[Game], seats: Sequence[Collection[int]], others_seats: Sequence[Collection[int]]
) -> Departure | None:
    """Return where a player first departs from the others; None if it never does.

    *games* are the finished games of a board, *seats* those that the player had in each, *others_seats* those of whom
    it is compared with. Raises `OtherBoards` if the games were not dealt the same.
    """
    for parting in partings(games):
        for choice in parting.choices:
            own = [line for line in choice.lines if parting.seat in seats[line]]
            others = [_of(each, parting.seat, others_seats) for each in parting.choices if each is not choice]
            others = [each for each in others if each.lines]
            if own and others:
                return _departure(games, parting, own[0], choice.action, others)
    return None


def _of(choice: Choice, seat: int, others_seats: Sequence[Collection[int]]) -> Choice:
    """Return a choice with those lines alone in which one of the others made it."""
    return Choice(choice.action, [line for line in choice.lines if seat in others_seats[line]])


def _departure(games: Sequence[Game], found: Parting, line: int, action: str, others: list[Choice]) -> Departure:
    theirs = [games[each].hands[found.hand].deltas[found.seat] for choice in others for each in choice.lines]
    points = games[line].hands[found.hand].deltas[found.seat]
    return Departure(found, line, action, others, points, Fraction(sum(theirs), len(theirs)))
