"""Describe a practice table as its person sees it, for the terminal and the web page."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.practice.answers import Choice, choice, explain_choices, explain_decision
from arena.practice.narration import TableEvent, narrate, places
from arena.practice.table import Aids, Table
from arena.rules import (
    KIND_NAMES,
    LOOK,
    PASS,
    Game,
    Kind,
    Played,
    Rules,
    Seat,
    TrickWon,
    View,
    card_text,
    family_of,
    layout_of,
    partner_of,
    replay,
)
from arena.rules.records.record import texts
from arena.rules.replays.contract import chips_for, defenders_share
from arena.rules.words import SUIT_NAMES, bid_text

Plays = list[tuple[int, str]]  # (seat, card)
CALLS = (Kind.BLIND, Kind.BID, Kind.AUCTION)
COUNTERS = "ATK"  # ranks that count in tricks of pinochle


@dataclass(frozen=True)
class Player:
    """A seat as the person sees it. Cards are texts such as "TD".

    *name*: place at the table, "South" for the person. *bot*: its house bot, "" for the person. *cards*: in the
    sheet's order, None if hidden; *count*: number of cards. *bid*: its last bid in words, "pass" after a pass, ""
    before its first bid. *tricks*: number won. *taken*: points of their cards in pinochle, else 0. *score*: points,
    or dollars in `pinochle-chips`. *chips*: (color, count), which show the dollars. *wins*: games won in a series.
    *melds*: (name, count, points). *meld_cards*: the cards of all melds.
    """

    seat: int
    name: str
    bot: str
    is_partner: bool
    is_dealer: bool
    is_declarer: bool
    cards: list[str] | None
    count: int
    bid: str
    tricks: int
    taken: int
    score: int
    chips: list[tuple[str, int]]
    bags: int
    wins: int
    meld_points: int
    melds: list[tuple[str, int, int]]
    meld_cards: list[str]


@dataclass(frozen=True)
class SheetRow:
    """A finished hand. Lists are by seat: points of the hand, and the scores and bags after the hand."""

    hand: int
    game: int
    outcome: str
    deltas: list[int]
    scores: list[int]
    bags: list[int]
    pot: int
    was_open: bool


@dataclass(frozen=True)
class TableView:
    """Everything that the person sees. Seats are numbers, -1 for nobody; hands and games count from 0.

    *seats*: number of seats. *seat*: the person's. *hand_of_game*: number of the hand in its game, from 1. *kind*:
    the open decision as in records, "none" after the end. *choices*: answers that can be listed. *note*: a sentence of
    help for the decision, or "". *calls*: (seat, words) of all bids and passes in the hand.
    *least*, *step*, *most*: range of bids in an auction, with least > most if no bid is possible. *count*: number
    of cards to discard or give, or 0. *contract*: the declarer's bid, -1 before. *tricks*: finished tricks and
    their winners. *trump*: the name of a suit, "" before. *dummy*: cards turned up so far. *kitty*: its visible
    cards. *discards*: those of the person. *pot*: dollars in the kitty, -1 without chips. *limit* of bags, *wins*
    of a series, *target* of a game: 0 if the rules have none. *defenders_share*: each defender scores the points of
    all. *events*: since the person's last decision. *ranks*: by seat, [] before the end. *ended*: reason of the
    end, "" before.
    """

    variant: str
    family: str
    seats: int
    seat: int
    hand: int
    hand_of_game: int
    game: int
    kind: str
    choices: list[Choice]
    note: str
    calls: list[tuple[int, str]]
    least: int
    step: int
    most: int
    count: int
    players: list[Player]
    declarer: int
    contract: int
    trump: str
    trick: Plays
    tricks: list[tuple[Plays, int]]
    dummy: list[str]
    kitty: list[str]
    discards: list[str]
    pot: int
    pot_chips: list[tuple[str, int]]
    limit: int
    wins: int
    target: int
    defenders_share: bool
    sheet: list[SheetRow]
    events: list[TableEvent]
    is_open: bool
    can_undo: bool
    can_claim: bool
    aids: Aids
    is_over: bool
    ranks: list[int]
    ended: str


def show(table: Table) -> TableView:
    """Return the person's view: the knowledge of its seat, plus all cards if the hand is shown openly."""
    game, deal = table.game, table.deal
    rules = deal.rules
    view = game.view(deal.seat)
    legal = view.legal
    result = game.result() if game.is_over else None
    tricks = _tricks(game, deal.seat)
    return TableView(
        variant=rules.name,
        family=family_of(rules.name),
        seats=rules.seats,
        seat=deal.seat,
        hand=view.number,
        hand_of_game=sum(hand.game == view.game for hand in game.hands),
        game=view.game,
        kind=KIND_NAMES[legal.kind if legal else Kind.NONE],
        choices=explain_choices(view),
        note=explain_decision(view),
        calls=[
            (seat, choice(kind, action).words)
            for seat, kind, action in view.said
            if kind in CALLS and (kind != Kind.BLIND or action != LOOK)
        ],
        least=legal.least if legal else 0,
        step=legal.step if legal else 1,
        most=legal.most if legal else -1,
        count=legal.count if legal else 0,
        players=[_player(table, view, tricks, seat) for seat in range(rules.seats)],
        declarer=view.declarer,
        contract=view.bid,
        trump=SUIT_NAMES[view.trump] if view.trump >= 0 else "",
        trick=[(seat, card_text(card)) for seat, card in view.trick],
        tricks=tricks,
        dummy=texts(view.turned),
        kitty=texts(view.kitty),
        discards=texts(layout_of(rules.deck).sorted(game.seats[deal.seat].laid)) if rules.exchange else [],
        pot=view.pot if rules.chips is not None else -1,
        pot_chips=chips_for(view.pot) if rules.chips is not None else [],
        limit=rules.bags.limit if rules.bags is not None else 0,
        wins=rules.length.number if rules.length.format.value == "series" else 0,
        target=rules.length.target or 0,
        defenders_share=defenders_share(rules),
        sheet=_sheet(table),
        events=narrate(game, deal.seat, _count_seen(table)),
        is_open=table.is_open,
        can_undo=bool(table.own),
        can_claim=table.can_claim,
        aids=table.aids,
        is_over=game.is_over,
        ranks=list(result.ranks) if result else [],
        ended=result.ended if result else "",
    )


def _player(table: Table, view: View, tricks: Sequence[tuple[Plays, int]], seat: int) -> Player:
    rules, deal = table.deal.rules, table.deal
    hand: Seat = table.game.seats[seat]
    cards = layout_of(rules.deck).sorted(hand.cards)
    is_person = seat == deal.seat
    visible = cards if table.is_open else view.cards if is_person else None
    melds = [meld for meld in view.melds if meld.seat == seat]
    return Player(
        seat=seat,
        name=places(rules.seats, deal.seat)[seat],
        bot="" if is_person else deal.bots[seat],
        is_partner=partner_of(rules, deal.seat) == seat,
        is_dealer=view.dealer == seat,
        is_declarer=view.declarer == seat,
        cards=None if visible is None else texts(visible),
        count=len(cards),
        bid=_bid(view, seat),
        tricks=view.tricks[seat],
        taken=_taken(rules, tricks, view.turned, seat),
        score=view.scores[seat],
        chips=chips_for(view.scores[seat]) if rules.chips is not None else [],
        bags=view.bags[seat],
        wins=view.wins[seat],
        meld_points=sum(meld.points for meld in melds),
        melds=[line for meld in melds for line in meld.melds],
        meld_cards=[text for meld in melds for text in texts(meld.shown)],
    )


def _bid(view: View, seat: int) -> str:
    if view.rules.auction is None:
        return bid_text(view.bids[seat]) if view.bids[seat] >= 0 else ""
    bids = [action for who, kind, action in view.said if who == seat and kind == Kind.AUCTION]
    return "" if not bids else "pass" if bids[-1] == PASS else str(bids[-1])


def _sheet(table: Table) -> list[SheetRow]:
    rules = table.deal.rules
    return [
        SheetRow(
            hand.number,
            hand.game,
            hand.outcome.replace("_", " "),
            hand.deltas,
            hand.scores,
            hand.bags if rules.bags is not None else [],
            hand.pot if rules.chips is not None else -1,
            hand.number in table.aids.opened,
        )
        for hand in table.game.hands
        if hand.is_over
    ]


def _count_seen(table: Table) -> int:
    """Return the number of events that the person had seen before its last decision."""
    deal = table.deal
    if not table.own:
        return deal.start_game().hand.first_event
    return len(replay(deal.rules, deal.seed, table.actions[: table.own[-1]]).events(deal.seat))


def _tricks(game: Game, seat: int) -> list[tuple[Plays, int]]:
    tricks: list[tuple[Plays, int]] = []
    plays: Plays = []
    for event in game.events(seat, game.hand.first_event):
        if isinstance(event, Played):
            plays.append((event.seat, card_text(event.card)))
        elif isinstance(event, TrickWon):
            tricks.append((plays, event.seat))
            plays = []
    return tricks


def _taken(rules: Rules, tricks: Sequence[tuple[Plays, int]], turned: Sequence[int], seat: int) -> int:
    """Return the points of the cards in the tricks of *seat*, without the last trick's points; 0 in spades."""
    if rules.melds is None:
        return 0
    won = [card for plays, winner in tricks for _, card in plays if winner == seat]
    dummy = [card_text(card) for card, (_, winner) in zip(turned, tricks, strict=False) if winner == seat]
    return sum(card[0] in COUNTERS for card in won + dummy) * (rules.contract.counter if rules.contract else 1)
