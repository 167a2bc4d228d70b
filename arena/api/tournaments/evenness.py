"""How even a schedule is, as messages."""

from collections.abc import Sequence

from arena.api.calls.messages import message_of
from arena.league.schedules.balance import Balance, Evenness
from arena.league.schedules.open_balance import OpenBalance
from arena.store.tournaments.balances import VariantBalance
from arena.wire.gen import tournaments_pb2 as pb


def balance_messages(found: Sequence[VariantBalance]) -> list[pb.Balance]:
    """One for each variant and group of pairs."""
    return [_message(each.variant, line) for each in found for line in each.balances]


def _message(variant: str, line: Balance | OpenBalance) -> pb.Balance:
    met = _counts(line.met)
    if isinstance(line, Balance):
        left, boards = _counts(line.left), _counts(line.boards)
        return pb.Balance(variant=variant, who=line.who, met=met, left=left, boards=boards)
    seats = _counts(line.seats)
    return pb.Balance(variant=variant, who=line.who, met=met, compared=_counts(line.compared), seats=seats)


def _counts(evenness: Evenness) -> pb.PairCounts:
    return message_of(pb.PairCounts, evenness, even=evenness.is_even)
