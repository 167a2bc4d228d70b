import pytest

from bots.sdk.packs.pack import Pack, PackError, read_pack

GAME = Pack(2, "alpha@1", hand=3, decision=7, why="lost 40: again", game="arena1.abc")
ASKED = Pack(0, asked="eJx", answer=["TD", "9H"], error="ValueError: no", why="")


@pytest.mark.parametrize("pack", [GAME, ASKED, Pack(1, game="arena1.abc"), Pack(1, asked="eJx", answer=None)])
def test_a_pack_is_read_as_it_was_written(pack: Pack) -> None:
    assert read_pack(str(pack)) == pack


def test_a_description_stays_in_its_line() -> None:
    assert read_pack(str(Pack(0, why="two\nlines: here", game="arena1.x"))).why == "two lines: here"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "begins with arena-pack/1"),
        ("arena-pack/2\nseat: 1\ngame: arena1.x", "begins with arena-pack/1"),
        ("arena-pack/1\nseat: 1", "either a game, or `asked`"),
        ("arena-pack/1\ngame: arena1.x", "the pack is incomplete"),
        ("arena-pack/1\nseat: -1\ngame: arena1.x", "seat '-1' is not a number; give one from 0"),
        ("arena-pack/1\nseat: 1\nhand: 0\ngame: arena1.x", "hand '0' is not a number; give one from 1"),
        ("arena-pack/1\nseat: 1\ndecision: 1\ngame: arena1.x", "add the hand"),
        ("arena-pack/1\nseat: 1\nseat: 1\ngame: arena1.x", "'seat: 1' is not a line of a pack"),
        ("arena-pack/1\nseat: 1\ncolour: red\ngame: arena1.x", "'colour: red' is not a line of a pack"),
        ("arena-pack/1\nseat: 1\ngame: x", "copy the output of `arena replay --portable`"),
        ("arena-pack/1\nseat: 1\nasked: x\nanswer: {", "is not JSON"),
        ("arena-pack/1\nseat: 1\nasked: x", "and `answer`"),
        ("arena-pack/1\n" + "x" * 100_000, "at most 100000"),
    ],
)
def test_an_invalid_pack_is_refused(text: str, said: str) -> None:
    with pytest.raises(PackError) as refused:
        read_pack(text)
    assert said in str(refused.value)
