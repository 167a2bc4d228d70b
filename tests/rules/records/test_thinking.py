from arena.rules import Kind, configure, pack
from arena.rules.records.play_counts import COUNTS, play_counts
from arena.rules.records.thinking import NOT_MEASURED, WITHIN, charge_code, has_alone
from tests.rules.playing import random_game

GAME = random_game(configure("spades-4", options={"format": {"kind": "hands", "count": 4}}), 3)
DECIDED = [(seat, kind) for hand in GAME.hands for seat, kind, _ in hand.decisions()]


def test_what_was_measured_by_itself_is_counted_by_seat() -> None:
    times = [(number**3 % 70_000, number % 5) for number in range(len(DECIDED))]
    codes = [charge_code(ms * 1000, how == 1) if how else NOT_MEASURED for ms, how in times]
    for seat, counts in enumerate(play_counts(GAME, pack(codes))):
        own = dict(zip(COUNTS, counts, strict=True))
        alone = [(kind, ms) for (who, kind), (ms, how) in zip(DECIDED, times, strict=True) if who == seat and how > 1]
        cards = [ms for kind, ms in alone if kind == Kind.PLAY]
        said = [ms for kind, ms in alone if kind != Kind.PLAY]
        assert cards
        assert said
        assert (own["cards_timed"], own["cards_ms"]) == (len(cards), sum(cards))
        assert (own["said_timed"], own["said_ms"]) == (len(said), sum(said))
        below = 0
        for most in WITHIN:
            below += own[f"took_{most}"]
            assert below == sum(ms <= most for _, ms in alone)


def test_batches_and_what_was_not_measured_count_for_nothing() -> None:
    for codes in ([], [NOT_MEASURED] * len(DECIDED), [charge_code(40_000_000, in_batch=True)] * len(DECIDED)):
        assert not has_alone(pack(codes))
        assert play_counts(GAME, pack(codes)) == play_counts(GAME)


def test_one_decision_is_found_among_many() -> None:
    batched = charge_code(40_000_000, in_batch=True)
    assert has_alone(pack([batched] * 9 + [charge_code(7, in_batch=False)]))
