import psycopg

from arena.league.findings.seat_effects import SeatTally, seat_halves
from arena.rules import find
from arena.store import Store
from tests import ask
from tests.store.house import VARIANTS, House, claimed

ALL = [ask.variant(variant) for variant in VARIANTS]


def counted(database: str, variant: str) -> SeatTally:
    """From the games, one by one."""
    tally = SeatTally()
    query = """SELECT array_agg(g.ranks ORDER BY g.rotation) FROM boards b JOIN games g ON g.board_id = b.id
        JOIN blocks k ON k.id = b.block_id
        JOIN tournament_variants v ON v.tournament_id = k.tournament_id AND v.index = k.variant_index
        WHERE v.variant = %s AND b.state = 'closed' GROUP BY b.id"""
    with psycopg.connect(database) as connection:
        for (ranks,) in connection.execute(query, [variant]):
            tally.add(seat_halves(len(ranks), ranks))
    return tally


async def test_stored_tallies_are_the_games_from_each_seat(house: House, store: Store, database: str) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=3, variants=ALL)
    claim = await claimed(store)
    await store.ratings.rate()
    await store.play.release(claim.block_id, claim.lease_number)
    await house.play_out()
    await store.ratings.rate()
    before = await store.ratings.seat_tallies()
    assert before == {(variant, find(variant).revision): [counted(database, variant)] for variant in VARIANTS}
    await store.ratings.rebuild()
    assert await store.ratings.seat_tallies() == before


async def test_places_go_from_who_deals_first(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    for name, dealer in (("zero", 0), ("two", 2), ("drawn", "draw")):
        chosen = [ask.variant(variant, options={"first_dealer": dealer}) for variant in VARIANTS]
        await house.tournament(name, boards=1, variants=chosen)
        await house.play_out()
    await store.ratings.rate()
    tallies = await store.ratings.seat_tallies()
    assert {variant: len(tally) for (variant, _), tally in tallies.items()} == {
        "spades-4": 3,
        "pinochle-cutthroat": 2,
        "pinochle-single-deck": 2,
    }
