"""A season in which every published table has something to tell.

Bots answer as the fallback does, or at random: three beat each other in a circle where two
meet, one leaves, two play as a pair. Some answers are the fallback's, some boards are voided, and the
arena lags.
"""

import random
from dataclasses import replace

import psycopg

from arena.rules import Kind, configure, new_game, pack
from arena.rules.records.play_counts import play_counts
from arena.store import Store
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, GameResult, Instance, SeatPlay
from tests.api.playing import outcome
from tests.cli.conftest import Command, Served, register
from tests.lasting import renew_for_good
from tests.rules.playing import random_action

SPADES, SIDES = "spades-3", "pinochle-single-deck"
LEAVES = "i"
BEATS = {("a", "b"), ("b", "c"), ("c", "a")}
OFTEN_LATE = "b"


def careless(bot: str, others: set[str]) -> bool:
    """Whether it answers at random at a table with these."""
    if len(others) == 1:
        return (*others, bot) in BEATS
    return bot in ("c", "j", "k")


def play_season(served: Served, arena: Command) -> list[str]:
    """Play tournaments one after another; return their names in that order."""
    register(f"abcd{LEAVES}")
    for name in "jklmnop":
        register(name, f"owner-{name}")
    assert arena("pair", "register", "a", "b").code == 0
    creations = {
        "circle": ("abc" + LEAVES, ("--variants", f"{SIDES},{SPADES}", "--boards", "12", "--allow-same-owner")),
        "again": ("abc", ("--variants", SPADES, "--boards", "4", "--allow-same-owner")),
        "pairs": (("a+b", "c", "d"), ("--variants", SIDES, "--boards", "2", "--allow-same-owner")),
        "open": ("jklmnop", ("--variants", SPADES, "--boards", "2", "--pool", "open")),
    }
    for place, (name, (bots, words)) in enumerate(creations.items()):
        entered = [word for bot in bots for word in ("--bot", bot)]
        master = f"{place:x}123456789abcdef" * 2
        said = arena("tournament", "create", name, *entered, *words, "--master", master)
        assert said.code == 0, said.err
        assert arena("tournament", "start", name).code == 0
        if name == "circle":
            served.await_(_play(served.store, here="abc" + LEAVES, most=9))
        served.await_(_play(served.store, here="abcdjklmnop"))
        _give_up_waiting(served)
        served.await_(served.store.ratings.rate())
    _note(served)
    return list(creations)


async def _play(store: Store, here: str, most: int = 1000) -> None:
    """Play what can be played by those who are *here*. Where *most* is given boards are voided too."""
    names = {row.version_id: row.bot.partition("@")[0] for row in await store.accounts.bots()}
    present = [version for version, name in names.items() if name in here and "+" not in name]
    instances = [Instance(f"instance-{each}", each, 100, [SPADES, SIDES]) for each in present]
    await renew_for_good(store, "gateway-test", "127.0.0.1:1", instances)
    for block in range(most):
        if (claim := await store.play.claim("worker-test", 60)) is None:
            return
        if most < 1000 and block % 3 == 0:
            reason = "a gateway was lost" if block > 3 else "a worker was lost"
            await store.play.void(claim.boards[0].board_id, claim.lease_number, reason)
            claim = replace(claim, boards=claim.boards[1:])
        results = [_result(claim, board, game, names) for board in claim.boards for game in board.games]
        await store.play.finish(claim.block_id, claim.lease_number, results)


def _result(claim: Claim, board: ClaimedBoard, claimed: ClaimedGame, names: dict[int, str]) -> GameResult:
    game = new_game(configure(claim.variant, options=claim.options), board.seed)
    dice = random.Random(f"{board.seed.hex()} {claimed.rotation}")
    seated = [claimed.players[player] for player in game.seating]
    sitting = [names[player] for player in seated]
    free = [careless(bot, {*sitting} - {bot}) for bot in sitting]
    codes: list[int] = []
    infractions = []
    asked, fallbacks = [0] * len(seated), [0] * len(seated)
    decision, hand = 0, 0
    while not game.is_over:
        seat, legal = game.to_act, game.legal()
        if game.hand_number != hand:
            decision, hand = 0, game.hand_number
        asked[seat] += 1
        ms = dice.choice((0, 1, 3, 40, 700, 60_000)) if legal.kind == Kind.PLAY else dice.randrange(20)
        codes.append(dice.choice((0, 1 + 2 * ms, 1 + 2 * ms, 2 + 2 * ms)))
        late = sitting[seat] == OFTEN_LATE and dice.random() < 0.03
        if late:
            infractions.append({"hand": hand, "seat": seat, "decision": decision, "reason": "timeout"})
            fallbacks[seat] += 1
        game.apply(random_action(legal, dice) if free[seat] and not late else game.fallback())
        decision += 1
    charges = pack(codes)
    counts = play_counts(game, charges)
    play = [
        SeatPlay(
            asked[seat], 1234 * asked[seat] + seat, fallbacks[seat], counts[seat], fallbacks[seat] * (1 + seat % 2)
        )
        for seat in range(len(seated))
    ]  # every second seat had left, and was not asked for as many answers more
    return outcome(claimed, game, infractions=infractions, play=play, charges=charges)


def _give_up_waiting(served: Served) -> None:
    """Who has left has been away for long enough."""
    served.await_(served.store.ratings.sweep())
    with psycopg.connect(served.dsn, autocommit=True) as sql:
        sql.execute("UPDATE away SET counted = counted + interval '10 days', checked = NULL")
    served.await_(served.store.ratings.sweep())


def _note(served: Served) -> None:
    """Make up what a house bot made of the deals, how far the arena lagged, and when boards were voided."""
    with psycopg.connect(served.dsn, autocommit=True) as sql:
        sql.execute(
            "INSERT INTO luck SELECT id, CASE WHEN number % 7 <> 3 THEN (number * 37 % 101) - 20 END FROM boards"
            " WHERE state = 'closed' AND number % 5 <> 4"
        )
        sql.execute(
            "INSERT INTO arena_lag (tournament_id, variant_index, looks, lag)"
            " SELECT tournament_id, index, 5, 0.7 FROM tournament_variants"
            " ON CONFLICT (tournament_id, variant_index) DO UPDATE SET looks = 5, lag = 0.7"
        )
        sql.execute("UPDATE voids SET voided = voided - make_interval(mins => board_id::integer)")
