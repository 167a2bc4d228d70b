import pytest

from arena.league.seeds import epochs
from arena.league.seeds.boards import EpochBoards
from arena.league.seeds.contributions import list_statement, nonce_commitment, settings_hash, settings_text
from tests.league.seeds.test_epochs import MASTER, PAGE

NONCES = {"ann": b"\x11" * 32, "bob": b"\x22" * 32}
ROOT = epochs.secrets_root(MASTER)
SETTINGS = {
    "kind": "round-robin",
    "pool": "trust",
    "boards_each": 1,
    "challengers": 0,
    "allow_same_owner": False,
    "ladder": None,
    "variants": [{"variant": "spades-4", "options": {}, "seats": 4, "sides": 4, "tables": 1, "weight": 1}],
    "entrants": [
        {"id": place + 1, "bot": f"{name}@1", "owners": [place + 1], "late": False, "members": []}
        for place, name in enumerate("abcd")
    ],
}
PROMISED = settings_hash(settings_text(SETTINGS))
LISTED = {owner: nonce_commitment("spring", 0, owner, nonce) for owner, nonce in NONCES.items()}


@pytest.mark.parametrize(
    "other",
    [
        ("autumn", 0, "ann", NONCES["ann"]),
        ("spring", 1, "ann", NONCES["ann"]),
        ("spring", 0, "bob", NONCES["ann"]),
        ("spring", 0, "ann", NONCES["bob"]),
    ],
)
def test_a_commitment_is_of_one_tournament_attempt_owner_and_nonce(other: tuple[str, int, str, bytes]) -> None:
    assert nonce_commitment(*other) != LISTED["ann"]


def test_a_signed_list_is_of_its_owners_in_their_order_and_nothing_else() -> None:
    said = list_statement("spring", ROOT, PROMISED, 0, LISTED.items())
    assert said == list_statement("spring", ROOT, PROMISED, 0, reversed(LISTED.items()))
    others = [
        list_statement("spring", ROOT, PROMISED, 0, []),
        list_statement("spring", ROOT, PROMISED, 0, [*LISTED.items()][:1]),
    ]
    others += [
        list_statement("spring", ROOT, PROMISED, 1, LISTED.items()),
        list_statement("autumn", ROOT, PROMISED, 0, LISTED.items()),
    ]
    others += [list_statement("spring", bytes(32), PROMISED, 0, LISTED.items())]
    others += [list_statement("spring", ROOT, bytes(32), 0, LISTED.items())]
    assert len({said, *others}) == 7


def test_settings_are_those_of_the_start_in_their_order() -> None:
    late = {"id": 9, "bot": "z@1", "owners": [9], "late": True, "members": []}
    more = SETTINGS | {"name": "spring", "entrants": [*SETTINGS["entrants"], late]}  # type: ignore[misc]
    assert settings_text(more) == settings_text(SETTINGS)
    for other in ({"boards_each": 2}, {"entrants": SETTINGS["entrants"][::-1]}, {"pool": "open"}):  # type: ignore[index]
        assert settings_text(SETTINGS | other) != settings_text(SETTINGS)


def test_published_numbers_stay_what_they_are() -> None:
    """docs/explanation/seeds.md shows them."""
    brought = epochs.contribution("spring", 0, NONCES.items())
    seed = epochs.epoch_seed(brought, epochs.secret(MASTER, 3), 3)
    found = {
        "ann's commitment": LISTED["ann"],
        "bob's commitment": LISTED["bob"],
        "settings": PROMISED,
        "list": list_statement("spring", ROOT, PROMISED, 0, LISTED.items()),
        "contribution": brought,
        "epoch seed": seed,
        "seed": EpochBoards(seed).seed(7, 0),
    }
    assert {name: value.hex() for name, value in found.items()} == VECTORS
    assert all(value in PAGE.read_text() for value in VECTORS.values())
    assert settings_text(SETTINGS) in "".join(PAGE.read_text().split("\n"))


VECTORS = {
    "ann's commitment": "49905e6b033fc80ac0621dd918ad77580391487617b28c222bbbdd0392708037",
    "bob's commitment": "723f81f9b8e7b7ad77367fa851eddba247fc89ea0ee486d9c37770bea7944e56",
    "settings": "20d98fcb01733927a032ea836aaed2544f05f4041d9ca67484771ea2ec4cd2a1",
    "list": "2c7beff8bb9b45f5da4d7aaa1d53d9bba00c425c5309449d603cfec94cccf93e",
    "contribution": "be8fa31a8641080d3653c12840f17ee0108af6362ce0e94c293673aa7a10cabf",
    "epoch seed": "2d5db6627acf15d44a281b09845189be632c1b0d1d3fbb20891bc1b90f164f2f",
    "seed": "c9175bbeaa61b650d923bb9fcf76e499abaf39a5943d601b763ff33ee259c8f9",
}
