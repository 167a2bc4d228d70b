"""Changes to leave out, because they run nothing or change no answer."""

from collections.abc import Iterator
from typing import Any

Node = Any  # parso's trees are only partly typed

# Files that only the compiler reads, or that run in their own processes, which the tracing does not cover.
FILES = ("arena/rules/cards.py", "arena/gateway/__main__.py")
# Equal objects are one object here: small integers, members of enumerations, None; and -x has the same order as ~x.
SAME = ("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq", "USub_Invert")
# Other operators are useless here: on fractions and sets any test fails at once, and on masks "+" often equals "|".
ARITHMETIC = {"Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Pow"}


def is_left_out(node: Node, operator: str) -> bool:
    """Return whether the change by *operator* at *node* would be pointless, by the rules in this file."""
    kind, *change = operator.partition("/")[2].split("_")
    if operator.endswith(SAME):
        return True
    if kind == "ReplaceBinaryOperator" and len(ARITHMETIC.intersection(change)) == 1:
        return True
    above = list(ancestry(node))
    return any(rule(child, parent) for child, parent in above for rule in RULES)


def is_annotation(child: Node, parent: Node) -> bool:
    before = child.get_previous_sibling()
    sign = before.get_code().strip() if before is not None else ""
    return (parent.type, sign) in (("annassign", ":"), ("tfpdef", ":"), ("funcdef", "->"))


def is_star_of_signature(child: Node, parent: Node) -> bool:
    return bool(parent.type == "parameters")


def is_decorator(child: Node, parent: Node) -> bool:
    """Skip decorators: they are caches, dataclass options, or for mypyc; without the others nothing starts."""
    return bool(child.type == "decorator")


def is_for_the_compiler(child: Node, parent: Node) -> bool:
    return child.type == "if_stmt" and "TYPE_CHECKING" in child.children[1].get_code()


def is_for_the_log(child: Node, parent: Node) -> bool:
    return bool(parent.type == "atom_expr" and parent.children[0].get_code().strip() == "log")


def is_in_the_words_of_an_error(child: Node, parent: Node) -> bool:
    return child.type == "fstring" and any(above.type == "raise_stmt" for _, above in ancestry(child))


def is_dotted_exception(child: Node, parent: Node) -> bool:
    """Skip dotted exceptions: cosmic-ray replaces only names, and stops at a dotted one among others."""
    return child.type == "except_clause" and "." in child.children[1].get_code()


RULES = (
    is_annotation,
    is_star_of_signature,
    is_decorator,
    is_for_the_compiler,
    is_for_the_log,
    is_in_the_words_of_an_error,
    is_dotted_exception,
)


def ancestry(node: Node) -> Iterator[tuple[Node, Node]]:
    """Yield each node from *node* upwards, with its parent."""
    while node.parent is not None:
        yield node, node.parent
        node = node.parent
