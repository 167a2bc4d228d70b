"""The numbers of docs/explanation/by-hand.md by its own steps. Nothing of the arena is imported here."""

from math import exp, hypot, log, sqrt

T9 = 2.262157162740992  # Student's quantile 0.975, 9 degrees of freedom
Z = 1.959963984540054
ELO = 400 / log(10)


def expected(strength: float) -> float:
    return 1 / (1 + exp(-strength))


def interval(m: float, error: float, n: int) -> tuple[float, float, float, float]:
    """V, N and the ends of the interval of a mean score of n boards."""
    v = (error**2 * n * (n - 1) + 2 * m * (1 - m)) / (n + 1) / n
    big = m * (1 - m) / v * (Z / T9) ** 2
    lower = Z * sqrt(Z**2 - 2 - 1 / big + 4 * m * (big * (1 - m) + 1))
    upper = Z * sqrt(Z**2 + 2 - 1 / big + 4 * m * (big * (1 - m) - 1))
    low, high = (
        (2 * big * m + Z**2 - 1 - lower) / (2 * (big + Z**2)),
        (2 * big * m + Z**2 + 1 + upper) / (2 * (big + Z**2)),
    )
    return v, big, low, high


def root(wanted: float, *others: float) -> float:
    """The strength that is expected to score *wanted* in all against *others*, once each."""
    low, high = -50.0, 50.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(expected(middle - each) for each in others) < wanted else (low, middle)
    return (low + high) / 2


def numbers(xy: list[float], xz: list[float], yz: list[float]) -> dict[str, float]:
    """Every number of the page by its symbol; *xy* and *yz* are alike, so that y is in the middle."""
    assert xy == yz
    own = [*xy, *xz]
    n, m = len(own), sum(own) / len(own)
    figures = {"m": m, "error of m": sqrt(sum((each - m) ** 2 for each in own) / (n - 1) / n)}
    figures["V of m"], figures["N"], figures["low of m"], figures["high of m"] = interval(m, figures["error of m"], n)
    v = 5 * (2 / 15) / 2
    a = _middle(5 + v, sum(own) + v)
    e1, e2 = expected(a), expected(2 * a)
    q1, q2 = e1 * (1 - e1), e2 * (1 - e2)
    w1, w2 = (5 + v) * q1, (5 + v) * q2
    figures |= {"v": v, "a": a, "E1": e1, "E2": e2, "rating": 1500 + ELO * a, "q1": q1, "q2": q2, "w1": w1, "w2": w2}
    gxx, dxy, dxz = 1 / (2 * (w1 + 2 * w2)) + 1 / (18 * w1), 1 / (2 * (w1 + 2 * w2)) + 1 / (2 * w1), 2 / (w1 + 2 * w2)
    h1, h2 = q1 * dxy, q2 * dxz
    s1, s2 = sum((each - e1) ** 2 for each in xy), sum((each - e2) ** 2 for each in xz)
    m1, m2 = s1 / (1 - h1), s2 / (1 - h2)
    vxx = (m1 + 2 * m2) / (2 * (w1 + 2 * w2) ** 2) + m1 / (18 * w1**2)
    d = min(1.0, (1 + 2 * s1 + s2) / (1 + 10 * q1 + 5 * q2))
    variance = max(vxx, d * gxx)
    figures |= {"G": gxx, "D1": dxy, "D2": dxz, "h1": h1, "h2": h2, "S1": s1, "S2": s2, "M1": m1, "M2": m2}
    figures |= {"V": vxx, "d": d, "error": ELO * sqrt(variance)}
    residue = sqrt((m1 + m2) * n / (n - 1)) / n
    low, high = interval(m, residue, n)[2:]
    ys = sqrt(2 * m1 * n / (n - 1)) / n
    y_high = interval(0.5, ys, n)[3]
    below, above = a - root(2 * low, 0, -a), root(2 * high, 0, -a) - a
    y_reach = root(2 * y_high, a, -a)
    b = T9 * sqrt(max(0.0, variance - 4 / 9 * d / (5 * q1 + 5 * q2)))
    c_low, c_high = sqrt((y_reach**2 + below**2) / 2) / 3, sqrt((y_reach**2 + above**2) / 2) / 3
    figures |= {"l": low, "reach": below, "y's reach": y_reach, "b": b, "c": c_low}
    figures["low"] = figures["rating"] - ELO * hypot(2 / 3 * below, max(b, c_low))
    figures["high"] = figures["rating"] + ELO * hypot(2 / 3 * above, max(b, c_high))
    v_xy = (m1 + 2 * m2) / (2 * (w1 + 2 * w2) ** 2) + m1 / (2 * w1**2)
    figures["error of x - y"] = ELO * sqrt(max(v_xy, d * dxy))
    figures["error of x - z"] = ELO * sqrt(max(2 * (m1 + 2 * m2) / (w1 + 2 * w2) ** 2, d * dxz))
    weights = [figures[f"error of x - {each}"] ** -2 for each in "yz"]
    surplus = 2 * ((ELO * a) ** 2 * weights[0] - 1) + (2 * ELO * a) ** 2 * weights[1] - 1
    figures["A"] = max(surplus, 3.0) / (2 * weights[0] + weights[1])
    figures["t"] = ELO * a * sqrt(weights[0] * figures["A"] / (figures["A"] + 1 / weights[0]))
    return figures


def _middle(boards: float, score: float) -> float:
    """By halves: the a at which x is expected to score what it scored, virtual draws included."""
    low, high = 0.0, 10.0
    for _ in range(200):
        a = (low + high) / 2
        low, high = (a, high) if boards * (expected(a) + expected(2 * a)) < score else (low, a)
    return a


def live_elo(boards: list[tuple[str, str, float]]) -> list[dict[str, float]]:
    """After each board, of the first's score against the second."""
    elo, rows = dict.fromkeys("xyz", 1500.0), []
    for first, second, score in boards:
        moved = 32 * (score - 1 / (1 + 10 ** ((elo[second] - elo[first]) / 400)))
        elo[first] += moved
        elo[second] -= moved
        rows.append(dict(elo))
    return rows
