"""`make release` without its long steps; `make release SMOKE=1` runs them."""

import re
import shutil
from datetime import date
from pathlib import Path
from zipfile import ZipFile

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from tests.programs import ROOT
from tools import release
from tools.release import ReleaseError, check_version, check_wheel, read_version, release_notes, restored_on_failure


@pytest.mark.parametrize("version", ["", "v1.0.0", "1.0.0-rc1", "0.0.9", "1.0.0"])
def test_a_wrong_version_is_refused_with_the_way_out(version: str) -> None:
    with pytest.raises(ReleaseError, match=r"VERSION=.*; (write one|choose)"):
        check_version(version, "0.1.0", ["v1.0.0"])
    check_version("1.0.0rc1", "0.1.0", ["v1.0.0"])


def test_the_unreleased_lines_become_the_section_of_the_release() -> None:
    text = "# Changelog\n\n## [Unreleased]\n\n- Play.\n\n## [0.1.0] - 2026-01-01\n"
    notes = release_notes(text, "1.0.0", date(2026, 12, 1))
    assert notes.partition("## [1")[0] == "# Changelog\n\n## [Unreleased]\n\n"
    assert notes.endswith("## [1.0.0] - 2026-12-01\n\n- Play.\n\n## [0.1.0] - 2026-01-01\n")
    with pytest.raises(ReleaseError, match="nothing under"):
        release_notes(notes, "1.0.1", date(2026, 12, 2))


def test_every_file_that_repeats_the_version_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CHART", "CITATION", "PROJECT"):
        path = Path(shutil.copy(getattr(release, name), tmp_path / name))
        monkeypatch.setattr(release, name, path)
    release.write_version("9.8.7rc6")
    assert release.read_version() == "9.8.7rc6"
    assert "\nversion: 9.8.7rc6\n" in (tmp_path / "CITATION").read_text()
    assert "\nversion: 9.8.7-rc6\nappVersion: 9.8.7rc6\n" in (tmp_path / "CHART").read_text()


def test_a_failed_release_changes_no_file(tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text("version = 1")
    with pytest.raises(ValueError, match="nothing"), restored_on_failure(file):
        int("nothing" * file.write_text("2"))
    assert file.read_text() == "version = 1"


def test_the_descriptors_of_the_last_release_are_those_of_the_protocol_or_older(tmp_path: Path) -> None:
    release.write_descriptors(tmp_path / "now.binpb")
    paths = (release.DESCRIPTORS, tmp_path / "now.binpb")
    files = [FileDescriptorSet.FromString(path.read_bytes()).file for path in paths]
    released, present = ({file.name for file in each} for each in files)
    assert "arena/v1/seat.proto" in released <= present


def test_a_wheel_with_other_files_than_git_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / f"trick_arena-{read_version()}-py3-none-any.whl"
    with ZipFile(wheel, "w") as packed:
        packed.writestr("arena/secret.env", "")
    with pytest.raises(ReleaseError, match="differ in arena/__init__"):
        check_wheel(wheel, is_compiled=False)


def test_the_container_installs_the_tested_versions_by_their_hashes() -> None:
    tested = set(re.findall(r"^(\S+)==(\S+)", _canonical(ROOT / "constraints.txt"), re.MULTILINE))
    elsewhere = {"async-timeout", "tzdata"}  # of older Pythons and of Windows
    for name in ("requirements.txt", "build-requirements.txt"):
        text = _canonical(ROOT / "deploy" / name)
        pinned = set(re.findall(r"^(\S+)==(\S+)", text, re.MULTILINE))
        assert {pin for pin in pinned if pin[0] not in elsewhere} <= tested, "run make constraints"
        assert len(re.findall(r"^\S+==.*\\\n    --hash=sha256:", text, re.MULTILINE)) == len(pinned) > 5
        assert f"--require-hashes -r {name}" in (ROOT / "deploy/Containerfile").read_text()


def _canonical(path: Path) -> str:
    return re.sub(r"(?m)^[\w.-]+", lambda name: re.sub(r"[-_.]+", "-", name[0]).lower(), path.read_text())
