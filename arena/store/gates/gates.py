"""Create gates, judge their deals, and end the gates that are decided."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from arena.league.designs.lineups import Table
from arena.league.entrants import members_of
from arena.league.gates.betting import Terms
from arena.league.gates.evidence import DealTally, Evidence, Side, side_of
from arena.league.pairs import sitting
from arena.league.ratings.boards import BoardScore
from arena.league.schedules.gate import BLOCK_DEALS, NEW, GateBoard, GateSchedule
from arena.league.seeds.boards import commitment
from arena.store.database import Connection, Room, fetch, run, run_all, select, value
from arena.store.errors import UnknownTournamentError
from arena.store.gates.request import as_tournament, find_entrants, max_deals, terms_of
from arena.store.names import check_name
from arena.store.seeds.epochs import EpochReason, begin_epoch
from arena.store.tournaments.appending import copy_boards, entrants_of, tables_of
from arena.store.tournaments.creation import add_tournament, draw, make_tables
from arena.store.tournaments.request import check_request, stored_columns, with_defaults
from arena.store.tournaments.rows import TournamentRow, change_state, find_tournament
from arena.wire.gen.gates_pb2 import CreateGateRequest, GateStep

# Deals that are scheduled after the first deal not judged yet, so that workers stay busy. There are 128 (32 blocks), or
# a quarter of the judged deals if that is more. A decision wastes the deals still ahead, so there are not more.
AHEAD = 128
AHEAD_PART = 4


@dataclass(frozen=True)
class GateRow:
    """A gate and its evidence.

    *decision*: "stronger", "not stronger", "undecided", or "" while the gate is open. *judged*: the number of judged
    deals, of at most *deals*. The evidence leaves out a deal if one of its two boards was voided.
    """

    tournament: TournamentRow
    terms: Terms
    decision: str
    judged: int
    deals: int
    tallies: Sequence[DealTally]  # one for each variant
    path: Sequence[GateStep]  # in the order of judged deals

    @property
    def evidence(self) -> Evidence:
        return Evidence(self.tallies)

    @property
    def new(self) -> str:
        """Return the "name@version" of the new version."""
        return self.tournament.bots[0]

    @property
    def old(self) -> str:
        """Return the "name@version" of the old version."""
        return self.tournament.bots[1]

    @property
    def fillers(self) -> list[str]:
        """Return the "name@version" of each filler."""
        return self.tournament.bots[2:]


@dataclass(frozen=True)
class _Gate:
    tournament_id: int
    above: float
    below: float
    alpha: float
    beta: float
    deals: int
    rounds: int
    judged: int
    streak: int
    decision: str
    state: str
    seed: str  # seed of the schedule

    @property
    def terms(self) -> Terms:
        return Terms(self.above, self.below, self.alpha, self.beta)


@dataclass(frozen=True)
class _Board:
    deal: int
    variant_index: int
    side: str
    seed: bytes
    line_up: list[int]
    halves: list[int] | None  # None: the board was cancelled
    infractions: list[int] | None


class Gates(Room):
    """Create, judge and read gates.

    Workers judge gates after a block, the sweep judges them periodically, and so does each reader. Deals are judged in
    schedule order, and only in whole rounds before the first open deal. So the decision depends on the stored boards
    alone, not on when or by which process they were played or judged.
    """

    async def create_gate(self, request: CreateGateRequest) -> str:
        """Create a gate and start it; return its name.

        Raises `InvalidTournamentError` and the errors of `Tournaments.create_tournament`.
        """
        async with self.transaction() as connection:
            name = request.name or str(await value(connection, "next_name", stem="gate"))
            await start_gate(connection, request, name)
        return name

    async def judge_gates(self) -> None:
        """Judge all open gates, each in its own transaction.

        Counts their closed boards, ends decided gates, and adds boards to the others. Skips a gate that another session
        judges now.
        """
        gates = [gate_id for (gate_id,) in await self._select("open_gates")]
        for tournament_id in gates:
            async with self.transaction() as connection:
                await _judge(connection, tournament_id)

    async def gate(self, name: str) -> GateRow:
        """Judge all open gates, then return the gate *name*.

        Raises `UnknownTournamentError`, also for a tournament that is not a gate.
        """
        await self.judge_gates()
        async with self.transaction() as connection:
            await run(connection, "one_moment")
            tournament = await find_tournament(connection, name)
            gates = await fetch(connection, _Gate, "gate", tournament_id=tournament.id)
            if not gates:
                raise UnknownTournamentError(
                    f"tournament {name!r} is a {tournament.kind}, not a gate: show its standings"
                )
            (gate,) = gates
            tallies = await _tallies(connection, tournament.id, await tables_of(connection, tournament.id))
            path = await fetch(connection, GateStep, "gate_path", tournament_id=tournament.id)
            return GateRow(tournament, gate.terms, gate.decision, gate.judged, gate.deals, tallies, path)


async def start_gate(connection: Connection, request: CreateGateRequest, name: str, priority: int = 0) -> int:
    """Store the gate *name* and start it; return the id of its tournament. Raises the errors of `Gates.create_gate`."""
    check_name("tournament", name)
    terms = terms_of(request)
    asked = with_defaults(as_tournament(request, name, priority))
    rules = check_request(asked)
    tables = make_tables(rules, asked)
    deals = max_deals(request, tables)
    entrants = await find_entrants(connection, request, rules, tables)
    columns = stored_columns(asked, len(entrants)) | await draw(name, request.master, request.test_seed)
    tournament_id = await add_tournament(connection, columns, rules, tables, entrants)
    await run(connection, "create_gate", tournament_id=tournament_id, deals=deals, **asdict(terms))
    await change_state(connection, name, ["created"], "running")
    await _judge(connection, tournament_id)
    await run(connection, "analyze_schedule")
    return tournament_id


async def _judge(connection: Connection, tournament_id: int) -> None:
    """Judge a gate; do nothing if it is decided or another session has locked it."""
    for gate in await fetch(connection, _Gate, "lock_gate", tournament_id=tournament_id):
        tables = await tables_of(connection, tournament_id)
        tallies = await _tallies(connection, tournament_id, tables)
        boards = await fetch(connection, _Board, "deals_to_judge", tournament_id=tournament_id, judged=gate.judged)
        evidence = Evidence(tallies, gate.streak)
        judged, decision = _judge_rounds(gate, boards, evidence)
        if judged > gate.judged:
            await _put_tallies(connection, tournament_id, tallies)
            stronger, not_stronger = evidence.log_wealths(gate.terms)
            step = {"judged": judged, "stronger": stronger, "not_stronger": not_stronger}
            await run(connection, "note_gate_step", tournament_id=tournament_id, **step)
        state = {"judged": judged, "streak": evidence.streak, "decision": decision, "first": gate.judged}
        await run(connection, "note_judged", tournament_id=tournament_id, **state)
        if decision:
            await _end(connection, tournament_id)
        else:
            await _add_boards(connection, gate, judged, tables)


def _judge_rounds(gate: _Gate, boards: Sequence[_Board], evidence: Evidence) -> tuple[int, str]:
    """Add whole rounds to *evidence*, a block for each variant, in order, up to the round that decides.

    Returns the number of judged deals and the decision. Skips a round in which a variant has no deal that counts.
    """
    judged = gate.judged
    for blocks in _whole_rounds(gate.judged, boards, len(evidence.tallies)):
        judged += BLOCK_DEALS * len(blocks)
        if all(blocks):
            for variant, block in enumerate(blocks):
                evidence.add(variant, block)
            if decision := evidence.decision(gate.terms):
                return judged, decision
    return judged, "undecided" if judged == gate.deals or gate.state == "cancelled" else ""


def _whole_rounds(judged: int, boards: Sequence[_Board], variants: int) -> Iterator[list[list[tuple[Side, Side]]]]:
    """Yield, by variant, the sides (new, old version) of each deal in the played rounds from *judged* on.

    Deals with a voided or cancelled board do not count: after a void the two versions had different cards.
    """
    by_deal: dict[int, list[_Board]] = {}
    for board in boards:
        by_deal.setdefault(board.deal, []).append(board)
    size = BLOCK_DEALS * variants
    for first in range(judged, judged + len(by_deal) - size + 1, size):
        blocks: list[list[tuple[Side, Side]]] = [[] for _ in range(variants)]
        for pair in (by_deal[deal] for deal in range(first, first + size)):
            if len({board.seed for board in pair}) == 1 and all(board.halves for board in pair):
                blocks[pair[0].variant_index].append(_sides(pair))
        yield blocks


def _sides(pair: Sequence[_Board]) -> tuple[Side, Side]:
    """Return the sides of the new and the old version on one deal, given its one or two boards."""
    lists = [(tuple(each.line_up), tuple(each.halves or ()), tuple(each.infractions or ())) for each in pair]
    boards = [BoardScore(0, "", line_up, halves, (), infractions) for line_up, halves, infractions in lists]
    if len(pair) == 1:
        return side_of(boards[0], 0), side_of(boards[0], 1)
    first, second = (side_of(board, 0) for board in boards)
    return (first, second) if pair[0].side == NEW else (second, first)


async def _add_boards(connection: Connection, gate: _Gate, judged: int, tables: Sequence[Table]) -> None:
    """Add rounds until enough deals are ahead; do nothing while over half of those ahead are not judged."""
    entrants = await entrants_of(connection, gate.tournament_id)
    new, old, *fillers = [each.id for each in entrants]
    schedule = GateSchedule(new, old, fillers, tables, gate.deals, gate.seed)
    ahead = max(AHEAD, judged // AHEAD_PART)
    if gate.rounds * schedule.round_deals - judged > ahead // 2:
        return  # each addition is an epoch, and a tournament has at most 4,095 epochs
    wanted = min(schedule.rounds, -(-(judged + ahead) // schedule.round_deals))
    boards = [board for index in range(gate.rounds, wanted) for board in schedule.round(index)]
    if boards:
        epoch, pairs = await begin_epoch(connection, gate.tournament_id, entrants), members_of(entrants)

        def row(board: GateBoard) -> tuple[Any, ...]:
            line_up, sitters = list(board.line_up), sitting(board.line_up, pairs, board.deal // len(tables))
            seed = epoch.promise(board.number, board.deal, tables[board.variant].variant, 1, line_up, sitters)
            return (board.number, line_up, sitters, seed, commitment(seed), 1, board.deal, board.side)

        blocks = len({board.block for board in boards})
        await copy_boards(connection, gate.tournament_id, 1, epoch.index, blocks, boards, row, also=(new, old))
        await epoch.store(connection, EpochReason("deals", {"rounds": [gate.rounds, wanted]}))
        await run(connection, "note_rounds", tournament_id=gate.tournament_id, rounds=wanted)


async def _end(connection: Connection, tournament_id: int) -> None:
    """End a gate and cancel its boards that have not begun; open games play on without effect."""
    await run(connection, "end_gate", tournament_id=tournament_id)
    blocks = [id_ for (id_,) in await select(connection, "end_unbegun", tournament_id=tournament_id)]
    await run(connection, "cancel_boards", block_ids=blocks)


async def _tallies(connection: Connection, tournament_id: int, tables: Sequence[Table]) -> list[DealTally]:
    tallies = [DealTally.of_table(table.bots) for table in tables]
    async for index, *sums in await run(connection, "gate_tallies", tournament_id=tournament_id):
        tallies[index] = DealTally(tallies[index].most, tallies[index].direct, *sums)
    async for index, deals, total, cap, blocks in await run(connection, "gate_blocks", tournament_id=tournament_id):
        tallies[index].blocks[deals, total, cap] = blocks
    return tallies


async def _put_tallies(connection: Connection, tournament_id: int, tallies: Sequence[DealTally]) -> None:
    sums, kinds = [], []
    for index, tally in enumerate(tallies):
        of_variant = {"tournament_id": tournament_id, "variant_index": index}
        sums.append(of_variant | {name: getattr(tally, name) for name in ("deals", "new", "old", "runs", "last_sign")})
        for (deals, total, cap), blocks in tally.blocks.items():
            kinds.append(of_variant | {"deals": deals, "total": total, "cap": cap, "blocks": blocks})
    await run_all(connection, "put_gate_tally", sums)
    await run_all(connection, "put_gate_blocks", kinds)
