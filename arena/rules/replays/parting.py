"""Find where games of one deal differ first, and the parts of their scores."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arena.rules.errors import DifferentBoardsError
from arena.rules.games.game import Game
from arena.rules.hands.actions import KIND_NAMES
from arena.rules.hands.hand import Hand
from arena.rules.records.parts import Parts, parts_of
from arena.rules.replays.narrate import format_decision
from arena.rules.rules import Rules


@dataclass(frozen=True)
class Choice:
    """An action in words, and the lines that chose it: indices of a board's games."""

    action: str
    lines: list[int]


@dataclass(frozen=True)
class Parting:
    """A decision at which lines of a board differ though seat, cards and history are the same.

    *hand* counts from 0, and *decision* from 0 in the hand. *trick* counts from 1, 0 before the play. *kind*: as in
    records.
    """

    hand: int
    decision: int
    seat: int
    kind: str
    trick: int
    choices: list[Choice]


@dataclass(frozen=True)
class LineDecision:
    """A decision of one line; *action*: in words. The other fields are as in `Parting`."""

    hand: int
    decision: int
    seat: int
    kind: str
    trick: int
    action: str


def partings(games: Sequence[Game]) -> list[Parting]:
    """Return every parting of a board's finished games, in the order of decisions.

    Two games have at most one parting with each other. Raises `DifferentBoardsError` if the deals differ.
    """
    refuse_other_boards(games)
    results = _partings([list_decisions(game) for game in games], list(range(len(games))), 0)
    return sorted(results, key=lambda parting: (parting.hand, parting.decision))


def refuse_other_boards(games: Sequence[Game]) -> None:
    """Raise `DifferentBoardsError` if the games have different rules or seeds."""
    if len({(game.rules, game.seed) for game in games}) > 1:
        raise DifferentBoardsError("these are not games of one board: they have other rules or another seed")


def _partings(decisions: list[list[LineDecision]], lines: list[int], begin: int) -> Iterator[Parting]:
    """Yield the partings of *lines*, which have the same decisions before number *begin*."""
    for place in range(begin, min((len(decisions[line]) for line in lines), default=0)):
        by_action: dict[LineDecision, list[int]] = {}
        for line in lines:
            by_action.setdefault(decisions[line][place], []).append(line)
        if len(by_action) > 1:
            at = next(iter(by_action))
            choices = [Choice(decision.action, same) for decision, same in by_action.items()]
            yield Parting(at.hand, at.decision, at.seat, at.kind, at.trick, choices)
            for same in by_action.values():
                yield from _partings(decisions, same, place + 1)
            return


def list_decisions(game: Game) -> list[LineDecision]:
    """Return every decision of a game in words, in order."""
    return [decision for hand in game.hands for decision in _of_hand(game.rules, hand)]


def _of_hand(rules: Rules, hand: Hand) -> Iterator[LineDecision]:
    tricks = [number for number, trick in enumerate(hand.tricks(), start=1) for _ in trick]
    decisions = hand.decisions()
    before = len(decisions) - len(tricks)
    for number, ((seat, kind, action), trick) in enumerate(zip(decisions, [0] * before + tricks, strict=True)):
        yield LineDecision(hand.number, number, seat, KIND_NAMES[kind], trick, format_decision(rules, kind, action))


def parting_in_hand(games: Sequence[Game], hand: int, one: int, other: int) -> Parting | None:
    """Return where two lines part within a hand, or None if they do not.

    *hand* counts from 0; *one* and *other* are the lines. Earlier hands may differ. The parting includes all lines that
    were the same in this hand until then. The result is also None if different seats may bid blind, since the lines are
    not comparable then.
    """
    asked = games[one].hands[hand].blind
    alike = [line for line, game in enumerate(games) if hand < len(game.hands) and game.hands[hand].blind == asked]
    decisions = [
        list(_of_hand(game.rules, game.hands[hand])) if line in alike else [] for line, game in enumerate(games)
    ]
    candidates = [
        each
        for each in _partings(decisions, alike, 0)
        if {one, other} <= {line for choice in each.choices for line in choice.lines}
    ]
    return candidates[-1] if candidates else None


def sum_parts(games: Sequence[Game]) -> list[list[Parts]]:
    """Return, by line and seat, the parts of the score, summed over all finished hands."""
    sums: list[list[Parts]] = [[{} for _ in range(game.rules.seats)] for game in games]
    for game, seats in zip(games, sums, strict=True):
        for hand in game.hands:
            for total, parts in zip(seats, parts_of(game, hand) if hand.is_over else [], strict=False):
                for name, points in parts.items():
                    total[name] = total.get(name, 0) + points
    return sums


@dataclass(frozen=True)
class Departure:
    """The first decision at which a player chose another action than others with the same cards and history.

    *line*: the player's; *action*: its choice, in words. *others*: the actions of the others, with their lines.
    *points*: the change of the player's score in that hand; *others_points*: the mean change in the others' lines.
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

    *games*: the finished games of a board. *seats*: the player's seats in each game; *others_seats*: the seats of the
    players to compare with. Raises `DifferentBoardsError` if the deals differ.
    """
    for parting in partings(games):
        for choice in parting.choices:
            own = [line for line in choice.lines if parting.seat in seats[line]]
            others = [
                Choice(each.action, [line for line in each.lines if parting.seat in others_seats[line]])
                for each in parting.choices
                if each is not choice
            ]
            others = [each for each in others if each.lines]
            if own and others:
                theirs = [_points(games[line], parting) for each in others for line in each.lines]
                mean = Fraction(sum(theirs), len(theirs))
                return Departure(parting, own[0], choice.action, others, _points(games[own[0]], parting), mean)
    return None


def _points(game: Game, parting: Parting) -> int:
    return game.hands[parting.hand].deltas[parting.seat]
