"""Celery's own tools against a real worker."""

import json
import os
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest


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


# `celery -A workers WORDS` for each line of words; what it prints ends with a line END.
TOOLS = """
import shlex, sys
from celery.bin.celery import celery
from click import ClickException
for line in sys.stdin:
    try:
        celery.main(shlex.split(line), "celery", standalone_mode=False)
    except ClickException as problem:
        print(problem.message)
    print("END", flush=True)
"""


@contextmanager
def tools(environment: dict[str, str]) -> Iterator[Callable[..., str]]:
    """Yield what Celery's own command says to words, all in one process."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen([sys.executable, "-c", TOOLS], env=environment, text=True, **pipes) as process:  # type: ignore[call-overload]

        def tool(*words: str) -> str:
            process.stdin.write(shlex.join(["-A", "workers", *words]) + "\n")
            process.stdin.flush()
            said: list[str] = []
            while (line := process.stdout.readline()) != "END\n":
                assert line, said
                said.append(line)
            return "".join(said)

        yield tool


@pytest.fixture
def environment(database: str, redis_url: str) -> dict[str, str]:
    return os.environ | {"ARENA_DSN": database, "ARENA_REDIS_URL": redis_url, "ARENA_LINK_SECRET": "secret"}


def test_the_usual_tools_work(environment: dict[str, str]) -> None:
    with worker(environment, "--queues", "spades") as process, tools(environment) as tool:
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
        password = urlsplit(environment["ARENA_REDIS_URL"]).password
        assert password
        for words in (("report",), *(("inspect", what, *there) for what in ("stats", "conf", "report"))):
            assert "redis" in (said := tool(*words))
            assert password not in said
        tool("control", "shutdown", "--destination", name)
        assert process.wait(timeout=120) == 0
