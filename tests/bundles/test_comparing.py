import io
import zipfile
from pathlib import Path

import pytest

from arena.bundles import BundleError, compare_apart, sandboxed
from arena.bundles.sandboxed import MAX_DIFF_CHARACTERS, MAX_DIFFS, MAX_LINES, compare


def archive(files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as written:
        for name, text in files.items():
            written.writestr(name, text)
    return packed.getvalue()


async def test_a_process_of_its_own_says_the_same() -> None:
    old, new = archive({"a": "1\n", "b": "2", "c": "3"}), archive({"a": "1\n", "b": "two", "d": "4"})
    comparison = await compare_apart(old, new)
    assert (comparison.added, comparison.removed, comparison.same) == (["d"], ["c"], 1)
    assert [tuple(each) for each in comparison.changed] == compare(old, new).changed
    ((name, diff),) = comparison.changed
    assert name == "b"
    assert "-2\n+two" in diff


def test_a_comparison_has_a_bounded_length() -> None:
    names = [f"{number:03}" for number in range(MAX_DIFFS + 10)]
    changed = compare(archive(dict.fromkeys(names, "old")), archive(dict.fromkeys(names, "new"))).changed
    assert [bool(diff) for _, diff in changed] == [True] * MAX_DIFFS + [False] * 10
    long, many = "x" * 100_000, "x\n" * (MAX_LINES + 1)
    comparison = compare(
        archive({"a": long, "b": many, "c": "\x1c" * 2 * MAX_LINES}), archive(dict.fromkeys("abc", "y"))
    )
    assert [len(diff) for _, diff in comparison.changed] == [MAX_DIFF_CHARACTERS, 0, 0]


async def test_memory_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("import arena.bundles.sandboxed as it; it.MEMORY = 200 * 2**20")
    monkeypatch.setattr(sandboxed, "OURS", f"{tmp_path}:{sandboxed.OURS}")
    small, large = (archive({"data": "\0" * size}) for size in (1_000_000, 120_000_000))
    assert (await compare_apart(small, small)).same == 1
    with pytest.raises(BundleError, match="too much memory or time"):
        await compare_apart(large, large)
