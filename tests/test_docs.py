"""Documentation that fails: README and docs are run, looked up, or compared with the program."""

from __future__ import annotations

import configparser
import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click
import pytest
from babel.messages.extract import extract_from_dir

from companion import testing
from companion.app.tables import Tables
from companion.boards import members as board_members
from companion.cli.calc import answer_lines
from companion.cli.main import main
from companion.cli.serve import serve
from companion.core import members
from companion.core.plugin import Game
from companion.games import registry
from companion.games.abilene.edition_1983.calc import ANSWERS as ANSWERS_1983
from companion.games.abilene.edition_1993.calc import ANSWERS
from companion.store.log import Log
from companion.web.api.openapi import document
from companion.web.app import create_app
from companion.web.server.server import TableServer
from tests.support.abilene import ABILENE

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
GAME_PAGES = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("docs/games/*.md"))
LINK = re.compile(r"\[[^\]]+\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
BOLD = re.compile(r"\*\*([^*]+)\*\*")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_turn_of_abilene_in_the_guide_is_what_the_program_does() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "a-turn.md"), module_relative=False, encoding="utf-8")
    assert result.attempted > 20
    assert result.failed == 0


def test_the_readme_begins_with_the_two_commands() -> None:
    first = [line.split("#")[0].strip() for line in text("README.md").splitlines()[1:5] if line.strip()]
    assert first == ["make play", "make test"]


def anchor(heading: str) -> str:
    """Return a heading as links name it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def broken_links(page: Path, words: str) -> list[str]:
    """Return the links of a page that lead nowhere in this repository."""
    broken = []
    for target, heading in LINK.findall(words):
        if "://" in target:
            continue
        there = (page.parent / target).resolve() if target else page
        body = there.read_text(encoding="utf-8") if there.is_file() and there.suffix == ".md" else ""
        headings = {anchor(line.lstrip("#")) for line in body.splitlines() if line.startswith("#")}
        if not there.exists() or (heading and heading not in headings):
            broken.append(f"{target}#{heading}")
    return broken


ROOMS = re.compile(r"^\| *(`[^|]+`) *\|", re.MULTILINE)
PREFIXES = {
    "companion/games/abilene/…": "companion/games/abilene",
    "companion/games/unexploded_cow/…": "companion/games/unexploded_cow",
    "companion/games/western_town/…": "companion/games/western_town",
    "vision/…": "vision",
}
"""Header of a table of rooms -> the folder that its rooms stand in; the first table's stand in ``companion``."""


def rooms_of(page: str) -> set[str]:
    """Return all folders and modules with a line in a table of the page, as paths."""
    rooms, within = set(), "companion"
    for line in ROOMS.findall(page):
        names = re.findall(r"`([^`]+)`", line)
        within = PREFIXES.get(names[0], within)
        rooms |= {f"{within}/{name}" for name in names if name not in (*PREFIXES, "vision", "games/<name>")}
    return rooms


def packages() -> set[str]:
    """Return all folders that hold modules of their own."""
    found = (path.parent for top in ("companion", "vision") for path in ROOT.glob(f"{top}/*/**/__init__.py"))
    every = {str(each.relative_to(ROOT)) for each in found}
    return {each for each in every if len([*(ROOT / each).glob("*.py")]) > 1}


def test_the_page_about_the_architecture_has_every_folder_and_none_that_is_not_there() -> None:
    page = text("docs/architecture.md")
    rooms = rooms_of(page)
    named = set(re.findall(r"`((?:companion|vision|tests)/[\w/.]+)`", page))
    assert packages() - rooms == set()
    assert [each for each in sorted(rooms | named) if not (ROOT / each).exists()] == []
    assert len(rooms) > 40


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_every_link_leads_somewhere(page: Path) -> None:
    assert broken_links(page, page.read_text(encoding="utf-8")) == []


def test_a_link_to_nowhere_would_be_noticed() -> None:
    words = "[a](docs/nowhere.md) [b](docs/play.md#no-such-heading) [c](docs/play.md#money)"
    assert broken_links(ROOT / "README.md", words) == ["docs/nowhere.md#", "docs/play.md#no-such-heading"]


def commands_of(group: click.Group) -> dict[str, click.Command]:
    context = click.Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command}


def undocumented(group: click.Group, words: str) -> list[str]:
    """Return the commands and options that the text does not name."""
    rows = {match[1]: line for line in words.splitlines() if (match := re.match(r"\| `companion ([\w-]+)", line))}
    missing = []
    for name, command in commands_of(group).items():
        row = rows.get(name, "")
        if not row:
            missing.append(name)
        for parameter in command.params:
            names = parameter.opts if isinstance(parameter, click.Option) else [(parameter.name or "").upper()]
            missing.extend(f"{name} {option}" for option in names if option not in row)
    return missing


def test_every_command_and_every_option_is_documented() -> None:
    assert undocumented(main, text("docs/commands.md")) == []


def test_an_undocumented_option_would_be_noticed() -> None:
    @click.group()
    def group() -> None: ...

    @group.command("serve")
    @click.option("--secretly", is_flag=True)
    def quietly(secretly: bool) -> None: ...

    @group.command("vanish")
    def disappear() -> None: ...

    assert undocumented(group, text("docs/commands.md")) == ["serve --secretly", "vanish"]


def test_every_command_and_option_says_what_it_does() -> None:
    for name, command in commands_of(main).items():
        assert command.help, name


def promised_tests() -> set[str]:
    """Return the names of tests that the promises mention, as words without a path."""
    text = ROOT.joinpath("docs/promises.md").read_text()
    section = text.partition("## Promises")[2].partition("## The sealed vote")[0]
    return {name for name in re.findall(r"`([a-z_0-9]+)`", section) if name != "key"}


def test_every_promise_names_a_test_that_is_there() -> None:
    files = [*ROOT.glob("tests/faults/test_*.py"), *ROOT.glob("tests/browser/test_*.py")]
    named = {name for file in files for name in re.findall(r"``([a-z_0-9]+)``", file.read_text().split('"""')[1])}
    assert promised_tests() <= named
    assert len(promised_tests()) >= 15


def test_every_make_target_that_is_mentioned_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), flags=re.MULTILINE))
    for page in PAGES:
        named = set(re.findall(r"(?:^ {4}|`)make ([a-z-]+)", page.read_text(encoding="utf-8"), flags=re.MULTILINE))
        assert named <= targets, page


def test_make_help_says_something_of_every_target() -> None:
    done = subprocess.run(["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = dict(re.findall(r"^make ([a-z-]+) +(\S.+)$", done.stdout, flags=re.MULTILINE))
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), flags=re.MULTILINE))
    assert set(lines) == targets


def test_the_systemd_unit_runs_a_real_command_with_real_options() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text("docs/companion.service"))
    program, command, *options = shlex.split(unit["Service"]["ExecStart"])
    assert program.endswith("/.venv/bin/companion")
    assert commands_of(main)[command] is serve
    context = serve.make_context(command, options)
    assert str(context.params["database"]).startswith(f"/var/lib/{unit['Service']['StateDirectory']}/")
    assert program.removesuffix("/.venv/bin/companion") in text("docs/raspberry-pi.md")


def sentences() -> set[str]:
    """Return all sentences of the screens, in English."""
    methods = [("companion/**.py", "python"), ("templates/**.html", "jinja2"), ("templates/**.svg", "jinja2")]
    methods += [("companion/games/**.html", "jinja2"), ("companion/games/**.svg", "jinja2")]
    found = extract_from_dir(ROOT, methods, keywords={"_": None, "say": None, "wording": None, "gettext": None})
    return {message for _, _, message, _, _ in found if isinstance(message, str)}


def test_every_button_of_the_players_guide_is_on_the_screen() -> None:
    guide = text("docs/play.md")
    known = {sentence.rstrip(".") for sentence in sentences()}
    # "- **Mistyped?** …" begins a paragraph and is no button
    known |= {begun.rstrip(".") for begun in re.findall(r"^(?:\d+\.|-) \*\*([^*]+[.?])\*\*", guide, flags=re.MULTILINE)}
    named = [" ".join(phrase.split()).rstrip(".") for phrase in BOLD.findall(guide)]
    assert len(named) > 30
    assert [phrase for phrase in named if phrase not in known] == []


def house_rule_table(game: Game, rules: object) -> list[str]:
    """Return the options as the guide shows them: the default first."""
    lines = ["| rule | default | or | section |", "|---|---|---|---|"]
    for rule in game.house_rules:
        default = next(str(option.label) for option in rule.options if option.value == getattr(rules, rule.name))
        other_options = "; ".join(str(option.label) for option in rule.options if str(option.label) != default)
        lines.append(f"| {rule.sentence} | {default} | {other_options} | {rule.rule.section} |")
    return lines


@pytest.mark.parametrize(
    ("game", "edition", "begins"),
    [
        ("abilene", "1993", "<!-- house rules:"),
        ("abilene", "1983", "<!-- house rules 1983:"),
        ("western_town", "2012", "<!-- house rules 2012:"),
    ],
)
def test_the_house_rules_of_the_guide_are_those_on_the_screen(game: str, edition: str, begins: str) -> None:
    part = text("docs/play.md").split(begins, 1)[1].split("-->", 1)[1].split("<!--", 1)[0]
    shown = [line for line in part.splitlines() if line.startswith("|")]
    played = registry()[game][edition]
    assert shown == house_rule_table(played, played.edition.rules)


def test_the_readme_names_every_edition_on_the_shelf_with_its_levels() -> None:
    rows = [line.split("|") for line in text("README.md").splitlines() if line.startswith("| Abilene |")]
    named = {row[2].strip(): row for row in rows}
    for name, game in ABILENE.items():
        assert all(f"`{level.value}`" in named[name][4] for level in game.edition.levels)
        assert str(game.edition.players[1]) in named[name][3]


def test_the_readme_names_every_game_on_the_shelf() -> None:
    named = {line.split("|")[1].strip() for line in text("README.md").splitlines() if line.startswith("| ")}
    assert {str(next(iter(editions.values())).title) for editions in registry().values()} <= named


SMALLEST = ROOT / "companion" / "testing" / "smallest"


@pytest.mark.parametrize(
    ("language", "file", "beside"),
    [("python", "__init__.py", "test_game.py"), ("html", "templates/parts/throw.html", "")],
)
def test_the_guide_shows_the_whole_smallest_game(language: str, file: str, beside: str) -> None:
    shown = text("docs/games/smallest.md")
    blocks = "\n".join(part.split("```", 1)[0] for part in shown.split(f"```{language}\n")[1:])
    source = SMALLEST.joinpath(file).read_text(encoding="utf-8")
    assert [*filter(str.strip, blocks.splitlines())] == [*filter(str.strip, source.splitlines())]
    assert {path.name for path in SMALLEST.rglob(f"*{Path(file).suffix}")} == {Path(file).name, beside} - {""}


def parts_of(cls: type) -> set[str]:
    """Return what the class asks of a game, or lets it say."""
    return {*cls.__annotations__, *(name for name in vars(cls) if not name.startswith("_"))}


def test_every_part_of_a_game_is_explained() -> None:
    guide = "".join(map(text, ("docs/add-a-game.md", *GAME_PAGES)))
    of_boards = (board_members.BoardRules, board_members.CameraRules, board_members.MarkerRules)
    records = (members.Bots, members.Exchange, members.Presets, members.CardRules, *of_boards)
    asked = parts_of(Game) | {*testing.__all__} - {"played"}
    asked |= {field.name for record in records for field in fields(record)} | {each.__name__ for each in records}
    assert [part for part in sorted(asked) if f"`{part}`" not in guide] == []


def test_every_address_of_the_api_is_in_its_guide() -> None:
    guide = text("docs/api.md").replace("CODE", "{code}").replace("SEAT", "{seat}")
    for path, operations in document(create_app(Tables(Log(":memory:"), registry())), registry())["paths"].items():
        for method in operations.keys() - {"parameters"}:
            assert f"`{method.upper()} {path}`" in guide


def test_the_calculator_answers_as_its_guide_says() -> None:
    lines = text("docs/calc.md").split("```json\n", 1)[1].split("```", 1)[0].splitlines()
    answers = [json.loads(answer) for answer in answer_lines(lines[::2])]
    assert answers == [json.loads(line) for line in lines[1::2]]


def test_every_kind_of_question_is_in_the_guide() -> None:
    guide = text("docs/calc.md")
    assert [kind for kind in (*ANSWERS, *ANSWERS_1983) if f"| `{kind}` |" not in guide] == []


@pytest.fixture
def box() -> Iterator[str]:
    """Yield the address of a box that runs."""
    log = Log(":memory:")
    tables = Tables(log, registry())
    server = TableServer(create_app(tables), tables.bell, "127.0.0.1", 0)
    server.prepare()
    thread = threading.Thread(target=server.serve)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.stop()
    thread.join()
    log.close()


def test_the_example_of_the_api_guide_runs(box: str) -> None:
    script = text("docs/api.md").split("```python\n", 1)[1].split("```", 1)[0]
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "BOX": box},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == "9500 Annie paid Ben $500: my boots are bigger\n"
