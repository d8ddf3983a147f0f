"""Commands for authors of games: ``new-game`` and ``record-game``."""

from __future__ import annotations

import importlib
import importlib.util
import keyword
import re
import runpy
import sys
from pathlib import Path

import click

from companion import __version__

PROJECT = """\
[build-system]
requires = ["hatchling>=1.26"]
build-backend = "hatchling.build"

[project]
name = "table-companion-{dashed}"
version = "0.1.0"
description = "{title}, for the table companion."
readme = "README.md"
requires-python = ">=3.11"
# Choose one before you give it away: license = "MIT", and its text in a file LICENSE.
dependencies = ["table-companion>={version}"]

[project.entry-points."table_companion.games"]
{name} = "{package}"

[dependency-groups]
test = ["pytest>=8.2"]
"""
README = """\
# {title}

{title}, for the table companion: the real things stay on the table, the box keeps money and votes.

    pip install -e .                        # beside the table companion
    companion record-game {name} --again    # after a change of the rules, as long as nobody plays it
    pytest
    companion serve                         # a box that runs knows a new game when it is started again

All of the game lies in `{package}`.

## Licence

None yet, so nobody else may use it: choose one, put its text into a file `LICENSE`, and name it in `pyproject.toml`.
No text and no drawing of a published game belongs in here; cite its rules by section.
"""


@click.command("new-game")
@click.argument("name")
@click.option("--title", help="What people call it; without: the name.")
def new_game(name: str, title: str | None) -> None:
    """Write the smallest game there is, with its tests: beside the others in a checkout, else as a package of its own.

    NAME has small letters, digits and underscores.
    """
    title = title or name.replace("_", " ").capitalize()
    in_checkout = Path("companion/games").is_dir()
    package = f"companion.games.{name}" if in_checkout else f"table_companion_{name}"
    project = Path() if in_checkout else Path(f"table-companion-{name.replace('_', '-')}")
    folder = project / package.replace(".", "/")
    test = project / ("tests/games" if in_checkout else "tests") / f"test_{name}.py"
    _check_name(name, package, folder, test)
    replacements = {
        "companion.testing.smallest": package,
        "Smallest game": title,
        '"smallest"': f'"{name}"',
        "Smallest": name.title().replace("_", ""),
    }
    source = Path(importlib.import_module("companion.testing.smallest").__path__[0])
    for path in source.rglob("*.*"):
        if path.suffix in (".py", ".html", ".md", ".po"):
            target = test if path.name == "test_game.py" else folder / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_replaced(path.read_text(encoding="utf-8"), replacements), encoding="utf-8")
    if in_checkout:
        _complete_in_checkout(name, title, folder)
        click.echo(f"{folder}, {test} and a row of README.md: .venv/bin/pytest {test}")
        click.echo("To play it, start the box (again): .venv/bin/companion serve")
    else:
        values = {"dashed": name.replace("_", "-"), "title": title, "version": __version__, "package": package}
        for file, template in (("pyproject.toml", PROJECT), ("README.md", README)):
            project.joinpath(file).write_text(template.format(name=name, **values), encoding="utf-8")
        click.echo(f"{project}: cd {project} && pip install -e . && companion record-game {name} && pytest")
        click.echo(
            "To play it, start the box (again): companion serve. Choose a licence before you give it away (README.md)."
        )


def _check_name(name: str, package: str, folder: Path, test: Path) -> None:
    """Check that a game can have this name. Raise ClickException where not."""
    from companion.games import packages

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise click.ClickException(f"{name} is no name for a game: a small letter, then letters, digits, underscores.")
    if keyword.iskeyword(name):
        raise click.ClickException(f"{name} is a word of Python: choose another name.")
    if name in packages() or folder.exists() or test.exists():
        raise click.ClickException(f"There is a game {name} already.")
    if importlib.util.find_spec(package):
        raise click.ClickException(f"{package} is something else: choose another name.")


def _complete_in_checkout(name: str, title: str, folder: Path) -> None:
    """Record the game that has just been written into a checkout, and add its row to the README."""
    from companion.games import packages, registry
    from companion.testing.recorder import usual
    from companion.testing.replay import Recordings

    for cached in (packages, registry):
        cached.cache_clear()
    importlib.invalidate_caches()
    list(Recordings(folder / "recorded").keep(usual(name)))
    readme = Path("README.md")
    before, last, after = readme.read_text(encoding="utf-8").rpartition("\n| ")
    row, _, rest = after.partition("\n")
    readme.write_text(f"{before}{last}{row}\n| {title} | house | 2 to 4 | `bank` |\n{rest}", encoding="utf-8")


def _replaced(text: str, replacements: dict[str, str]) -> str:
    """Return the text about another game, its imports in order again."""
    for old, new in replacements.items():
        text = text.replace(old, new)
    return re.sub(
        r"(^from companion\S* import .*\n)+", lambda found: "".join(sorted(found[0].splitlines(True))), text, flags=re.M
    )


@click.command("record-game")
@click.argument("name")
@click.option(
    "--script",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A Python file whose recordings() yields name and export of each; without: one for each ending.",
)
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of recordings; without: the folder recorded of the game.",
)
@click.option(
    "--again",
    is_flag=True,
    help="Replace all recordings of a game that nobody has played yet: after a command or an event got another name.",
)
def record_game(name: str, script: Path | None, into: Path | None, again: bool) -> None:
    """Play games of NAME and keep those that are new, or are played differently now."""
    from companion.games import folder_of, registry
    from companion.testing.recorder import usual
    from companion.testing.replay import Recordings

    if name not in registry():
        raise click.ClickException(f"There is no game {name} on the shelf.")
    if again and into:
        raise click.ClickException("--again replaces recordings in the folder of the game only.")
    sys.path.insert(0, str(Path.cwd()))  # a script may use what lies beside it
    recorded = runpy.run_path(str(script))["recordings"]() if script else usual(name)
    recordings = Recordings(into or (folder_of(name) or Path()) / "recorded")
    before = set() if again else set(recordings.every)
    try:
        for each, path in recordings.keep_only(recorded) if again else recordings.keep(recorded):
            outcome = "as recorded" if path in before else f"kept in {path.parent.name}"
            click.echo(f"{each}: {path.read_text().count(chr(10)) - 1} events, {outcome}")
    except LookupError as error:
        raise click.ClickException(str(error)) from error
