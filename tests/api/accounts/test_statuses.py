from arena.api.accounts.statuses import _waits
from arena.store.tournaments.absence import Missed


def test_the_first_of_several_forfeits_is_listed_as_the_first() -> None:
    soon, late, never = (Missed(1, "cup", "spades-4", 60.0, after, 1) for after in (120, 7200, None))
    assert _waits([soon]) == "cup waits for it, its boards there are forfeited in 1 min"
    for others in ([late], [never], [late, never]):
        assert _waits([soon, *others]) == "cup waits for it, the first of its boards are forfeited in 1 min"
    assert _waits([never]) == "cup waits for it"
