"""``make figures``: writes docs/figures.md from what the benches measured last.

``figures.toml`` has a block for every row of the page: what it says, the command that measures it, where in ``build/``
the command leaves the number, and what was measured last, on which machine and day. The command brings the blocks up
to date from the files that are there; a row whose bench was not run since keeps what it says. Rows without a file are
counted by tests and edited by hand.

Run it on the machine that measured, and not after ``--quick``.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, astuple, dataclass, fields, replace
from datetime import date
from pathlib import Path

from tests.bench.machine import machine
from tests.bench.rows import Row, Rows, reached

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(__file__).with_name("figures.toml")
PAGE = ROOT / "docs" / "figures.md"
BUILD = ROOT / "build"
HEAD = """\
# Figures

Written by `make figures` from `tests/bench/figures.toml`, which keeps what each bench measured last. A row is one run
on one machine: compare within a row, where *beside* was measured in the same run, not across machines. What was tried
and taken back stands in [decisions](decisions/README.md).
"""
NUMBERS = """\
## The camera's tuned numbers

Photographs and eight rendered scenes, 36 boards in all, are read with 0.8 and 1.25 times each number, one at a time.
The ten that change most, by `make sensitivity ARGS=FOLDER` on DATE:
"""
NUMBER_COLUMNS = ("number", "times", "boards lost", "boards that read otherwise", "cells that do", "wrong claims")
WORST = 10
COLUMNS = ("what", "measured", "target", "beside", "machine", "date", "command")


@dataclass(frozen=True)
class Figure:
    """A row of the page: what the upper half asks for is written by hand, the lower half by the command."""

    part: str
    what: str
    command: str
    file: str = ""
    """in ``build/``; empty if the command leaves no numbers"""
    row: str = ""
    """its name in the file, without what may end it: a count in brackets, or a colon and a word"""
    goal: str = ""
    """what is to be reached, where that is not what the bench asks for"""
    beside: str = ""
    """what it was measured beside in the same run"""

    measured: str = ""
    ratio: str = ""
    target: str = ""
    machine: str = ""
    date: str = ""


@dataclass(frozen=True)
class Sensitivity:
    """The effect of a tuned number of the camera, in the order of the columns."""

    number: str
    factor: float
    lost: int
    boards: int
    cells: int
    wrong: int
    date: str = ""


@dataclass(frozen=True)
class Figures:
    """The page: a sentence for each of its parts, its rows, and the camera's most sensitive numbers."""

    parts: Mapping[str, str]
    rows: tuple[Figure, ...]
    numbers: tuple[Sensitivity, ...] = ()


def main() -> None:
    """Bring the data up to date and write the page."""
    figures = read(DATA)
    rows_now = tuple(updated(each, BUILD, on()) for each in figures.rows)
    new_figures = Figures(figures.parts, rows_now, sensitive(BUILD) or figures.numbers)
    DATA.write_text(data(new_figures), encoding="utf-8")
    PAGE.write_text(page(new_figures), encoding="utf-8")
    for before, after in zip(figures.rows, new_figures.rows, strict=True):
        if before != after:
            print(f"{after.part}: {after.what}: {before.measured or '–'} -> {after.measured}")


def on() -> str:
    """Return this machine, without its load at the moment and what follows the numbers of its kernel."""
    return re.sub(r"(Linux \d+\.\d+)[^,]*", r"\1", machine().rpartition(", load")[0])


def read(path: Path) -> Figures:
    """Raise TypeError for a field that no figure has."""
    kept = tomllib.loads(path.read_text(encoding="utf-8"))
    numbers = tuple(Sensitivity(**block) for block in kept.get("number", ()))
    return Figures(kept["parts"], tuple(Figure(**block) for block in kept["figure"]), numbers)


def updated(figure: Figure, build: Path, where: str) -> Figure:
    """Return the figure as its file in ``build`` has it, unless what is known is newer or the file has no such row."""
    path = build / figure.file
    if not figure.file or not path.exists():
        return figure
    day = date.fromtimestamp(path.stat().st_mtime).isoformat()
    found, ends = rows(path), (f"{figure.row} (", f"{figure.row}: ")
    name = next((each for each in found if each == figure.row or each.startswith(ends)), None)
    if name is None or day < figure.date:
        return figure
    line = found[name]
    aimed: Row = {**line, "target": figure.goal or line["target"]}
    return replace(
        figure,
        measured=measured(line, name.removeprefix(figure.row).strip(" ():")),
        ratio="" if line["ratio"] is None else f"{float(line['ratio']):.2f}",
        target=verdict(aimed),
        machine=where,
        date=day,
    )


def sensitive(build: Path) -> tuple[Sensitivity, ...]:
    """Return the numbers that change most, worst first; none where nobody has measured it."""
    path = build / "sensitivity.json"
    if not path.exists():
        return ()
    names = [each.name for each in fields(Sensitivity)]
    worst = json.loads(path.read_text(encoding="utf-8"))[:WORST]
    day = date.fromtimestamp(path.stat().st_mtime).isoformat()
    return tuple(Sensitivity(**{name: each[name] for name in names if name in each}, date=day) for each in worst)


def rows(path: Path) -> Rows:
    """Return what a bench has written; of planted faults and of mutants the share that a test noticed."""
    found = json.loads(path.read_text(encoding="utf-8"))
    match path.name:
        case "mutants.json":
            return _noticed("planted faults", sum(bool(fault["caught by"]) for fault in found.values()), len(found))
        case "mutation.json":
            return _noticed("mutants", found["killed"], found["total"])
        case _:
            return dict(found)


def _noticed(what: str, noticed: int, among: int) -> Rows:
    share = 100 * noticed / max(among, 1)
    return {f"{what} noticed ({among})": {"value": share, "unit": "%", "ratio_to": None, "ratio": None, "target": None}}


def measured(line: Row, end: str) -> str:
    """Return a value with its unit, and what its name ends with: of how many, or where."""
    value = float(line["value"] or 0)
    whole = value == int(value) or value >= 100
    number = f"{value:,.0f}" if whole else f"{value:.2f}" if line["unit"] == "%" else f"{value:.3g}"
    unit = str(line["unit"])
    if end.isdecimal():
        return f"{number} % of {int(end):,}" if unit == "%" else f"{number} of {int(end):,} {unit}"
    return f"{number} {unit} ({end})" if end else f"{number} {unit}"


def verdict(line: Row) -> str:
    """Return what was to be reached, and whether it was."""
    if line["target"] is None:
        return ""
    bound = str(line["target"]) + ("" if line["ratio"] is None else "x")
    return f"{bound}: " + ("reached" if reached(line) else "**missed**")


def data(figures: Figures) -> str:
    """Return the figures as ``read`` takes them."""
    lines = ["# Read and brought up to date by tests/bench/figures.py: `make figures`.", "", "[parts]"]
    lines += [f"{text(part)} = {text(words)}" for part, words in figures.parts.items()]
    for figure in figures.rows:
        lines += ["", "[[figure]]", *fields_of(asdict(figure))]
    for number in figures.numbers:
        lines += ["", "[[number]]", *fields_of(asdict(number))]
    return "\n".join(lines) + "\n"


def fields_of(block: Mapping[str, str | float]) -> list[str]:
    """Return the lines of a block; empty columns are left out."""
    return [f"{name} = {text(value)}" for name, value in block.items() if value != ""]


def text(value: str | float) -> str:
    """Return a string or a number of TOML."""
    return json.dumps(value, ensure_ascii=False)


def page(figures: Figures) -> str:
    """Return the page for people."""
    machines = {name: chr(ord("a") + number) for number, name in enumerate(_machines(figures.rows))}
    lines = [HEAD]
    for part, words in figures.parts.items():
        cells = [cells_of(figure, machines) for figure in figures.rows if figure.part == part]
        lines += [f"## {part}", "", *([words, ""] if words else [])]
        lines += [table_line(each) for each in (COLUMNS, ("---",) * len(COLUMNS), *cells)]
        lines.append("")
    if figures.numbers:
        lines.append(NUMBERS.replace("DATE", figures.numbers[0].date))
        rows = [tuple(str(value) for value in astuple(each)[:-1]) for each in figures.numbers]
        lines += [table_line(each) for each in (NUMBER_COLUMNS, ("---",) * len(NUMBER_COLUMNS), *rows)]
        lines.append("")
    lines += ["## Machines", ""]
    lines += [f"- {letter}: {name}" for name, letter in machines.items()]
    return "\n".join(lines) + "\n"


def cells_of(figure: Figure, machines: Mapping[str, str]) -> tuple[str, ...]:
    """Return what stands in a row of the page."""
    beside = f"{figure.ratio}x {figure.beside}" if figure.ratio else figure.beside
    letter, command = machines.get(figure.machine, ""), f"`{figure.command}`"
    return (figure.what, figure.measured or "–", figure.target, beside, letter, figure.date, command)


def table_line(cells: Iterable[str]) -> str:
    """Return a line of a table in Markdown; empty cells stay."""
    return "| " + " | ".join(cells) + " |"


def _machines(rows: Iterable[Figure]) -> list[str]:
    return list(dict.fromkeys(row.machine for row in rows if row.machine))


if __name__ == "__main__":
    main()
