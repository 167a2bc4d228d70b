"""Run the cases one after another; a failed case does not affect later ones."""

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bots.check.bench import Bench
from bots.check.cases import Case, dialling, messages, packs, seats, streams
from bots.check.line import Line
from bots.check.mock import CaseFailedError, MockArena
from bots.check.target import SIGNALS, Target
from bots.sdk.bot.parsing import ERROR, USER_ERROR

LAST_WORDS: Final = 0.6  # seconds that the process has to print more after a failed case
MAX_REASONS: Final = 3  # reasons that are reported for one failed case


class Verdict(NamedTuple):
    """The result of one case."""

    case: str
    passed: bool | None  # None: the case was not run
    seen: str  # the observation in a few words, or why the case failed
    seconds: float = 0.0
    output: Sequence[str] = ()  # if the case failed: the last lines that the process printed


class CheckOptions(NamedTuple):
    """The options of a check. Empty *variants*: check all variants of the bot."""

    command: Sequence[str]  # starts the bot; empty: a person starts the bot
    variants: Sequence[str] = ()
    quick: bool = False  # skip thorough cases and presets
    games_only: bool = False  # skip cases of streams
    only: str = ""  # skip cases whose names lack this text; the Hello is always checked
    patience: float = 5.0  # seconds for an answer
    port: int = 0  # port to listen on; 0: any free port
    packs: Path | None = None  # folder of packs


async def check(
    options: CheckOptions, show: Callable[[Verdict], None], announce: Callable[[str, str], None]
) -> list[Verdict]:
    """Run all cases. *show* gets each verdict; *announce* first gets address and token. Raises `OSError`."""
    arena = MockArena(Line, options.port)
    await arena.start()
    target = Target(options.command, arena.address, secrets.token_urlsafe(24))
    bench = Bench(arena, target, options.variants, options.patience)
    announce(arena.address, target.token)
    verdicts: list[Verdict] = []
    try:
        for case in _cases(bench, options):
            verdicts.append(await _play(bench, case))
            show(verdicts[-1])
            if not bench.variants:
                break
    finally:
        await target.kill()
        await arena.stop()
    return verdicts


def _cases(bench: Bench, options: CheckOptions) -> Iterator[Case]:
    """Yield the cases to run. The first one, Hello, sets the bench's variants, which choose the later cases."""
    yield dialling.HELLO
    of_variants = [case for variant in bench.variants for case in seats.cases_of(variant, options.quick)]
    others = () if options.games_only else (*seats.CASES, *messages.CASES, *streams.CASES, *dialling.CASES)
    for case in (*of_variants, *packs.cases_of(options.packs), *others):
        if options.only in case.name and not (case.thorough and options.quick):
            yield case


async def _play(bench: Bench, case: Case) -> Verdict:
    if case.ours and not bench.target.ours:
        return Verdict(case.name, None, "not played: the process was not started by this check")
    if case.turns and bench.columnar:
        return Verdict(case.name, None, "not played: a columnar process is sent no events")
    if case.signals and not SIGNALS:
        return Verdict(case.name, None, "not played: this system has no TERM")
    began, mark = time.monotonic(), bench.target.mark()
    bench.begin_case()
    wrong: list[str] = []
    try:
        seen = await case.play(bench)
    except CaseFailedError as failed:
        wrong.append(str(failed))
    wrong += bench.list_violations()
    took = time.monotonic() - began
    if wrong:
        return await _fail(bench, case, wrong, took, mark)
    if case.stops:
        await bench.reset()
    return Verdict(case.name, True, seen, took)


async def _fail(bench: Bench, case: Case, wrong: list[str], took: float, mark: int) -> Verdict:
    """Return the verdict of a failed case. *wrong*: reasons; *took*: seconds; *mark*: first byte of output to show."""
    code = await bench.target.wait_for_exit(LAST_WORDS)
    if code is not None:
        wrong.insert(1, f"its process ended with exit code {code}")
    output = bench.target.read_output(mark)
    if code == USER_ERROR and output and output[-1].startswith(ERROR):  # the kit's own reason
        wrong, output = [output[-1].removeprefix(ERROR)], []
    await bench.reset()
    return Verdict(case.name, False, "; ".join([*dict.fromkeys(wrong)][:MAX_REASONS]), took, output)
