"""A house whose bots were submitted: everything real, the runner too."""

import hashlib
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from arena.bundles import Packed, pack
from arena.local.up import Arena
from arena.rules import configure, new_game
from arena.rules import pack as pack_actions
from arena.store import Store
from arena.store.bundles.keeping import Submission
from arena.store.play.rows import StoredGame
from arena.tokens import digest
from tests import ask
from tests.house import House

MANIFEST = 'entry = "mine:Mine"\nvariants = ["spades-4"]\nmemory = "64 MB"\n'


async def submit_bot(store: Store, owner: str, bot: str, code: str | Path, is_admitted: bool) -> None:
    """Make a version of a bundle, a module's text or a folder; *is_admitted*: without a check."""
    packed = pack(code) if isinstance(code, Path) else packed_module(code)
    await store.accounts.create_owner(owner, digest(owner))
    hash = bytes.fromhex(packed.hash)
    await store.archives.put(hash, packed.data)
    sha256 = hashlib.sha256(packed.data).digest()
    about = packed.manifest
    await store.bundles.submit(
        Submission(bot, "1", owner, hash, sha256, packed.data, about.to_json(), about.variants, about.memory_mib, 1)
    )
    if is_admitted:
        await store.bundles.decide(f"{bot}@1", True, "", "")


def packed_module(text: str) -> Packed:
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("bot.toml", MANIFEST), ("mine.py", text)):
            (Path(folder) / name).write_text(content)
        return pack(Path(folder))


@contextmanager
def closed_house(bots: Mapping[str, str | Path], is_admitted: bool = True) -> Iterator[House]:
    """A house whose bots are modules or folders, by name; each has an owner of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="arena-house-") as folder,
        Arena(
            *(Path(folder), 2, 1, {"ARENA_LEASE": "3"}), with_runner=True, metrics=Path(folder) / "metrics.json"
        ) as arena,
    ):
        assert not arena.no_runner, arena.no_runner
        house = House(arena, Path(folder), 0.0, "", {}, {})
        for bot, code in bots.items():
            house.store(partial(submit_bot, owner=f"of-{bot}", bot=bot, code=code, is_admitted=is_admitted))
        yield house


def play_closed(house: House, bots: list[str], move_us: int, bank_us: int = 1_000_000, **kind: Any) -> None:
    """Start the tournament "cup" of the pool closed, a board a line-up; *kind* as in `CreateTournamentRequest`."""
    chosen = [ask.variant("spades-4", options={"format": {"kind": "hands", "count": 1}})]
    house.start(
        ask.tournament("cup", chosen, bots, pool="closed", test_seed="a seed", move_us=move_us, bank_us=bank_us, **kind)
    )


def played(games: list[StoredGame]) -> list[tuple[Any, ...]]:
    """What was played, whoever misbehaved."""
    return sorted((game.seed, game.seats, bytes(game.actions)) for game in games)


def undisturbed(stored: StoredGame) -> bytes:
    """Return the actions of the game that fallbacks alone play."""
    game = new_game(configure(stored.variant, options=stored.options), stored.seed)
    while not game.is_over:
        game.apply(game.fallback())
    return pack_actions(game.actions)
