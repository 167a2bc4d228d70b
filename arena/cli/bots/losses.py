"""`arena bot losses` and `arena infractions`: list a bot's costliest boards, and infractions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import click

from arena.api.columns import as_dict
from arena.cli.completing import BOT, TOURNAMENT
from arena.cli.pages import fetch_pages, rows_options
from arena.cli.service import Service, asking, print_json_lines_and_exit
from arena.cli.terminal.options import max_boards_option
from arena.cli.terminal.printing import console, note, print_json, say, table
from arena.cli.tournament.standings import variant_option
from arena.rules.replays.place import Place
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.infractions_pb2 import Infraction, ListInfractionsRequest
from arena.wire.gen.records_pb2 import GetBoardRequest, GetLossesRequest, GetLossesResponse, Loss

MAX_BOARDS = 20  # limited because the games of each board are replayed
OF_HAND = ("hand", "seat", "own", "best", "decision", "decider", "trick", "below", "place")


@click.command
@click.argument("name", metavar="NAME[@VERSION]", type=BOT)
@click.option(
    "--tournament", default="", metavar="T", help="Tournament; default: the newest in which the bot has boards."
)
@variant_option
@max_boards_option(MAX_BOARDS, default=5)
@asking
def losses(name: str, tournament: str, variant: str, most: int, as_json: bool, service: Service) -> None:
    """List the boards that cost a bot most, and why.

    Boards on which the bot lost most points to the best bot with the same cards come first. For each
    board it shows the costliest hand: its end for both bots, and the points below the mean of all
    bots with those cards. It also shows where the two games first differ, and the bot's own decision
    there. With --json it prints a line for each board.
    """
    with service.people() as people:
        request = GetLossesRequest(name=tournament, bot=name, variant=variant, most=most)
        answer = people.GetLosses(request, **service.call)
        lines = (_describe(service, people, answer, loss) for loss in answer.losses)
        if as_json:
            for line in lines:
                print_json(line)
        else:
            _show(variant, answer, list(lines))


def _describe(service: Service, people: ArenaServiceStub, answer: GetLossesResponse, loss: Loss) -> dict[str, Any]:
    """Return the JSON object of a board; unknown values are None.

    Hands, seats and decisions count from 0, tricks from 1 (0: before the play). *decision* is the first that differs
    in the two games; *place* is the bot's first choice from there on, as GAME:HAND:DECISION.
    """
    board = people.GetBoard(GetBoardRequest(board=loss.board, bot=answer.bot), **service.call)
    line = {"tournament": answer.tournament} | as_dict(loss)
    if not board.HasField("costliest"):
        return line | dict.fromkeys(OF_HAND)
    lost, part = board.costliest, board.costliest.parting
    own, best = (
        {
            "bot": each.player,
            "game": board.games[each.line],
            "points": each.points,
            "summary": each.summary,
            "action": next((choice.action for choice in part.choices if each.line in choice.lines), None),
        }
        for each in (lost.own, lost.best)
    )
    place = str(Place(str(own["game"]), lost.hand, lost.first_own)) if lost.HasField("first_own") else None
    parting = (part.decision, part.seat, part.trick) if lost.HasField("parting") else (None, None, None)
    values = (lost.hand, lost.seat, own, best, *parting, lost.below, place)
    return line | dict(zip(OF_HAND, values, strict=True))


def _show(variant: str, answer: GetLossesResponse, lines: Sequence[dict[str, Any]]) -> None:
    if not lines:
        where = f"closed board{f' of {variant}' if variant else ''} in rotations of {answer.tournament}"
        lost = f"lost no points on a {where} to others who held the same cards"
        say(f"{answer.bot} {lost}" if answer.boards else f"{answer.bot} has played no {where}")
        return
    title = f"Costliest boards of {answer.bot} in {answer.tournament}, in points a game, and their costliest hands"
    console().print(title, *(text for each in lines for text in _describe_loss(each)), sep="\n")
    for each in lines:
        if each["place"] is not None:
            exported = f"arena export {answer.tournament} --game {each['own']['game']}"
            note(f"to see one: {exported} | arena replay - --hand {each['hand'] + 1}")
            note(f"to ask its decision in your code: {exported} | python my_bot.py --replay {each['place']} --record -")
            note(f"to keep the decision: arena bot keep {each['place']}")
            return


def _describe_loss(line: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a paragraph on a board: the points, the ends of its costliest hand, and a decision."""
    points = f"{line['points']:.1f} against {line['others']:.1f} of the best bot with the same cards"
    yield f"\nboard {line['number']}, {line['variant']}: {line['others'] - line['points']:.1f} lost, {points}"
    if line["hand"] is None:
        yield "  no hand that both played"
        return
    own, best = line["own"], line["best"]
    below = "" if line["below"] is None else f", {line['below']:.1f} points below the mean"
    ends = f"{own['summary']}; {best['bot']}: {best['summary']}"
    yield f"  hand {line['hand'] + 1}, seat {line['seat']}{below}: {ends}"
    if line["decider"] is not None:
        where = f"in trick {line['trick']}" if line["trick"] else "before the play"
        yield f"  they part {where}: seat {line['decider']} answers {own['action']}, not {best['action']}"
    if line["place"]:
        yield f"  its decision: {line['place']}"


@click.command
@click.argument("name", type=TOURNAMENT)
@click.option("--bot", default="", metavar="NAME@VERSION", help="Show only infractions of this bot version.")
@rows_options
@asking
def infractions(name: str, bot: str, limit: int | None, as_json: bool, service: Service) -> None:
    """List the infractions in a tournament, and their reasons.

    An infraction is a decision that the fallback answered for a bot of NAME. Times are in
    milliseconds. On open boards it lists only the timeouts of your own bots, without their place.
    With --json it prints a line for each infraction.
    """
    pages = fetch_pages(service, ListInfractionsRequest(name=name, bot=bot), limit)
    infractions = list(print_json_lines_and_exit((each for page in pages for each in page.infractions), as_json))
    if not infractions:
        say(f"{name}: no infractions")
        return
    counts = table(f"How often, in {name}", "bot", "reason", "times", numbers=1)
    for (bot_, reason), count in Counter((each.bot, each.reason) for each in infractions).most_common():
        counts.add_row(bot_, reason, str(count))
    columns = ("bot", "reason", "variant", "board", "game", "hand", "decision", "seat")
    times = ("number", "had", "took", "round trip", "arena's lag", "silent")
    rows = table(f"Infractions in {name} (times in ms)", *columns, *times, numbers=len(times))
    for each in infractions:
        place = (each.board, each.game, each.hand + 1, each.decision + 1, each.seat) if each.game else ("",) * 5
        reason = f"{each.reason} (open)" if each.open else each.reason
        rows.add_row(each.bot, reason, each.variant, *map(str, place), *_times(each))
    console().print(counts, rows)


def _times(each: Infraction) -> list[str]:
    if not each.HasField("timeout"):
        return [""] * 6
    timeout = each.timeout
    silent = f"{timeout.silent_us / 1000:.0f}" if timeout.connected else "no stream"
    times = (timeout.move_us + timeout.bank_us, timeout.elapsed_us, timeout.rtt_us, timeout.lag_us)
    return [str(timeout.number), *(f"{us / 1000:.0f}" for us in times), silent]
