from arena.rules.errors import MOST_SHOWN, shown


def test_a_value_is_shown_whole_up_to_its_most_and_cut_beyond() -> None:
    quotes = len('""')
    for length in (1, MOST_SHOWN - quotes):
        assert shown("x" * length) == '"' + "x" * length + '"'
    for length in (MOST_SHOWN - quotes + 1, 10 * MOST_SHOWN):
        cut = shown("x" * length)
        assert cut == '"' + "x" * (MOST_SHOWN - 4) + "..."
        assert len(cut) == MOST_SHOWN
