"""Where a running arena is reached: written to its state folder, and printed here alone."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from arena.local.state import State

FILE = "server.json"


@dataclass(frozen=True)
class Addresses:
    """The addresses of an arena that runs.

    Attributes:
        gateway: "127.0.0.1:PORT", which people's commands speak to.
        more_gateways: where bots find the others.
        tls_gateways: "grpcs://HOST:PORT" each; empty without TLS.
        ca: the file of the authority that signed their certificate; empty without TLS.
        page: "http://127.0.0.1:PORT"; empty without the page.
    """

    gateway: str
    more_gateways: Sequence[str] = ()
    tls_gateways: Sequence[str] = ()
    ca: str = ""
    page: str = ""

    @classmethod
    def parse(cls, text: str) -> "Addresses":
        """Return those that `FILE` has; raises `ValueError` where it is damaged."""
        try:
            return cls(**json.loads(text))
        except TypeError:
            raise ValueError("no addresses") from None

    @contextmanager
    def written(self, state: State) -> Iterator[None]:
        """Keep them in *state* for a while."""
        file = state.write_private(FILE, json.dumps(asdict(self)))
        try:
            yield
        finally:
            file.unlink(missing_ok=True)

    def lines(self) -> Iterator[str]:
        """Yield what a person is told of them."""
        yield f"The arena is up at {','.join([self.gateway, *self.more_gateways])}"
        if self.tls_gateways:
            yield (
                f"With TLS: python my_bot.py --arena {','.join(self.tls_gateways)} --ca {self.ca} (bots need that file)"
            )
        if self.page:
            yield f"The page is at {self.page}"
