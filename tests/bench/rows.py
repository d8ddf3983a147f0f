"""The rows of the bench table: a value, and beside what it was measured in the same run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import quantiles

Row = dict[str, float | str | None]
Rows = dict[str, Row]


def row(value: float, unit: str, ratio_to: str | None = None, ratio: float | None = None, target: str = "") -> Row:
    """Return a line of the table. ``target`` bounds the ratio where there is one, otherwise the value."""
    return {"value": value, "unit": unit, "ratio_to": ratio_to, "ratio": ratio, "target": target or None}


def beside(ours: Row, name: str, theirs: Row, target: str) -> Row:
    """Return our value once more, as a ratio to another row of the same run."""
    value, other = _number(ours), _number(theirs)
    return row(value, str(ours["unit"]), name, value / other, target)


def percentiles(seconds: Sequence[float]) -> tuple[float, float]:
    """Return p50 and p99 in milliseconds."""
    cuts = quantiles(seconds, n=100, method="inclusive")
    return cuts[49] * 1000, cuts[98] * 1000


def in_rows(times: Mapping[str, Sequence[float]]) -> Rows:
    """Return a row for p50 and one for p99 of everything that was measured in seconds."""
    return {
        f"{name}, {label}": row(value, "ms")
        for name, seconds in times.items()
        for label, value in zip(("p50", "p99"), percentiles(seconds), strict=True)
    }


def reached(line: Row) -> bool | None:
    """Return whether the target was reached; None for a row without one."""
    if line["target"] is None:
        return None
    sign, bound = str(line["target"]).split()
    measured = _number(line) if line["ratio"] is None else float(line["ratio"])
    match sign:
        case "<=":
            return measured <= float(bound)
        case ">=":
            return measured >= float(bound)
        case _:
            return measured == float(bound)


def printed(name: str, line: Row) -> str:
    """Return one line for people."""
    ratio = "" if line["ratio"] is None else f"{float(line['ratio']):6.2f} x {line['ratio_to']}"
    verdict = {None: "", True: "reached", False: "MISSED"}[reached(line)]
    target = "" if line["target"] is None else f"{line['target']}, {verdict}"
    return f"{name:58} {_number(line):10.3f} {line['unit']:12} {ratio:62} {target}".rstrip()


def _number(line: Row) -> float:
    return float(line["value"] or 0)
