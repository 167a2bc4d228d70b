"""Worlds: whole hands that fit all that a seat saw, said, gave and was shown.

A world is dealt anew and played by the engine up to the open decision, so that the engine judges what fits. Worlds come
as often as deals do: each deal that fits is as likely, and so is each hidden choice of cards to lay away or to give.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from arena.rules.games.game import Game
from arena.rules.games.rollout import Chance
from arena.rules.games.view import View
from arena.rules.hands.actions import Kind, pack_cards
from arena.rules.hands.hand import Hand
from arena.rules.hands.layout import layout_of
from arena.rules.hands.seat import Seat
from arena.rules.phases.deal import hand_size
from arena.rules.rules import Format, Rules
from arena.rules.search.evidence import Evidence, cannot_hold, would_have_melded
from arena.rules.search.piles import Group, NoDeal, Piles, taken
from arena.rules.sides import partner_of

if TYPE_CHECKING:
    from mypy_extensions import i64

NEVER_AGAIN: Final = 1000  # blind sixes: more than any limit
TRIES: Final = 400  # deals that are looked at for a world whose melds are those that were laid


class Dealt:
    """A deal of the unseen cards, and what was laid and given unseen in it.

    Attributes:
        hands: the cards of each seat as the play began, then, going back, as they were dealt.
        hidden: the hidden decisions, (seat, kind, action), in order.
    """

    def __init__(self, hands: list[list[int]]) -> None:
        self.hands: Final = hands
        self.hidden: list[tuple[int, int, int]] = []
        self.kitty: list[int] = []
        self.dummy: list[int] = []


class Worlds:
    """The worlds that a view of a hand under play allows."""

    def __init__(self, view: View, chance: Chance) -> None:
        """Count them; raises `NoDeal` for a view that contradicts itself."""
        self.view: Final = view
        self.rules: Final[Rules] = one_hand(view.rules)
        self.evidence: Final = Evidence(view)
        self._chance: Final = chance
        self._others: list[int] = [seat for seat in range(view.rules.seats) if seat != view.seat]
        self._rooms: list[int] = self._rooms_of()
        self._sure: list[tuple[int, int]] = []  # (pile, card): what the declarer bought and shows
        self._piles: Piles = self._possible([0] * view.rules.seats)
        illegal = cannot_hold(self._before_play(), view)
        silent = would_have_melded(view)
        self._piles = self._possible([int(a | b) for a, b in zip(illegal, silent, strict=True)])

    def draw(self) -> Game:
        """Return a world at the open decision.

        Where no deal of many has the melds that were laid, one that has not is better than none.
        """
        best: Game | None = None
        for _ in range(TRIES):
            game = self._played(self._deal())
            if game is not None:
                if self._melds_fit(game):
                    return game
                best = game
        if best is None:
            raise NoDeal("no world fits the view")
        return best

    def _rooms_of(self) -> list[int]:
        """Return how many cards each other seat holds, then the declarer's unseen pile and the dummy's rest."""
        view = self.view
        held = [self._size(seat) - len(self.evidence.played[seat]) for seat in self._others]
        exchange = view.rules.exchange
        laid = exchange.discards if exchange is not None and self.evidence.hides else 0
        return [*held, laid, view.rules.deal.dummy - len(view.turned)]

    def _size(self, seat: int) -> int:
        """Return how many cards a seat held when the play began."""
        size = hand_size(self.view.rules, self.view.dealer, seat)
        exchange = self.view.rules.exchange
        if exchange is not None and seat == self.view.declarer:
            size += self.view.rules.deal.kitty - exchange.discards
        return size

    def _possible(self, excluded: list[int]) -> Piles:
        """Return the piles, each card with the piles that may hold it."""
        layout = self.evidence.layout
        rooms = list(self._rooms)
        declarer = self._others.index(self.view.declarer) if self.evidence.hides else -1
        self._sure = []
        groups: dict[int, Group] = {}
        found: list[Group] = []
        for card in layout.kinds:
            copies = self.evidence.unseen.count(card)
            least = [*[self.evidence.certain[seat][card] for seat in self._others], 0, 0]
            bought = min(copies, self.evidence.bought[card])
            if bought:  # a copy that the declarer shows is taken for the one that it bought
                shown = min(bought, least[declarer])
                least[declarer] -= shown
                rooms[declarer] -= shown
                self._sure += [(declarer, card)] * shown
                mask = 1 << len(self._others)
                if not excluded[self.view.declarer] & layout.bit[card]:
                    mask |= 1 << declarer
                join(groups, [card] * (bought - shown), mask, len(rooms))
            mask = self._mask(excluded, layout.bit[card], rooms)
            if sum(least):
                found.append(Group([card] * (copies - bought), mask, least))
            else:
                join(groups, [card] * (copies - bought), mask, len(rooms))
        return Piles(rooms, [group for group in [*groups.values(), *found] if group.cards])

    def _mask(self, excluded: list[int], bit: i64, rooms: list[int]) -> int:
        """Return the piles that may hold a card."""
        mask = 0
        for pile, seat in enumerate(self._others):
            if not excluded[seat] & bit:
                mask |= 1 << pile
        for pile in range(len(self._others), len(rooms)):
            if rooms[pile]:
                mask |= 1 << pile
        return mask

    def _deal(self) -> Dealt:
        """Deal the unseen cards, and take back what was laid and given."""
        view = self.view
        piles = self._piles.draw(self._chance)
        for pile, card in self._sure:
            piles[pile].append(card)
        hands: list[list[int]] = [[] for _ in range(view.rules.seats)]
        hands[view.seat] = [*view.cards, *self.evidence.played[view.seat]]
        for pile, seat in enumerate(self._others):
            hands[seat] = [*piles[pile], *self.evidence.played[seat]]
        deal = Dealt(hands)
        deal.dummy = [*view.turned, *piles[len(self._others) + 1]]
        self._take_back(deal, piles[len(self._others)])
        return deal

    def _take_back(self, deal: Dealt, laid: list[int]) -> None:
        """Undo gifts, discards and the kitty, the last first."""
        view = self.view
        rules = view.rules
        declarer = view.declarer
        if rules.giving is not None and rules.giving.count:
            seen = [cards for _, cards in self.evidence.gave]
            partner = partner_of(rules, declarer)
            for place, giver in ((1, declarer), (0, partner)):
                receiver = partner_of(rules, giver)
                known = seen[place] if seen else []
                self._move_back(deal, giver, receiver, known, rules.giving.count)
        exchange = rules.exchange
        if exchange is not None and exchange.discards:
            cards = self.evidence.laid if declarer == view.seat else laid
            deal.hands[declarer] += cards
            if declarer != view.seat:
                deal.hidden.insert(0, (declarer, Kind.DISCARD, self._packed(cards)))
        if rules.deal.kitty:
            hand = deal.hands[declarer]
            if view.kitty:
                deal.kitty = list(view.kitty)
                for card in deal.kitty:
                    hand.remove(card)
            else:
                deal.kitty = [taken(hand, self._chance) for _ in range(rules.deal.kitty)]

    def _move_back(self, deal: Dealt, giver: int, receiver: int, known: list[int], count: int) -> None:
        """Undo one gift: the cards that the viewer saw, or random ones of the receiver's."""
        hand = deal.hands[receiver]
        if known:
            for card in known:
                hand.remove(card)
            deal.hands[giver] += known
            return
        cards = [taken(hand, self._chance) for _ in range(count)]
        deal.hands[giver] += cards
        deal.hidden.insert(0, (giver, Kind.GIVE, self._packed(cards)))

    def _packed(self, cards: list[int]) -> int:
        """Return the action that lays these cards, in the order of the sheets."""
        layout = self.evidence.layout
        return pack_cards(layout.sorted(layout.hand(cards)))

    def _before_play(self) -> Game:
        """Return a made-up game as its play begins; raises `NoDeal` where no deal of many comes to that."""
        for _ in range(TRIES):
            game = self._opened(self._deal())
            if game is not None and game.kind == Kind.PLAY:
                return game
        raise NoDeal("no deal leads to the play")

    def _opened(self, deal: Dealt) -> Game | None:
        """Return the game of a deal after all that was said, or None where that is illegal."""
        game = dealt_game(self.rules, self.view, deal)
        said = list(self.view.said)
        hidden = list(deal.hidden)
        while game.kind != Kind.PLAY and game.kind != Kind.NONE:
            if hidden and hidden[0][0] == game.to_act and hidden[0][1] == game.kind:
                action = hidden.pop(0)[2]
            elif said and said[0][0] == game.to_act and said[0][1] == game.kind:
                action = said.pop(0)[2]
            else:
                return None
            if not game.allows(action):
                return None
            game.apply(action)
        return game

    def _played(self, deal: Dealt) -> Game | None:
        """Return the game of a deal at the open decision, or None where a card was illegal."""
        game = self._opened(deal)
        if game is None:
            return None
        for seat, card in self.view.played:
            if game.to_act != seat or not game.allows(card):
                return None
            game.apply(card)
        return game if game.to_act == self.view.seat else None

    def _melds_fit(self, game: Game) -> bool:
        """Whether all melds are those that were laid."""
        layout = self.evidence.layout
        for meld in self.view.melds:
            seat: Seat = game.seats[meld.seat]
            if seat.melded != meld.points or seat.shown != layout.hand(list(meld.shown)):
                return False
        return True


def join(groups: dict[int, Group], cards: list[int], mask: int, piles: int) -> None:
    """Add cards to the group of those that may lie in the same piles."""
    if mask not in groups:
        groups[mask] = Group([], mask, [0] * piles)
    groups[mask].cards.extend(cards)


def one_hand(rules: Rules) -> Rules:
    """Return the rules of a match that ends with the hand on the table."""
    return replace(rules, length=replace(rules.length, format=Format.HANDS, number=1))


def dealt_game(rules: Rules, view: View, deal: Dealt) -> Game:
    """Return the game of a deal at its first decision, with the scores of the view."""
    looked = [seat for seat, kind, _ in view.said if kind == Kind.BLIND]
    seats: list[Seat] = []
    for number in range(rules.seats):
        seat = Seat()
        seat.score = view.scores[number]
        seat.bags = view.bags[number]
        if number not in looked:  # the view does not count blind bids of earlier hands: who was asked says it
            seat.blind_sixes = NEVER_AGAIN
        seats.append(seat)
    order = [(view.dealer + 1 + place) % rules.seats for place in range(rules.seats)]
    cards = [card for seat in order for card in deal.hands[seat]]
    deck = bytes([*cards, *deal.dummy, *deal.kitty])
    hand = Hand(0, 0, view.dealer, deck, seats)
    game = Game(rules, None, [deck], layout_of(rules.deck), list(range(rules.seats)), hand)
    game.game_hands = 1
    game.pot = view.pot
    if game.begin(rules.phases[0]):
        game.next_phase()
    return game
