"""Find a real example of every kind of decision and event.

From games that are played at random.
"""

import random
from collections.abc import Iterator
from typing import Final

from arena.rules import KIND_NAMES, VARIANTS, Game, Kind, configure, new_game
from arena.wire.actions import PB_KINDS, action_to_pb
from arena.wire.events import event_to_pb
from arena.wire.gen import cards_pb2, seat_pb2
from arena.wire.legal import legal_to_pb
from tests.handbook.page import Page
from tests.play.scripted import answer_to

GAMES: Final = 200  # of each variant, until all was seen
KINDS: Final = range(Kind.BLIND, Kind.PLAY + 1)
NAMES: Final = tuple(cards_pb2.Event.DESCRIPTOR.fields_by_name)
DECISIONS: Final = """# Every kind of decision

A decision of each kind as it came in a game, and one of the answers to it. `legal` has all that may be answered:
what is in it is enough for a bot that knows nothing of the rules."""
ASKED: Final = {
    Kind.BLIND: "Spades, before the cards are seen: look at them, or bid without.",
    Kind.BID: "Spades: a number of tricks, or a bid with a name.",
    Kind.AUCTION: "Pinochle: `least`, `least + step`, ... up to `most`; or `WORD_PASS` where `may_pass` is set.",
    Kind.WIDOW: "Pinochle with chips: take the widow, or give the hand up.",
    Kind.DISCARD: "Pinochle: any `count` of `cards`; `WORD_CONCEDE` too where `may_concede` is set.",
    Kind.TRUMP: "Pinochle: the trump suit.",
    Kind.GIVE: "Pinochle with partners: cards for the partner, chosen as for `discard`.",
    Kind.THROW_IN: "Racehorse pinochle: play the hand, or give it up.",
    Kind.PLAY: "A card to the trick. Both copies of a pinochle card have one code, which is listed once.",
}
EVENTS: Final = """# Every event

One of each, from several games. A list of cards is in the order of the sheets; a list of numbers has one for each
seat."""


def examples(page: Page) -> None:
    """Write them down."""
    decisions, events = find_examples()
    page.say(DECISIONS)
    for kind in KINDS:
        page.say(f"## {KIND_NAMES[kind]}\n\n{ASKED[kind]}")
        decision, action = decisions[kind]
        page.sample(seat_pb2.Turn(decision=decision))
        page.sample(seat_pb2.Answer(number=decision.number, action=action))
    page.say(EVENTS)
    page.sample(seat_pb2.Turn(events=[events[name] for name in NAMES]))


def find_examples() -> tuple[dict[int, tuple[seat_pb2.Decision, cards_pb2.Action]], dict[str, cards_pb2.Event]]:
    """Return the first decision of each kind, and event by name.

    A decision comes with its answer.
    """
    decisions: dict[int, tuple[seat_pb2.Decision, cards_pb2.Action]] = {}
    events: dict[str, cards_pb2.Event] = {}
    for game, chance in games():
        asked = [0] * game.rules.seats
        while not game.is_over:
            legal = game.legal()
            action = answer_to(legal, chance)
            if legal.single < 0:
                asked[game.to_act] += 1
                decision = seat_pb2.Decision(
                    number=asked[game.to_act], kind=PB_KINDS[legal.kind], legal=legal_to_pb(legal)
                )
                decisions.setdefault(legal.kind, (decision, action_to_pb(legal.kind, action)))
            game.apply(action)
        for event in map(event_to_pb, game.events(0)):
            events.setdefault(str(event.WhichOneof("event")), event)
        if len(decisions) == len(KINDS) and len(events) == len(NAMES):
            return decisions, events
    raise AssertionError(
        f"{GAMES} games of each variant have no {set(KINDS) - set(decisions)}, {set(NAMES) - set(events)}"
    )


def games() -> Iterator[tuple[Game, random.Random]]:
    """Yield games of one hand, of all variants in turn.

    And the dice to play them with.
    """
    for seed in range(GAMES):
        for variant in VARIANTS:
            options: dict[str, object] = {"format": {"kind": "hands", "count": 1}}
            if variant == "pinochle-two-handed":
                options["bidding"] = "reveal"  # where the kitty is turned up
            yield new_game(configure(variant, options=options), seed.to_bytes(32, "big")), random.Random(seed)
