"""Colours that can be told apart by day and by night, in every world; sheets that older browsers understand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.web.words.looks import LOOKS

PACKAGE = Path(__file__).resolve().parents[2] / "companion"
LOOK = PACKAGE / "static" / "look"
WORLDS = {path.parents[1].name: path for path in PACKAGE.glob("games/*/static/world.css")}
NIGHT = "@media (prefers-color-scheme: dark) {"
TEXT = 4.5
"""the least contrast of text that WCAG 2.2 AA takes"""
SHAPE = 3.0
"""the least contrast of a border or a shape that says something"""
ON_PAPER = [
    (letters, ground, TEXT)
    for letters in ("--ink", "--soft", "--plus", "--minus", "--danger", "--tap-text")
    for ground in ("--paper", "--sheet", "--sunk", "--tint")
]
ELSEWHERE = [
    ("--on-tap", "--tap", TEXT),
    *(
        (letters, ground, TEXT)
        for letters in ("--on-sky", "--on-sky-soft", "--spark")
        for ground in ("--sky-1", "--sky-2")
    ),
    ("--on-spark", "--spark", TEXT),
    *(("--edge", ground, SHAPE) for ground in ("--paper", "--sheet")),
    *(("--signal", ground, SHAPE) for ground in ("--paper", "--sheet")),
    ("--ink", "--danger-tint", TEXT),
]
NEWER = re.compile(
    r":has\(|:dir\(|:user-(?:in)?valid|color-mix\(|light-dark\(|oklch\(|[^-]linear\(|subgrid|field-sizing"
    r"|@(?:container|layer|scope|property|starting-style)"
    r"|cq[whib]\b|\d[dsl]v[hw]\b|^\s*&|\) or \(|overflow[a-z-]*: clip|[ ;{](?:translate|scale|rotate):",
    re.MULTILINE,
)
"""what Chromium 90, Safari 15.4 or Firefox 102 do not understand"""
ON_PHONES = sorted(path for path in PACKAGE.glob("games/*/static/*.css") if path.stem != "screen")
MAY_BE_MISSED = ("grid-template-columns: subgrid", "  body:has(.result")
"""what an older browser passes over without harm: the winner is told after six seconds, however many play"""


def properties(sheet: str) -> dict[str, str]:
    """Return custom properties with a colour, by name."""
    return dict(re.findall(r"^\s*(--[\w-]+): (#[0-9a-f]{3,8});", sheet, re.MULTILINE))


def colours(world: str, scheme: str) -> Mapping[str, str]:
    """Return the colours of a page in this world; a world of the name "" is that of the house."""
    found: dict[str, str] = {}
    for path in (LOOK / "tokens.css", *([WORLDS[world]] if world else [])):
        day, _, night = path.read_text("utf-8").partition(NIGHT)
        found |= properties(day) | (properties(night) if scheme == "dark" else {})
    return found


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) > 4 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def faint(found: Mapping[str, str]) -> Iterator[str]:
    for letters, ground, least in (*ON_PAPER, *ELSEWHERE):
        if (there := contrast(found[letters], found[ground])) < least:
            yield f"{letters} on {ground}: {there:.2f}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("world", ["", *WORLDS])
def test_everything_can_be_read_and_every_border_seen(world: str, scheme: str) -> None:
    assert list(faint(colours(world, scheme))) == []


def test_every_player_s_letter_can_be_read_and_every_badge_seen_on_paper_and_sky() -> None:
    players = re.findall(
        r"\.c-(\w+) \{ --c: (#\w+); --land: (#\w+); --on: (#\w+);(.*?)\}", (LOOK / "badges.css").read_text()
    )
    assert len(players) == 12
    for name, colour, land, ink, rest in players:
        assert contrast(colour, ink) >= TEXT, name
        assert contrast(land, "#33200f") >= TEXT, f"what stands on the ground of {name}"
        edges = dict(re.findall(r"(--edge-of): (#\w+)", rest)).get("--edge-of")
        for world in ("", *WORLDS):
            for scheme in ("light", "dark"):
                found = colours(world, scheme)
                edge = edges or found["--edge-of"]
                assert max(contrast(each, found["--sheet"]) for each in (colour, edge)) >= SHAPE, (name, world, scheme)
                assert max(contrast(each, found["--sky-2"]) for each in (colour, "#fff4e2")) >= SHAPE, (name, world)
    shapes = {re.search(r"--shape: (.*?); ?(--|$)", rest)[1] for *_, rest in players if "--shape" in rest}  # type: ignore[index]
    assert len(shapes) == len(players), "each has a shape of its own"


@pytest.mark.parametrize("sheet", sorted({sheet for look in ("phone", "page", "paper") for sheet in LOOKS[look]}))
def test_a_sheet_needs_nothing_that_an_older_browser_does_not_know(sheet: str) -> None:
    assert newer((LOOK / f"{sheet}.css").read_text("utf-8")) == []


@pytest.mark.parametrize("path", ON_PHONES, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_nor_do_the_sheets_of_a_game_on_a_phone(path: Path) -> None:
    rules = path.read_text("utf-8").splitlines()
    assert newer("\n".join(rule for rule in rules if ".screen" not in rule)) == []


@pytest.mark.parametrize(
    "rule",
    [
        *("a:has(b) { color: red; }", "a { height: 100dvh; }", "a { overflow-x: clip; }", "a { scale: 1.2; }"),
        *("a { color: color-mix(in srgb, red, blue); }", "@layer base;", "  & b { color: red; }"),
    ],
)
def test_what_an_older_browser_does_not_know_would_be_noticed(rule: str) -> None:
    assert newer(rule)


def newer(sheet: str) -> list[str]:
    return [
        line.strip()
        for line in sheet.splitlines()
        if NEWER.search(line) and not any(each in line for each in MAY_BE_MISSED)
    ]
