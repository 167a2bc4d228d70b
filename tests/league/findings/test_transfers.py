from itertools import combinations

from arena.league.findings.transfers import transfers
from arena.league.ratings.boards import BoardScore
from arena.league.ratings.tally import LineUpTally
from tests.sizes import sized
from tools.bench.transfers import list_flagged, shares, table


def test_luck_alone_flags_fewer_than_one_table_in_a_hundred() -> None:
    right, wrong = shares(sized(15, 1000), 8, 4, 0.0)
    assert right + wrong <= 0.01


def test_transfer_names_helper_and_helped() -> None:
    flags = list_flagged(table(1, 12, 4, given=0.4))
    assert [(each.helper, each.helped) for each in flags] == [(0, 1)]
    (gift,) = flags
    assert gift.boards == 45 * 4
    assert gift.more > 3 * gift.error
    assert shares(sized(3, 200), 12, 4, 0.6)[0] >= 0.8


def test_strength_is_no_gift() -> None:
    for each in transfers(table(2, 8, 400, quirks=0.0)):
        assert abs(each.more) < 5 * each.error
        assert abs(each.more) < 0.03


def test_transfers_need_enough_line_ups() -> None:
    assert not transfers([])
    assert not transfers(table(3, 4, 8))  # one line-up: nobody is ever away
    assert not transfers(table(3, 6, 8)[:5])
    pair = LineUpTally((1, 2))  # games of two are passed over
    pair.add(BoardScore(0, "", (1, 2), (3,), (0, 0), (0, 0)))
    assert not transfers([pair] * 20)
    tallies = table(4, 8, 4, given=0.2)
    assert transfers([tallies[0], pair, *tallies[1:]]) == transfers(tallies)


def test_the_order_of_line_ups_changes_nothing() -> None:
    tallies = table(4, 8, 4, given=0.2)
    one, other = transfers(tallies), transfers(tallies[::-1])
    assert [(each.helper, each.helped) for each in one] == [(each.helper, each.helped) for each in other]
    assert all(abs(a.more - b.more) < 1e-12 for a, b in zip(one, other, strict=True))


def test_a_gift_that_never_varies_is_found_too() -> None:
    tallies = []
    for number, players in enumerate(combinations(range(20), 3)):
        halves = tuple(2 if {0, 1} <= set(players) and pair[0] == 1 else 1 for pair in combinations(players, 2))
        tallies.append(LineUpTally(players))
        tallies[-1].add(BoardScore(number, "", players, halves, (0, 0, 0), (0, 0, 0)))
    lines = transfers(tallies)
    assert [(each.helper, each.helped, each.error) for each in lines if each.is_flagged] == [(0, 1, 0.0)]
