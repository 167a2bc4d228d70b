"""Celery's own tools against a real worker."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arena.store.families import FAMILIES


@contextmanager
def worker(environment: dict[str, str], *words: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "workers", *words], env=environment, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr
    try:
        for line in process.stderr:
            if "is ready" in line:
                break
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=120)


@pytest.fixture
def environment(database: str, redis_url: str) -> dict[str, str]:
    return os.environ | {"ARENA_DSN": database, "ARENA_REDIS_URL": redis_url, "ARENA_LINK_SECRET": "secret"}


def test_the_usual_tools_work(environment: dict[str, str]) -> None:
    def tool(*words: str) -> str:
        command = [sys.executable, "-m", "celery", "-A", "workers", *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        return done.stdout + done.stderr

    with worker(environment, "--queues", "spades") as process:
        name = f"arena-{process.pid}@{socket.gethostname()}"
        # A tool that knows whom it asks waits for the answer and not for its time-out.
        there = ("--destination", name, "--timeout", "60")
        while name not in (said := tool("inspect", "ping", "--json", *there)):
            time.sleep(0.1)
        assert json.loads(said[said.index("{") :]) == {name: {"ok": "pong"}}
        assert name in tool("inspect", "active", *there)
        assert "workers.play_block" in tool("inspect", "registered", *there)
        (queues,) = json.loads(tool("inspect", "active_queues", "--json", *there)).values()
        assert [queue["name"] for queue in queues] == ["spades"]
        (stats,) = json.loads(tool("inspect", "stats", "--json", *there)).values()
        assert stats["prefetch_count"] == stats["pool"]["max-concurrency"]  # one for each thread
        assert "1 node online" in tool("status", *there)
        tool("control", "shutdown", "--destination", name)
        assert process.wait(timeout=120) == 0


def test_a_queue_that_is_none_is_one_line_and_exit_code_2(environment: dict[str, str]) -> None:
    for words in (["--queues", "whist"], ["--nonsense"]):
        done = subprocess.run(
            [sys.executable, "-m", "workers", *words], env=environment, capture_output=True, text=True
        )
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert FAMILIES == ("spades", "pinochle")
