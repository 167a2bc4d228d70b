"""How even a schedule is, as messages."""

from collections.abc import Sequence

from arena.league.balance import Evenness
from arena.store.balances import VariantBalance
from arena.wire.gen import arena_pb2 as pb


def balance_messages(found: Sequence[VariantBalance]) -> list[pb.Balance]:
    """One for each variant and group of pairs."""
    return [
        pb.Balance(variant=each.variant, who=line.who, met=_counts(line.met), left=_counts(line.left))
        for each in found
        for line in each.balances
    ]


def _counts(evenness: Evenness) -> pb.PairCounts:
    return pb.PairCounts(
        least=evenness.least,
        most=evenness.most,
        mean=evenness.mean,
        known=evenness.known,
        allowed=evenness.allowed,
        even=evenness.is_even,
    )
