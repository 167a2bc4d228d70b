"""Archives of strangers: each is refused in a line, and nothing is written outside."""

import io
import stat
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bundles import SITE, BundleError, files, open_apart, unpack
from tests.bundles.bundles import GOOD, MANIFEST, zipped

NAMES = {
    "../evil": "inside the folder",
    "/etc/cron.d/evil": "inside the folder",
    "a/../../evil": "inside the folder",
    "a//b": "inside the folder",
    "a\\b": "remove unprintable",
    "c:evil": "remove unprintable",
    "bell\x07": "remove unprintable",
    ".hidden": "begins or ends with a point",
    f"{SITE}/evil.py": "begins or ends with a point",
    "trailing ": "begins or ends with a point",
    "MY_BOT.py": "another file or folder has that name",
    "my_bot.py/x": "another file or folder has that name",
    "e\u0301": "composed form",
    "x" * 101: "a path has at most",
    "/".join("abcdefghijklm"): "a path has at most",
    "wheels/evil-1.0-cp311-cp311-linux_x86_64.whl": "a wheel of pure Python",
    "wheels/evil.pth": "a wheel of pure Python",
}
KINDS = {
    "a link": {"external_attr": (stat.S_IFLNK | 0o777) << 16},
    "a device": {"external_attr": (stat.S_IFCHR | 0o666) << 16},
    "a pipe": {"external_attr": (stat.S_IFIFO | 0o666) << 16},
}


def refused(data: bytes, folder: Path) -> str:
    folder.mkdir(parents=True)
    with pytest.raises(BundleError) as refusal:
        unpack(data, folder)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


@pytest.mark.parametrize(("name", "message"), NAMES.items())
def test_an_unsafe_name_is_refused(tmp_path: Path, name: str, message: str) -> None:
    assert message in refused(zipped(GOOD | {name: "x"}), tmp_path / "in" / "there")
    assert not list(tmp_path.rglob("*evil*"))


@pytest.mark.parametrize("attributes", KINDS.values(), ids=KINDS)
def test_links_and_devices_are_refused(tmp_path: Path, attributes: dict[str, int]) -> None:
    target = io.BytesIO(zipped(GOOD))
    with zipfile.ZipFile(target, "a") as archive:
        entry = zipfile.ZipInfo("special")
        entry.external_attr = attributes["external_attr"]
        archive.writestr(entry, "/etc/passwd")
    assert "replace it with a plain file" in refused(target.getvalue(), tmp_path / "there")


def test_a_duplicate_name_is_refused(tmp_path: Path) -> None:
    target = io.BytesIO(zipped(GOOD))
    with zipfile.ZipFile(target, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("my_bot.py", "another")
    assert "another file" in refused(target.getvalue(), tmp_path / "there")


@pytest.mark.parametrize("place", ["bomb", "wheels/big-1.0-py3-none-any.whl"])
def test_a_bomb_is_stopped_while_it_unpacks(tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_UNPACKED", 2 * 2**20)
    bomb = bytes(5 * 2**20)
    data = zipped(GOOD | {place: zipped({"big.bin": bomb}) if place.endswith(".whl") else bomb})
    assert "more than 2 MB of files" in refused(data, tmp_path / "there")
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) < 3 * 2**20


def test_a_wheel_is_unpacked_and_nothing_of_it_is_run(tmp_path: Path) -> None:
    wheel = zipped(
        {
            "lib/__init__.py": "VALUE = 7\n",
            "evil.pth": "import os; os.system('touch /tmp/evil')\n",
            "lib-1.0.data/purelib/more.py": "MORE = 8\n",
            "lib-1.0.data/scripts/evil.sh": "#!/bin/sh\n",
            "lib-1.0.dist-info/METADATA": "Name: lib\n",
        }
    )
    folder = tmp_path / "there"
    folder.mkdir()
    unpack(zipped(GOOD | {"wheels/lib-1.0-py3-none-any.whl": wheel}), folder)
    installed = {str(path.relative_to(folder / SITE)) for path in (folder / SITE).rglob("*") if path.is_file()}
    assert installed == {"lib/__init__.py", "more.py", "lib-1.0.dist-info/METADATA"}


@pytest.mark.parametrize("name", ["../evil.py", "/evil.py", "a\\b.py"])
def test_a_wheel_s_names_are_looked_at(tmp_path: Path, name: str) -> None:
    data = zipped(GOOD | {"wheels/lib-1.0-py3-none-any.whl": zipped({name: "x"})})
    assert (
        "not accepted" in (message := refused(data, tmp_path / "there"))
        or "inside the folder" in message
        or "printable" in message
    )


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"my_bot.py": ""}, "it has no bot.toml"),
        ({"bot.toml": MANIFEST}, "the folder has no my_bot.py"),
        ({"bot.toml": MANIFEST, "my_bot.py": "class Bot: ..."}, "my_bot.py has no class MyBot; correct the name"),
        ({"bot.toml": b"\xff\xfe"}, "it is not UTF-8"),
        ({"bot.toml": 'kind = "executable"\nentry = "b"\nvariants = ["spades-4"]', "b": ""}, "no such executable"),
        (
            {"bot.toml": 'kind = "executable"\nentry = "b.elf"\nvariants = ["spades-4"]', "b.elf": "#!/bin/sh\n"},
            "an ELF executable",
        ),
    ],
)
def test_a_bundle_that_cannot_be_started_is_refused(
    tmp_path: Path, files: dict[str, str | bytes], message: str
) -> None:
    assert message in refused(zipped(files), tmp_path / "there")


@given(data=st.binary(max_size=300) | st.builds(lambda cut: zipped(GOOD)[:cut], st.integers(0, 200)))
def test_an_invalid_archive_is_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    refused(data, tmp_path_factory.mktemp("x") / "there")


@given(at=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_a_changed_byte_is_refused_or_harmless(tmp_path_factory: pytest.TempPathFactory, at: int, byte: int) -> None:
    data = bytearray(zipped(GOOD))
    data[at % len(data)] = byte
    parent = tmp_path_factory.mktemp("x")
    folder = parent / "there"
    folder.mkdir()
    with suppress(BundleError):
        unpack(bytes(data), folder)
    assert list(parent.iterdir()) == [folder]


async def test_bundles_are_unpacked_in_another_process(tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.mkdir()
    assert (await open_apart(zipped(GOOD), folder)).manifest.entry == "my_bot:MyBot"
    assert (folder / "my_bot.py").exists()
    with pytest.raises(BundleError, match="is not a whole ZIP archive"):
        await open_apart(b"nothing", folder)
