"""The table of the bench and its page with the worst frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path

from tests.bench.rows import Rows, printed, row
from tests.vision.bench.evaluate import Bad
from tests.vision.bench.tally import Group, Tally

MEASURES = {
    "cells": ("cells right, one steady frame", ">= 99.99"),
    "cells not false": ("cells not called something false, one steady frame", None),
    "boards": ("boards exact after voting", ">= 99.5"),
    "moves": ("legal moves understood without asking", ">= 99.5"),
    "wrong commits": ("wrong silent commits", "<= 0.1"),
    "wrong proposals": ("wrong moves proposed, to be confirmed or not", None),
    "illegal noticed": ("illegal moves noticed", ">= 99"),
    "accused": ("false accusations", "<= 0.1"),
    "after a bump": ("after a bump right again within a second", ">= 100"),
    "steady": ("steady within a second", None),
    "one frame: moves": ("legal moves understood from one frame each", ">= 99.5"),
    "one frame: wrong commits": ("wrong silent commits from one frame each", "<= 0.1"),
    "one frame: wrong proposals": ("wrong moves proposed from one frame each", None),
    "one frame: illegal noticed": ("illegal moves noticed in one frame each", ">= 99"),
    "one frame: accused": ("false accusations from one frame each", "<= 0.1"),
    "nothing said of hands": ("frames with a hand of which nothing was claimed", None),
    "hands noticed": ("hands and things in the way noticed", None),
    "hidden cells not invented": ("hidden cells of which nothing false was said", None),
    "set up": ("set up at the first attempt", ">= 100"),
}
"""Measure -> what it says and what is to be reached, in percent (vision.md)."""
PARTS = ("tuning", "held-out", "given")
A_FOLDER = 5
"""Frames of one folder in the report."""


def rows_of(tally: Tally) -> Rows:
    """Return all measures of the parts that were run."""
    rows: Rows = {}
    for measure, (name, target) in MEASURES.items():
        for part in PARTS:
            share = tally.share(measure, ("part", part))
            if share is not None:
                of = tally.total[measure, ("part", part)]
                rows[f"{name}, {part} ({of})"] = row(share, "%", None, None, target or "")
    worst = [(tally.share("boards", group), group[1]) for group in tally.groups("light")]
    if shares := [(share, light) for share, light in worst if share is not None]:
        share, light = min(shares)
        rows[f"boards exact after voting, worst light: {light}"] = row(share, "%", None, None, ">= 99")
    return rows


def grid(tally: Tally, by: str, measures: Sequence[str]) -> list[list[str]]:
    """Return a table of shares: one line to a group."""
    lines = [[by, *(MEASURES[measure][0] for measure in measures)]]
    for group in tally.groups(by):
        lines.append([group[1], *(_share(tally, measure, group) for measure in measures)])
    return lines


def _share(tally: Tally, measure: str, group: Group) -> str:
    share = tally.share(measure, group)
    return "" if share is None else f"{share:.2f} % of {tally.total[measure, group]}"


READ = ("cells", "boards", "moves", "illegal noticed", "accused", "set up")
GRIDS = {
    "light": READ,
    "artwork": READ,
    "found by": READ,
    "event": ("moves", "illegal noticed", "wrong commits", "accused"),
}


def page(rows: Rows, tally: Tally, bad: Sequence[Bad], folder: Path) -> Path:
    """Write index.html into the folder where the pictures are already."""
    parts = [
        "<!doctype html><meta charset=utf-8><title>Vision report</title>",
        "<style>body{font:15px system-ui;margin:2em}td,th{padding:.2em .8em;text-align:left}",
        "img{max-width:100%}tr:nth-child(even){background:#8882}</style>",
        "<h1>What the camera read</h1><p>Rendered scenes, not photographs.</p><pre>",
        escape("\n".join(printed(name, line) for name, line in rows.items())),
        "</pre>",
    ]
    for by, measures in GRIDS.items():
        parts.append(f"<h2>By {by}</h2>{_table(grid(tally, by, measures))}")
    parts.append(f"<h2>The worst frames ({len(bad)} in all)</h2>")
    for one in worst(bad):
        cells = ", ".join(f"{cell}: {what}" for cell, what in list(one.wrong.items())[:12])
        parts.append(f"<h3>{escape(one.folder)} {escape(one.file)}: {escape(one.what)}</h3><p>{escape(cells)}</p>")
        if one.picture:
            parts.append(f'<img loading="lazy" alt="" src="{escape(one.picture)}">')
    path = folder / "index.html"
    path.write_text("\n".join(parts))
    return path


def worst(bad: Sequence[Bad]) -> list[Bad]:
    """Return some frames of every folder, those with most wrong cells first, and every other one in words."""
    chosen, seen = list[Bad](), Counter[tuple[str, bool]]()
    for one in sorted(bad, key=lambda one: (not one.picture, -len(one.wrong))):
        seen[one.folder, bool(one.picture)] += 1
        if seen[one.folder, bool(one.picture)] <= A_FOLDER:
            chosen.append(one)
    return chosen


def _table(lines: Sequence[Sequence[str]]) -> str:
    head, *rest = lines
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in rest)
    return f"<table><tr>{top}</tr>{body}</table>"
