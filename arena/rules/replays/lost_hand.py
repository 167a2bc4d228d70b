"""The hand that cost a player of a board most, beside the best of those who held the same cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from arena.rules.games.game import Game
from arena.rules.replays.parting import Parting, parting_in_hand, refuse_other_boards
from arena.rules.replays.place import names_of
from arena.rules.replays.sheet import settled


@dataclass(frozen=True)
class Settled:
    """How a hand ended in *line* for *player*, who held certain cards; *told* in words, points included."""

    line: int
    player: str
    points: int
    told: str


@dataclass(frozen=True)
class LostHand:
    """The hand, and the cards in it, with which a player took fewest points beside the board's best.

    *hand* counts from 0, the cards are those of *seat*. *own* and *best* held them, and *others*, who took most first.
    *parting*: where the games of *own* and *best* part in this hand, whoever's decision that was; None where nothing
    sound can be said. *first_own*: the decision of *player* in its own line that is theirs to look at: where they part,
    if it was asked there, else the first one behind; from 0 in the hand, None where it was not asked any more.
    """

    hand: int
    seat: int
    own: Settled
    best: Settled
    others: list[Settled]
    parting: Parting | None
    first_own: int | None

    @property
    def below(self) -> float:
        """Points of the hand less than the mean of all others who held its cards."""
        return fmean(each.points for each in (self.best, *self.others)) - self.own.points


def lost_hand(games: Sequence[Game], seats: Sequence[Sequence[str]], player: str) -> LostHand | None:
    """Return the hand that cost *player* most; *seats* are the players' names in each of the finished *games*.

    It is compared with one other, who took most points a game of those that ever held its cards: so what all hands
    cost adds up to what the board did. None where it took as many, and where only hands made the difference that one
    of both did not play. Raises `OtherBoards` if the games were not dealt the same.
    """
    refuse_other_boards(games)
    best = _best(games, seats, player)
    found = min(_hands(games, seats, player, best), default=None)
    if found is None or found[0] >= 0:
        return None
    _, hand, seat, own, other = found
    rest = [line for line, game in enumerate(games) if line not in (own, other) and hand < len(game.hands)]
    part = parting_in_hand(games, hand, own, other)
    asked = [number for number, each in enumerate(games[own].hands[hand].decisions()) if seats[own][each[0]] == player]
    others = sorted((_settled(games, seats, hand, seat, line) for line in rest), key=lambda each: -each.points)
    return LostHand(
        hand,
        seat,
        _settled(games, seats, hand, seat, own),
        _settled(games, seats, hand, seat, other),
        others,
        part,
        next((number for number in asked if part is None or number >= part.decision), None),
    )


def _best(games: Sequence[Game], seats: Sequence[Sequence[str]], player: str) -> str | None:
    """Return who took most points a game of those that ever held the player's cards, if that is more than its own."""
    taken: dict[str, list[int]] = {}
    for game, names in zip(games, seats, strict=True):
        for name, score in zip(names, game.result().scores, strict=True):
            taken.setdefault(name, []).append(score)
    own = {seat for names in seats for seat, name in enumerate(names) if name == player}
    rivals = sorted({names[seat] for names in seats for seat in own} - {player})
    best = max(rivals, key=lambda name: fmean(taken[name]), default=None)
    return best if best is not None and fmean(taken[best]) > fmean(taken[player]) else None


def _hands(
    games: Sequence[Game], seats: Sequence[Sequence[str]], player: str, best: str | None
) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield what each hand cost: the points more than *best* got for the same cards, hand, seat, the two lines."""
    for own, names in enumerate(seats):
        for other, others in enumerate(seats):
            for seat in range(len(names)):
                if names[seat] == player and others[seat] == best:
                    for hand, (mine, its) in enumerate(zip(games[own].hands, games[other].hands, strict=False)):
                        yield mine.deltas[seat] - its.deltas[seat], hand, seat, own, other


def _settled(games: Sequence[Game], seats: Sequence[Sequence[str]], hand: int, seat: int, line: int) -> Settled:
    game = games[line]
    told = settled(game, game.hands[hand], seat, names_of(seats[line]))
    return Settled(line, seats[line][seat], game.hands[hand].deltas[seat], told)
