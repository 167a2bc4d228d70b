"""Count what the style guide bans, in docs, docstrings, comments and errors: `python -m tools.prose [KIND]`.

Each kind has a ceiling in pyproject.toml, which only falls.
"""

import ast
import builtins
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
GENERATED: Final = ("arena/wire/gen/", "docs/reference/protocol-", "docs/rules/sheets/", "tests/")
LONGEST: Final = 25  # words of a sentence
SENTENCE: Final = re.compile(r"(?:(?<=[.!?:])|(?<=[.!?:]\*\*))\s+(?=[A-Z`*\"(\[])")
CODE: Final = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^>]*>")
FENCED: Final = re.compile(r"^\s*```.*?^\s*```|^\|.*?$|^#.*?$|^ {4,}.*?$|^<!--.*?-->$", re.MULTILINE | re.DOTALL)
KINDS: Final = {
    "openers": re.compile(r"^(?:[-*] |\d+\. )?(Who|Whoever|Whom|Whose|What|Of) (?!.*\?$)"),
    "tell": re.compile(r"\b(tells?|telling|told)\b", re.IGNORECASE),
    "idioms": re.compile(
        r"\b(anew|thereof|wherein|[Ww]hom|[Ww]hoever|[Bb]eside|is none|are none|as it comes|[Ww]hat there is"
        r"|looks? after|lets? go|is had|be had|comes? to|came to|as they come)\b"
    ),
}
REFUSING: Final = re.compile(r"(Error|Refusal|Unavailable|invalid)$")  # names of classes and functions
UNCLEAR: Final = re.compile(  # a text without a fix, with an inversion, or with a capital and a full stop
    r"^[^;:,(]*$|(?<!here )\b(?:is|are) no (?!longer)|\baccepted (?:is|are)\b|^(?:The|There|This|Another)\b|[a-z]\.$"
)


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of *text*, without code."""
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.|\w+:) )", text):
        yield from SENTENCE.split(CODE.sub("`x`", " ".join(paragraph.split())))


def texts(path: Path) -> Iterator[str]:
    """Yield the prose of *path*: a page without code and tables; docstrings and comments of a module."""
    source = path.read_text()
    if path.suffix == ".md":
        yield FENCED.sub("\n", source)
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield re.sub(r"(?m)^\|.*$|^\x08\n(?:.+\n?)+", "", ast.get_docstring(node) or "")  # no tables, lists
    block, row = "", 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            stands_alone = token.line.lstrip().startswith("#")
            follows = stands_alone and token.start[0] == row + 1
            yield "" if follows else block
            block = f"{block if follows else ''} {token.string.lstrip('#: ')}"
            row = token.start[0] if stands_alone else 0
    yield block


def refusals(module: ast.Module) -> Iterator[str]:
    """Yield the text of each error that *module* makes; names of texts are filled in, other values are `x`."""
    assigned = {ast.unparse(node.targets[0]): node.value for node in ast.walk(module) if isinstance(node, ast.Assign)}

    def text(node: ast.expr, names: dict[str, ast.expr]) -> str:
        node = node.value if isinstance(node, ast.FormattedValue) else node
        if isinstance(node, ast.JoinedStr):
            return "".join(text(part, names) for part in node.values)
        if isinstance(node, ast.Name) and node.id in names:
            return text(names[node.id], {name: value for name, value in names.items() if name != node.id})
        return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "`x`"

    for node in ast.walk(module):
        name = ast.unparse(node.func).split(".")[-1] if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and REFUSING.search(name) and not hasattr(builtins, name):
            yield from (words for given in node.args if len((words := text(given, assigned)).split()) > 3)


def find_violations(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the kind of each violation in *path*, and its sentence."""
    for text in texts(path):
        for sentence in sentences(text):
            yield from ((kind, sentence) for kind, banned in KINDS.items() if banned.search(sentence))
            if len(sentence.split()) > LONGEST:
                yield "long", sentence
    for text in refusals(ast.parse(path.read_text())) if path.suffix == ".py" else ():
        words = text[0].lower() + text[1:].removesuffix(".") if "arena/web/" in str(path) else text  # a page's sentence
        longest = max(len(clause.split()) for clause in re.split(r"[;:.] ", words))
        if longest > LONGEST or any(rule.search(words) for rule in (UNCLEAR, *KINDS.values())):
            yield "refusals", text


def main(shown: str = "") -> int:
    """Print the number of violations of each kind, and those of kind *shown*; return 1 above a ceiling."""
    ceilings: dict[str, int] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["arena"]["prose"]
    names = subprocess.run(["git", "ls-files", "*.md", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    counts = Counter[str]()
    for name in names.stdout.splitlines():
        if (ROOT / name).is_file() and not name.startswith(GENERATED):
            for kind, sentence in find_violations(ROOT / name):
                counts[kind] += 1
                if kind == shown:
                    print(f"{name}: {sentence}")
    for kind, ceiling in ceilings.items():
        print(f"{kind:8}{counts[kind]:7,} of at most {ceiling:,}")
    if over := [kind for kind, ceiling in ceilings.items() if counts[kind] > ceiling]:
        print(f"above the ceiling: {', '.join(over)}; `python -m tools.prose {over[0]}` lists them")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
