"""No word of one game stands outside its folder: a second game would have to live with it, and read it aloud.

Translations are exempt: they belong to all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from companion.games import folder_of, packages

ROOT = Path(__file__).resolve().parents[1]
WORDS = {game: import_module(package).WORDS for game, package in packages().items()}
"""Regular expressions, each for a whole word; what stands before or after ``_``, ``-`` or a capital is one, too."""
ENDINGS = {".py", ".js", ".css", ".html", ".svg"}
SHARED = ("companion", "templates", "printables", "vision")
ELSEWHERE = ("companion/games", "companion/translations", "companion/static/vendor", "companion/_data")
EXCEPTIONS = {
    "companion/cli/camera/command.py": "reads the descriptions of recorded scenes, whose format has a key `ranches`",
    "companion/cli/camera/scene_board.py": "the same format",
    "vision/capture/scene_folder.py": "the same format",
    "vision/capture/recording.py": "the same format",
    "vision/synthetic": "draws the figures of the reference sets; nothing that reads pictures needs it",
}
"""File or folder -> why it may."""


def shared_files() -> Iterator[Path]:
    """Yield all sources that the games share."""
    for folder in SHARED:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in ENDINGS and not name.startswith((*ELSEWHERE, *EXCEPTIONS)):
                yield path


def words_in(text: str) -> Iterator[str]:
    """Yield the words of a source, lower case; ``sellCow`` and ``cow_start`` are two each."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", text)
    yield from (found.lower() for found in re.findall(r"[A-Za-z]+", parted))


def strange_words(game: str, text: str) -> list[str]:
    """Return the words of the game in this text."""
    pattern = re.compile("|".join(WORDS[game]))
    return [word for word in words_in(text) if pattern.fullmatch(word)]


@pytest.mark.parametrize("game", sorted(WORDS))
def test_no_word_of_a_game_stands_outside_its_folder(game: str) -> None:
    files = list(shared_files())
    assert len(files) > 150
    found = {path.relative_to(ROOT).as_posix(): strange_words(game, path.read_text(encoding="utf-8")) for path in files}
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize("game", sorted(WORDS))
def test_the_words_are_those_of_the_game(game: str) -> None:
    """A list of words that the game itself does not use would find nothing anywhere."""
    source = "".join(path.read_text(encoding="utf-8") for path in (folder_of(game) or ROOT).rglob("*.py"))
    used = set(words_in(re.sub(r"^WORDS = \(.*?\)$", "", source, flags=re.DOTALL | re.MULTILINE)))
    unused = [word for word in WORDS[game] if not any(re.fullmatch(word, each) for each in used)]
    assert unused == []


@pytest.mark.parametrize(
    "text", ['say("Your cattle")', "def sellCow(): pass", "cow_start = 1", ".cowboy-coat { }", "<text>Abilene</text>"]
)
def test_a_word_of_a_game_is_noticed(text: str) -> None:
    assert strange_words("abilene", text)


@pytest.mark.parametrize("text", ["def coward(): pass", "steering = 1", 'say("Branch")'])
def test_a_word_that_only_looks_like_one_is_let_be(text: str) -> None:
    assert not strange_words("abilene", text)


@pytest.mark.parametrize("name", sorted(EXCEPTIONS))
def test_an_exception_is_needed(name: str) -> None:
    place = ROOT / name
    sources = place.rglob("*.py") if place.is_dir() else [place]
    assert any(strange_words(game, path.read_text(encoding="utf-8")) for path in sources for game in WORDS)
