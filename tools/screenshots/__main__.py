"""Take the README's screenshots: `python -m tools.screenshots FOLDER`; needs Debian's chromium.

It starts an arena with four house bots and a tournament whose deals are always the same.
"""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from arena.cli.service import Service
from arena.cli.tournament.watching import show_progress
from arena.demo.bots import field_of, process_of, register
from arena.local.supervisor import Supervisor
from arena.local.up import Arena, log_line
from arena.wire.address import parse_address
from arena.wire.gen.running_pb2 import StartTournamentRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice
from tests.arguments import Parser, number_from
from tests.web.browser.conftest import CHROMIUM, FLAGS

MASTER: Final = "5eed" * 8
VARIANTS: Final = ("spades-4", "pinochle-cutthroat")
WIDTH, HEIGHT = 1100, 720
PICTURES: Final = {
    "home.png": "/",
    "ladder.png": "/ladder/spades-4",
    "tournament.png": "/tournaments/spring",
    "replay.png": "",
}
STEP: Final = 25  # of the game in the picture, in the middle of a trick


def main(target: Path, boards: int) -> None:
    """Play the tournament, *boards* for each line-up, then write the pictures into the folder *target*."""
    with (
        tempfile.TemporaryDirectory(prefix="arena-shots-") as folder,
        _serve_tournament(Path(folder), boards) as address,
    ):
        target.mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            window = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
            for name, path in PICTURES.items():
                window.goto(address + (path or _moment(window, address)))
                if not path:
                    window.wait_for_selector(".trick .playing-card")
                window.screenshot(path=target / name)
            browser.close()


@contextmanager
def _serve_tournament(folder: Path, boards: int) -> Iterator[str]:
    with ExitStack() as running:
        bots = Supervisor(log_line)
        running.callback(bots.stop)
        arena = running.enter_context(Arena(folder, workers=2, with_page=True))
        service = Service(parse_address(arena.gateway), arena.operator_token, patient=True)
        tokens = register(service, arena.state)
        field = field_of([*tokens], 4)
        bots.start([process_of(bot, tokens[bot], service, arena.state) for bot in field])
        with service.people() as people:
            request = CreateTournamentRequest(
                name="spring",
                variants=[VariantChoice(variant=variant) for variant in VARIANTS[: 1 if boards == 1 else None]],
                bots=field,
                boards=boards,
                pool="trust",
                allow_same_owner=True,
                master=MASTER,
            )
            people.CreateTournament(request, **service.call)
            people.StartTournament(StartTournamentRequest(name="spring"), **service.call)
        show_progress(service, "spring", lambda: None)
        yield arena.page


def _moment(window: Page, address: str) -> str:
    games = window.request.get(f"{address}/games.json?tournament=spring").json()["games"]
    game = next(game["game"] for game in games if game["variant"] == "spades-4")
    return f"/games/{game}#step={STEP}"


if __name__ == "__main__":
    parser = Parser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--boards", type=number_from(1), default=6, help="for each line-up (6); 1: only spades-4")
    given = parser.parse_args()
    main(given.folder, given.boards)
