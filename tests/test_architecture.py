"""The layers of docs/architecture.md: reads the imports and fails when an arrow runs the wrong way.

Every check is a function over source text, so that its negative control can hand it a module that breaks the rule.
A single test applies it to all modules and names those that break it.
"""

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from companion.core.messages import Posting
from companion.core.table.table import Table
from companion.core.text import Fact, Text
from companion.games import registry
from companion.store.codec import Codec
from tests.support.sources import nodes

ROOT = Path(__file__).parents[1]
SOURCES = sorted([*ROOT.glob("companion/**/*.py"), *ROOT.glob("vision/**/*.py")])
CORE = sorted(ROOT.glob("companion/core/**/*.py"))
GAMES = sorted(ROOT.glob("companion/games/**/*.py"))

IMPURE = {
    *("time", "datetime", "os", "sys", "io", "pathlib", "socket", "sqlite3", "secrets", "subprocess", "threading"),
    *("asyncio", "tempfile", "shutil", "logging", "uuid", "urllib", "http", "locale"),
}
"""Clocks, files, sockets, chance and processes: the core is given what it needs of them."""

MAY_IMPORT: Mapping[str, tuple[str, ...]] = {
    "companion.core": ("companion.core",),
    "companion.boards": ("companion.core", "companion.boards"),
    "companion.games": ("companion.core", "companion.boards", "companion.games"),
    "companion.store": ("companion.core", "companion.boards", "companion.store", "companion.lean_imports"),
    "companion.app": ("companion.core", "companion.boards", "companion.store", "companion.app"),
    "vision.runtime.process": ("companion.core", "companion.boards", "companion.logs", "vision"),
    "vision.runtime.photo_process": ("companion.core", "companion.boards", "companion.logs", "vision"),
    **{
        f"vision.{room}": ("companion.core", "companion.boards", "vision.errors", *(f"vision.{one}" for one in rooms))
        for room, rooms in {
            "geometry": ("geometry",),
            "localisation": ("geometry", "localisation"),
            "evidence": ("geometry", "localisation", "evidence"),
            "cells": ("geometry", "evidence", "cells"),
            "inference": ("geometry", "localisation", "evidence", "cells", "inference"),
            "dice": ("geometry", "localisation", "dice"),
            "capture": ("geometry", "capture"),
            "synthetic": ("geometry", "synthetic"),
            "runtime": ("geometry", "localisation", "evidence", "inference", "dice", "capture", "runtime"),
        }.items()
    },
    "vision": ("companion.core", "companion.boards", "vision"),
}
"""Layer -> what it may import of ours. Nothing that reads pictures knows the renderer; the process, which
chooses the source, does. Games reach the session by being passed in; the rest of the shell is free."""

ONLY_FOR_TYPES = {
    ("companion.core.table.table", "typing_extensions"),
    ("companion.core.plugin", "companion.boards.members"),
}
"""Module, and what it may import against the layers where only a type checker does (``if TYPE_CHECKING``)."""

MAY_IMPORT_WEB = (
    "companion.web",
    "companion.cli.addresses",
    "companion.cli.listening",
    "companion.cli.serve",
    "companion.web.server",
    "companion.testing.secrecy",
)
"""The pages themselves, what serves them, and what looks at all of them."""


def name_of(path: Path) -> str:
    """Return the module's dotted name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def broken(check: Callable[[str, str], Iterable[object]], paths: Sequence[Path] = SOURCES) -> list[str]:
    """Return what the check says of these modules, given the name and the source of each."""
    return [f"{name_of(path)}: {found}" for path in paths for found in check(name_of(path), path.read_text())]


def imports(source: str) -> Iterator[tuple[str, int]]:
    """Yield all modules that the source imports, with the line of each."""
    for node in nodes(source):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module, node.lineno
            case ast.ImportFrom():
                yield "a relative import", node.lineno


def never_run(source: str) -> set[int]:
    """Return the lines of imports that only a type checker reads."""
    checks = (node for node in nodes(source) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    return {line.lineno for check in checks for line in check.body}


def wrong_arrows(module: str, source: str) -> list[str]:
    """Return all imports of the module that the layers forbid."""
    layer, typed = next((layer for layer in MAY_IMPORT if within(module, layer)), ""), never_run(source)
    return [
        f"{module}:{line} imports {imported}"
        for imported, line in imports(source)
        if wrong(module, layer, imported) and not (line in typed and (module, imported) in ONLY_FOR_TYPES)
    ]


def wrong(module: str, layer: str, imported: str) -> bool:
    """Return whether this import goes against the layers."""
    top = imported.partition(".")[0]
    if top in ("companion", "vision"):
        allowed = MAY_IMPORT.get(layer, ("companion", "vision"))
        from_below = within(imported, "companion.web") and not any(within(module, user) for user in MAY_IMPORT_WEB)
        return from_below or not any(within(imported, one) for one in allowed) or other_game(module, imported)
    if layer == "companion.core":
        return top in IMPURE or top not in sys.stdlib_module_names
    return layer == "companion.games" and not third_party_allowed(module, top)


def third_party_allowed(module: str, top: str) -> bool:
    """Return whether the module may import it: games are as pure as the core, but for rule questions (calc) and the
    registry.
    """
    if module == "companion.games":
        return top in sys.stdlib_module_names
    if top == "pydantic":
        return "calc" in module.split(".")
    return top in sys.stdlib_module_names and top not in IMPURE


def other_game(module: str, imported: str) -> bool:
    """Return whether one game looks into another; rule questions are read alike in every game (``calc``)."""
    here, there = module.split("."), imported.split(".")
    games = ["companion", "games"]
    return here[:2] == games == there[:2] and len(here) > 2 and len(there) > 2 and there[2] not in (here[2], "calc")


def luck_of_its_own(source: str) -> list[int]:
    """Return the lines that draw from ``random`` itself, or make a source of chance that no seed fixes."""
    return [
        node.lineno
        for node in nodes(source)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "random"
        and not (node.func.attr == "Random" and node.args)
    ]


def test_every_import_goes_the_right_way() -> None:
    assert not broken(wrong_arrows)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("companion.core.money.ledger", "import time"),
        ("companion.core.money.ledger", "import pydantic"),
        ("companion.core.money.ledger", "def late():\n    from companion.store.log import Log"),
        ("companion.core.money.ledger", "from . import table"),
        ("companion.core.money.ledger", "if TYPE_CHECKING:\n    import pydantic"),
        ("companion.core.plugin", "from companion.boards.members import BoardRules"),
        ("companion.core.table.table", "if TYPE_CHECKING:\n    pass\nelse:\n    import typing_extensions"),
        ("companion.games.abilene.common.abilene", "from companion.web.view.reader import Reader"),
        ("companion.games.abilene.common.abilene", "import pydantic"),
        ("companion.games.abilene.common.abilene", "from companion.games.cow.game import Cow"),
        ("companion.store.log", "from companion.app.tables import Tables"),
        ("companion.app.tables", "from companion.games import registry"),
        ("companion.paths", "from companion.web.app import create_app"),
        ("vision.capture.sources", "from vision.synthetic.demo import DrawnCamera"),
        ("vision.runtime.pipeline", "from vision.synthetic import table"),
        ("vision.geometry.sheet", "from vision.localisation.tracking import Tracker"),
        ("vision.inference.areas", "from vision.runtime.pipeline import Pipeline"),
        ("vision.inference.cell_classifier", "from companion.games import registry"),
    ],
)
def test_an_import_that_goes_the_wrong_way_is_noticed(module: str, source: str) -> None:
    assert wrong_arrows(module, source)


def test_rules_draw_no_lots_of_their_own() -> None:
    """``random`` is there to name the type of the source that is passed in; a seeded one is no luck."""
    assert not broken(lambda _, source: luck_of_its_own(source), [*CORE, *GAMES])
    assert not [name_of(path) for path in CORE if "random.Random(" in path.read_text()]


def test_luck_is_noticed() -> None:
    assert luck_of_its_own("import random\ndie = random.choice((1, 2))") == [2]
    assert luck_of_its_own("import random\nchance = random.Random()") == [2]
    assert not luck_of_its_own("import random\nchance = random.Random('seed')")


# --- folders have one direction ---------------------------------------------------------------


def taken(source: str) -> Iterator[tuple[str, str]]:
    """Yield what the source takes from where when it is run: (module or package, name)."""
    typed = never_run(source)
    for node in nodes(source):
        if isinstance(node, ast.ImportFrom) and node.module and node.lineno not in typed:
            yield from ((node.module, alias.name) for alias in node.names)


def arrows(sources: Mapping[str, str]) -> Mapping[str, set[str]]:
    """Map each module -> which of these modules it imports; a package counts itself only where none of its modules is
    taken.
    """
    return {
        module: {f"{where}.{name}" if f"{where}.{name}" in sources else where for where, name in taken(source)}
        & sources.keys()
        for module, source in sources.items()
    }


def reach(start: set[str], arrows: Mapping[str, set[str]]) -> set[str]:
    """Return these modules and all that they come to by imports."""
    reached, waiting = set(start), list(start)
    while waiting:
        found = arrows[waiting.pop()] - reached
        reached |= found
        waiting += found
    return reached


def back_to(folder: str, arrows: Mapping[str, set[str]]) -> list[str]:
    """Return the modules outside the folder that it needs and that need it."""
    inside = {module for module in arrows if module.rpartition(".")[0] == folder}
    outside = reach({used for module in inside for used in arrows[module]} - inside, arrows) - inside
    return sorted(module for module in outside if reach({module}, arrows) & inside)


@cache
def arrows_of_the_program() -> Mapping[str, set[str]]:
    return arrows({name_of(path): path.read_text() for path in SOURCES})


PACKAGES = {name_of(path) for path in SOURCES if path.name == "__init__.py"}
FOLDERS = sorted(PACKAGES - {package.rpartition(".")[0] for package in PACKAGES})
"""Those with no folder in them: the others hold what is above their folders beside what is below."""


def test_no_import_leaves_a_folder_and_comes_back() -> None:
    found = {folder: back_to(folder, arrows_of_the_program()) for folder in FOLDERS}
    assert not {folder: modules for folder, modules in found.items() if modules}


def test_an_import_that_comes_back_is_noticed() -> None:
    below = {"game.board.paths": "from game import state", "game.state": "", "game.board.ends": ""}
    assert not back_to("game.board", arrows(below))
    assert back_to("game.board", arrows({**below, "game.state": "from game.board.ends import Ends"})) == ["game.state"]


# --- editions are values ----------------------------------------------------------------------


def comparisons_with(source: str, names: set[str]) -> list[int]:
    """Return the lines that compare or match something with one of these strings."""
    compared = [
        (node.lineno, operand)
        for node in nodes(source)
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        for operand in ast.walk(side)
    ]
    compared += [(node.value.lineno, node.value) for node in nodes(source) if isinstance(node, ast.MatchValue)]
    return [line for line, operand in compared if isinstance(operand, ast.Constant) and operand.value in names]


def test_no_rule_asks_an_edition_for_its_name() -> None:
    """Rules ask an edition for a fact; a second edition is then a value, not an ``if``."""
    editions = {edition for game in registry().values() for edition in game}
    assert not broken(lambda _, source: comparisons_with(source, editions), GAMES)


def test_asking_an_edition_for_its_name_is_noticed() -> None:
    assert comparisons_with('if table.edition == "1993": pass', {"1993"}) == [1]
    assert comparisons_with('if edition in ("1993", "1983"): pass', {"1993"}) == [1]
    assert comparisons_with('match edition:\n    case "1993": pass', {"1993"}) == [2]
    assert not comparisons_with('rule = RuleRef("1993", "12.9")', {"1993"})


# --- a game is asked, not looked at -----------------------------------------------------------


def kinds_of_games(source: str) -> list[int]:
    """Return the lines that ask of what class a game is."""
    return [
        node.lineno
        for node in nodes(source)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "isinstance"
        and ast.unparse(node.args[0]).rpartition(".")[2] in ("game", "_game")
    ]


def test_no_room_asks_of_what_class_a_game_is() -> None:
    """A capability is a member that other games have not: ``if bots := game.bots``."""
    assert not broken(lambda _, source: kinds_of_games(source))


def test_asking_for_the_class_of_a_game_is_noticed() -> None:
    assert kinds_of_games("isinstance(game, Chess)") == kinds_of_games("isinstance(live.game, Chess)") == [1]
    assert not kinds_of_games("isinstance(command, StartGame)")


# --- money has one door -----------------------------------------------------------------------

PURSES = ("cash", "balance", "account", "purse", "money", "wealth", "dollars")


def purses_in(cls: Any, seen: set[Any] | None = None) -> set[str]:
    """Return the fields of a dataclass, and of the dataclasses in it, that sound like a balance."""
    seen = set() if seen is None else seen
    if not (isinstance(cls, type) and is_dataclass(cls)):
        inner = [part for part in get_args(cls) if part is not Ellipsis]
        return {name for part in inner for name in purses_in(part, seen)}
    if cls in seen or cls is Posting:
        return set()
    seen.add(cls)
    hints = get_type_hints(cls)
    named = {f"{cls.__name__}.{field.name}" for field in fields(cls) if any(purse in field.name for purse in PURSES)}
    return named | {name for field in fields(cls) for name in purses_in(hints[field.name], seen)}


@pytest.mark.parametrize("name", sorted(registry()))
def test_a_game_keeps_no_balances(name: str) -> None:
    assert not any(purses_in(game.state) for game in registry()[name].values())


def test_a_balance_in_a_games_state_is_noticed() -> None:
    assert "Table.accounts" in purses_in(Table)


def writers_of_accounts(source: str) -> list[int]:
    """Return the lines that set ``accounts`` other than by ``post``, by opening empty ones or by declaring one."""
    return [
        node.lineno
        for node in nodes(source)
        if isinstance(node, ast.keyword)
        and node.arg == "accounts"
        and not any(name in ast.unparse(node.value) for name in ("post(", "open_accounts(", ": 0", "Account("))
    ]


def test_balances_change_only_by_postings() -> None:
    """The ledger's own tests, and a check after each event of the recorded games, show that postings conserve money."""
    assert not broken(lambda _, source: writers_of_accounts(source))


def test_a_balance_written_by_hand_is_noticed() -> None:
    assert writers_of_accounts("replace(table, accounts={**table.accounts, seat: 500})") == [1]
    assert not writers_of_accounts("replace(table, accounts=post(table.accounts, event.postings))")


# --- what is kept are facts -------------------------------------------------------------------


def sentences_in(cls: Any, seen: set[Any] | None = None) -> set[str]:
    """Return the fields of a dataclass, and of the dataclasses in it, that hold a sentence in place of a fact."""
    seen = set() if seen is None else seen
    if not (isinstance(cls, type) and is_dataclass(cls)):
        return {name for part in get_args(cls) for name in sentences_in(part, seen)}
    if cls in seen or cls in (Text, Fact):
        return set()
    seen.add(cls)
    hints = get_type_hints(cls)
    sentences = {f"{cls.__name__}.{field.name}" for field in fields(cls) if says(hints[field.name])}
    return sentences | {name for field in fields(cls) for name in sentences_in(hints[field.name], seen)}


def says(hint: Any) -> bool:
    """Return whether the type admits a sentence, by itself or in what it is made of."""
    return hint is Text or any(map(says, get_args(hint)))


@pytest.mark.parametrize("name", sorted(registry()))
def test_tables_events_and_commands_keep_no_sentence(name: str) -> None:
    kept = set()
    for game in registry()[name].values():
        codec = Codec(game)
        for cls in (Table, game.state, type(game.edition.rules), *codec.events.values(), *codec.commands.values()):
            kept |= sentences_in(cls)
    assert not kept


def test_a_sentence_that_is_kept_is_noticed() -> None:
    @dataclass
    class Kind:
        subjects: tuple[Text, ...]
        why: Text | Fact | None
        reasons: Mapping[str, Fact | None]

    assert sentences_in(Kind) == {"Kind.subjects", "Kind.why"}


def test_no_module_hides_the_function_that_makes_the_editions() -> None:
    """A package's function ``games`` would become the module of that name as soon as somebody imports it."""
    assert not [name_of(path) for path in GAMES if path.stem == "games"]


# --- editions stand beside each other ---------------------------------------------------------


def leaning(module: str, source: str) -> list[str]:
    """Return imports by which an edition, or what its editions share, stands on an edition."""
    game, _, room = module.removeprefix("companion.games.").partition(".")
    room = room.partition(".")[0]
    if room != "common" and not room.startswith("edition_"):
        return []
    package = f"companion.games.{game}.{room}"
    every = f"companion.games.{game}.edition_"
    return [where for where, _ in imports(source) if where.startswith(every) and not within(where, package)]


def test_no_edition_stands_on_another_and_what_they_share_on_none() -> None:
    assert not broken(leaning, GAMES)


def test_an_edition_that_stands_on_another_is_noticed() -> None:
    line = "from companion.games.abilene.edition_1993.bots import LIKING"
    assert leaning("companion.games.abilene.edition_1983.bots", line)
    assert leaning("companion.games.abilene.common.screens.boards", line)
    assert not leaning("companion.games.abilene.edition_1993.screens.players", line)


# --- what a docstring promises by its first word: ruff checks its mood, this what the signature says -------------


def broken_promises(_: str, source: str) -> Iterator[str]:
    """Yield the functions of the source whose docstring returns what they do not, and classes without a noun."""
    for node in nodes(source):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or not (words := ast.get_docstring(node)):
            continue
        if isinstance(node, ast.ClassDef):
            if words.startswith("`"):
                yield f"{node.lineno} {node.name}: begins with code, not with a noun"
        elif words.startswith("Return ") and node.returns and ast.unparse(node.returns) == "None":
            yield f"{node.lineno} {node.name}: returns nothing"
        elif words.startswith("Return ") and any(isinstance(each, ast.Yield | ast.YieldFrom) for each in inner(node)):
            yield f"{node.lineno} {node.name}: yields"
        elif not words[0].isupper():
            yield f"{node.lineno} {node.name}: begins with no verb"


def inner(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of the functions in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield from (child, *inner(child))


def test_a_docstring_promises_what_its_function_does() -> None:
    assert broken(broken_promises) == []


def test_a_wrong_promise_is_found() -> None:
    source = '''
def nothing() -> None:
    """Return what there is not."""

def some() -> Iterator[int]:
    """Return numbers."""
    for each in range(3):
        yield each

def shape() -> Floats:
    """n x 3: colours."""
    return Floats()

class State:
    """``order`` begins with the first."""
'''
    assert [each.split(": ")[1] for each in broken_promises("", source)] == [
        "returns nothing",
        "yields",
        "begins with no verb",
        "begins with code, not with a noun",
    ]
