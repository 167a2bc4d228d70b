"""`arena bot keep`: save decisions of a game or a bot's log as a pack (docs/reference/packs.md)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from arena.cli.completing import BOT
from arena.cli.service import Service, with_finder
from arena.cli.terminal.options import Whole
from arena.cli.terminal.printing import as_json_option, print_json, say
from arena.cli.terminal.refusal import Refusal
from arena.escapes import clip
from arena.files import make_folder, replaced
from arena.rules import PlaceError
from arena.rules.replays.line import to_line
from arena.rules.replays.place import Place, decisions_at, read_place
from arena.wire.gen.records_pb2 import GetBoardRequest
from bots.sdk.packs.pack import SUFFIX, Pack, PackError, packs_of_log


@click.command(hidden=True)
@click.argument("place", metavar="GAME[:HAND[:DECISION]]", required=False)
@click.option("--bot", default="", metavar="NAME[@VERSION]", type=BOT, help="Save only the decisions of this bot.")
@click.option("--seat", type=Whole(0), help="Save only the decisions of this seat, counted from 0.")
@click.option(
    "--log",
    "log",
    metavar="FILE[:LINE]",
    help="Save this line of a bot's log; without LINE, all lines with an infraction.",
)
@click.option("--why", default="", metavar="TEXT", help="Note to store in the pack.")
@click.option(
    "--packs",
    default="packs",
    show_default=True,
    metavar="FOLDER",
    help="Folder to write the packs to. A pack is a text file with a game and the decisions to ask again.",
)
@as_json_option
@with_finder
def keep(
    place: str | None,
    bot: str,
    seat: int | None,
    log: str | None,
    why: str,
    packs: str,
    as_json: bool,
    find: Callable[[], Service],
) -> None:
    """Save a game, a hand or a decision as a small text file.

    Such a file is called a pack. The game's board must be closed. HAND and DECISION count from 1.
    `arena bot check` and a bot's `--packs` ask the bot again and print the decisions that changed.
    With --log it saves lines of the bot's own log, without a service. It prints the name of each
    file, with --json as JSON.
    """
    if (place is None) == (log is None):
        raise Refusal("give either a place, as GAME:HAND, or --log FILE[:LINE]")
    try:
        packs_by_name = (
            packs_of_log(log, why) if log is not None else [_of_game(find, read_place(place or ""), bot, seat, why)]
        )
    except (PlaceError, PackError) as problem:
        raise Refusal(str(problem)) from None
    for name, pack in packs_by_name:
        path = Path(packs) / f"{name}{SUFFIX}"
        make_folder(path.parent)
        with replaced(path) as file:
            file.write(str(pack))
        print_json({"pack": str(path)}) if as_json else say(str(path))


def _of_game(find: Callable[[], Service], place: Place, bot: str, seat: int | None, why: str) -> tuple[str, Pack]:
    service = find()
    with service.people() as people:
        board = people.GetBoard(GetBoardRequest(game=place.game), **service.call)
    record = next(each for each in map(json.loads, board.records) if int(each["id"]) == int(place.game))
    seats = [game.to_act for _, game, _ in decisions_at(record, place)]
    seat = int(seats[0]) if place.decision is not None else _find_seat(record["seats"], bot, seat)
    hand, decision = (None if number is None else number + 1 for number in (place.hand, place.decision))
    name = f"{str(place).replace(':', '-')}-seat-{seat}"
    reason = why or _describe_infractions(record, place, seat)
    return name, Pack(seat, record["seats"][seat], hand, decision, reason, to_line(record))


def _find_seat(bots: list[str], bot: str, seat: int | None) -> int:
    own = [number for number, name in enumerate(bots) if bot in (name, name.partition("@")[0])]
    seats = ", ".join(f"{number} {name}" for number, name in enumerate(bots))
    if seat is None and len(own) == 1:
        return own[0]
    if seat is None:
        raise Refusal(f"several bots played this game; choose one with --seat or --bot: {seats}")
    if seat >= len(bots) or (bot and seat not in own):
        raise Refusal(f"seat {seat}{f' of {clip(bot)}' if bot else ''} is not in the game; its seats are {seats}")
    return seat


def _describe_infractions(record: dict[str, Any], place: Place, seat: int) -> str:
    lines = [
        f"{Place(place.game, hand['number'], each['decision'])} was answered by the fallback: {each['reason']}"
        for hand in record["hands"]
        for each in hand["infractions"]
        if each["seat"] == seat and place.hand in (None, hand["number"]) and place.decision in (None, each["decision"])
    ]
    return "; ".join(lines)
