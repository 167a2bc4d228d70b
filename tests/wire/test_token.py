from pathlib import Path

import pytest

from arena.tokens import new_token
from arena.wire.token import TokenError, read_token, without_tokens
from bots.sdk.bot.parsing import Parser, UserError


def test_a_token_is_itself_or_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bot.token"
    file.write_text("arena_bot_x\n")
    assert read_token("arena_bot_x") == read_token(f"@{file}") == "arena_bot_x"


@pytest.mark.parametrize("given", ["secret words", "secrét", "secret\nsecret", " "])
def test_refused_tokens_are_not_quoted(given: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.token"
    file.write_text(given)
    for each in (given, f"@{file}"):
        with pytest.raises(TokenError) as refused:
            read_token(each)
        assert "secr" not in str(refused.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(TokenError, match=r"none\.token: No such file"):
        read_token(f"@{tmp_path / 'none.token'}")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(TokenError, match="not a text"):
        read_token(f"@{tmp_path / 'bytes'}")


@pytest.mark.parametrize("scope", ["operator", "owner", "bot"])
def test_a_token_at_the_wrong_place_is_not_repeated(scope: str) -> None:
    token = new_token(scope)
    assert without_tokens(f"what is {token}?") == f"what is arena_{scope}_...?"
    with pytest.raises(UserError, match="--tokn arena_") as refused:
        Parser().parse_args(["--tokn", token])
    assert token not in str(refused.value)
