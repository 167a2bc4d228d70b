"""What a bot bids, makes and scores with, beside all others."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.streams import HALF, MOST, named, time_of, timed
from arena.api.ratings.calls import calls
from arena.api.ratings.conduct import limit_findings
from arena.league.findings.marks import Conduct
from arena.rules import find
from arena.store.play.rows import PlayRow
from arena.wire.gen import measures_pb2 as pb


class Figure(NamedTuple):
    """A quotient of two sums. *unit*: "share" (0 to 1), or what *counted* counts."""

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
    """Answer for all variants a bot has played, or for one. Raises `UnknownVariant`."""
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
    figures = _figures((*of_variant, *OF_ALL), sums, field) + _within(sums, field)
    conduct = Conduct(decisions={bot: (int(sums["decisions"]), own.fallbacks)})
    called = calls(own.variant, sums, field)
    return message_of(pb.VariantPlay, own, figures=figures, findings=limit_findings(own.variant, conduct), calls=called)


def _figures(wanted: Sequence[Figure], own: Mapping[str, float], others: Mapping[str, float]) -> list[pb.PlayFigure]:
    """Those of *wanted* that there is something to tell of."""
    return [_figure(each, own, others) for each in wanted if own[each.per] or others.get(each.per)]


def _figure(figure: Figure, own: Mapping[str, float], others: Mapping[str, float]) -> pb.PlayFigure:
    value, field = _quotient(figure, own), _quotient(figure, others)
    return pb.PlayFigure(name=figure.name, unit=figure.unit, value=value, of=int(own[figure.per]), field=field)


def _within(own: Mapping[str, float], others: Mapping[str, float]) -> list[pb.PlayFigure]:
    """How soon so many of a hundred decisions were answered, as far as they were timed one by one."""
    of = int(timed(own))
    told = [(name, time_of(own, share), time_of(others, share)) for share, name in WITHIN_TIME]
    return [pb.PlayFigure(name=name, unit="ms", value=ms, of=of, field=field) for name, ms, field in told if of]


def _quotient(figure: Figure, sums: Mapping[str, float]) -> float | None:
    per = sums.get(figure.per)
    return sums[figure.counted] / per if per else None


def _sums(row: PlayRow) -> dict[str, float]:
    """The sums by name, and those that follow from them."""
    sums = named(row.counts)
    sums |= {"asked": row.asked, "charged_ms": row.charged_us / 1000, "infractions": row.infractions}
    sums |= {"fallbacks": row.fallbacks, "decisions": row.asked + row.fallbacks - row.infractions}
    sums["thousands_asked"] = row.asked / 1000
    sums["bids_set"] = sums["bids"] - sums["bids_made"]
    sums["contracts_set"] = sums["contracts"] - sums["contracts_made"] - sums["contracts_given_up"]
    return sums
