"""Draw worlds: whole hands that fit everything that a seat has seen, said, given and been shown.

The rules core plays the first world up to the open decision, which proves that it fits. For other worlds, a copy of it
gets other cards, if nothing else can differ. All deals that fit are equally likely, and so are all hidden discards and
gifts.
"""

from typing import Final

from arena.rules.games.game import Game
from arena.rules.games.rollout import Chance
from arena.rules.games.view import View
from arena.rules.hands.actions import Kind, pack_cards
from arena.rules.native import i64
from arena.rules.phases.deal import hand_size
from arena.rules.rules import Rules
from arena.rules.search.dealing import UnseenDeal, dealt_game, deck_of, one_hand
from arena.rules.search.evidence import Evidence, cannot_hold, not_dealt_two_of_clubs, would_have_melded
from arena.rules.search.fitting import FEW, Fitting, LaidMelds
from arena.rules.search.piles import Group, NoDealError, Piles, take_card
from arena.rules.sides import partner_of

TRIES: Final = 2_000  # deals to try until all actions are legal in one; in random games one view in 1,000 needs 200


class Worlds:
    """The worlds that a seat's view allows at its open decision."""

    def __init__(self, view: View, chance: Chance, few: int = FEW) -> None:
        """Count the possible deals. Raises `NoDealError` for a view that contradicts itself.

        *few*: how many random deals to try for one that fits the laid melds, before `Fitting` exchanges cards in one.
        """
        self.view: Final = view
        self.rules: Final[Rules] = one_hand(view.rules)
        self.evidence: Final = Evidence(view)
        self._chance: Final = chance
        blind = self.evidence.kind == Kind.BLIND  # the viewer has not seen its own cards either
        self._others: list[int] = [seat for seat in range(view.rules.seats) if blind or seat != view.seat]
        self._rooms: list[int] = self._rooms_of()
        self._sure: list[tuple[int, int]] = []  # (pile, card): kitty cards that the declarer's melds show
        self._fitting: Fitting | None = None
        self._pattern: Game | None = None  # the world that is copied for other deals
        self._piles: Piles = self._possible([0] * view.rules.seats)
        excluded = would_have_melded(view)
        if view.played:
            illegal = cannot_hold(self._before_play(), view)
            clubs = not_dealt_two_of_clubs(view)
            excluded = [a | b | c for a, b, c in zip(excluded, illegal, clubs, strict=True)]
        if any(excluded):
            self._piles = self._possible(excluded)
        if view.melds:
            layout = self.evidence.layout
            start: list[i64] = [0] * len(self._rooms)
            for pile, seat in enumerate(self._others):
                start[pile] = layout.hand(self.evidence.played[seat])
            for pile, card in self._sure:
                start[pile] += layout.bit[card]
            self._fitting = Fitting(self._piles, LaidMelds(self.view, self._others), start, layout, few)

    def draw(self) -> Game:
        """Return a random world at the open decision. Raises `NoDealError` if many deals do not lead there."""
        for _ in range(TRIES):
            deal = self._deal()
            if self._pattern is not None:
                return self._changed(self._pattern, deal)
            game = self._played(deal)
            if game is not None:
                # Other deals may not lead there if a bid needs certain cards, or a hand ends as soon as it is decided.
                auction = self.rules.auction
                is_fixed = (auction is not None and auction.bidder_needs_marriage) or (
                    bool(self.view.played) and self.rules.tricks.ends_when_decided
                )
                if not is_fixed and (self._fitting is None or not self._fitting.broken):
                    self._pattern = game.copy()
                return game
        raise NoDealError("no world fits the view")

    def _rooms_of(self) -> list[int]:
        """Return the number of unseen cards in each pile: other seats, declarer's discards, dummy, kitty."""
        view = self.view
        evidence = self.evidence
        rooms = [self._size(seat) - len(evidence.played[seat]) for seat in self._others]
        exchange = view.rules.exchange
        laid = exchange.discards if exchange is not None and evidence.hides else 0
        kitty = 0 if evidence.has_kitty else view.rules.deal.kitty - len(view.kitty)
        return [*rooms, laid, view.rules.deal.dummy - len(view.turned), kitty]

    def _size(self, seat: int) -> int:
        rules = self.view.rules
        evidence = self.evidence
        size = hand_size(rules, self.view.dealer, seat)
        if seat == evidence.declarer:
            size += rules.deal.kitty if evidence.has_kitty else 0
            if rules.exchange is not None and evidence.has_laid:
                size -= rules.exchange.discards
        if evidence.gifts == 1 and rules.giving is not None:
            size += rules.giving.count * ((seat == evidence.declarer) - (seat == partner_of(rules, evidence.declarer)))
        return size

    def _possible(self, excluded: list[i64]) -> Piles:
        """Return the unseen cards with the piles that may hold each; *excluded*: by seat, cards it cannot hold."""
        layout = self.evidence.layout
        rooms = list(self._rooms)
        declarer = self._others.index(self.evidence.declarer) if self.evidence.hides else -1
        self._sure = []
        groups: dict[int, Group] = {}
        forced: list[Group] = []
        for card in layout.kinds:
            copies = self.evidence.unseen.count(card)
            least = [*[self.evidence.certain[seat][card] for seat in self._others], 0, 0, 0]
            bought = min(copies, self.evidence.bought[card])
            if bought:  # a copy that the declarer's melds show is taken to be the copy from the kitty
                shown = min(bought, least[declarer])
                least[declarer] -= shown
                rooms[declarer] -= shown
                self._sure += [(declarer, card)] * shown
                mask = 1 << len(self._others)
                if not excluded[self.evidence.declarer] & layout.bit[card]:
                    mask |= 1 << declarer
                add_to_group(groups, [card] * (bought - shown), mask, len(rooms))
            mask = self._mask(excluded, layout.bit[card], rooms)
            if sum(least):
                forced.append(Group([card] * (copies - bought), mask, least))
            else:
                add_to_group(groups, [card] * (copies - bought), mask, len(rooms))
        return Piles(rooms, [group for group in [*groups.values(), *forced] if group.cards])

    def _mask(self, excluded: list[i64], bit: i64, rooms: list[int]) -> int:
        mask = 0
        for pile, seat in enumerate(self._others):
            if not excluded[seat] & bit:
                mask |= 1 << pile
        for pile in range(len(self._others), len(rooms)):
            if rooms[pile]:
                mask |= 1 << pile
        return mask

    def _deal(self) -> UnseenDeal:
        """Deal the unseen cards to the seats, then undo discards and gifts."""
        view = self.view
        drawn = self._piles.draw(self._chance) if self._fitting is None else self._fitting.draw(self._chance)
        piles = self._piles.gathered(drawn)
        for pile, card in self._sure:
            piles[pile].append(card)
        hands = [list(view.cards) for _ in range(view.rules.seats)]
        for pile, seat in enumerate(self._others):
            hands[seat] = piles[pile]
        deal = UnseenDeal(hands, [[*cards, *self.evidence.played[seat]] for seat, cards in enumerate(hands)])
        laid, dummy, kitty = piles[len(self._others) :]
        deal.dummy = [*view.turned, *dummy]
        self._take_back(deal, laid)
        if not self.evidence.has_kitty:
            deal.kitty = [*view.kitty, *kitty]
        return deal

    def _take_back(self, deal: UnseenDeal, laid: list[int]) -> None:
        evidence = self.evidence
        rules = self.view.rules
        declarer = evidence.declarer
        if rules.giving is not None and rules.giving.count:
            seen = [cards for _, cards in evidence.gave]
            for place in range(evidence.gifts - 1, -1, -1):
                giver = partner_of(rules, declarer) if place == 0 else declarer
                known = seen[place] if seen else []
                self._move_back(deal, giver, partner_of(rules, giver), known, rules.giving.count)
        if evidence.has_laid:
            cards = evidence.laid if declarer == self.view.seat else laid
            deal.hands[declarer] += cards
            if evidence.hides:
                deal.laid[declarer] = cards
                deal.hidden.insert(0, (declarer, Kind.DISCARD, self._pack(cards)))
        if evidence.has_kitty:
            hand = deal.hands[declarer]
            if self.view.kitty:
                deal.kitty = list(self.view.kitty)
                for card in deal.kitty:
                    hand.remove(card)
            else:
                deal.kitty = [take_card(hand, self._chance) for _ in range(rules.deal.kitty)]

    def _move_back(self, deal: UnseenDeal, giver: int, receiver: int, known: list[int], count: int) -> None:
        """Undo a gift: move the *known* cards back from the receiver, or *count* random ones."""
        hand = deal.hands[receiver]
        if known:
            for card in known:
                hand.remove(card)
            deal.hands[giver] += known
            return
        cards = [take_card(hand, self._chance) for _ in range(count)]
        deal.hands[giver] += cards
        deal.laid[giver] = cards
        deal.hidden.insert(0, (giver, Kind.GIVE, self._pack(cards)))

    def _pack(self, cards: list[int]) -> int:
        layout = self.evidence.layout
        return pack_cards(layout.sorted(layout.hand(cards)))

    def _before_play(self) -> Game:
        """Return an invented game at the start of play. Raises `NoDealError` if many deals do not lead there."""
        for _ in range(TRIES):
            game = self._opened(self._deal())
            if game is not None and game.kind == Kind.PLAY:
                return game
        raise NoDealError("no deal leads to the play")

    def _opened(self, deal: UnseenDeal) -> Game | None:
        """Return the game of a deal after all decisions before the play; None if one is illegal."""
        game = dealt_game(self.rules, self.view, deal)
        said = list(self.view.said)
        hidden = list(deal.hidden)
        while said or hidden:
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

    def _played(self, deal: UnseenDeal) -> Game | None:
        """Return the game of a deal at the open decision; None if an earlier action is illegal."""
        game = self._opened(deal)
        if game is None:
            return None
        for seat, card in self.view.played:
            if game.to_act != seat or game.kind != Kind.PLAY or not game.allows(card):
                return None
            game.apply(card)
        return game if game.to_act == self.view.seat and game.kind == self.evidence.kind else None

    def _changed(self, world: Game, deal: UnseenDeal) -> Game:
        """Return a copy of *world* with the cards of another deal.

        Its log keeps the hidden decisions of *world*, which playouts do not read.
        """
        game = world.copy()
        layout = game.layout
        game.hand.deck = deck_of(self.rules, self.view.dealer, deal)
        game.deals = [game.hand.deck]
        if self.evidence.has_kitty:
            game.hand.kitty = layout.hand(deal.kitty)
        for number, seat in enumerate(game.seats):
            hand: i64 = layout.hand(deal.remaining[number])
            if seat.cards_at_play:
                seat.cards_at_play += hand - seat.cards
            seat.cards = hand
            if deal.laid[number]:
                laid: i64 = layout.hand(deal.laid[number])
                if number == self.evidence.declarer and self.evidence.hides:
                    seat.taken += laid - seat.laid
                seat.laid = laid
        return game


def add_to_group(groups: dict[int, Group], cards: list[int], mask: int, piles: int) -> None:
    """Add cards to the group whose possible piles are *mask*, one bit each; *piles*: number of piles."""
    if mask not in groups:
        groups[mask] = Group([], mask, [0] * piles)
    groups[mask].cards.extend(cards)
