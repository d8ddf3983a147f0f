"""The first evening of docs/add-a-game.md is played: the commands are given, every edit is made, its tests pass."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.forked import forked

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "add-a-game.md"
EVENING = GUIDE.read_text(encoding="utf-8").partition("## One evening\n")[2].partition("\n## ")[0]
TOLD = re.compile(r"^ {4}(?P<command>\.venv/[^\n]+)$|^```diff\n(?P<diff>.+?)^```$|^`(?P<file>[\w./]+)`:", re.M | re.S)
FILES = {
    "__init__.py": "companion/games/six_throws/__init__.py",
    "test_six_throws.py": "tests/games/test_six_throws.py",
}


def give(root: Path, program: str, arguments: list[str]) -> None:
    """Give a command in the folder, with the games that are there beside those of the program; in its own process."""
    import companion.games
    from companion.cli.main import main

    os.chdir(root)
    printed = os.open(root / "printed", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(printed, 1)
    os.dup2(printed, 2)
    companion.games.__path__.append("companion/games")
    for known in (companion.games.packages, companion.games.registry):
        known.cache_clear()
    commands: dict[str, Callable[[list[str]], int | None]] = {"companion": main, "pytest": pytest.main}
    sys.exit(commands[program](arguments))


class Checkout:
    """A folder that looks like a checkout to the commands: what is written there stands beside the games there are."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.joinpath("companion", "games").mkdir(parents=True)
        root.joinpath("README.md").write_text("| game | edition |\n|---|---|\n| Abilene | 1993 |\n\nThe end.\n")
        root.joinpath("pytest.ini").write_text("[pytest]\naddopts = -q --import-mode=importlib -p no:cacheprovider\n")

    def run(self, command: str) -> str:
        """Give one of the commands of the evening; raise AssertionError with what it said if it fails."""
        program, *arguments = re.findall(r'"[^"]+"|\S+', command.removeprefix(".venv/bin/"))
        process = forked(give, self.root, program, [each.strip('"') for each in arguments])
        process.join()
        printed = self.root.joinpath("printed").read_text(encoding="utf-8")
        assert process.exitcode == 0, f"{command}\n{printed}"
        return printed

    def edit(self, file: str, diff: str) -> None:
        """Make an edit where its old lines stand, which must be in one place."""
        path = self.root / FILES[file]
        old, new = ("".join(f"{line[1:]}\n" for line in diff.splitlines() if line[:1] != sign) for sign in "+-")
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{text.count(old)} places in {file}:\n{diff}"
        path.write_text(text.replace(old, new), encoding="utf-8")


def steps() -> Iterator[tuple[str, list[re.Match[str]]]]:
    """Yield each part of the evening, by its heading, with its edits."""
    for part in re.split(r"^### ", EVENING, flags=re.MULTILINE):
        yield part.partition("\n")[0].strip(), list(TOLD.finditer(part))


def test_the_first_evening_can_be_played(tmp_path: Path) -> None:
    checkout, edited = Checkout(tmp_path), 0
    for title, paragraphs in steps():
        file = ""
        for each in paragraphs:
            file = each["file"] or file
            if each["diff"]:
                checkout.edit(file, each["diff"])
                edited += 1
        for each in paragraphs:
            if (command := each["command"]) and "serve" not in command:
                checkout.run(command)
        assert "passed" in checkout.run("pytest tests/games/test_six_throws.py"), title
    assert edited > 15
    assert [title for title, _ in steps()][1:] == [
        "A number",
        "A sentence",
        "A house rule",
        "A second command",
        "A simple player",
    ]


def test_an_edit_that_does_not_fit_is_noticed(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    path = tmp_path / FILES["__init__.py"]
    path.parent.mkdir()
    path.write_text("A = 1\n")
    with pytest.raises(AssertionError, match="0 places"):
        checkout.edit("__init__.py", "-A = 2\n+A = 3\n")
