"""A manifest says what it is, or is refused in a line that says what to write."""

import pytest

from arena.bundles import BundleError, Kind, Manifest, read_manifest

BAD = {
    "entry": "entry = None is malformed",
    'entry = 7\nvariants = ["spades-4"]': "entry = 7 is malformed",
    'entry = "my_bot"\nvariants = ["spades-4"]': r'"MODULE:CLASS", as in "my_bot:MyBot"',
    'entry = "../x:Y"\nvariants = ["spades-4"]': '"MODULE:CLASS"',
    'entry = "a:B"': "variants = .* at least one of: ",
    'entry = "a:B"\nvariants = []': "at least one of: ",
    'entry = "a:B"\nvariants = ["whist"]': "variants: 'whist' given, accepted: ",
    'entry = "a:B"\nvariants = ["spades-4", "spades-4"]': "variants: one is listed twice; remove one",
    'entry = "a:B"\nvariants = ["spades-4"]\nkind = "docker"': 'kind = \'docker\' given, accepted: "python", "exec',
    'entry = "a:B"\nvariants = ["spades-4"]\nmemory = "2 GB"': "memory = '2 GB' is malformed or out of range; give",
    'entry = "a:B"\nvariants = ["spades-4"]\nmemory = 256': "memory = 256 is malformed",
    'entry = "a:B"\nvariants = ["spades-4"]\nlibraries = ["torch"]': "libraries: 'torch' given, accepted: numpy",
    'entry = "a:B"\nvariants = ["spades-4"]\nnetwork = true': "'network' given, accepted: kind, entry, ",
    'kind = "executable"\nvariants = ["spades-4"]': "entry = None is not a path; give that of",
    'kind = "executable"\nentry = "b"\nvariants = ["spades-4"]\nlibraries = ["numpy"]': "libraries are for Python",
    "entry = [" + "[" * 5000: "it is not TOML",
    "#" * 10_001: "10,001 characters",
}


def test_missing_keys_have_defaults() -> None:
    manifest = read_manifest('entry = "my.bot:Bot"\nvariants = ["spades-4", "pinochle-chips"]')
    assert manifest == Manifest(Kind.PYTHON, "my.bot:Bot", ("spades-4", "pinochle-chips"), 256, ())
    assert manifest.module == "my.bot"


def test_everything_can_be_said() -> None:
    text = 'kind = "python"\nentry = "a:B"\nvariants = ["spades-4"]\nmemory = "1 GB"\nlibraries = ["numpy"]'
    assert read_manifest(text) == Manifest(Kind.PYTHON, "a:B", ("spades-4",), 1024, ("numpy",))
    text = 'kind = "executable"\nentry = "bin/bot"\nvariants = ["spades-4"]\nmemory = "16MB"'
    assert read_manifest(text) == Manifest(Kind.EXECUTABLE, "bin/bot", ("spades-4",), 16)


@pytest.mark.parametrize(("text", "message"), BAD.items())
def test_a_mistake_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(BundleError, match=message) as refusal:
        read_manifest(text if text != "entry" else 'variants = ["spades-4"]')
    assert "\n" not in str(refusal.value)
