"""Write a finished game as a record (docs/rules/sheets/README.md, "The record of a game")."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena.rules.cards import SUITS, card_text
from arena.rules.errors import GameNotOverError, InvalidSeedError
from arena.rules.games.game import Game
from arena.rules.games.view import laid_count, melds_of
from arena.rules.hands.actions import to_decision
from arena.rules.hands.hand import Hand
from arena.rules.hands.layout import layout_of
from arena.rules.hands.shuffle import commitment
from arena.rules.hands.table import NOBODY
from arena.rules.phases.deal import dealt_to, dummy_of, kitty_of
from arena.rules.records.thinking import charges_of
from arena.rules.rules import Rules
from arena.rules.variants.registry import options_of

FORMAT = "arena-game/1"
CHARGED = "charged_ms"  # optional keys of a hand: a list with an entry for each decision
IN_BATCH = "batch_ms"
INFRACTION_KEYS = ("seat", "decision", "reason")


def to_record(
    game: Game,
    id: str,
    seats: Sequence[str],
    infractions: Iterable[Mapping[str, Any]] = (),
    elapsed_s: Sequence[int] = (),
    charges: Sequence[int] = (),
) -> dict[str, Any]:
    """Return a finished game's record, as a JSON object. Raises `GameNotOverError`, `InvalidSeedError`.

    *seats*: the name of the player in each seat, after seats were drawn. *infractions*: entries with `hand`, `seat`,
    `decision` and `reason`. Hands count from 0; decisions count from 0 in their hand. *elapsed_s*: play time in seconds
    at the end of each hand, written if there is a `deadline`. *charges*: a number for each decision, coded by
    `charge_code`, or (). Only a game dealt from a seed has a record.
    """
    if not game.is_over:
        raise GameNotOverError("the game is not over: it has no record yet")
    if game.seed is None:
        raise InvalidSeedError("the game was dealt from given decks: only a game dealt from a seed has a record")
    entries = list(infractions)
    rules = game.rules
    record: dict[str, Any] = {"format": FORMAT, "id": id, "variant": rules.name}
    if rules.revision != 1:
        record["revision"] = rules.revision
    record["options"] = options_of(rules)
    record["seed"] = game.seed.hex()
    record["commitment"] = commitment(game.seed)
    record["seats"] = list(seats)
    record["hands"] = [
        hand_record(rules, hand, [entry for entry in entries if entry["hand"] == hand.number]) for hand in game.hands
    ]
    if rules.length.deadline is not None:
        for hand in record["hands"]:
            hand["elapsed_s"] = elapsed_s[hand["number"]] if hand["number"] < len(elapsed_s) else 0
    if charges:
        left = iter(charges_of(charges))
        for hand in record["hands"]:
            of_hand = [next(left) for _ in hand["decisions"]]
            hand[CHARGED] = [None if each is None or each.in_batch else each.ms for each in of_hand]
            in_batches = [each.ms if each and each.in_batch else None for each in of_hand]
            if any(ms is not None for ms in in_batches):
                hand[IN_BATCH] = in_batches
    return record | result_record(game)


def result_record(game: Game) -> dict[str, Any]:
    result = game.result()
    games = [{"winner": list(played.winner), "scores": list(played.scores)} for played in result.games]
    return {"games": games, "ranks": list(result.ranks), "scores": list(result.scores), "ended": result.ended}


def hand_record(rules: Rules, hand: Hand, infractions: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the record of a finished hand."""
    record: dict[str, Any] = {"number": hand.number, "game": hand.game, "dealer": hand.dealer}
    layout = layout_of(rules.deck)
    dealt = [texts(layout.sorted(layout.hand(dealt_to(rules, hand, seat)))) for seat in range(rules.seats)]
    rest = {"kitty": texts(kitty_of(rules, hand)), "dummy": texts(dummy_of(rules, hand))}  # as shuffled
    record["dealt"] = {"hands": dealt} | {name: cards for name, cards in rest.items() if cards}
    record["decisions"] = [
        to_decision(seat, kind, action, laid_count(rules, kind)) for seat, kind, action in hand.decisions()
    ]
    if rules.auction is not None:
        record["declarer"] = None if hand.declarer == NOBODY else hand.declarer
        record["bid"] = None if hand.bid < 0 else hand.bid
        record["trump"] = None if hand.trump < 0 else SUITS[hand.trump]
    record["melds"] = [
        {
            "seat": meld.seat,
            "points": meld.points,
            "melds": [list(entry) for entry in meld.melds],
            "shown": texts(meld.shown),
        }
        for meld in melds_of(rules, hand)
    ]
    record["tricks"] = [
        {"leader": plays[0][0], "cards": texts(card for _, card in plays), "winner": winner}
        for plays, winner in zip(hand.tricks(), hand.winners, strict=True)
    ]
    record |= {"points": hand.points, "outcome": hand.outcome}
    record |= {"deltas": hand.deltas, "scores": hand.scores}
    if rules.bags is not None:
        record["bags"] = hand.bags
    if rules.chips is not None:
        record["pot"] = hand.pot
    record["infractions"] = [{key: entry[key] for key in INFRACTION_KEYS} for entry in infractions]
    return record


def texts(cards: Iterable[int]) -> list[str]:
    return [card_text(card) for card in cards]
