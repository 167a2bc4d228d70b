import asyncio
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arena.rules import VARIANTS
from bots.check import run
from bots.check.cases import dialling
from bots.check.run import CheckOptions, Verdict, check
from bots.check.target import command_of
from tests.bots.conftest import write_bot
from tests.programs import ROOT, program
from tests.sizes import IS_LONG

RAW_BOT = ROOT / "tests/bots/check/raw_bot.py"

PATIENT = 60.0  # seconds where all should pass, or what is wrong has to come, on a machine that is busy
# A fault -> the case it is found by, among others, and what that says. With seconds: it is found by what does not come
# within them, and however slow the machine, that is what is reported.
FAULTS: dict[str, tuple[str, str, float]] = {
    "wrong-token": ("hello", "authorization", PATIENT),
    "short-instance": ("hello", "8 to 64", PATIENT),
    "unknown-variant": ("hello", "whist", PATIENT),
    "illegal": ("spades-4: every kind of decision", "legal is", PATIENT),
    "malformed": ("spades-4: every kind of decision", "not an answer to bid", PATIENT),
    "replaced": ("spades-4: every kind of decision", "its kit answered instead", PATIENT),
    "ignores-resume": ("spades-4: every kind of decision", "no answer within", 0.5),
    "answers-twice": ("spades-4: a whole game", "which is not open", PATIENT),
    "float-ids": ("seat ids of 64 bits", "which is not open|no answer", 0.5),
    "answers-unasked": ("events without a decision", "not open", PATIENT),
    "ignores-rejected": ("rejected: answers the same number again", "no answer within", 0.5),
    "strict": ("news of a later release", "its stream", PATIENT),
    "short-nonces": ("spades-4: a whole game", "nonce", PATIENT),
    "silent": ("a burst of pings", "pings were not answered", 0.5),
    "thinks-in-the-loop": ("many seats in one batch", "a ping was answered after", 1.5),
    "forgets-answers": ("resume: the same answer again", "changed its answer", PATIENT),
    "new-instance": ("resume: the same answer again", "instance", PATIENT),
    "hasty": ("draining: back after retry_after", "retry_after was 1 s", PATIENT),
    "gives-up": ("a broken network: dials again", "did not dial again", 1.5),
    "never-stops": ("token refused: stops", "dialled again after UNAUTHENTICATED", PATIENT),
    "bad-exit": ("TERM: leaves", "exit code 1", PATIENT),
    "ignores-term": ("TERM: leaves", "it still ran", 1.5),
}


async def checked(fault: str, only: str = "", patience: float = PATIENT) -> list[Verdict]:
    options = CheckOptions([sys.executable, str(RAW_BOT), fault], quick=True, only=only, patience=patience)
    return await check(options, lambda _: None, lambda *_: None)


@pytest.mark.usefixtures("short_pauses")
async def test_a_bot_without_the_kit_passes() -> None:
    assert not [verdict for verdict in await checked("none") if not verdict.passed]


@pytest.mark.parametrize("fault", FAULTS)
async def test_each_fault_is_found_and_told(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialling, "GOES", 1.5)
    case, said, patience = FAULTS[fault]
    verdicts = {verdict.case: verdict for verdict in await checked(fault, case, patience)}
    assert verdicts[case].passed is False, verdicts
    assert re.search(said, verdicts[case].seen), verdicts[case].seen


VECTOR_BOT = """
from bots.sdk import run
from bots.sdk.vector.bot import VectorBot


class Vector(VectorBot):
    def decide(self, batch):
        return batch.first_legal


run(Vector)
"""


@pytest.mark.usefixtures("short_pauses")
async def test_a_bot_that_thinks_in_arrays_is_asked_by_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialling, "CASES", ())  # it leaves as any other process, which takes a start each
    (tmp_path / "vector_bot.py").write_text(VECTOR_BOT)
    variants = ["spades-3", "pinochle-chips"]
    options = CheckOptions([sys.executable, str(tmp_path / "vector_bot.py")], variants, quick=True, patience=PATIENT)
    verdicts = await check(options, lambda _: None, lambda *_: None)
    assert verdicts[0].seen.endswith("asked by columns")
    assert not [verdict for verdict in verdicts if verdict.passed is False]
    assert sum(verdict.passed is None for verdict in verdicts) == 4, "those that tell events"


def bots(*words: str) -> "subprocess.CompletedProcess[str]":
    return program("-m", "bots", *words)


@pytest.mark.usefixtures("short_pauses")
def test_a_file_of_the_kit_passes_in_every_variant() -> None:
    variants = list(VARIANTS) if IS_LONG else ["spades-3", "pinochle-two-handed"]
    words = ("--patience", "30", "--variants", ",".join(variants))
    done = bots("check", *words, "bots/examples/first_bot.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(": every kind of decision") == len(variants)
    assert "0 failed" in done.stdout.splitlines()[-1]


def test_failures_are_also_printed_as_json() -> None:
    words = ("--quick", "--json", "--patience", "60", "--variants", "spades-4", "--only", "decision")
    done = bots("check", *words, "--", sys.executable, str(RAW_BOT), "illegal")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert report["passed"] is False
    assert {"case", "passed", "seen", "seconds", "output"} == set(report["cases"][0])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "--variants", "whist", "bot.py"), '"whist" is not a variant'),
        (("check", "--", "no-such-command"), "no-such-command is not a program on the PATH"),
        (("check", "--patience", "0", "bot.py"), "0 is not a number from 0.1 to"),
        (("check", "--bogus"), "--help"),
        (("chek",), "chek is not a command; use one of"),
        ((), "nothing is not a command; use one of"),
    ],
)
def test_a_users_error_is_one_line(words: tuple[str, ...], said: str) -> None:
    done = bots(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_dead_process_is_reported_with_its_last_output() -> None:
    done = bots("check", "--", sys.executable, "-c", "raise SystemExit('no such model')")
    assert done.returncode == 1
    assert "FAIL  hello: it did not dial; its process ended with exit code 1\n      | no such model\n" in done.stdout


def test_a_method_that_raises_is_no_pass_though_the_kit_answers_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LAST_WORDS", PATIENT)
    path = write_bot(tmp_path / "raising.py", "def trump(self, view):", "    raise KeyError('trump')")
    done = bots("check", "--variants", "pinochle-single-deck", "--only", "kind", "--json", str(path))
    assert done.returncode == 1
    (failed,) = [case for case in json.loads(done.stdout)["cases"] if not case["passed"]]
    assert "its process ended with exit code 1" in failed["seen"]
    assert any("KeyError: 'trump'" in line for line in failed["output"])
    assert any("--replay" in line for line in failed["output"])


def test_the_command_that_repeats_a_case_is_printed_whole(tmp_path: Path) -> None:
    late = "    assert len(view.hand) > 2 or view.number == 0, 'too late'"
    path = write_bot(tmp_path / "late.py", "def play(self, view):", late, "    return view.legal[0]")
    done = bots("check", "--variants", "spades-3", "--quick", "--only", "whole game", str(path))
    assert done.returncode == 1, done.stdout
    (line,) = (line for line in done.stdout.splitlines() if "to ask it again: " in line)
    words = shlex.split(line.partition("to ask it again: ")[2])[1:]
    again = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)
    assert "too late" in again.stderr
    assert "asked  play" in again.stdout


def test_an_unknown_case_or_file_is_a_user_error(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    none = bots("check", str(path))
    assert (none.returncode, none.stderr.count("\n")) == (2, 1)
    assert "is not a file; give a Python file" in none.stderr
    path.write_text("from bots.sdk import Bot, run\n\nrun(Bot)\n")
    mistyped = bots("check", "--variants", "spades-4", "--only", "resumme", str(path))
    assert mistyped.returncode == 2
    assert "--only resumme: no case has this in its name" in mistyped.stderr


def test_help_lists_the_commands() -> None:
    output = bots("--help").stdout.splitlines()
    assert [line.split()[0] for line in output[3:]] == ["login", "new", "text", "check"]


def test_variants_that_the_bot_does_not_claim() -> None:
    done = bots("check", "--variants", "spades-3", "--", sys.executable, str(RAW_BOT), "none")
    assert done.returncode == 1
    assert "it does not play spades-3 of --variants; name only spades-4" in done.stdout


@pytest.mark.usefixtures("short_pauses")
async def test_a_bot_that_somebody_else_starts_is_waited_for() -> None:
    met: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
    checking = asyncio.ensure_future(
        check(
            CheckOptions((), ["spades-4"], quick=True, only=": stops", patience=PATIENT),
            lambda _: None,
            lambda *address: met.put_nowait(address),
        )
    )
    address, token = await met.get()
    bot = await asyncio.create_subprocess_exec(
        *command_of(["bots/examples/first_bot.py"]),
        cwd=ROOT,
        env={**os.environ, "ARENA_SERVER": address, "ARENA_TOKEN": token},
        stderr=asyncio.subprocess.PIPE,
    )
    verdicts = await checking
    await bot.communicate()
    assert {verdict.passed for verdict in verdicts} == {True, None}
    assert verdicts[-1].passed, "it obeyed the last refusal"
    assert bot.returncode == 2
