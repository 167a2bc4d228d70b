from arena.rules.errors import MAX_SHOWN, shown


def test_a_value_is_shown_whole_up_to_its_most_and_cut_beyond() -> None:
    quotes = len('""')
    for length in (1, MAX_SHOWN - quotes):
        assert shown("x" * length) == '"' + "x" * length + '"'
    for length in (MAX_SHOWN - quotes + 1, 10 * MAX_SHOWN):
        cut = shown("x" * length)
        assert cut == '"' + "x" * (MAX_SHOWN - 4) + "..."
        assert len(cut) == MAX_SHOWN
