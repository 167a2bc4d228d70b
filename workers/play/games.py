"""Play one game: its ledger, its seats, and the rows of its journal."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import partial
from typing import Final, NamedTuple

from arena.handover import may_release, must_be_known
from arena.play import DISCONNECTED, ILLEGAL, RESIGNED, Ledger, Reply, TimeControl, Timeout, count_unasked
from arena.play.ledger import JournalUpdate, split_entries
from arena.rules import NOBODY, Rules
from arena.rules.records.play_counts import play_counts
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, GameResult, JournalRow, SeatPlay, TimeoutRow
from arena.wire.seats import start_bytes
from workers.link.directory import Directory
from workers.link.link_pool import LinkPool
from workers.play.batch_channel import stride
from workers.play.place import Moment, Place, find_spilled_outcomes
from workers.play.placement import Placement
from workers.play.played import MALFORMED, Meter
from workers.play.remote_seat import RemoteSeat

LOOK: Final = 0.05  # seconds between two checks of a condition
LEFT: Final = (DISCONNECTED, RESIGNED)


class SeatPlaces(NamedTuple):
    """For each seat of a game its gateway and openings, as in `arena.store.play.rows.Journal`."""

    gateways: list[str]
    openings: list[int]
    unplaced: list[int]

    def matches(self, number: int, seat: RemoteSeat) -> bool:
        """Return whether the gateway and opening stored for seat *number* are those of *seat*, which is open."""
        if not self.gateways or number in self.unplaced:
            return False
        return self.gateways[number] == seat.placement.gateway and self.openings[number] == seat.placement.opening


class PendingRow(NamedTuple):
    """A journal row that is not stored yet, and the news and seat places in it."""

    row: JournalRow
    news: JournalUpdate
    places: SeatPlaces


class LiveGame:
    """A game under play: a rotation or table of a board; `waits_for_journal`: tasks that wait for the next row."""

    def __init__(self, claim: Claim, rules: Rules, board: ClaimedBoard, game: ClaimedGame) -> None:
        self.claim = claim
        self.game = game
        self.ledger = Ledger.resume(rules, board.seed, TimeControl(claim.move_us, claim.bank_us), game.journal)
        self.seats: list[RemoteSeat] = []
        self._last_json: tuple[SeatPlaces | None, str] = None, ""
        self.waits_for_journal = 0
        self._are_seated = False
        self._strides = False  # whether an outcome of a batch may be on its way into the game
        # The places of the seats in the journal; None before a new game's first row. The journal must have the right
        # places under this worker's lease number before a bot is asked. Otherwise stored answers cannot be trusted.
        self._noted: SeatPlaces | None = SeatPlaces([], [], []) if game.journal else None
        self.meter = Meter(self.ledger)

    def sit(self, links: LinkPool, directory: Directory, holds: Moment) -> None:
        """Make the seats, without opening them. *holds*: returns once this worker certainly has the lease."""
        self._links = links
        journal = self.game.journal
        for seat in range(self.ledger.game.rules.seats):
            place = self._place(seat)
            is_unconfirmed = must_be_known(journal, seat)
            spilled = find_spilled_outcomes(self.game.spilled.get(place.seat_id, ()), journal, seat)
            placement = Placement(
                place, seat, self.ledger, links, directory, is_unconfirmed, spilled, holds, self.wait_until_journalled
            )
            self.seats.append(RemoteSeat(placement, partial(self._wait_until_noted, seat)))

    async def wait_until_journalled(self) -> None:
        """Wait until the journal has all decisions settled so far."""
        until = self.ledger.entered
        await self._wait_until(lambda: self.ledger.stored >= until)

    async def _wait_until_noted(self, seat: int) -> None:
        await self._wait_until(lambda: self._is_noted(seat))

    def _is_noted_in_columns(self) -> bool:
        """Return whether the journal has the gateways of all seats whose rows may be sent."""
        return all(self._is_noted(number) for number, seat in enumerate(self.seats) if seat.takes_rows)

    def _is_noted(self, seat: int) -> bool:
        return self._noted is None or self._noted.matches(seat, self.seats[seat])

    async def _wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until *is_so* returns True, which needs the journal to be written."""
        if is_so():
            return
        self.waits_for_journal += 1
        try:
            while not is_so():  # noqa: ASYNC110  # `Leases` checks `waits_for_journal`
                await asyncio.sleep(LOOK)
        finally:
            self.waits_for_journal -= 1

    async def stride(self) -> Reply | None:
        """Play on while seats are asked in columns; return the outcome to judge, or None (`arena.play.Stride`)."""
        await self._wait_until(self._is_noted_in_columns)
        for seat in self.seats:
            seat.forget_lost_rows()
        self._strides = True
        try:
            channels = [seat.placement.channel for seat in self.seats]
            return await stride(self.ledger, channels, self._links, self.claim.auto_single)
        finally:
            self._strides = False

    @property
    def is_unconfirmed(self) -> bool:
        """Whether answers to the previous worker may be only at a gateway."""
        return not may_release(seat.placement.is_unconfirmed for seat in self.seats)

    def _place(self, seat: int) -> Place:
        game, claim, player = self.ledger.game, self.claim, self.ledger.game.seating[seat]
        journal = self.game.journal
        return Place(
            seat_id=self.game.seat_ids[player],
            version_id=self.game.players[player],
            lease_number=claim.lease_number,
            variant=claim.variant,
            start=start_bytes(game.rules, seat, game.hands[0].dealer, claim.move_us, claim.bank_us),
            gateway=journal.gateways[seat] if journal else "",
            is_confined=self.game.players[player] in claim.submitted,
        )

    def write(self, clean: bool) -> PendingRow | None:
        """Return the next row of the journal; None if the journal is complete or may not be written.

        *clean*: play has stopped, with no open question. Before all seats are open, an unclean row would void the board
        needlessly.
        """
        game = self.ledger.game
        if self.is_unconfirmed if clean else not (game.is_over or self.seats[game.to_act].may_write):
            return None
        news = self.ledger.news()
        self._are_seated = self._are_seated or all(seat.placement.is_ready for seat in self.seats)
        acting = game.to_act if self._strides else NOBODY
        places = SeatPlaces(
            [seat.placement.gateway for seat in self.seats],
            [seat.placement.opening for seat in self.seats],
            [number for number, seat in enumerate(self.seats) if seat.is_unplaced and number != acting],
        )
        under_way = self._are_seated and (self._noted != places or news.start < news.end)
        if not clean and not under_way:
            return None
        claim, (actions, charges) = self.claim, split_entries(news.entries)
        row = JournalRow(
            game_id=self.game.game_id,
            block_id=claim.block_id,
            lease_number=claim.lease_number,
            start=news.start,
            actions=actions,
            charges=charges,
            state=f"{{{self._as_json(places)},{news.state}}}".encode(),
            clean=clean,
            timeouts=self._timeouts(news.timeouts) if news.timeouts else (),
        )
        return PendingRow(row, news, places)

    def _as_json(self, places: SeatPlaces) -> str:
        if places != self._last_json[0]:
            self._last_json = places, json.dumps(places._asdict())[1:-1]
        return self._last_json[1]

    def _timeouts(self, timeouts: Iterable[Timeout]) -> list[TimeoutRow]:
        seating, players = self.ledger.game.seating, self.game.players
        return [
            TimeoutRow(
                game_id=self.game.game_id,
                hand=timeout.hand,
                decision=timeout.decision,
                seat=timeout.seat,
                version_id=players[seating[timeout.seat]],
                number=timeout.number,
                move_us=timeout.move_us,
                bank_us=timeout.bank_us,
                **asdict(timeout.evidence),
            )
            for timeout in timeouts
        ]

    def _count_infractions(self) -> Counter[tuple[int, str]]:
        ledger, players = self.ledger, self.game.players
        counts: Counter[tuple[int, str]] = Counter()
        for player, account in zip(ledger.game.seating, ledger.accounts, strict=True):
            counts[players[player], ILLEGAL] += account.illegal - account.malformed
            counts[players[player], MALFORMED] += account.malformed
        for entry in ledger.infractions:
            if entry.reason != ILLEGAL:  # counted above
                counts[players[ledger.game.seating[entry.seat]], entry.reason] += 1
        return +counts

    def keep(self, written: PendingRow) -> None:
        """Note that the row *written* is in the journal, and let gateways forget the outcomes in it."""
        self._noted = written.places
        news = written.news
        self.ledger.keep(news)
        if not self.ledger.game.is_over:
            self.mark(news.asked, all_of_it=False)
        elif self.ledger.stored == self.ledger.entered:
            self.mark(news.asked)

    def mark(self, asked: list[int], all_of_it: bool = True) -> None:
        """Mark each seat's decisions up to its number in *asked*; with *all_of_it* also those marked by batch."""
        for seat, number in zip(self.seats, asked, strict=True):
            if all_of_it or not seat.placement.channel.is_marked_by_batch:
                seat.mark(number)

    def leave(self) -> None:
        """Leave the seats, because this worker no longer plays the game."""
        for seat in self.seats:
            seat.leave()

    @property
    def signs(self) -> int:
        """The number of settled decisions, plus gateways' reports that a bot still has a row."""
        return self.ledger.entered + sum(seat.placement.channel.batch_seat.signs for seat in self.seats)

    def standing(self) -> str:
        """Return one line about the state of the game, for a log."""
        ledger = self.ledger
        if ledger.game.is_over:
            return f"game {self.game.game_id} is over"
        hand, seat = ledger.game.hand_number, ledger.game.to_act
        where = f"game {self.game.game_id}, hand {hand + 1}, decision {ledger.game.decision_number + 1}"
        return f"{where}: seat {seat} has question {ledger.accounts[seat].asked + 1}, {self.seats[seat].standing()}"

    def result(self) -> GameResult:
        """Return the result of the finished game, for the store."""
        ledger, outcome = self.ledger, self.ledger.game.result()
        actions, charges = ledger.actions_and_charges
        return GameResult(
            game_id=self.game.game_id,
            players_by_seat=[self.game.players[player] for player in ledger.game.seating],
            ranks=list(outcome.ranks),
            scores=list(outcome.scores),
            ended=outcome.ended,
            actions=actions,
            charges=charges,
            infractions=ledger.infraction_records(),
            elapsed_s=ledger.elapsed_s,
            timeouts=self._timeouts(ledger.timeouts),
            infraction_counts=self._count_infractions(),
            play=self._play(charges),
        )

    def _play(self, charges: bytes) -> list[SeatPlay]:
        ledger = self.ledger
        left = {each.seat: (each.hand, each.decision) for each in ledger.infractions if each.reason in LEFT}
        missed = count_unasked(ledger.game, left, self.claim.auto_single)
        each_counted = play_counts(ledger.game, charges)
        return [
            SeatPlay(account.asked, account.spent_us, infractions, counts, infractions + missed[seat])
            for seat, (account, counts) in enumerate(zip(ledger.accounts, each_counted, strict=True))
            for infractions in [ledger.count_infractions(seat)]
        ]
