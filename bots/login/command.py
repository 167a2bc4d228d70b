"""`python -m bots login`: store an arena and a token, for all commands and bots of this user."""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from getpass import getpass
from http.client import HTTPException
from tempfile import NamedTemporaryFile
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import grpc

from arena.escapes import clip, escape
from arena.files import explain
from arena.wire.address import Address, AddressError, plain_is_allowed
from arena.wire.diagnosis import diagnose
from arena.wire.gen.accounts_pb2 import ListTokensRequest
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.login import AUTHORITY, Login, find_login, login_file, read_login, store_private
from arena.wire.token import TokenError, read_token, without_tokens
from bots.sdk.bot.parsing import Parser, UserError

TIMEOUT = 10  # seconds to wait for the page, and for a gateway
DESCRIPTION = """Store an arena's address and your token, for all commands and bots of this user.

The token is read from a prompt, or from standard input in a pipe. Commands use an owner's token, `python my_bot.py`
uses a bot's; both can be stored. A login at another arena replaces them. The arena is asked whether it knows the token.
"""


def command(words: list[str]) -> int:
    """Log in unless the option --show is given, and print the stored login; return 0. Raises `UserError`."""
    parser = Parser("arena login", DESCRIPTION)
    url_help = "address of the arena's page or gateway (default $ARENA_SERVER, else the arena of the last login)"
    parser.add_argument("url", metavar="URL", nargs="?", default="", help=url_help)
    parser.add_argument("--ca", metavar="FILE", help="PEM file of the gateway's certificate authority")
    parser.add_argument("--show", action="store_true", help="print the stored login without its tokens")
    given = parser.read(words)
    try:
        if not given.show:
            _log_in(given.url, given.ca)
        login = read_login()
    except OSError as problem:
        raise UserError(explain(problem)) from None
    except EOFError:
        raise UserError("no token is given; paste it at the prompt") from None
    except (AddressError, TokenError, UserError) as problem:
        raise UserError(without_tokens(str(problem))) from None
    kinds = [kind for kind, token in (("yours", login.token), ("a bot's", login.bot_token)) if token]
    print(escape(f"arena: {login.server or 'none'}; tokens: {' and '.join(kinds) or 'none'}; file: {login_file()}"))
    return 0


def _log_in(url: str, ca: str | None) -> None:
    server, authority = _ask_page(url) if url.startswith(("http://", "https://")) else (url, "")
    login = find_login(server, ca, None)
    if not login.addresses:
        raise UserError("no arena is given; give the address of its page or of its gateway")
    token = read_token(getpass("token: ") if sys.stdin.isatty() else sys.stdin.readline())
    with NamedTemporaryFile("w", suffix=".pem") as file:
        file.write(authority)
        file.flush()
        page_ca = file.name if authority and not ca else ""
        check_token([replace(each, ca=page_ca or each.ca) for each in login.addresses], token)
    ca = store_private(AUTHORITY, authority) if authority and not ca else login.addresses[0].ca
    stored = read_login() if read_login().server == login.server else Login(login.server)
    kind = "bot_token" if token.startswith("arena_bot_") else "token"
    stored = replace(stored, **{"ca": ca and os.path.abspath(ca), kind: token})
    store_private(login_file().name, json.dumps(asdict(stored)))


def check_token(addresses: Sequence[Address], token: str) -> None:
    """Raise `UserError` unless an arena at one of *addresses* knows *token*."""
    for address in addresses:
        with address.channel() as channel:
            metadata = (("authorization", f"Bearer {token}"),)
            call = ArenaServiceStub(channel).ListTokens.future(ListTokensRequest(), timeout=TIMEOUT, metadata=metadata)
            if call.code() in (grpc.StatusCode.OK, grpc.StatusCode.PERMISSION_DENIED):  # denied: a bot's token
                return
            if call.code() is grpc.StatusCode.UNAUTHENTICATED:
                why = (call.details() or "").partition(":")[0]
                raise UserError(f"the arena at {address} refuses the token ({why}); nothing is stored")
    silent = f"no arena answers at {', '.join(map(str, addresses))}; start it, or give another address"
    raise UserError(f"{diagnose(addresses[0]) or silent}; nothing is stored")


def _ask_page(url: str) -> tuple[str, str]:
    """Return the gateways that the page at *url* states, and the PEM text of their authority, "" for none."""
    try:
        parts = urlsplit(url)
        is_plain = parts.scheme == "http"
        if is_plain and not (Address(parts.hostname or "", 0, "").is_local or plain_is_allowed()):
            raise UserError(f"{clip(url)} has no TLS, so that others could change its answer: give https://")
        opener = build_opener(*[ProxyHandler({})] * is_plain)  # a proxy is for other machines
        with opener.open(f"{parts.scheme}://{parts.netloc}/get.json", timeout=TIMEOUT) as answer:
            page = json.load(answer)
        if page["server"]:
            return str(page["server"]), str(page["ca"])
    except (OSError, ValueError, LookupError, TypeError, HTTPException) as problem:
        raise UserError(f"{clip(url)} does not answer as the page of an arena ({problem}): give its address") from None
    raise UserError(f"{clip(url)} states no gateway; give the gateway's address, which the operator knows")
