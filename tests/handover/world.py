"""A small game, two workers and two gateways, of which each may be lost at any moment.

Two bots decide in turn. What a worker and a gateway may do is what `arena.handover` says; what
they remember is what the real ones do (`workers.play.remote_seat`, `arena.gateway.seats.hub`).
Not in it are batches, games before their first journal row, and time: whatever may happen at all
may happen at once.
"""

from collections.abc import Iterator

from arena.handover import (
    claimed,
    follows,
    has_all_answers,
    holds,
    is_fenced,
    is_unconfirmed,
    is_unplaced,
    may_go_on,
    may_release,
    may_write,
    must_be_known,
    unmarked,
)
from tests.handover.state import (
    MAX_WORKERS,
    NOWHERE,
    SEATS,
    Answers,
    BrokenError,
    GatewaySeat,
    Row,
    SpilledSeat,
    Worker,
    WorkerSeat,
    World,
    gateway_name,
)


def is_over(world: World) -> bool:
    """Tell whether the game has its end, or no worker is left that could play it."""
    is_left = not world.workers and world.lease.number == MAX_WORKERS
    return bool(world.results) or world.is_void or is_left


def steps(world: World) -> Iterator[tuple[str, World]]:
    """Yield what may happen next, in words, with the world after it. Raises `BrokenError`."""
    yield from _of_gateways(world)
    for worker in world.workers:
        yield from _of_worker(world, worker)
    yield from _claims(world)
    yield from _losses(world)


# Gateways


def _of_gateways(world: World) -> Iterator[tuple[str, World]]:
    for at, seats in enumerate(world.gateways):
        if seats is None:
            yield f"gateway {at} is there again", _with_gateway(world, at, (None,) * SEATS)
            continue
        for seat, here in enumerate(seats):
            if here is None:
                continue
            if here.question:
                yield from _bot_answers(world, at, seat, here)
            answers = _spilled_seat(at, seat, here)
            if not here.link and not here.has_stopped and answers not in world.spilled:
                rest = {old for old in world.spilled if old[:4] != answers[:4]}
                yield f"gateway {at} writes down seat {seat}", world._replace(spilled=frozenset(rest | {answers}))


def _spilled_seat(at: int, seat: int, here: GatewaySeat) -> SpilledSeat:
    return SpilledSeat(seat, here.lease_number, gateway_name(at), here.opening, here.since, here.answers)


def _bot_answers(world: World, at: int, seat: int, here: GatewaySeat) -> Iterator[tuple[str, World]]:
    decision = (here.question - 1) * SEATS + seat
    answer = world.asked[decision] + 1  # another each time, so that asking twice is seen
    asked = (*world.asked[:decision], answer, *world.asked[decision + 1 :])
    after = here._replace(question=0, answers=(*here.answers, (here.question, answer)))
    yield f"bot {seat} answers {answer}", _with_seat(world, at, seat, after)._replace(asked=asked)


# Workers


def _of_worker(world: World, worker: Worker) -> Iterator[tuple[str, World]]:
    name = f"worker {worker.lease_number}"
    if not holds(world.lease, worker.lease_number):
        yield f"{name} finds its lease lost", _without(world, worker)
    if len(worker.decided) == len(world.told):
        if holds(world.lease, worker.lease_number):
            yield f"{name} stores the result", world._replace(results=world.results + 1)
        return
    if all(seat.is_ready for seat in worker.seats):
        yield from _plays(world, worker, name)
        acting = len(worker.decided) % SEATS
        if may_write(worker.seats[acting].is_open, _in_doubt(worker, acting)):
            yield from _writes(world, worker, name)
    else:
        for seat, own in enumerate(worker.seats):
            if not own.is_ready:
                yield from _opens(world, worker, seat, name)
    for seat, own in enumerate(worker.seats):
        yield from _marks(world, worker, seat, own, name)


def _plays(world: World, worker: Worker, name: str) -> Iterator[tuple[str, World]]:
    """Ask the bot that is to act, hear it, and enter what it said."""
    number, seat = divmod(len(worker.decided), SEATS)
    number, own = number + 1, worker.seats[seat]
    if worker.outcome is not None:
        yield f"{name} enters the answer", _enters(world, worker, worker.outcome)
    elif number in dict(own.to_use):
        yield f"{name} takes what was written down", _enters(world, worker, dict(own.to_use)[number])
    elif not own.is_open:
        yield from _opens(world, worker, seat, name)
    elif (seats := world.gateways[own.gateway]) and (here := seats[seat]) and here.link == worker.lease_number:
        known = dict(here.answers).get(number)
        if worker.awaits and known is not None:
            yield f"{name} hears seat {seat}", _with_worker(world, worker._replace(outcome=known))
        elif not worker.awaits and _is_noted(worker, seat):
            asks = here if known or here.question == number else here._replace(question=number)
            asking = _with_worker(world, worker._replace(awaits=True))
            yield f"{name} asks seat {seat}", _with_seat(asking, own.gateway, seat, asks)
    else:
        yield f"{name} finds seat {seat} taken", _with_own(world, worker._replace(awaits=False), seat, is_open=False)


def _is_noted(worker: Worker, seat: int) -> bool:
    noted, own = worker.noted, worker.seats[seat]
    if noted is None or seat in noted.unplaced:
        return False
    return (noted.gateways[seat], noted.openings[seat]) == (own.gateway, own.opening)


def _enters(world: World, worker: Worker, answer: int) -> World:
    decision = len(worker.decided)
    if world.told[decision] not in (None, answer):
        raise BrokenError(f"decision {decision} was {world.told[decision]} and is {answer}")
    answers = (*world.told[:decision], answer, *world.told[decision + 1 :])
    after = worker._replace(decided=(*worker.decided, answer), outcome=None, awaits=False)
    return _with_worker(world._replace(told=answers), after)


def _opens(world: World, worker: Worker, seat: int, name: str) -> Iterator[tuple[str, World]]:
    """Open a seat where it was while that is up, else anywhere once the journal has everything."""
    if not holds(world.lease, worker.lease_number):
        return
    own = worker.seats[seat]
    was_up = own.gateway != NOWHERE and world.gateways[own.gateway] is not None
    for at in [own.gateway] if was_up else [at for at, seats in enumerate(world.gateways) if seats is not None]:
        if at != own.gateway and worker.stored < len(worker.decided) and not _in_doubt(worker, seat):
            continue
        seats = world.gateways[at]
        assert seats is not None
        here = seats[seat]
        if here and is_fenced(here.lease_number, worker.lease_number):
            yield f"{name} is fenced at gateway {at}", _without(world, worker)
            continue
        label = f"{name} opens seat {seat} at gateway {at}, {'known' if here else 'unknown'}"
        in_doubt = _in_doubt(worker, seat)
        if not may_go_on(here is not None, own.spilled is not None, in_doubt):
            yield f"{label}: void", _voids(world, worker, label)
        elif not here and in_doubt:
            answered = _last(own.spilled or ())
            yield label, _with_own(world, worker, seat, is_ready=True, answered=answered, to_use=own.spilled)
        else:
            opening = own.opening + 1
            since = here.since if here and here.lease_number == worker.lease_number else opening
            opened = here or GatewaySeat(0, 0, 0, 0)
            opened = opened._replace(
                lease_number=worker.lease_number,
                link=worker.lease_number,
                opening=opening,
                since=since,
                has_stopped=False,
            )
            answered = max(own.answered, _last(opened.answers))
            changed = {"gateway": at, "is_open": True, "is_ready": True, "opening": opening, "answered": answered}
            yield label, _with_own(_with_seat(world, at, seat, opened), worker, seat, **changed)


def _last(answers: Answers) -> int:
    return max((number for number, _ in answers), default=0)


def _voids(world: World, worker: Worker, label: str) -> World:
    if not holds(world.lease, worker.lease_number):
        return _without(world, worker)
    if not world.both_lost:
        raise BrokenError(f"a board is voided that need not be: {label}")
    return world._replace(is_void=True)


def _in_doubt(worker: Worker, seat: int) -> bool:
    own = worker.seats[seat]
    return is_unconfirmed(own.must_be_known, own.is_ready, _asked(worker.decided, seat), own.answered)


def _asked(decided: tuple[int, ...], seat: int) -> int:
    """Return how many decisions of a seat are among *decided*."""
    return (len(decided) - seat + SEATS - 1) // SEATS


def _new_row(worker: Worker, clean: bool) -> Row:
    """Return the journal as the worker would write it now."""
    acting = len(worker.decided) % SEATS
    unplaced = tuple(
        seat
        for seat, own in enumerate(worker.seats)
        if is_unplaced(own.is_open, worker.awaits and seat == acting, _in_doubt(worker, seat))
    )
    gateways = tuple(own.gateway for own in worker.seats)
    openings = tuple(own.opening for own in worker.seats)
    return Row(worker.decided, worker.lease_number, clean, gateways, openings, unplaced)


def _writes(world: World, worker: Worker, name: str) -> Iterator[tuple[str, World]]:
    if not holds(world.lease, worker.lease_number):
        return
    if not follows(len(world.row.decided), worker.stored):
        raise BrokenError("a journal has a gap")
    row = _new_row(worker, clean=False)
    if row == world.row:
        return
    owes = worker.awaits or any(_in_doubt(worker, seat) for seat in range(SEATS))
    written = worker._replace(stored=len(row.decided), noted=row, lost_gateway=worker.lost_gateway and owes)
    yield f"{name} writes its journal", _with_worker(world._replace(row=row), written)


def _marks(world: World, worker: Worker, seat: int, own: WorkerSeat, name: str) -> Iterator[tuple[str, World]]:
    """Let the gateway forget what is in the journal."""
    here = own.is_open and (seats := world.gateways[own.gateway]) and seats[seat]
    if not here or is_fenced(here.lease_number, worker.lease_number):
        return
    number = _asked(worker.decided[: worker.stored], seat)
    left = unmarked({(number, 0): answer for number, answer in here.answers}, number)
    answers = tuple((number, answer) for (number, _), answer in left.items())
    if answers != here.answers:
        yield f"{name} marks seat {seat}", _with_seat(world, own.gateway, seat, here._replace(answers=answers))


def _claims(world: World) -> Iterator[tuple[str, World]]:
    """Let another worker have the block; a lease may end before its worker knows.

    A lease outlasts the silence after which gateways cut a worker off and write down its seats, and
    a block that is given back in doubt waits for that.
    """
    lease = claimed(world.lease, world.lease.until, 0)
    if lease is None or len(world.workers) == 2 or lease.number > MAX_WORKERS:
        return
    if not (world.row.clean or _is_written_down(world)):
        return
    journal = world.row.piece
    seats = []
    for seat in range(SEATS):
        rows = sorted((each for each in world.spilled if each.seat == seat), key=lambda each: each[1:5])
        last = [each for each in rows if has_all_answers(journal, seat, each)]
        merged = dict(answer for each in (*rows, *last[-1:]) for answer in each.answers)
        spilled = tuple(sorted(merged.items())) if last else None
        seats.append(WorkerSeat(world.row.gateways[seat], must_be_known(journal, seat), spilled))
    worker = Worker(lease.number, world.row.decided, len(world.row.decided), tuple(seats))
    both_lost = world.both_lost or any(other.lost_gateway for other in world.workers)
    taken = world._replace(lease=lease, workers=(*world.workers, worker), both_lost=both_lost)
    yield f"worker {worker.lease_number} claims", taken


def _is_written_down(world: World) -> bool:
    """Return whether the block's worker is cut off everywhere, and its seats are written down."""
    return all(
        here is None or here.has_stopped or (not here.link and _spilled_seat(at, seat, here) in world.spilled)
        for at, seats in enumerate(world.gateways)
        for seat, here in enumerate(seats or ())
    )


# Losses


def _losses(world: World) -> Iterator[tuple[str, World]]:
    workers, gateways, cuts = world.faults
    if workers:
        spent = world._replace(faults=(workers - 1, gateways, cuts))
        for worker in world.workers:
            both_lost = world.both_lost or worker.lost_gateway
            yield f"worker {worker.lease_number} is killed", _without(spent, worker)._replace(both_lost=both_lost)
            yield f"worker {worker.lease_number} stops", _stops(spent, worker)
    if gateways:
        spent = world._replace(faults=(workers, gateways - 1, cuts))
        for at, seats in enumerate(world.gateways):
            if seats is not None:
                yield f"gateway {at} is killed", _killed(spent, at, seats)
    if cuts:
        spent = world._replace(faults=(workers, gateways, cuts - 1))
        for worker in world.workers:
            for at in {own.gateway for own in worker.seats if own.is_open}:
                yield f"worker {worker.lease_number} and gateway {at} are cut off", _cut(spent, worker, at)


def _stops(world: World, worker: Worker) -> World:
    """Let a worker give its block back, as clean as it is."""
    if holds(world.lease, worker.lease_number):
        in_doubt = not may_release(_in_doubt(worker, seat) for seat in range(SEATS))
        row = world.row if in_doubt else _new_row(worker, clean=True)
        both_lost = world.both_lost or (in_doubt and worker.lost_gateway)
        world = world._replace(row=row, lease=world.lease._replace(state="owed"), both_lost=both_lost)
        return _without(world, worker, has_stopped=not in_doubt)
    return _without(world, worker)


def _killed(world: World, at: int, seats: tuple[GatewaySeat | None, ...]) -> World:
    both_lost = world.both_lost
    for seat, here in enumerate(seats):
        if here is None:
            continue
        worker = next((worker for worker in world.workers if worker.lease_number == here.link), None)
        was_written = _spilled_seat(at, seat, here) in world.spilled
        if worker is None:
            both_lost = both_lost or not (was_written or here.has_stopped)
        elif _in_doubt(worker, seat) and worker.seats[seat].spilled is None:
            both_lost = True
    for worker in world.workers:
        own = [seat for seat, each in enumerate(worker.seats) if each.is_open and each.gateway == at]
        if own:
            seats_after = tuple(each._replace(is_open=False) if each.gateway == at else each for each in worker.seats)
            acting = len(worker.decided) % SEATS
            awaits = worker.awaits and (acting not in own or worker.outcome is not None)
            world = _with_worker(world, worker._replace(seats=seats_after, awaits=awaits, lost_gateway=True))
    return _with_gateway(world, at, None)._replace(both_lost=both_lost)


def _cut(world: World, worker: Worker, at: int) -> World:
    own = tuple(each._replace(is_open=False) if each.gateway == at else each for each in worker.seats)
    acting = worker.seats[len(worker.decided) % SEATS]
    awaits = worker.awaits and (acting.gateway != at or worker.outcome is not None)
    seats = world.gateways[at]
    assert seats is not None
    left = tuple(here and (here._replace(link=0) if here.link == worker.lease_number else here) for here in seats)
    return _with_worker(_with_gateway(world, at, left), worker._replace(seats=own, awaits=awaits))


# Changes


def _with_gateway(world: World, at: int, seats: tuple[GatewaySeat | None, ...] | None) -> World:
    return world._replace(gateways=(*world.gateways[:at], seats, *world.gateways[at + 1 :]))


def _with_seat(world: World, at: int, seat: int, here: GatewaySeat) -> World:
    seats = world.gateways[at]
    assert seats is not None
    return _with_gateway(world, at, (*seats[:seat], here, *seats[seat + 1 :]))


def _with_worker(world: World, worker: Worker) -> World:
    workers = tuple(worker if other.lease_number == worker.lease_number else other for other in world.workers)
    return world._replace(workers=workers)


def _with_own(world: World, worker: Worker, seat: int, **changed: object) -> World:
    own = worker.seats[seat]._replace(**changed)  # type: ignore[arg-type]
    return _with_worker(world, worker._replace(seats=(*worker.seats[:seat], own, *worker.seats[seat + 1 :])))


def _without(world: World, worker: Worker, has_stopped: bool = False) -> World:
    """Take a worker away; its gateways see that its links are gone."""
    gateways = tuple(
        seats
        and tuple(
            here and (here._replace(link=0, has_stopped=has_stopped) if here.link == worker.lease_number else here)
            for here in seats
        )
        for seats in world.gateways
    )
    workers = tuple(other for other in world.workers if other.lease_number != worker.lease_number)
    return world._replace(gateways=gateways, workers=workers)
