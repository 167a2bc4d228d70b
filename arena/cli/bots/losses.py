"""`arena bot losses` and `faults`: what cost a bot most, and what it did wrong."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import click
from rich.table import Table

from arena.cli.completing import BOT, TOURNAMENT
from arena.cli.pages import limit_option, pages
from arena.cli.service import Service, asking, print_json_lines_and_exit
from arena.cli.terminal.printing import console, note, print_json, say, table
from arena.cli.tournament.standings import variant_option
from arena.rules.replays.parting import Parting, Settled, lost_hand
from arena.rules.replays.place import Place, played
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.faults_pb2 import Infraction, ListInfractionsRequest
from arena.wire.gen.records_pb2 import GetBoardRequest, GetLossesRequest, GetLossesResponse, Loss

MOST = 20  # boards: the records of each are fetched and played


@dataclass(frozen=True)
class HandOutcome:
    """How the hand ended for *bot* in *game*, *told* in words, and what it brought; *did*: done where both part."""

    bot: str
    game: str
    points: int
    told: str
    did: str | None


@dataclass(frozen=True)
class CostliestHand:
    """A board, and the hand of it that cost the bot most beside the best of those who held the same cards.

    *points* and *others* are a game's. *hand*, and *decision* where both part, count from 0, as in records, *trick*
    from 1, 0 before the play; *seat* had the cards, *decider* the decision. *below*: what the hand brought less than
    the mean of the others who held its cards. *place*: the bot's own decision where they part, or its first behind
    that, as GAME:HAND:DECISION. What cannot be said is None.
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
@click.option("--tournament", default="", metavar="T", help="Tournament; default the newest with its boards.")
@variant_option
@click.option("--most", type=click.IntRange(1, MOST), default=5, show_default=True, help="Maximum number of boards.")
@asking
def losses(name: str, tournament: str, variant: str, most: int, as_json: bool, service: Service) -> None:
    """List the boards that cost a bot most, and why.

    Those first on which it took fewest points beside the best of the others, who held the same
    cards; and for each the hand that cost it most, how that ended for both and beside the mean of
    all who held the cards, where their games of it part, and the bot's own decision there. With
    --json a line for each board.
    """
    with service.people() as people:
        request = GetLossesRequest(name=tournament, bot=name, variant=variant, most=most)
        answer = people.GetLosses(request, **service.call)
        found = _costliest_hands(service, people, answer.tournament, answer.bot, answer.losses)
        if as_json:
            for each in found:
                print_json(asdict(each))
        else:
            _show(answer.tournament, variant, answer, list(found))


def _of(variant: str) -> str:
    return f" of {variant}" if variant else ""


def _costliest_hands(
    service: Service, people: ArenaServiceStub, tournament: str, bot: str, found: Sequence[Loss]
) -> Iterator[CostliestHand]:
    for loss in found:
        board = people.GetBoard(GetBoardRequest(board=loss.board), **service.call)
        about = (tournament, loss.board, loss.number, loss.variant, loss.points, loss.others)
        records = [json.loads(record) for record in board.records]
        hand = lost_hand([played(record) for record in records], [record["seats"] for record in records], bot)
        if hand is None:
            yield CostliestHand(*about)
            continue
        games, part = [str(record["id"]) for record in records], hand.parting
        own, best = (_outcome(each, games[each.line], part) for each in (hand.own, hand.best))
        decision, decider, trick = (part.decision, part.seat, part.trick) if part else (None, None, None)
        place = None if hand.first_own is None else str(Place(own.game, hand.hand, hand.first_own))
        yield CostliestHand(*about, hand.hand, hand.seat, own, best, decision, decider, trick, hand.below, place)


def _outcome(found: Settled, game: str, part: Parting | None) -> HandOutcome:
    did = next((choice.action for choice in part.choices if found.line in choice.lines), None) if part else None
    return HandOutcome(found.player, game, found.points, found.told, did)


def _show(tournament: str, variant: str, answer: GetLossesResponse, found: Sequence[CostliestHand]) -> None:
    if not found:
        where = f"closed board{_of(variant)} in rotations of {tournament}"
        lost = f"lost no points on a {where} to others who held the same cards"
        say(f"{answer.bot} {lost}" if answer.boards else f"{answer.bot} has played no {where}")
        return
    columns = ("board", "variant", "hand", "seat", "it", "who did best there", "they part: it / the best", "decision")
    title = f"What cost {answer.bot} most in {tournament}: points a game, and the hand that cost most of them"
    rows = table(title, *columns, "hand below", "lost", "its", "the best's", numbers=4)
    for each in found:
        points = (f"{each.others - each.points:.1f}", f"{each.points:.1f}", f"{each.others:.1f}")
        below = "" if each.below is None else f"{each.below:.1f}"
        rows.add_row(str(each.number), each.variant, *_hand(each), below, *points)
    console().print(rows)
    first = next((each for each in found if each.own is not None and each.place is not None), None)
    if first is None or first.own is None or first.place is None or first.hand is None:
        return
    exported = f"arena export {tournament} --game {first.own.game}"
    note(f"to see one: {exported} | arena replay - --hand {first.hand + 1}")
    note(f"to ask its decision in your code: {exported} | python my_bot.py --replay {first.place} --record -")
    note(f"to keep the hand: arena bot keep {first.own.game}:{first.hand + 1} --seat {first.seat}")


def _hand(lost: CostliestHand) -> tuple[str, ...]:
    if lost.hand is None or lost.own is None or lost.best is None:
        return ("", "", "no hand that both played", "", "", "")
    best = f"{lost.best.bot}: {lost.best.told}"
    return (
        str(lost.hand + 1),
        str(lost.seat),
        lost.own.told,
        best,
        _parted(lost, lost.own, lost.best),
        lost.place or "",
    )


def _parted(lost: CostliestHand, own: HandOutcome, best: HandOutcome) -> str:
    if lost.decider is None:
        return "not on equal terms"
    where = f"trick {lost.trick}" if lost.trick else "before the play"
    return f"{where}, seat {lost.decider}: {own.did} / {best.did}"


@click.command
@click.argument("name", type=TOURNAMENT)
@click.option("--bot", default="", metavar="NAME@VERSION", help="Show only infractions of this bot version.")
@limit_option
@asking
def faults(name: str, bot: str, limit: int | None, as_json: bool, service: Service) -> None:
    """List the decisions that the fallback answered for a bot, and why.

    In the tournament NAME. Times are in milliseconds. Of boards that are still open it lists the
    timeouts of your own bots, and not where they were. With --json a line for each.
    """
    told = pages(service, ListInfractionsRequest(name=name, bot=bot), limit)
    found = list(print_json_lines_and_exit((each for page in told for each in page.infractions), as_json))
    if not found:
        say(f"{name}: no infractions")
        return
    console().print(_counts(name, found), _all(name, found))


def _counts(name: str, found: Sequence[Infraction]) -> Table:
    """Return how often which bot had which, the most first."""
    rows = table(f"How often, in {name}", "bot", "reason", "times", numbers=1)
    for (bot, reason), times in Counter((each.bot, each.reason) for each in found).most_common():
        rows.add_row(bot, reason, str(times))
    return rows


def _all(name: str, found: Sequence[Infraction]) -> Table:
    columns = ("bot", "reason", "variant", "board", "game", "hand", "decision", "seat")
    times = ("number", "had", "took", "round trip", "arena's lag", "silent")
    rows = table(f"Infractions in {name} (times in ms)", *columns, *times, numbers=len(times))
    for each in found:
        place = (each.board, each.game, each.hand + 1, each.decision + 1, each.seat) if each.game else ("",) * 5
        reason = f"{each.reason} (open)" if each.open else each.reason
        rows.add_row(each.bot, reason, each.variant, *map(str, place), *_times(each))
    return rows


def _times(each: Infraction) -> list[str]:
    if not each.HasField("timeout"):
        return [""] * 6
    shown = each.timeout
    silent = f"{shown.silent_us / 1000:.0f}" if shown.connected else "no stream"
    times = (shown.move_us + shown.bank_us, shown.elapsed_us, shown.rtt_us, shown.lag_us)
    return [str(shown.number), *(f"{us / 1000:.0f}" for us in times), silent]
