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
    return any(runs_nothing(child, parent) for child, parent in ancestry(node))


def runs_nothing(child: Node, parent: Node) -> bool:
    """Return whether *child* of *parent* only annotates, decorates, logs or words an error."""
    before = child.get_previous_sibling()
    sign = before.get_code().strip() if before is not None else ""
    return bool(
        (parent.type, sign) in (("annassign", ":"), ("tfpdef", ":"), ("funcdef", "->"))
        or parent.type == "parameters"  # the star of a signature
        or child.type == "decorator"  # a cache, an option of a dataclass, or for mypyc; without others nothing starts
        or (child.type == "if_stmt" and "TYPE_CHECKING" in child.children[1].get_code())
        or (parent.type == "atom_expr" and parent.children[0].get_code().strip() == "log")
        or (child.type == "fstring" and any(above.type == "raise_stmt" for _, above in ancestry(child)))
        # Cosmic-ray replaces only names of exceptions, and stops at a dotted one among others.
        or (child.type == "except_clause" and "." in child.children[1].get_code())
    )


def ancestry(node: Node) -> Iterator[tuple[Node, Node]]:
    """Yield each node from *node* upwards, with its parent."""
    while node.parent is not None:
        yield node, node.parent
        node = node.parent
