"""Factor, solve and invert symmetric positive definite matrices, given as lists of rows."""

from math import sqrt
from operator import mul

Matrix = list[list[float]]


def dot(one: list[float], other: list[float]) -> float:
    """Return the scalar product of two vectors."""
    return float(sum(map(mul, one, other)))


def factorize(matrix: Matrix) -> Matrix:
    """Return the lower triangle L with L L' = *matrix* (Cholesky); row i has i + 1 entries."""
    rows: Matrix = []
    for i, line in enumerate(matrix):
        row: list[float] = []
        for j in range(i):
            row.append((line[j] - dot(row, rows[j])) / rows[j][j])
        row.append(sqrt(line[i] - dot(row, row)))
        rows.append(row)
    return rows


def solve(factor: Matrix, right: list[float]) -> list[float]:
    """Return x with L L' x = *right*, given L as *factor*."""
    return _solve(factor, _columns(factor), right)


def invert(factor: Matrix) -> Matrix:
    """Return the inverse of L L', given L as *factor*; all entries, not only a triangle."""
    size, columns = len(factor), _columns(factor)
    return [_solve(factor, columns, [float(i == j) for j in range(size)]) for i in range(size)]


def multiply(one: Matrix, other: Matrix) -> Matrix:
    """Return the matrix product of *one* and the symmetric matrix *other*."""
    return [[dot(row, column) for column in other] for row in one]


def _columns(factor: Matrix) -> Matrix:
    """Return the columns of L from the diagonal downwards, each in reverse order."""
    return [[row[place] for row in factor[place:]][::-1] for place in range(len(factor))]


def _solve(factor: Matrix, columns: Matrix, right: list[float]) -> list[float]:
    half: list[float] = []
    for row, value in zip(factor, right, strict=True):
        half.append((value - dot(row, half)) / row[-1])
    solution: list[float] = []  # in reverse order, like the columns
    for column, value in zip(reversed(columns), reversed(half), strict=True):
        solution.append((value - dot(column, solution)) / column[-1])
    return solution[::-1]
