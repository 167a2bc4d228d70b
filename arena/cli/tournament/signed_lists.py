"""Check what an arena shows to owners who bring in numbers."""

from collections.abc import Iterable

from arena.cli.signatures import is_by
from arena.league.seeds.contributions import list_statement, nonce_commitment, settings_hash
from arena.league.seeds.epochs import contribution
from arena.wire.gen.contributions_pb2 import ContributionList
from arena.wire.gen.seeds_pb2 import GetRootResponse, Signer


class Distrust(Exception):
    """The arena shows something else than it must; the text says what."""


class Noted:
    """A tournament's root, settings and keys, as they were seen first."""

    def __init__(self, seen: GetRootResponse) -> None:
        self.root = seen.root
        self.settings = seen.settings
        self.keys = {signer.key for signer in seen.signers}
        self._lists: dict[int, ContributionList] = {}  # signed ones, as they were first seen, by attempt

    def check(self, seen: GetRootResponse) -> None:
        """Take in keys that a known one vouches for.

        Raises `Distrust` where the root or the settings are others.
        """
        if seen.root != self.root:
            raise Distrust(f"its root was {self.root}, and is now {seen.root}")
        if seen.deals == "undrawn" and seen.settings != self.settings:
            raise Distrust(f"its settings were {self.settings}, and are now {seen.settings}")
        self.keys |= set(_vouched(seen.signers, self.keys))

    def check_lists(self, name: str, lists: Iterable[ContributionList]) -> None:
        """Check new signed lists, and that none changes or goes.

        A list is checked when it is first seen. *name*: of the tournament. Raises `Distrust`.
        """
        shown = {each.attempt: each for each in lists if each.signature}
        for attempt, first in self._lists.items():
            if attempt not in shown or not _is_same(first, shown[attempt]):
                raise Distrust(f"the list of attempt {attempt} is not the one that was signed first: {in_full(first)}")
        for attempt in sorted(shown.keys() - self._lists.keys()):
            self.check_list(name, shown[attempt])
            self._lists[attempt] = shown[attempt]

    def check_list(self, name: str, listed: ContributionList) -> None:
        """Check that a list is signed by a known key.

        The signature is over root and settings noted. *name*: of the tournament. Raises `Distrust`.
        """
        entries = [(each.owner, bytes.fromhex(each.commitment)) for each in listed.owners]
        promised = settings_hash(self.settings)
        said = list_statement(name, bytes.fromhex(self.root), promised, listed.attempt, entries)
        what = f"the list of attempt {listed.attempt}"
        if listed.signer not in self.keys:
            raise Distrust(f"{what} is signed by {listed.signer}, a key that nobody vouches for")
        if not is_by(listed.signer, listed.signature, said):
            raise Distrust(f"{what} has the signature of another list, of another root, or of other settings")


def in_full(listed: ContributionList) -> str:
    """Return a list in one line.

    With its attempt, owners and commitments, which its signature is over, and its signer.
    """
    entries = ", ".join(f"{each.owner} {each.commitment}" for each in listed.owners)
    return f"attempt {listed.attempt}: {entries}; signed by {listed.signer}: {listed.signature}"


def check_own(listed: ContributionList, owner: str, commitment: str) -> None:
    """Check that an owner's *commitment*, in hex, is on the list.

    Raises `Distrust`.
    """
    found = [each.commitment for each in listed.owners if each.owner == owner]
    if not found:
        raise Distrust(f"{owner} is not on the list of attempt {listed.attempt}, though this program has committed")
    if found != [commitment]:
        raise Distrust(f"on the list of attempt {listed.attempt} {owner} has another commitment than this program's")


def check_again(seen: GetRootResponse, attempt: int, last: int) -> None:
    """Check that a new attempt is needed.

    *last*: this program's last attempt, -1 for none. Raises `Distrust` where *attempt* is not the
    one after *last*, or all on the list before it have revealed.
    """
    if last >= 0 and attempt != last + 1:
        raise Distrust(f"attempt {attempt} is said to be open, and this program was in attempt {last}")
    before = [each for each in seen.lists if each.attempt == attempt - 1]
    if attempt and not any(not owner.nonce for each in before if each.over for owner in each.owners):
        raise Distrust(f"there is an attempt {attempt}, and all have revealed on the list before it")


def check_drawn(name: str, seen: GetRootResponse) -> None:
    """Check that M is what the last list's nonces come to.

    Raises `Distrust`, also for a nonce that was not committed to.
    """
    listed = seen.lists[-1]
    nonces = [(each.owner, bytes.fromhex(each.nonce)) for each in listed.owners]
    for each, (owner, nonce) in zip(listed.owners, nonces, strict=True):
        if nonce_commitment(name, listed.attempt, owner, nonce).hex() != each.commitment:
            raise Distrust(f"the number of {owner} is not the one on the list of attempt {listed.attempt}")
    made = contribution(name, listed.attempt, nonces).hex()
    if made != seen.contribution:
        raise Distrust(f"its numbers come to M {made}, and it is said to be {seen.contribution}")


def _vouched(signers: Iterable[Signer], known: set[str]) -> Iterable[str]:
    """Keys that took over from known ones, the oldest first."""
    trusted = set(known)
    for signer in signers:
        if signer.before in trusted and is_by(signer.before, signer.voucher, bytes.fromhex(signer.key)):
            trusted.add(signer.key)
            yield signer.key


def _is_same(first: ContributionList, now: ContributionList) -> bool:
    """Say whether a list is as it was.

    Numbers may have come since.
    """
    entries = [[(each.owner, each.commitment) for each in listed.owners] for listed in (first, now)]
    return (first.signer, first.signature) == (now.signer, now.signature) and entries[0] == entries[1]
