"""`arena bot losses` and `faults`: the costliest boards of a bot, and its infractions."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import click

from arena.cli.completing import BOT, TOURNAMENT
from arena.cli.pages import fetch_pages, limit_option
from arena.cli.service import Service, asking, print_json_lines_and_exit
from arena.cli.terminal.printing import console, note, print_json, say, table
from arena.cli.tournament.standings import variant_option
from arena.rules.replays.parting import Parting, Settled, lost_hand
from arena.rules.replays.place import Place, played
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.faults_pb2 import Infraction, ListInfractionsRequest
from arena.wire.gen.records_pb2 import GetBoardRequest, GetLossesRequest, GetLossesResponse

MAX_BOARDS = 20  # the records of each are fetched and replayed


@dataclass(frozen=True)
class HandOutcome:
    """The end of a hand for *bot*: points, a description (`told`), and the action where the games part (`did`)."""

    bot: str
    game: str
    points: int
    told: str
    did: str | None


@dataclass(frozen=True)
class CostliestHand:
    """A board, and its hand that cost the bot most compared with the best bot that held the same cards.

    *points* and *others*: points a game. *hand*, and *decision* where the two games part, count from 0, as in records;
    *trick* from 1, 0 before the play. *seat* held the cards, *decider* made the decision. *below*: points of the hand
    less than the mean of all others with its cards. *place*: the bot's own decision where they part, or its next one,
    as GAME:HAND:DECISION. Unknown fields are None.
    """

    tournament: str
    board: str
    number: int
    variant: str
    points: float
    others: float
    hand: int | None = None
    seat: int | None = None
    own: HandOutcome | None = None
    best: HandOutcome | None = None
    decision: int | None = None
    decider: int | None = None
    trick: int | None = None
    below: float | None = None
    place: str | None = None


@click.command
@click.argument("name", metavar="NAME[@VERSION]", type=BOT)
@click.option("--tournament", default="", metavar="T", help="Tournament; default: the bot's newest with boards.")
@variant_option
@click.option(
    "--max-boards",
    "most",
    type=click.IntRange(1, MAX_BOARDS),
    default=5,
    show_default=True,
    help="Maximum number of boards.",
)
@asking
def losses(name: str, tournament: str, variant: str, most: int, as_json: bool, service: Service) -> None:
    """List the boards that cost a bot most, and why.

    Boards on which it lost most to the best bot with the same cards come first. For each board it
    shows the costliest hand: its end for both bots, and the difference from the mean of all bots
    with those cards. It also shows the place where the two games part, and the bot's own decision
    there. With --json it prints a line for each board.
    """
    with service.people() as people:
        request = GetLossesRequest(name=tournament, bot=name, variant=variant, most=most)
        answer = people.GetLosses(request, **service.call)
        hands = _find_costliest_hands(service, people, answer)
        if as_json:
            for each in hands:
                print_json(asdict(each))
        else:
            _show(variant, answer, list(hands))


def _find_costliest_hands(
    service: Service, people: ArenaServiceStub, answer: GetLossesResponse
) -> Iterator[CostliestHand]:
    for loss in answer.losses:
        board = people.GetBoard(GetBoardRequest(board=loss.board), **service.call)
        about = (answer.tournament, loss.board, loss.number, loss.variant, loss.points, loss.others)
        records = [json.loads(record) for record in board.records]
        hand = lost_hand([played(record) for record in records], [record["seats"] for record in records], answer.bot)
        if hand is None:
            yield CostliestHand(*about)
            continue
        games, part = [str(record["id"]) for record in records], hand.parting
        own, best = (_outcome(each, games[each.line], part) for each in (hand.own, hand.best))
        decision, decider, trick = (part.decision, part.seat, part.trick) if part else (None, None, None)
        place = None if hand.first_own is None else str(Place(own.game, hand.hand, hand.first_own))
        yield CostliestHand(*about, hand.hand, hand.seat, own, best, decision, decider, trick, hand.below, place)


def _outcome(hand: Settled, game: str, part: Parting | None) -> HandOutcome:
    did = next((choice.action for choice in part.choices if hand.line in choice.lines), None) if part else None
    return HandOutcome(hand.player, game, hand.points, hand.told, did)


def _show(variant: str, answer: GetLossesResponse, hands: Sequence[CostliestHand]) -> None:
    if not hands:
        where = f"closed board{f' of {variant}' if variant else ''} in rotations of {answer.tournament}"
        lost = f"lost no points on a {where} to others who held the same cards"
        say(f"{answer.bot} {lost}" if answer.boards else f"{answer.bot} has played no {where}")
        return
    columns = ("board", "variant", "hand", "seat", "it", "best bot there", "they part: it / the best", "decision")
    title = f"Costliest boards of {answer.bot} in {answer.tournament}: points a game, and the costliest hand"
    rows = table(title, *columns, "hand below", "lost", "its", "the best's", numbers=4)
    for each in hands:
        points = (f"{each.others - each.points:.1f}", f"{each.points:.1f}", f"{each.others:.1f}")
        below = "" if each.below is None else f"{each.below:.1f}"
        rows.add_row(str(each.number), each.variant, *_hand_cells(each), below, *points)
    console().print(rows)
    for each in hands:
        if each.own is not None and each.place is not None and each.hand is not None:
            exported = f"arena export {answer.tournament} --game {each.own.game}"
            note(f"to see one: {exported} | arena replay - --hand {each.hand + 1}")
            note(f"to ask its decision in your code: {exported} | python my_bot.py --replay {each.place} --record -")
            note(f"to keep the hand: arena bot keep {each.own.game}:{each.hand + 1} --seat {each.seat}")
            return


def _hand_cells(lost: CostliestHand) -> tuple[str, ...]:
    if lost.hand is None or lost.own is None or lost.best is None:
        return ("", "", "no hand that both played", "", "", "")
    where = f"trick {lost.trick}" if lost.trick else "before the play"
    parting = f"{where}, seat {lost.decider}: {lost.own.did} / {lost.best.did}"
    best = f"{lost.best.bot}: {lost.best.told}"
    parting = "not on equal terms" if lost.decider is None else parting
    return (str(lost.hand + 1), str(lost.seat), lost.own.told, best, parting, lost.place or "")


@click.command
@click.argument("name", type=TOURNAMENT)
@click.option("--bot", default="", metavar="NAME@VERSION", help="Show only infractions of this bot version.")
@limit_option
@asking
def faults(name: str, bot: str, limit: int | None, as_json: bool, service: Service) -> None:
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
