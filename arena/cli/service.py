"""Connect commands to the API of an arena, and raise failed calls as errors of one line."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
import grpc
from google.protobuf.message import Message

from arena.api.columns import as_dict
from arena.cli.terminal.printing import Decorator, as_csv_option, as_json_option, print_json
from arena.cli.terminal.refusal import Refusal, Unavailable
from arena.escapes import clip
from arena.local.addresses import FILE, Addresses
from arena.local.state import default_folder
from arena.wire.address import Address, AddressError
from arena.wire.diagnosis import diagnose
from arena.wire.gen.arena_pb2 import DESCRIPTOR
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.login import Login, find_login
from arena.wire.refusals import REQUEST_ID
from arena.wire.token import TokenError, read_token

T = TypeVar("T", bound=Message)
ANSWER_TIMEOUT = 120.0  # seconds; a call that rebuilds ratings may take that long
CONNECT_TIMEOUT = 5000  # milliseconds
SERVICE = DESCRIPTOR.services_by_name["ArenaService"]
REPEATABLE = [each.name for each in SERVICE.methods if each.GetOptions().idempotency_level]
# Try five times within about eight seconds, in which the arena restarts a failed process.
RETRIES = {
    "maxAttempts": 5,
    "initialBackoff": "1s",
    "maxBackoff": "4s",
    "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE"],
}
WAITING = {
    "methodConfig": [
        {"name": [{"service": SERVICE.full_name}], "waitForReady": True},
        {
            "name": [{"service": SERVICE.full_name, "method": method} for method in REPEATABLE],
            "waitForReady": True,
            "retryPolicy": RETRIES,
        },
    ]
}


CONNECTION: dict[str, dict[str, Any]] = {  # options for the service and the caller
    "--server": {
        "help": "Arena, HOST:PORT or grpcs://HOST:PORT; default: $ARENA_SERVER, `arena login`, or the state folder."
    },
    "--token": {
        "help": "Token, or @FILE; default: $ARENA_TOKEN, `arena login`, or the operator's in the state folder."
    },
    "--ca": {
        "metavar": "FILE",
        "help": "PEM file of the server's certificate authority; default: $ARENA_TLS_CA, `arena login` or the system.",
    },
}


class ConnectionOption(click.Option):
    """One of the options `CONNECTION`; a command's help has one line for all of them."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the line for all options of the connection if this is the first of the command, else None."""
        names = [each.opts[0] for each in ctx.command.params if isinstance(each, ConnectionOption)]
        return (", ".join(names), "Service and caller; see `arena advanced`.") if self.opts[0] == names[0] else None


@dataclass(frozen=True)
class Service:
    """The API of the arena at *address*; calls are made with the credential *token*, "" for none.

    A *patient* service waits until the arena is up, and repeats failed calls that are safe to repeat.
    """

    address: Address
    token: str
    patient: bool = False

    @contextmanager
    def people(self) -> Iterator[ArenaServiceStub]:
        """Yield a gRPC stub of the API; a failed call raises `Refusal`, or `Unavailable` if it may succeed later."""
        options: list[tuple[str, int | str]] = [("grpc.min_reconnect_backoff_ms", CONNECT_TIMEOUT)]
        options += [("grpc.max_receive_message_length", -1)]  # crosstables are large
        options += [("grpc.service_config", json.dumps(WAITING))] * self.patient
        with self.address.channel(options) as channel:
            try:
                yield ArenaServiceStub(channel)
            except grpc.RpcError as problem:
                raise (Unavailable if is_away(problem) else Refusal)(self.explain(problem)) from None

    def ask(self, call: Callable[[ArenaServiceStub], Callable[..., T]], request: Message, as_json: bool = False) -> T:
        """Call the API and return the answer; if *as_json*, print it as JSON and end the command instead.

        *call*: the method to call, as `lambda people: people.GetRoot`. Raises `Refusal`.
        """
        with self.people() as people:
            answer = call(people)(request, **self.call)
        return print_json_and_exit(answer, as_json)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """The gRPC metadata of each call: the header with the token; empty without a token."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    @property
    def call(self) -> dict[str, Any]:
        """The keyword arguments of each call that has one answer: metadata and timeout."""
        return {"metadata": self.metadata, "timeout": ANSWER_TIMEOUT}

    def explain(self, problem: grpc.RpcError) -> str:
        """Return a line that says why a call failed, and what the user can do."""
        code, details = status_of(problem)
        if code is grpc.StatusCode.UNAVAILABLE and not is_away(problem):
            silent = f"no arena answers at {self.address}; start one with `arena up`, or give --server HOST:PORT"
            return diagnose(self.address) or silent
        if code is grpc.StatusCode.DEADLINE_EXCEEDED:
            return f"the arena at {self.address} did not answer within {ANSWER_TIMEOUT:.0f} s; try again later"
        if code is grpc.StatusCode.UNAUTHENTICATED:
            return f"{details} (run `arena login`, give --token, or set ARENA_TOKEN)"
        if code is grpc.StatusCode.UNIMPLEMENTED:
            return f"the server at {self.address} is not an arena, or is an older release; check --server"
        if code is grpc.StatusCode.UNKNOWN and isinstance(problem, grpc.Call):  # a fault of the arena itself
            request = dict(problem.trailing_metadata() or ()).get(REQUEST_ID)
            return f"the arena failed ({clip(details)}); report request {request} to its operator"
        return details or f"the arena at {self.address} refused: {code.name}"


def status_of(problem: grpc.RpcError) -> tuple[grpc.StatusCode, str]:
    """Return the gRPC status code and the message of a failed call."""
    assert isinstance(problem, grpc.Call)
    return problem.code(), problem.details() or ""


def is_away(problem: grpc.RpcError) -> bool:
    """Return whether a call failed because the arena is there but cannot answer at the moment."""
    code, details = status_of(problem)
    if code is grpc.StatusCode.UNAVAILABLE:
        return details.startswith("the arena")  # gRPC's own messages begin differently
    return code is grpc.StatusCode.DEADLINE_EXCEEDED


def with_service(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --server, --ca and --token to *command*; pass their `Service` as the argument *service*."""

    @wraps(command)
    def call(*args: Any, find: Callable[[], Service], **options: Any) -> Any:
        return command(*args, service=find(), **options)

    return with_finder(call)


def with_finder(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --server, --ca and --token to *command*; its argument *find* returns their `Service`."""

    @wraps(command)
    def call(*args: Any, server: str | None, ca: str | None, token: str | None, **options: Any) -> Any:
        return command(*args, find=lambda: find_service(server, token, ca), **options)

    return _with_address(_connection("--token")(call))


def _with_address(command: Callable[..., Any]) -> Callable[..., Any]:
    return _connection("--server")(_connection("--ca")(command))


def _connection(name: str) -> Decorator:
    return click.option(name, cls=ConnectionOption, **CONNECTION[name])


def asking(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of `with_service` to *command*, and --json as the argument *as_json*."""
    return as_json_option(with_service(command))


def without_token(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of `asking` except --token to *command*, whose calls need no token."""

    @wraps(command)
    def call(*args: Any, server: str | None, ca: str | None, **options: Any) -> Any:
        return command(*args, service=replace(find_service(server, "-", ca), token=""), **options)

    return as_json_option(_with_address(call))


def asking_for_rows(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of `asking` to *command*, and --csv as the argument *as_csv*."""
    return as_json_option(as_csv_option(with_service(command)))


def find_service(server: str | None, token: str | None, ca: str | None = None) -> Service:
    """Return the service of these options' values; None: see `find_login`, then the state folder. Raises `Refusal`."""
    try:
        login = find_login(server, ca, token)
        address = (login if login.server else Login(_local_address(), login.ca)).addresses[0]
        if not login.token and login.bot_token and not address.is_local:  # the state folder's token is for this machine
            raise Refusal(f"only a bot's token is stored for {address}; run `arena login` with an owner's")
        return Service(address, login.token or read_token(_read("operator.token", "--token TOKEN or ARENA_TOKEN")))
    except (AddressError, TokenError) as problem:
        raise Refusal(str(problem)) from None


def print_json_and_exit(answer: T, as_json: bool) -> T:
    """Return *answer*; if *as_json*, print it as JSON and end the command instead."""
    if as_json:
        print_json(as_dict(answer))
        click.get_current_context().exit()
    return answer


def print_json_lines_and_exit(messages: Iterable[T], as_json: bool) -> Iterable[T]:
    """Return *messages*; if *as_json*, print each as a line of JSON and end the command instead."""
    if as_json:
        for each in messages:
            print_json(as_dict(each))
        click.get_current_context().exit()
    return messages


def _local_address() -> str:
    instead = "--server HOST:PORT or ARENA_SERVER"
    try:
        return Addresses.parse(_read(FILE, instead)).gateway
    except ValueError:
        raise Refusal(f"{default_folder() / FILE} is damaged; start `arena up` again, or give {instead}") from None


def local_page() -> str:
    """Return the address of the page that `arena up` serves here; "" if none is known."""
    try:
        return Addresses.parse((default_folder() / FILE).read_text()).page
    except (OSError, ValueError):
        return ""


def _read(name: str, instead: str) -> str:
    path: Path = default_folder() / name
    try:
        return path.read_text()
    except FileNotFoundError:
        raise Refusal(
            f"no arena runs here ({path} is missing); run `arena up` in another terminal, or `arena login`, or give"
            f" {instead}"
        ) from None
    except OSError as problem:
        raise Refusal(f"{path} cannot be read ({os.strerror(problem.errno or 0)}); give {instead}") from None
