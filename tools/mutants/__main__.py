"""`make mutants`: check whether a test fails after each of a seeded sample of changes.

cosmic-ray makes the changes, runs the tests and stores the verdicts in build/mutants; the same command continues.
"""

import hashlib
import json
import os
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, WorkItem, WorkResult

from tests.arguments import Parser, number_from
from tests.compiled import ROOT, sources_hash
from tools.mutants.lane import judge, settle, trace
from tools.mutants.owners import Owners
from tools.mutants.sample import draw, files, places

PACKAGES = ("arena/rules", "arena/league", "arena/store", "arena/gateway", "arena/api", "arena/guards")
# Tests of a package are in the folder of its name, and in these folders, which use it over a socket.
ALSO = {"arena/api": ("cli",), "arena/guards": ("api", "gateway")}
TOO_LONG = ("tests/rules/test_compiled.py",)  # compiles the core
STATE = ROOT / "build" / "mutants"
Verdict = tuple[MutationSpec, WorkResult]


def main() -> None:
    """Draw mutants, try those without a verdict, print."""
    parser = Parser(prog="make mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=number_from(1), default=600, help="how many, in equal parts of the packages")
    parser.add_argument("--only", help="a package or a file, such as arena/league")
    parser.add_argument("--tests", type=Path, default=Path("tests"), help="only tests below this folder (tests)")
    parser.add_argument("--jobs", type=number_from(1), default=2, help="how many at a time")
    parser.add_argument("--again", action="store_true", help="try once more what survived: tests were added")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    given = parser.parse_args()
    os.chdir(ROOT)
    STATE.mkdir(parents=True, exist_ok=True)
    sample = draw_sample((given.only,) if given.only else PACKAGES, given.sample)
    with use_db(STATE / f"{sources_hash()}.sqlite", WorkDB.Mode.create) as database:
        verdicts = {job: result for job, result in database.results if not (given.again and not result.is_killed)}
        known = {item.job_id for item in database.work_items}
        database.add_work_items(WorkItem.single(job, mutant) for job, mutant in sample.items() if job not in known)
        pending = {job: mutant for job, mutant in sample.items() if job not in verdicts}
        if pending:
            attempt(pending, given.tests, given.jobs, database)
        summary = report([(sample[job], result) for job, result in database.results if job in sample], len(sample))
    print(json.dumps(summary, indent=2)) if given.json else show(summary)


def draw_sample(under: tuple[str, ...], count: int) -> dict[str, MutationSpec]:
    """Return the sample, by job: each of *under* has an equal part."""
    sample = {}
    for each in under:
        candidates = [place for path in files(each) for place in places(path)]
        if not candidates:
            sys.exit(f"{each}: nothing to mutate here; accepted are a package or a file of {', '.join(PACKAGES)}")
        for mutant in draw(candidates, count // len(under)):
            sample[f"{mutant.module_path} {mutant.operator_name} {mutant.occurrence}"] = mutant
    return sample


def attempt(pending: dict[str, MutationSpec], tests: Path, jobs: int, database: WorkDB) -> None:
    """Try mutants, *jobs* at a time, by tests below *tests*; store each verdict. Ctrl-C ends it in order."""
    with tempfile.TemporaryDirectory(dir=STATE) as parent:
        lanes = ProcessPoolExecutor(jobs, get_context("spawn"), settle, (ROOT, Path(parent)))
        try:
            owners = trace_tests(sorted({package(mutant) for mutant in pending.values()}), tests, lanes)
            asked = {}
            for job, mutant in pending.items():
                reaching, seconds = owners[package(mutant)].of(mutant)
                asked[lanes.submit(judge, mutant, reaching, seconds)] = job
            for count, done in enumerate(as_completed(asked), 1):
                mutant, result = pending[asked[done]], done.result()
                database.set_result(asked[done], result)
                at = f"{mutant.module_path}:{mutant.start_pos[0]}"
                print(f"{count:4}/{len(asked)} {word(result):9}{at:40}{mutant.operator_name}", file=sys.stderr)
        except KeyboardInterrupt:
            print("stopping: those under way come to their end; call again to go on", file=sys.stderr)
        finally:
            lanes.shutdown(cancel_futures=True)


def trace_tests(packages: list[str], below: Path, lanes: Executor) -> dict[str, Owners]:
    """Return the tests of each package below a folder, by the lines they reach; changed test files are traced first."""
    asked = {
        (each, path): lanes.submit(trace, each, path, STATE / "traces" / f"{digest}.json")
        for each in packages
        for path, digest in tests_of(each)
        if path.is_relative_to(below)
    }
    traces = defaultdict(list)
    for count, ((each, path), done) in enumerate(asked.items(), 1):
        traces[each].append(done.result())
        print(f"{count:4}/{len(asked)} known what {path} reaches", file=sys.stderr)
    return {each: Owners(lines) for each, lines in traces.items()}


def tests_of(package: str) -> Iterator[tuple[Path, str]]:
    """Yield the test files of a package, each with a hash of itself, of shared test code and of the sources."""
    folders = (Path(package).name, *ALSO.get(package, ()))
    paths = sorted(path for folder in folders for path in Path("tests", folder).rglob("*.py"))
    shared = hashlib.sha256(sources_hash().encode())
    for path in paths:
        if not path.name.startswith("test_"):
            shared.update(path.read_bytes())
    for path in paths:
        if path.name.startswith("test_") and str(path) not in TOO_LONG:
            yield path, hashlib.sha256(shared.digest() + path.read_bytes()).hexdigest()[:16]


def package(mutant: MutationSpec) -> str:
    """Return the package, such as `arena/rules`."""
    return "/".join(mutant.module_path.parts[:2])


def word(result: WorkResult) -> str:
    """Return `survived`, `hung` or `caught`; hung mutants count as caught."""
    if not result.is_killed:
        return "survived"
    return "hung" if result.output == "timeout" else "caught"


def report(verdicts: Iterable[Verdict], drawn: int) -> dict[str, Any]:
    """Return the numbers by package, and the survivors."""
    ordered = sorted(verdicts, key=lambda each: (each[0].module_path, each[0].start_pos))
    tried = Counter(package(mutant) for mutant, _ in ordered)
    survived = Counter(package(mutant) for mutant, result in ordered if not result.is_killed)
    rows = {
        name: {
            "tried": count,
            "caught": count - survived[name],
            "survived": survived[name],
            "percent": round(100 * (count - survived[name]) / count, 1),
        }
        for name, count in tried.items()
    }
    survivors = [
        {"at": f"{mutant.module_path}:{mutant.start_pos[0]}", "operator": mutant.operator_name, "diff": result.diff}
        for mutant, result in ordered
        if not result.is_killed
    ]
    return {"drawn": drawn, "tried": len(ordered), "packages": rows, "survivors": survivors}


def show(summary: dict[str, Any]) -> None:
    """Print a report for people."""
    for survivor in summary["survivors"]:
        print(f"\n{survivor['at']} survived:")
        print("\n".join(line for line in survivor["diff"].splitlines()[3:] if line[:1] in "+-"))
    print(f"\n{'package':16}{'tried':>8}{'caught':>8}{'survived':>10}{'percent':>9}")
    for name, row in summary["packages"].items():
        print(f"{name:16}{row['tried']:8}{row['caught']:8}{row['survived']:10}{row['percent']:9.1f}")
    if summary["tried"] < summary["drawn"]:
        print(f"{summary['tried']} of {summary['drawn']} were tried so far: call again to go on")


if __name__ == "__main__":
    main()
