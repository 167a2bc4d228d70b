"""Compare a bot's bidding and play with those of all other bots."""

from collections.abc import Mapping
from math import sqrt
from typing import Final, NamedTuple

from arena.api.calls.answer_times import HALF, MOST, count_timed, name_counts, percentile_ms
from arena.api.calls.call import Call
from arena.api.calls.messages import make_message
from arena.api.ratings.conduct import limit_findings
from arena.league.findings.marks import Conduct
from arena.league.ratings.interval import score_interval
from arena.rules import find
from arena.rules.records.play_counts import calls_of
from arena.store.play.rows import PlayRow
from arena.wire.gen import measures_pb2 as pb

Sums = Mapping[str, float]


class Figure(NamedTuple):
    """A quotient of two sums, *counted* / *per*. *unit*: "share" (0 to 1), or the unit of *counted*."""

    name: str
    unit: str
    counted: str
    per: str


WITHIN_TIME: Final = ((HALF, "half of the decisions within"), (MOST, "95 of 100 decisions within"))
OF_ALL: Final = (
    Figure("infractions a thousand decisions", "infractions", "infractions", "thousands_asked"),
    Figure("decisions by the fallback", "share", "fallbacks", "decisions"),
    Figure("charged a decision", "ms", "charged_ms", "asked"),
    Figure("charged a card", "ms", "cards_ms", "cards_timed"),
    Figure("charged a decision before the play", "ms", "said_ms", "said_timed"),
)
OF_SPADES: Final = (
    Figure("mean bid", "tricks", "bid_tricks", "bids"),
    Figure("bids made", "share", "bids_made", "bids"),
    Figure("short, of a bid that was set", "tricks", "short_tricks", "bids_set"),
    Figure("bags a hand", "tricks", "bags", "hands"),
    Figure("hands with nil", "share", "nils", "hands"),
    Figure("nils made", "share", "nils_made", "nils"),
    Figure("hands bid blind", "share", "blinds", "hands"),
    Figure("blind bids made", "share", "blinds_made", "blinds"),
    Figure("hands with another special bid", "share", "specials", "hands"),
    Figure("other special bids made", "share", "specials_made", "specials"),
    Figure("points of bids a hand", "points", "bid_score", "hands"),
    Figure("points of jacks a hand", "points", "jack_score", "hands"),
    Figure("points of bags a hand", "points", "bag_score", "hands"),
)
OF_PINOCHLE: Final = (
    Figure("hands as declarer", "share", "contracts", "hands"),
    Figure("mean bid as declarer", "points", "contract_bids", "contracts"),
    Figure("contracts made", "share", "contracts_made", "contracts"),
    Figure("contracts given up", "share", "contracts_given_up", "contracts"),
    Figure("over, of a contract made", "points", "points_over", "contracts_made"),
    Figure("short, of a contract set in play", "points", "points_short", "contracts_set"),
    Figure("meld a hand", "points", "meld_points", "hands"),
    Figure("points in tricks a hand", "points", "trick_points", "hands"),
)


async def get_play_statistics(call: Call[pb.GetPlayStatisticsRequest]) -> pb.GetPlayStatisticsResponse:
    """Return a bot's play statistics in one variant, or in all that it played. Raises `UnknownVariantError`."""
    variant = call.request.variant
    if variant:
        find(variant)
    bot, rows = await call.store.play.play_counts(call.request.bot, variant or None)
    others = {(row.variant, row.revision): row for row in rows if not row.is_own}
    own = [row for row in rows if row.is_own]
    variants = [_variant(bot, row, others.get((row.variant, row.revision))) for row in own]
    return pb.GetPlayStatisticsResponse(bot=bot, variants=variants)


def _variant(bot: str, own: PlayRow, others: PlayRow | None) -> pb.VariantPlay:
    of_variant = OF_SPADES if find(own.variant).bags is not None else OF_PINOCHLE
    sums, field = _sums(own), _sums(others) if others else {}
    figures = [_figure(each, sums, field) for each in (*of_variant, *OF_ALL) if sums[each.per] or field.get(each.per)]
    conduct = Conduct(decisions={bot: (int(sums["decisions"]), own.fallbacks)})
    return make_message(
        pb.VariantPlay,
        own,
        figures=figures + _answer_times(sums, field),
        findings=limit_findings(own.variant, conduct),
        calls=_calls(own.variant, sums, field),
    )


def _figure(figure: Figure, own: Sums, others: Sums) -> pb.PlayFigure:
    value, field = _quotient(figure, own), _quotient(figure, others)
    return pb.PlayFigure(name=figure.name, unit=figure.unit, value=value, of=int(own[figure.per]), field=field)


def _answer_times(own: Sums, others: Sums) -> list[pb.PlayFigure]:
    of = int(count_timed(own))
    times = [(name, percentile_ms(own, share), percentile_ms(others, share)) for share, name in WITHIN_TIME]
    return [pb.PlayFigure(name=name, unit="ms", value=ms, of=of, field=field) for name, ms, field in times if of]


def _quotient(figure: Figure, sums: Sums) -> float | None:
    per = sums.get(figure.per)
    return sums[figure.counted] / per if per else None


def _calls(variant: str, own: Sums, others: Sums) -> list[pb.Calls]:
    """Return statistics of all bids that any bot made; intervals treat hands as independent."""
    calls = []
    for slot, name in enumerate(calls_of(find(variant))):
        called, made, points = _call(own, slot)
        field_called, field_made, field_points = _call(others, slot)
        if called or field_called:
            interval = None
            if made is not None and called >= 2:
                interval = score_interval(called, made, sqrt(made * (1 - made) / (called - 1)))
            low, high = interval or (None, None)
            field = {"field_called": field_called, "field_made": field_made, "field_points": field_points}
            own_fields = {"called": called, "made": made, "low": low, "high": high, "points": points}
            calls.append(pb.Calls(name=name, **own_fields, **field))  # type: ignore[arg-type]
    return calls


def _call(sums: Sums, slot: int) -> tuple[int, float | None, float | None]:
    """Return how often the bid of index *slot* was made, its share of success, and its mean points."""
    count = int(sums.get(f"called_{slot}", 0))
    if not count:
        return 0, None, None
    return count, sums[f"called_made_{slot}"] / count, sums[f"called_points_{slot}"] / count


def _sums(row: PlayRow) -> dict[str, float]:
    sums = name_counts(row.counts)
    sums |= {"asked": row.asked, "charged_ms": row.charged_us / 1000, "infractions": row.infractions}
    sums |= {"fallbacks": row.fallbacks, "decisions": row.asked + row.fallbacks - row.infractions}
    sums["thousands_asked"] = row.asked / 1000
    sums["bids_set"] = sums["bids"] - sums["bids_made"]
    sums["contracts_set"] = sums["contracts"] - sums["contracts_made"] - sums["contracts_given_up"]
    return sums
