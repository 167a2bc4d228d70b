"""`arena up` and `arena web`: run the whole service, or the web page alone."""

import os
import socket
import sys
from pathlib import Path

import click

from arena.cli.terminal.options import Whole
from arena.cli.terminal.refusal import Refusal
from arena.local.problems import StartError
from arena.wire.address import AddressError, parse_address


@click.command
@click.option("--workers", type=Whole(1, 64), default=2, show_default=True, help="Number of worker processes.")
@click.option("--gateways", type=Whole(1, 16), default=1, show_default=True, help="Number of gateways for bots.")
@click.option(
    "--port",
    type=Whole(0, 65_535),
    metavar="N",
    help="Port of the first gateway, stored in the state folder. Default at the first start: 7700, or a "
    "free port if 7700 is in use. 0: the stored port, or any free one.",
)
@click.option(
    "--tls",
    metavar="HOST",
    is_flag=False,
    flag_value=socket.gethostname(),
    default="",
    help="Also listen with TLS, for bots on other machines, which connect to HOST. Without HOST: this "
    "machine's name; localhost: this machine only. Creates the certificate.",
)
@click.option(
    "--metrics",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Expose Prometheus metrics on ports of 127.0.0.1, and list the ports in FILE for file_sd_configs.",
)
def up(workers: int, gateways: int, port: int | None, tls: str, metrics: Path | None) -> int:
    """Run the whole service here until Ctrl-C.

    It runs Postgres, Valkey, the gateways, the workers and the page, and restarts those that die.
    """
    try:
        parse_address(f"grpcs://{tls or 'localhost'}:1")
    except AddressError:
        raise Refusal(
            f"--tls {tls!r} is not a host; give the name or address of this machine for bots, without a port"
        ) from None
    from arena.local.up import up as run_up

    try:
        return run_up(workers, gateways, tls=tls, port=port, metrics=metrics and metrics.absolute())
    except StartError as problem:
        raise Refusal(str(problem)) from None


@click.command
@click.option("--listen", metavar="HOST:PORT", help="Address to serve. [default: 127.0.0.1:8080, or $ARENA_WEB_LISTEN]")
def web(listen: str | None) -> None:
    """Serve the page until Ctrl-C, in plain HTTP.

    It reads the database at $ARENA_DSN. `arena up` serves the page, too.
    """
    if listen:
        os.environ["ARENA_WEB_LISTEN"] = listen
    os.execv(sys.executable, [sys.executable, "-P", "-m", "arena.web"])
