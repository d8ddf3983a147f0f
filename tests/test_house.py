"""How large the house is. Each bar is today's value: it may be lowered, never raised."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = sorted([*ROOT.glob("companion/**/*.py"), *ROOT.glob("vision/**/*.py")])

MOST_LINES = 66_953
"""of the product: companion and vision, with blank lines, comments and docstrings"""
SMALL = 40
MOST_SMALL_FILES = 11
"""with fewer lines than that; ``__init__`` does not count"""
DEEPEST = 5
"""folders above a module, from the package on: companion/games/abilene/edition_1993/phases"""
MOST_DEEP_FILES = 73
MOST_SHARED_NAMES = 7
"""of classes: two of one name in rooms that may import each other"""


def lines(sources: Iterable[str]) -> int:
    return sum(len(source.splitlines()) for source in sources)


def small(files: Mapping[Path, str]) -> list[str]:
    """Modules that are one function away from their neighbour."""
    return [str(path) for path, text in files.items() if path.stem != "__init__" and lines([text]) < SMALL]


def depth(path: Path) -> int:
    return len(path.parts) - 1


def room_of(path: Path) -> str:
    """What the module belongs to; editions of a game and games never import each other."""
    match path.parts:
        case ("companion", "games", game, str(edition), *_) if edition.startswith("edition_"):
            return f"{game}/{edition}"
        case ("companion", "games", game, *_) | ("companion", "testing", game, _):
            return game
        case _:
            return ""


def together(one: str, other: str) -> bool:
    """Whether modules of the one may import, or be imported by, modules of the other."""
    return not (one and other) or one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")


def shared_names(files: Mapping[Path, str]) -> dict[str, list[str]]:
    """Names of classes that stand for two things. A stage of the camera has its ``Tuning``: the name of a habit."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path, text in files.items():
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and node.name != "Tuning":
                found[node.name].append(path)
    return {
        name: [str(path) for path in paths]
        for name, paths in found.items()
        if any(together(room_of(one), room_of(other)) for at, one in enumerate(paths) for other in paths[at + 1 :])
    }


def house() -> Mapping[Path, str]:
    return {path.relative_to(ROOT): path.read_text() for path in SOURCES}


def test_the_product_does_not_grow() -> None:
    assert lines(house().values()) <= MOST_LINES


def test_few_files_are_small() -> None:
    found = small(house())
    assert len(found) <= MOST_SMALL_FILES, found


def test_no_folder_lies_deeper_and_no_more_files_lie_so_deep() -> None:
    found = [path for path in house() if depth(path) >= DEEPEST]
    assert max(map(depth, house())) <= DEEPEST
    assert len(found) <= MOST_DEEP_FILES


def test_a_class_name_stands_for_one_thing() -> None:
    found = shared_names(house())
    assert len(found) <= MOST_SHARED_NAMES, found


def test_what_is_too_small_too_deep_and_named_twice_is_noticed() -> None:
    assert small({Path("companion/one.py"): "x = 1\n", Path("companion/__init__.py"): "", Path("a.py"): "\n" * 40}) == [
        "companion/one.py"
    ]
    assert depth(Path("companion/games/abilene/edition_1993/phases/steps.py")) == 5
    cls, games = "class Turn:\n    pass\n", Path("companion/games")
    assert shared_names({Path("companion/web/a.py"): cls, games / "one/b.py": cls})
    assert shared_names({games / "one/state.py": cls, games / "one/edition_1/state.py": cls})
    assert not shared_names({games / "one/a.py": cls, games / "two/a.py": cls})
    assert not shared_names({games / "one/edition_1/a.py": cls, games / "one/edition_2/a.py": cls})
