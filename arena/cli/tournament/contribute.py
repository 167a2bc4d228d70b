"""`arena tournament contribute`: stay, and bring an owner's number into the deals."""

import secrets
import time
from collections.abc import Callable
from typing import Any, TypeVar

import click
import grpc
from google.protobuf.message import Message

from arena.cli.completing import TOURNAMENT
from arena.cli.service import Service, asking, status_of
from arena.cli.terminal.printing import note, print_json, say
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.signed_lists import Distrust, Noted, check_again, check_drawn, check_own, in_full
from arena.league.seeds.contributions import NONCE, REPORT_EVERY_S, nonce_commitment
from arena.wire.gen import contributions_pb2 as pb
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.seeds_pb2 import GetRootRequest, GetRootResponse

Answer = TypeVar("Answer", bound=Message)

LOOK_EVERY = 2.0  # seconds
PATIENCE = 10.0  # seconds for one answer
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0  # seconds between tries while the arena is away
AWAY = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
)


@click.command
@click.argument("name", type=TOURNAMENT)
@asking
def contribute(name: str, as_json: bool, service: Service) -> int:
    """Bring a number of your own into the deals of NAME.

    Nobody can have chosen them then. It takes the token of an owner who has a bot in it. The program stays until the
    deals are drawn: it draws 32 random bytes, promises them, and tells them only when its promise stands on the list
    that the arena has signed. With --json a line for each step. Exit code 1 when the arena shows something else than it
    must; then nothing more is told.
    """
    with service.people() as people:
        program = _Program(name, people, service, as_json)
        try:
            program.stay()
        except (Distrust, ValueError, LookupError) as problem:  # the latter: what was told is nothing that can be read
            program.tell("distrust", f"DO NOT TRUST THE DEALS OF {name}: {problem}", str(problem))
            return 1
        finally:
            program.forget()
    return 0


class _Program:
    """What one owner does for one tournament.

    The nonce is in the memory of this process alone.
    """

    def __init__(self, name: str, people: ArenaServiceStub, service: Service, as_json: bool) -> None:
        self._name = name
        self._people = people
        self._service = service
        self._as_json = as_json
        self._attempt = -1  # of the nonce
        self._nonce = b""
        self._commitment = ""
        self._reported = 0.0  # as of `time.monotonic`
        self._has_revealed = False
        self._was_there = False

    def tell(self, step: str, line: str, detail: str = "") -> None:
        """Say what was done, in a line or as JSON."""
        if self._as_json:
            print_json({"tournament": self._name, "attempt": max(0, self._attempt), "step": step, "detail": detail})
        else:
            say(line)

    def forget(self) -> None:
        """Drop the nonce."""
        self._nonce = b""

    def stay(self) -> None:
        """Do an owner's part until the deals are drawn.

        Raises `Distrust`, and `Refusal` where this owner cannot contribute.
        """
        own = self._own()
        noted = Noted(self._root())
        self.tell("root", f"{self._name}: root {noted.root}, as the arena says now", noted.root)
        self.tell("settings", f"line-ups are drawn from {noted.settings}", noted.settings)
        while True:
            seen = self._root()
            noted.check(seen)
            noted.check_lists(self._name, seen.lists)
            if seen.deals != "undrawn":
                self._finish(seen, own.contribution.owner)
                return
            if own.tournament.state == "cancelled":
                raise Refusal(f"{self._name} is cancelled: its deals are never drawn")
            self._check_named(seen, own.contribution.owner)
            if own.contribution.open:
                self._report(seen, own.contribution)
            else:
                self._reveal_on(seen, own.contribution)
            time.sleep(LOOK_EVERY)
            own = self._own()

    def _check_named(self, seen: GetRootResponse, owner: str) -> None:
        if owner in seen.unrevealed and self._attempt < 0:
            raise Refusal(f"{owner} did not reveal what it had promised for {self._name}: it contributes no more there")
        if owner in seen.unrevealed:
            raise Distrust(f"{owner} is named as not having revealed; this program {self._had_told}")

    @property
    def _had_told(self) -> str:
        return "was told that its number had come" if self._has_revealed else "could not tell its number in time"

    def _report(self, seen: GetRootResponse, own: pb.Contribution) -> None:
        """Commit to a nonce, and report every now and then.

        Each attempt has a fresh one. A report says that the program is still there.
        """
        if own.attempt != self._attempt:
            check_again(seen, own.attempt, self._attempt)
            self._nonce = secrets.token_bytes(NONCE)
            self._attempt, self._has_revealed, self._reported = own.attempt, False, 0.0
            self._commitment = nonce_commitment(self._name, own.attempt, own.owner, self._nonce).hex()
        elif own.commitment not in ("", self._commitment):
            raise Distrust(f"another commitment has taken the place of this program's for {own.owner}")
        if self._reported and time.monotonic() - self._reported < REPORT_EVERY_S:
            return
        request = pb.ContributeRequest(name=self._name, attempt=own.attempt, commitment=self._commitment)
        if self._unless_late(self._people.Contribute, request, is_bearable=bool(self._reported or own.attempt)):
            if not self._reported:
                line = f"attempt {own.attempt}: {own.owner} has committed to {self._commitment}; this program must stay"
                self.tell("committed", line, self._commitment)
            self._reported = time.monotonic()

    def _reveal_on(self, seen: GetRootResponse, own: pb.Contribution) -> None:
        """Tell the nonce once the list is signed, and right."""
        listed = next((each for each in seen.lists if each.attempt == own.attempt), None)
        if self._attempt < 0:
            raise Refusal(f"the list of {self._name} is closed: nobody comes in any more")
        if own.attempt != self._attempt or not self._reported:
            raise Distrust(f"the list of attempt {own.attempt} was closed before this program could commit again")
        if listed is None or not listed.signature or self._has_revealed:
            return
        check_own(listed, own.owner, self._commitment)
        line = f"attempt {own.attempt}: the list is signed, of {_names(listed)}, and right; keep it: {in_full(listed)}"
        self.tell("listed", line, in_full(listed))
        request = pb.RevealNonceRequest(name=self._name, attempt=own.attempt, nonce=self._nonce.hex())
        if self._unless_late(self._people.RevealNonce, request, is_bearable=True):
            self._has_revealed = True
            self.tell("revealed", f"attempt {own.attempt}: {own.owner} has revealed")

    def _finish(self, seen: GetRootResponse, owner: str) -> None:
        """Check what the deals were drawn from, and say it."""
        if self._attempt < 0:
            raise Refusal(f"the deals of {self._name} are drawn: nobody comes in any more")
        listed = seen.lists[-1]
        if listed.attempt == self._attempt:
            check_own(listed, owner, self._commitment)
        check_drawn(self._name, seen)
        if (owner, self._nonce.hex()) not in {(each.owner, each.nonce) for each in listed.owners}:
            raise Distrust(f"its deals were drawn without the number of {owner}; this program {self._had_told}")
        for each in seen.unrevealed:
            self.tell("unrevealed", f"did not reveal: {each}", each)
        line = f"the deals of {self._name} are drawn with the numbers of {_names(listed)}: M {seen.contribution}"
        self.tell("drawn", line, seen.contribution)

    def _own(self) -> pb.GetContributionResponse:
        return self._ask(self._people.GetContribution, pb.GetContributionRequest(name=self._name))

    def _root(self) -> GetRootResponse:
        return self._ask(self._people.GetRoot, GetRootRequest(name=self._name))

    def _unless_late(self, call: Callable[..., Message], request: Message, is_bearable: bool) -> bool:
        """Return whether a call was taken.

        What comes too late for a list is refused: where that *is_bearable* we look again.
        """
        try:
            self._ask(call, request)
        except grpc.RpcError as problem:
            if status_of(problem)[0] is not grpc.StatusCode.FAILED_PRECONDITION or not is_bearable:
                raise
            note(status_of(problem)[1])
            return False
        return True

    def _ask(self, call: Callable[..., Answer], request: Any) -> Answer:
        """Return an answer, however long the arena is away.

        One that was never there is not waited for.
        """
        pause = FIRST_PAUSE
        while True:
            try:
                answer = call(request, metadata=self._service.metadata, timeout=PATIENCE)
            except grpc.RpcError as problem:
                if not self._was_there or status_of(problem)[0] not in AWAY:
                    raise
                if pause == FIRST_PAUSE:
                    note(f"the arena is away ({status_of(problem)[0].name}): trying again until it is back")
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                self._was_there = True
                return answer


def _names(listed: pb.ContributionList) -> str:
    return ", ".join(each.owner for each in listed.owners)
