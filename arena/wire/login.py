"""Choose the arena and the token of a command or a bot, and store those of `arena login`."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.distribution import NAME
from arena.files import make_folder, replaced
from arena.wire.address import Address, AddressError, address_for_secrets, forms
from arena.wire.token import TokenError, read_token

AUTHORITY: Final = "ca.pem"  # name of the file of the stored authority, next to the login


@dataclass(frozen=True)
class Login:
    """The gateways of an arena, separated by commas, and the user's tokens there; "" for each unknown value.

    *ca*: PEM file of the authority that signed their certificates. *token*: for commands; *bot_token*: for a bot.
    """

    server: str = ""
    ca: str = ""
    token: str = field(default="", repr=False)
    bot_token: str = field(default="", repr=False)

    @property
    def addresses(self) -> list[Address]:
        """The gateways' addresses, to which a token may be sent. Raises `AddressError`."""
        addresses = [address_for_secrets(each, self.ca) for each in self.server.split(",") if each]
        if self.server and not addresses:
            raise AddressError(f"{self.server!r} has no address; give {forms()}")
        return addresses


def find_login(server: str | None, ca: str | None, token: str | None, is_bot: bool = False) -> Login:
    """Return the arena and the token to use: each is an option, else of the environment, else stored.

    The stored authority and tokens are for the stored arena only. *is_bot*: use the stored token of a bot. Raises
    `TokenError`.
    """
    stored = read_login()
    server = server or os.environ.get("ARENA_SERVER") or stored.server
    if not set(server.split(",")) <= set(stored.server.split(",")):
        stored = Login()
    text = token or os.environ.get("ARENA_TOKEN") or (stored.bot_token if is_bot else stored.token)
    ca = ca or ("" if os.environ.get("ARENA_TLS_CA") else stored.ca)
    return Login(server, ca, read_token(text) if text else "", stored.bot_token)


def login_file() -> Path:
    """Return the path of the file that `arena login` writes."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config"), NAME, "login.json")


def read_login() -> Login:
    """Return the stored login; an empty one without a file. Raises `TokenError` if other users may read the file."""
    path = login_file()
    try:
        mode, login = path.stat().st_mode & 0o777, Login(**json.loads(path.read_text()))
    except (FileNotFoundError, NotADirectoryError):
        return Login()
    except (OSError, ValueError, TypeError) as problem:
        raise TokenError(f"{path} is unreadable or damaged ({problem}): delete this file") from None
    if os.name == "posix" and mode & 0o077:
        raise TokenError(f"{path} is open to other users (mode {mode:04o}): run chmod 600 {path}")
    return login


def store_private(name: str, text: str) -> str:
    """Write *text* to the file *name* (mode 0600) in the folder of the login (mode 0700), and return its path."""
    path = login_file().with_name(name)
    make_folder(path.parent)
    path.parent.chmod(0o700)
    with replaced(path, 0o600) as file:
        file.write(text)
    return str(path)
