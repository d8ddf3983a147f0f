"""``companion new-game``: it writes a game whose tests pass at once, outside a checkout and inside."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion import games
from companion.cli.main import main
from companion.i18n import catalogue

README = "# Games\n\n| game | edition |\n|---|---|\n| Abilene | 1993 |\n\nThe end.\n"


def written(folder: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    monkeypatch.chdir(folder)
    return CliRunner().invoke(main, ["new-game", *arguments])


def test_outside_it_is_a_package_that_is_found_by_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert written(tmp_path, monkeypatch, "my_dice", "--title", "My dice").exit_code == 0
    project = tmp_path / "table-companion-my-dice"
    offered = tomllib.loads(project.joinpath("pyproject.toml").read_text())["project"]
    [[name, package]] = offered["entry-points"]["table_companion.games"].items()
    about = project / f"{package}-{offered['version']}.dist-info"  # as pip would write it
    about.mkdir()
    about.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {offered['name']}\nVersion: 0.1.0\n")
    about.joinpath("entry_points.txt").write_text(f"[table_companion.games]\n{name} = {package}\n")
    run = {"cwd": project, "env": {**os.environ, "PYTHONPATH": str(project)}, "capture_output": True, "text": True}
    for command in ("companion.cli.main", "record-game", name), ("pytest", "-q"):
        code = f"import sys; sys.argv[0] = 'x'; from {command[0]} import main; sys.exit(main())"
        done = subprocess.run([sys.executable, "-c", code, *command[1:]], check=False, **run)  # type: ignore[call-overload]
        assert done.returncode == 0, done.stdout + done.stderr
    assert "7 passed" in done.stdout
    assert project.joinpath(package, "recorded", "v1", "my_dice_house_six.jsonl").is_file()
    assert offered["readme"] == "README.md"
    assert "choose one" in project.joinpath("README.md").read_text()


def test_inside_it_stands_beside_the_others_with_a_recording_and_a_row_in_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "companion" / "games"
    folder.mkdir(parents=True)
    tmp_path.joinpath("README.md").write_text(README)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder)])
    try:
        result = written(tmp_path, monkeypatch, "dice")
        assert result.exit_code == 0, result.output
        assert str(games.registry()["dice"]["house"].title) == "Dice"
        assert "| Abilene | 1993 |\n| Dice | house | 2 to 4 | `bank` |\n" in tmp_path.joinpath("README.md").read_text()
        assert folder.joinpath("dice", "recorded", "v1", "dice_house_six.jsonl").is_file()
        assert tmp_path.joinpath("tests", "games", "test_dice.py").is_file()
        assert "There is a game dice already" in written(tmp_path, monkeypatch, "dice").output
        assert "companion.games.calc is something else" in written(tmp_path, monkeypatch, "calc").output
    finally:
        for cached in (games.packages, games.registry, catalogue):
            cached.cache_clear()


@pytest.mark.parametrize("name", ["My-Dice", "1st", "abilene", "a/b", "class"])
def test_a_name_that_cannot_be_one_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert written(tmp_path, monkeypatch, name).exit_code == 1
    assert not [*tmp_path.iterdir()]


def test_recordings_that_all_games_share_are_not_replaced(tmp_path: Path) -> None:
    kept = tmp_path / "v1" / "game.jsonl"
    kept.parent.mkdir()
    kept.touch()
    done = CliRunner().invoke(main, ["record-game", "abilene", "--again", "--into", str(tmp_path)])
    assert done.exit_code == 1
    assert kept.exists()


def test_a_game_that_is_not_there_is_not_recorded() -> None:
    assert "There is no game nothing" in CliRunner().invoke(main, ["record-game", "nothing"]).output
