from pathlib import Path

import pytest

from arena.wire.address import AddressError, address_for_secrets, parse_address


@pytest.fixture(autouse=True)
def nothing_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ARENA_PLAIN", "ARENA_TLS_CA"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("text", "host", "port", "target", "tls", "local"),
    [
        ("127.0.0.1:7700", "127.0.0.1", 7700, "127.0.0.1:7700", False, True),
        ("127.9.9.9:1", "127.9.9.9", 1, "127.9.9.9:1", False, True),
        ("localhost:1", "localhost", 1, "localhost:1", False, True),
        ("[::1]:1", "::1", 1, "[::1]:1", False, True),
        ("unix:/run/arena", "", 0, "unix:/run/arena", False, True),
        ("localhost.example.org:1", "localhost.example.org", 1, "localhost.example.org:1", False, False),
        ("0.0.0.0:1", "0.0.0.0", 1, "0.0.0.0:1", False, False),
        ("[2001:db8::1]:1", "2001:db8::1", 1, "[2001:db8::1]:1", False, False),
        ("grpcs://arena.example.org:7443", "arena.example.org", 7443, "arena.example.org:7443", True, False),
        ("grpcs://127.0.0.1:1", "127.0.0.1", 1, "127.0.0.1:1", True, True),
    ],
)
def test_addresses_are_parsed(text: str, host: str, port: int, target: str, tls: bool, local: bool) -> None:
    address = parse_address(text)
    assert (address.host, address.port, address.target, address.tls, address.is_local) == (
        *(host, port, target, tls),
        local,
    )
    assert str(address) == text


@pytest.mark.parametrize(
    "text", ["", "nowhere", "https://a:1", "a:99999", "a:1,b:2", "grpcs://a", "a b:1", "grpcs://u@"]
)
def test_bad_addresses_are_refused_with_the_accepted_form(text: str) -> None:
    with pytest.raises(AddressError, match="give HOST:PORT"):
        parse_address(text)


def test_a_secret_leaves_this_machine_with_tls_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for local in ("127.0.0.1:1", "localhost:1", "[::1]:1", "unix:/run/arena", "grpcs://arena.example.org:1"):
        assert str(address_for_secrets(local)) == local
    with pytest.raises(AddressError, match=r"give grpcs://arena\.example\.org:1, or set ARENA_PLAIN=allow"):
        address_for_secrets("arena.example.org:1")
    monkeypatch.setenv("ARENA_PLAIN", "yes")
    with pytest.raises(AddressError):
        address_for_secrets("arena.example.org:1")
    monkeypatch.setenv("ARENA_PLAIN", "allow")
    assert not address_for_secrets("arena.example.org:1").tls


def test_the_certificate_file_is_checked_before_dialling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AddressError, match="No such file"):
        address_for_secrets("grpcs://a:1", str(tmp_path / "none.pem"))
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("a key perhaps")
    monkeypatch.setenv("ARENA_TLS_CA", str(wrong))
    with pytest.raises(AddressError, match="has no certificate"):
        address_for_secrets("grpcs://a:1")
    assert address_for_secrets("127.0.0.1:1").ca == ""
    with pytest.raises(AddressError, match=r"give grpcs://127\.0\.0\.1:1, or leave --ca out"):
        address_for_secrets("127.0.0.1:1", str(wrong))
