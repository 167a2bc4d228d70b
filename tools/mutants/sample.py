"""Draw mutants: places by a hash of their line, one change at each, so that edits elsewhere keep the draw."""

import hashlib
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_item import MutationSpec

from tools.mutants.left_out import FILES, is_left_out

SEED = 12
OPERATORS = {name: get_operator(name)() for name in operator_names() if not get_operator(name).arguments()}
UNTOUCHED = ("name", "string", "newline", "endmarker")  # no operator changes these, so skipping them saves time

Key = tuple[str, int]  # rank of a place, and its line
Place = list[MutationSpec]  # of one kind at one position


def files(under: str) -> list[Path]:
    """Return the sources of a package, or the one file given."""
    path = Path(under)
    paths = [path] if path.suffix == ".py" else sorted(path.rglob("*.py"))
    return [each for each in paths if str(each) not in FILES]


def places(path: Path) -> list[tuple[Key, Place]]:
    """Return all places of a file."""
    source = path.read_text()
    lines = source.splitlines()
    by_key: defaultdict[Key, Place] = defaultdict(list)
    for mutant in mutants(path, source):
        line, column = mutant.start_pos
        kind = mutant.operator_name.partition("_")[0]
        by_key[f"{path} {lines[line - 1].strip()} {column} {kind}", line].append(mutant)
    return list(by_key.items())


def mutants(path: Path, source: str) -> Iterator[MutationSpec]:
    """Yield all mutants of a file but those left out, numbered as cosmic-ray does."""
    seen: Counter[str] = Counter()
    for node in ast_nodes(get_ast(source)):
        if node.type in UNTOUCHED:
            continue
        for name, operator in OPERATORS.items():
            for start, end in operator.mutation_positions(node):
                if not is_left_out(node, name):
                    yield MutationSpec(path, name, seen[name], start, end)
                seen[name] += 1


def draw(candidates: Iterable[tuple[Key, Place]], count: int) -> list[MutationSpec]:
    """*count* mutants that compile, or all that there are."""
    drawn: list[MutationSpec] = []
    for (text, _), place in sorted(candidates, key=lambda each: (rank(each[0][0]), each[0][1])):
        if len(drawn) == count:
            break
        mutant = min(
            place, key=lambda each: rank(f"{text} {each.operator_name} {each.occurrence - place[0].occurrence}")
        )
        if compiles(mutant):
            drawn.append(mutant)
    return drawn


def rank(text: str) -> bytes:
    return hashlib.sha256(f"{SEED} {text}".encode()).digest()


def compiles(mutant: MutationSpec) -> bool:
    changed = mutate_code(mutant.module_path.read_text(), OPERATORS[mutant.operator_name], mutant.occurrence)
    with warnings.catch_warnings(action="ignore"):  # of an "is not" next to a literal
        try:
            compile(changed, str(mutant.module_path), "exec")
        except SyntaxError:
            return False
    return True
