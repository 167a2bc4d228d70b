"""The rules core: card games as pure functions.

Records, replays and search are imported when they are first asked for: most bots play without them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from arena.rules.cards import CARD_CODES, NO_SUIT, RANKS, card_code, card_text
from arena.rules.errors import (
    BadLine,
    BadPlace,
    BadRecord,
    CannotStop,
    GameGoesOn,
    GameOver,
    IllegalAction,
    InvalidDeal,
    InvalidOption,
    InvalidSeed,
    InvalidVariant,
    MalformedAction,
    MalformedPack,
    OtherBoards,
    RulesError,
    UnknownPreset,
    UnknownVariant,
)
from arena.rules.games.game import Game, new_game, replay
from arena.rules.games.length import BY_BROKE, BY_DEADLINE, BY_HANDS, BY_MAX_HANDS, BY_SERIES, BY_TARGET
from arena.rules.games.rollout import Chance, play_out, random_action
from arena.rules.games.view import View
from arena.rules.games.whereabouts import Whereabouts
from arena.rules.hands.actions import (
    ANSWER_WORDS,
    BID_CODES,
    BID_NAMES,
    BLIND_NIL,
    BLIND_SIX,
    CARD_BITS,
    CARD_MASK,
    CONCEDE,
    KIND_NAMES,
    LOOK,
    MOON,
    NIL,
    ONE_FOR_50,
    PASS,
    PLAY_ON,
    TAKE,
    THROW_IN,
    TWO_FOR_40,
    Kind,
    describe,
    from_decision,
    pack_cards,
    to_decision,
    unpack_cards,
)
from arena.rules.hands.events import (
    Dealt,
    Event,
    GameEnded,
    HandEnded,
    HandStarted,
    Hid,
    KittyTaken,
    KittyTurned,
    Melded,
    Played,
    Said,
    TrickWon,
)
from arena.rules.hands.fallback import longest_suit, lowest_cards
from arena.rules.hands.layout import COMPILED, PLAIN, Layout, layout_of
from arena.rules.hands.legal import Legal, legal_actions, legal_bids, legal_cards
from arena.rules.hands.melding import best_meld, meld_points
from arena.rules.hands.packed import pack, unpack, varint
from arena.rules.hands.result import GameScore, Result
from arena.rules.hands.seat import Seat
from arena.rules.hands.shuffle import commitment
from arena.rules.hands.table import NOBODY
from arena.rules.rules import Deck, Format, KittySeenBy, Lead, MustBeat, Phase, Rules, SavedBy, WhenVoid
from arena.rules.sides import partner_of, side_of, sides_of
from arena.rules.variants.page import Page
from arena.rules.variants.registry import (
    VARIANTS,
    add_variant,
    configure,
    family_of,
    find,
    number_of,
    numbered,
    option_help,
    options_of,
    presets_of,
)

if TYPE_CHECKING:
    from arena.rules.check import CHECK_PLAYOUTS, Checked, SeatTotal, check_plays, check_totals
    from arena.rules.records.calls import calls_of
    from arena.rules.records.charges import NOT_MEASURED, Charge, charge_code, charges_of
    from arena.rules.records.parts import Payment
    from arena.rules.records.play_counts import COUNTS, play_counts
    from arena.rules.records.record import to_record
    from arena.rules.records.thinking import WITHIN
    from arena.rules.records.verify import verify
    from arena.rules.replays.chips import chips_for
    from arena.rules.replays.contract import defenders_share
    from arena.rules.replays.line import from_line, is_line, to_line
    from arena.rules.replays.lost_hand import LostHand, Settled, lost_hand
    from arena.rules.replays.narrate import does, melds_told, narrate, said_unseen
    from arena.rules.replays.parting import (
        Choice,
        Decided,
        Departure,
        Parting,
        decided,
        departure,
        parting,
        partings,
        where_the_points_went,
    )
    from arena.rules.replays.place import Place, decisions_at, game_of, names_of, played, read_place
    from arena.rules.replays.sheet import Scored, Sheet, score_sheet, tally
    from arena.rules.replays.steps import Held, Sight, Step, steps
    from arena.rules.search.claim import NO_CARD, sure_card, taking_card
    from arena.rules.search.piles import NoDeal
    from arena.rules.search.search import Search, best_answer
    from arena.rules.search.solver import Solver, worths
    from arena.rules.search.worlds import Worlds


__all__ = [
    "ANSWER_WORDS",
    "BID_CODES",
    "BID_NAMES",
    "BLIND_NIL",
    "BLIND_SIX",
    "BY_BROKE",
    "BY_DEADLINE",
    "BY_HANDS",
    "BY_MAX_HANDS",
    "BY_SERIES",
    "BY_TARGET",
    "CARD_BITS",
    "CARD_CODES",
    "CARD_MASK",
    "CHECK_PLAYOUTS",
    "COMPILED",
    "CONCEDE",
    "COUNTS",
    "KIND_NAMES",
    "LOOK",
    "MOON",
    "NIL",
    "NOBODY",
    "NOT_MEASURED",
    "NO_CARD",
    "NO_SUIT",
    "ONE_FOR_50",
    "PASS",
    "PLAIN",
    "PLAY_ON",
    "RANKS",
    "TAKE",
    "THROW_IN",
    "TWO_FOR_40",
    "VARIANTS",
    "WITHIN",
    "BadLine",
    "BadPlace",
    "BadRecord",
    "CannotStop",
    "Chance",
    "Charge",
    "Checked",
    "Choice",
    "Dealt",
    "Decided",
    "Deck",
    "Departure",
    "Event",
    "Format",
    "Game",
    "GameEnded",
    "GameGoesOn",
    "GameOver",
    "GameScore",
    "HandEnded",
    "HandStarted",
    "Held",
    "Hid",
    "IllegalAction",
    "InvalidDeal",
    "InvalidOption",
    "InvalidSeed",
    "InvalidVariant",
    "Kind",
    "KittySeenBy",
    "KittyTaken",
    "KittyTurned",
    "Layout",
    "Lead",
    "Legal",
    "LostHand",
    "MalformedAction",
    "MalformedPack",
    "Melded",
    "MustBeat",
    "NoDeal",
    "OtherBoards",
    "Page",
    "Parting",
    "Payment",
    "Phase",
    "Place",
    "Played",
    "Result",
    "Rules",
    "RulesError",
    "Said",
    "SavedBy",
    "Scored",
    "Search",
    "Seat",
    "SeatTotal",
    "Settled",
    "Sheet",
    "Sight",
    "Solver",
    "Step",
    "TrickWon",
    "UnknownPreset",
    "UnknownVariant",
    "View",
    "WhenVoid",
    "Whereabouts",
    "Worlds",
    "add_variant",
    "best_answer",
    "best_meld",
    "calls_of",
    "card_code",
    "card_text",
    "charge_code",
    "charges_of",
    "check_plays",
    "check_totals",
    "chips_for",
    "commitment",
    "configure",
    "decided",
    "decisions_at",
    "defenders_share",
    "departure",
    "describe",
    "does",
    "family_of",
    "find",
    "from_decision",
    "from_line",
    "game_of",
    "is_line",
    "layout_of",
    "legal_actions",
    "legal_bids",
    "legal_cards",
    "longest_suit",
    "lost_hand",
    "lowest_cards",
    "meld_points",
    "melds_told",
    "names_of",
    "narrate",
    "new_game",
    "number_of",
    "numbered",
    "option_help",
    "options_of",
    "pack",
    "pack_cards",
    "parting",
    "partings",
    "partner_of",
    "play_counts",
    "play_out",
    "played",
    "presets_of",
    "random_action",
    "read_place",
    "replay",
    "said_unseen",
    "score_sheet",
    "side_of",
    "sides_of",
    "steps",
    "sure_card",
    "taking_card",
    "tally",
    "to_decision",
    "to_line",
    "to_record",
    "unpack",
    "unpack_cards",
    "varint",
    "verify",
    "where_the_points_went",
    "worths",
]

# The names that are imported later, by module.
LATER: Final = {
    "check": "CHECK_PLAYOUTS Checked SeatTotal check_plays check_totals",
    "records.calls": "calls_of",
    "records.charges": "NOT_MEASURED Charge charge_code charges_of",
    "records.parts": "Payment",
    "records.play_counts": "COUNTS play_counts",
    "records.record": "to_record",
    "records.thinking": "WITHIN",
    "records.verify": "verify",
    "replays.chips": "chips_for",
    "replays.contract": "defenders_share",
    "replays.departure": "Departure departure",
    "replays.line": "from_line is_line to_line",
    "replays.lost_hand": "LostHand Settled lost_hand",
    "replays.narrate": "does melds_told narrate said_unseen",
    "replays.parting": "Choice Decided Parting decided parting partings where_the_points_went",
    "replays.place": "Place decisions_at read_place",
    "replays.played": "game_of names_of played",
    "replays.sheet": "Scored Sheet score_sheet",
    "replays.steps": "Held Sight Step steps",
    "replays.tally": "tally",
    "search.claim": "NO_CARD sure_card taking_card",
    "search.piles": "NoDeal",
    "search.search": "Search best_answer",
    "search.solver": "Solver worths",
    "search.worlds": "Worlds",
}


def __getattr__(name: str) -> Any:
    for module, names in LATER.items():
        if name in names.split():
            found = globals()[name] = getattr(import_module(f"arena.rules.{module}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
