import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.local.addresses import Addresses, fix_port, fixed_port_of, kept_port_of, port_of
from arena.local.problems import CannotStart, PortTaken
from arena.local.state import State


@pytest.fixture
def state(own_folder: Path) -> State:
    return State.open(own_folder)


@pytest.fixture
def busy() -> Iterator[int]:
    """A port on which another program listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_the_first_start_takes_the_usual_port_and_later_ones_too(state: State) -> None:
    usual = port_of("chosen free", state)
    assert fixed_port_of("gateway", state, "", usual) == usual
    assert fixed_port_of("gateway", state, "", usual + 1) == usual


def test_a_first_start_with_a_busy_usual_port_takes_another_for_good(state: State) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        usual = server.getsockname()[1]
        chosen = fixed_port_of("gateway", state, "", usual)
        assert chosen != usual
    assert fixed_port_of("gateway", state, "", usual) == chosen


@pytest.mark.parametrize("name", ["gateway", "gateway-2", "gateway-tls", "web"])
def test_a_fixed_port_never_moves_by_itself(name: str, state: State) -> None:
    port = fixed_port_of(name, state, "")
    with (
        socket.create_server(("127.0.0.1", port)),
        pytest.raises(PortTaken, match=rf"^port {port}, where this arena is reached \({name}\), .* or do this for"),
    ):
        fixed_port_of(name, state, "do this")
    assert fixed_port_of(name, state, "") == port


def test_a_port_that_is_told_anew_at_each_start_moves(state: State) -> None:
    port = port_of("postgres", state)
    with socket.create_server(("127.0.0.1", port)):
        other = port_of("postgres", state)
    assert other != port
    assert kept_port_of("postgres", state) == other


def test_an_explicit_port_is_kept(state: State, busy: int) -> None:
    fixed_port_of("gateway", state, "")
    chosen = port_of("chosen free", state)
    with pytest.raises(PortTaken, match="has it for its chosen free"):
        fix_port("gateway", chosen, state)
    with pytest.raises(PortTaken, match=f"--port {busy}: somebody listens there"):
        fix_port("gateway", busy, state)
    (state.folder / "ports.json").unlink()
    assert fix_port("gateway", chosen, state) == fixed_port_of("gateway", state, "") == chosen


@pytest.mark.parametrize("text", ["", "[]", "{", '{"gateway": null}', "null"])
def test_a_damaged_list_of_ports_is_told_in_a_line(text: str, state: State) -> None:
    (state.folder / "ports.json").write_text(text)
    with pytest.raises(CannotStart, match=r"ports\.json is damaged: remove it"):
        port_of("gateway", state)


def test_addresses_are_read_as_they_were_written(state: State) -> None:
    whole = Addresses("127.0.0.1:1", ["127.0.0.1:2"], ["grpcs://here:3"], "/tls-ca.pem", "http://127.0.0.1:4")
    with whole.written(state):
        assert Addresses.parse((state.folder / "server.json").read_text()) == whole
    assert not (state.folder / "server.json").exists()
    assert list(whole.lines()) == [
        "The arena is up at 127.0.0.1:1,127.0.0.1:2",
        "With TLS: python my_bot.py --arena grpcs://here:3 --ca /tls-ca.pem (bots need that file)",
        "The page is at http://127.0.0.1:4",
    ]
