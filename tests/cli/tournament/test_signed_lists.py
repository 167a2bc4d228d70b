from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.cli.tournament.signed_lists import Distrust, Noted, check_again, check_drawn, check_own
from arena.league.seeds.contributions import list_statement, nonce_commitment, settings_hash
from arena.league.seeds.epochs import contribution
from arena.wire.gen.contributions_pb2 import ContributionList, ListedOwner
from arena.wire.gen.seeds_pb2 import GetRootResponse, Signer

ROOT = bytes(range(32))
OLD, NEW = (Ed25519PrivateKey.from_private_bytes(bytes([each]) * 32) for each in (1, 2))
SETTINGS = '{"kind":"round-robin"}'
NONCES = {"ann": b"\x11" * 32, "bob": b"\x22" * 32}


def public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def vouched(key: Ed25519PrivateKey, by: Ed25519PrivateKey, voucher: bytes = b"") -> Signer:
    signature = voucher or by.sign(key.public_key().public_bytes_raw())
    return Signer(key=public(key), before=public(by), voucher=signature.hex())


def listed(key: Ed25519PrivateKey = OLD, root: bytes = ROOT, settings: str = SETTINGS) -> ContributionList:
    promised = {owner: nonce_commitment("spring", 0, owner, nonce) for owner, nonce in NONCES.items()}
    return ContributionList(
        signer=public(key),
        signature=key.sign(list_statement("spring", root, settings_hash(settings), 0, promised.items())).hex(),
        owners=[
            ListedOwner(owner=owner, commitment=promised[owner].hex(), nonce=nonce.hex())
            for owner, nonce in NONCES.items()
        ],
    )


def seen(*more: Signer) -> GetRootResponse:
    made = contribution("spring", 0, NONCES.items()).hex()
    signers = [Signer(key=public(OLD)), *more]
    return GetRootResponse(
        root=ROOT.hex(), contribution=made, signers=signers, settings=SETTINGS, deals="undrawn", lists=[listed()]
    )


def test_what_is_right_is_trusted() -> None:
    noted = Noted(seen())
    noted.check(seen())
    noted.check_list("spring", listed())
    check_own(listed(), "ann", listed().owners[0].commitment)
    check_drawn("spring", seen())


def test_the_root_stays_what_it_was() -> None:
    other = seen()
    other.root = bytes(32).hex()
    with pytest.raises(Distrust, match=r"^its root was 0001.* and is now 0000"):
        Noted(seen()).check(other)


def test_settings_stay_what_they_were_until_deals_are_drawn() -> None:
    other = seen()
    other.settings = "{}"
    with pytest.raises(Distrust, match=r"^its settings were .*round-robin.*, and are now {}"):
        Noted(seen()).check(other)
    other.deals = "owners"  # as entries come late, or an extension
    Noted(seen()).check(other)


def test_a_new_key_is_trusted_where_an_old_one_vouches_for_it() -> None:
    for more in ((), (Signer(key=public(NEW)),), (vouched(NEW, OLD, bytes(64)),), (vouched(NEW, NEW),)):
        noted = Noted(seen())
        noted.check(seen(*more))
        with pytest.raises(Distrust, match="a key that nobody vouches for"):
            noted.check_list("spring", listed(NEW))
    noted = Noted(seen())
    noted.check(seen(vouched(NEW, OLD)))
    noted.check_list("spring", listed(NEW))


def test_a_signature_is_of_one_tournament_root_and_list() -> None:
    noted = Noted(seen())
    less = listed()
    del less.owners[1]
    others = [("spring", each) for each in (listed(root=bytes(32)), listed(settings="{}"), less)]
    for name, other in (("autumn", listed()), *others):
        with pytest.raises(Distrust, match="has the signature of another list, of another root, or of other settings"):
            noted.check_list(name, other)


def test_an_owner_looks_for_its_own_commitment() -> None:
    with pytest.raises(Distrust, match="cat is not on the list of attempt 0"):
        check_own(listed(), "cat", "00")
    with pytest.raises(Distrust, match="ann has another commitment than this program's"):
        check_own(listed(), "ann", "00")


def test_there_is_another_attempt_only_where_somebody_did_not_reveal() -> None:
    told = seen()
    check_again(told, 0, -1)
    for is_over, nonce in ((True, "11"), (False, "")):
        told.lists[0].over, told.lists[0].owners[0].nonce = is_over, nonce
        with pytest.raises(Distrust, match="there is an attempt 1, and all have revealed"):
            check_again(told, 1, 0)
    told.lists[0].over = True
    check_again(told, 1, 0)


def of_another_number(told: GetRootResponse) -> None:
    told.lists[0].owners[1].nonce = bytes(32).hex()


def of_one_less(told: GetRootResponse) -> None:
    del told.lists[0].owners[1]


def of_another_m(told: GetRootResponse) -> None:
    told.contribution = bytes(32).hex()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (of_another_number, "the number of bob is not the one on the list of attempt 0"),
        (of_one_less, "its numbers come to M"),
        (of_another_m, f"and it is said to be {bytes(32).hex()}"),
    ],
)
def test_m_is_what_the_last_list_comes_to(change: Callable[[GetRootResponse], None], told: str) -> None:
    other = seen()
    change(other)
    with pytest.raises(Distrust, match=told):
        check_drawn("spring", other)


def test_attempts_follow_one_another() -> None:
    for attempt, last in ((0, 1), (0, 2), (2, 0)):
        with pytest.raises(Distrust, match=f"attempt {attempt} is said to be open, and this program was in"):
            check_again(seen(), attempt, last)


def test_a_list_that_was_signed_stays_as_it_is() -> None:
    """Else an arena could list somebody who never was there, and blame a redraw on it."""
    noted = Noted(seen())
    untold, told, unsigned = listed(), listed(), ContributionList(attempt=1)
    for each in untold.owners:
        each.nonce = ""
    noted.check_lists("spring", [untold, unsigned])
    noted.check_lists("spring", [told, unsigned])
    nonces = NONCES | {"ghost": b"\x33" * 32}
    promised = {owner: nonce_commitment("spring", 0, owner, nonce) for owner, nonce in nonces.items()}
    again = ContributionList(
        signer=public(OLD),
        signature=OLD.sign(list_statement("spring", ROOT, settings_hash(SETTINGS), 0, promised.items())).hex(),
        owners=[ListedOwner(owner=owner, commitment=promised[owner].hex()) for owner in nonces],
    )
    Noted(seen()).check_lists("spring", [again])  # it is signed well
    for lists in ([again], [], [unsigned]):
        with pytest.raises(
            Distrust, match="the list of attempt 0 is not the one that was signed first: attempt 0: ann "
        ):
            noted.check_lists("spring", lists)
