from pathlib import Path

from bots.sdk.seats.diary import Log


def test_a_log_is_rotated_at_its_limit_and_one_old_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    log = Log(path, 100)
    for number in range(100):
        log.write(f"line {number:4}\n")
        assert path.stat().st_size <= 100
    lines = [*(tmp_path / "decisions.jsonl.1").read_text().splitlines(), *path.read_text().splitlines()]
    assert lines == [f"line {number:4}" for number in range(100 - len(lines), 100)]
    assert {each.name for each in tmp_path.iterdir()} == {"decisions.jsonl", "decisions.jsonl.1"}


def test_it_goes_on_in_a_file_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("x" * 90 + "\n")
    Log(path, 100).write("a line that is too long\n")
    assert path.read_text() == "a line that is too long\n"
    assert (tmp_path / "log.1").read_text() == "x" * 90 + "\n"


def test_two_processes_lose_nothing_but_what_is_oldest(tmp_path: Path) -> None:
    path = tmp_path / "log"
    first, second = Log(path, 60), Log(path, 60)
    for number in range(12):
        (first if number % 2 else second).write(f"line {number:4}\n")
    text = (tmp_path / "log.1").read_text() + path.read_text()
    assert text.splitlines()[-1] == "line   11"
    assert all(f"line {number:4}" in text for number in range(7, 12))


def test_a_line_beyond_the_limit_is_written_whole(tmp_path: Path) -> None:
    Log(tmp_path / "log", 10).write("x" * 50 + "\n")
    assert (tmp_path / "log").read_text() == "x" * 50 + "\n"
    assert not (tmp_path / "log.1").exists()
