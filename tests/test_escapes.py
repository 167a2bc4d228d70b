import logging

import pytest

from arena.escapes import clip, clip_words, escape, escape_lines
from arena.logs import LogFormatter

STEERING = [*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)]


@pytest.mark.parametrize("code", [*STEERING, 0xD800])
def test_control_characters_are_printed_by_number(code: int) -> None:
    assert escape(f"a{chr(code)}b") == f"a\\u{code:04x}b"


def test_words_of_any_script_stay() -> None:
    assert escape("Ädä שלום 東 ♠\u200d") == "Ädä שלום 東 ♠\u200d"


def test_lines_of_a_text_stay_lines() -> None:
    assert escape_lines("if a:\n\tb\x1b[2J\r\n") == "if a:\n        b\\u001b[2J\\u000d\n"


def test_an_input_is_cut_at_80_characters() -> None:
    assert clip("x" * 80) == "x" * 80
    assert clip("x" * 81) == "x" * 77 + "..."
    assert clip_words(f"no bot {'y' * 99}: name one") == f"no bot {'y' * 77}... name one"


def test_a_line_of_the_log_is_one_line_and_a_traceback_has_its_own() -> None:
    try:
        raise ValueError("bad\x1b[2J name")
    except ValueError as problem:
        known = (type(problem), problem, problem.__traceback__)
    record = logging.LogRecord("arena", logging.INFO, "", 0, "left: %s", ("a\nINFO \u202eforged",), known)
    first, second, *_, last = LogFormatter("%(message)s").format(record).split("\n")
    assert first == "left: a\\u000aINFO \\u202eforged"
    assert second.startswith("Traceback")
    assert last == "ValueError: bad\\u001b[2J name"
