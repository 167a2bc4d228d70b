import socket

import pytest

from arena.local.addresses import Addresses, fix_port, fixed_port_of, port_of, stored_port_of
from arena.local.problems import StartError
from arena.local.state import State


def test_the_first_start_stores_the_default_port(own_state: State) -> None:
    default = port_of("chosen free", own_state)
    assert fixed_port_of("gateway", own_state, "", default) == default
    assert fixed_port_of("gateway", own_state, "", default + 1) == default


def test_a_busy_default_port_is_replaced_for_good(own_state: State) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        default = server.getsockname()[1]
        chosen = fixed_port_of("gateway", own_state, "", default)
        assert chosen != default
    assert fixed_port_of("gateway", own_state, "", default) == chosen


@pytest.mark.parametrize("name", ["gateway", "gateway-2", "gateway-tls", "web"])
def test_a_fixed_port_in_use_is_refused(name: str, own_state: State) -> None:
    port = fixed_port_of(name, own_state, "")
    with (
        socket.create_server(("127.0.0.1", port)),
        pytest.raises(StartError, match=rf"^port {port}, where this arena is reached \({name}\), .* or do this for"),
    ):
        fixed_port_of(name, own_state, "do this")
    assert fixed_port_of(name, own_state, "") == port


def test_a_port_in_use_is_replaced(own_state: State) -> None:
    port = port_of("postgres", own_state)
    assert port_of("postgres", own_state) == port != port_of("gateway", own_state)
    with socket.create_server(("127.0.0.1", port)):
        other = port_of("postgres", own_state)
    assert other != port
    assert stored_port_of("postgres", own_state) == other


def test_an_explicit_port_is_stored(own_state: State) -> None:
    fixed_port_of("gateway", own_state, "")
    chosen = port_of("chosen free", own_state)
    with pytest.raises(StartError, match=f"--port {chosen} is in use by this arena for its chosen free"):
        fix_port("gateway", chosen, own_state)
    with socket.create_server(("127.0.0.1", 0)) as server:
        busy = server.getsockname()[1]
        with pytest.raises(StartError, match=f"--port {busy} is in use by another program; give another"):
            fix_port("gateway", busy, own_state)
    (own_state.folder / "ports.json").unlink()
    assert fix_port("gateway", chosen, own_state) == fixed_port_of("gateway", own_state, "") == chosen


@pytest.mark.parametrize("text", ["", "[]", "{", '{"gateway": null}', "null"])
def test_a_damaged_list_of_ports_is_refused(text: str, own_state: State) -> None:
    (own_state.folder / "ports.json").write_text(text)
    with pytest.raises(StartError, match=r"ports\.json is damaged; remove it"):
        port_of("gateway", own_state)


def test_published_addresses_are_read_again(own_state: State) -> None:
    whole = Addresses("127.0.0.1:1", ["127.0.0.1:2"], ["grpcs://here:3"], "/tls-ca.pem", "http://127.0.0.1:4")
    with whole.publish(own_state):
        assert Addresses.parse((own_state.folder / "server.json").read_text()) == whole
    assert not (own_state.folder / "server.json").exists()
    assert list(whole.lines()) == [
        "The arena is up at 127.0.0.1:1,127.0.0.1:2",
        "With TLS: python my_bot.py --arena grpcs://here:3 --ca /tls-ca.pem (bots need that file)",
        "The page is at http://127.0.0.1:4",
    ]
