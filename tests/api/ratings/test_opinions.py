from arena.wire.gen.ratings_pb2 import GetSecondOpinionRequest, GetStrengthsRequest, ListRatingsRequest
from arena.wire.gen.running_pb2 import StartTournamentRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice
from tests.api.conftest import House
from tests.api.playing import connect, play_blocks


async def test_three_tables_side_by_side(house: House) -> None:
    await house.owner("ada")
    for name in "abcde":
        await house.bot(name, "ada")
    await connect(house.store, ["spades-4"])
    request = CreateTournamentRequest(
        name="cup",
        variants=[VariantChoice(variant="spades-4")],
        bots="abcde",
        boards=5,
        pool="trust",
        allow_same_owner=True,
        master="5eed" * 8,
    )
    await house.people.CreateTournament(request, metadata=house.operator)
    empty = await house.people.GetSecondOpinion(GetSecondOpinionRequest(), metadata=house.operator)
    assert (list(empty.tables), empty.behind) == ([], 0)
    await house.people.StartTournament(StartTournamentRequest(name="cup"), metadata=house.operator)
    await play_blocks(house.store)
    asked = GetSecondOpinionRequest(variant="spades-4")
    (table,) = (await house.people.GetSecondOpinion(asked, metadata=house.operator)).tables
    strengths = await house.people.GetStrengths(GetStrengthsRequest(), metadata=house.operator)
    ratings = await house.people.ListRatings(ListRatingsRequest(), metadata=house.operator)
    official = {line.bot: (place, line.rating) for place, line in enumerate(strengths.tables[0].strengths, start=1)}
    elo = {line.bot: (place, line.live_elo) for place, line in enumerate(ratings.tables[0].ratings, start=1)}
    assert [line.place for line in table.opinions] == [1, 2, 3, 4, 5]
    assert [line.mu for line in table.opinions] == sorted((line.mu for line in table.opinions), reverse=True)
    for line in table.opinions:
        assert (line.rating_place, line.rating) == official[line.bot]
        assert (line.live_elo_place, line.live_elo) == elo[line.bot]
        assert line.games == 4 * 20  # of five line-ups it is in four, of five boards each
    for pair in table.disagreements:
        assert official[pair.bot] < official[pair.opponent]
        assert pair.opinion < 0.5 < pair.official
