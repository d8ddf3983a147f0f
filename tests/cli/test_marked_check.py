"""``companion camera record`` and ``check`` at tables without a board: herds of cards, town boards; and the doctor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result

from companion.app.export import export_lines
from companion.boards.camera_messages import Stage
from companion.boards.printed_markers import CARDS, ROWS
from companion.cli.main import main
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.unexploded_cow import commands as cow_commands
from tests.games.unexploded_cow.night import ANN, CODE, CowNight
from tests.support.camera_house import KEY, House
from tests.vision.evidence.marks import table_top
from tests.vision.evidence.marks.table_top import painted
from vision.runtime.diagnostics import findings
from vision.runtime.pipeline import Pipeline

CLOVER, OTHER = CARDS[0], CARDS[1]
HERDS: tuple[table_top.Lying, ...] = tuple((ROWS[at], 560, 120 + 130 * at, 0) for at in range(3))


def camera(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["camera", *map(str, words)])


def lines(done: Result) -> list[dict[str, Any]]:
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


# --- herds -----------------------------------------------------------------------------------


class Filmed:
    """A table of Unexploded Cow, a camera above it that records, and what lies there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.line = folder, Pipeline()
        self.night = CowNight(rules={"card_markers": True})
        self.night.city("Bramblewick")
        self.house = House(night=cast(Any, self.night))
        self.house.press("serve")

    def looks(self, *lying: table_top.Lying) -> None:
        """Show the camera this for a while; the box is told, and asks for a recording."""
        for _ in range(5):
            self.kept()
            orders = self.house.tell(stage=Stage.WATCHING, known=self.line.revision)
            self.line.apply_orders(orders)
            self.line.see(painted((*HERDS, *lying)))

    def kept(self, **more: object) -> dict[str, Any]:
        wish = {"folder": str(self.folder), **more}
        answer = self.house.client.post("/camera/record", json=wish, headers={"X-Camera-Key": KEY}).get_json()
        assert isinstance(answer, dict)
        return answer


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a film: an empty table; Ann lays Clover, which counts then; another one is hidden in Bob's herd."""
    folder = tmp_path_factory.mktemp("film")
    film = Filmed(folder)
    film.looks()
    film.looks((CLOVER, 490, 120, 5))
    film.night.act(ANN, cow_commands.PlayCard("Clover", ANN))
    film.looks((CLOVER, 490, 120, 5))
    film.looks((CLOVER, 490, 120, 5), (OTHER, 490, 250, 0))
    log = film.kept(log=True)["log"]
    assert film.line.report(1.0, "0", 7.0, False).recorded == 3
    (folder / "table.jsonl").write_text(log)
    return folder


def test_a_recording_says_what_the_table_has_confirmed_and_when_each_picture_was_taken(film: Path) -> None:
    scene, truth = (json.loads((film / f"{name}.json").read_text()) for name in ("scene", "truth"))
    assert list(scene["marked"]["rows"]) == ["s1", "s2", "s3"]
    assert [frame["seat"] for frame in scene["frames"]] == [ANN] * 3
    first, second, third = (frame["seq"] for frame in scene["frames"])
    assert first == second < third
    assert [frame["confirmed"] for frame in truth["frames"]] == [True, True, False]
    assert truth["frames"][1]["cells"] == {"s1-1": "Clover"}


def test_a_check_says_what_changed_and_what_the_phone_would_have_offered(film: Path) -> None:
    bare, laid, foreign = lines(camera("check", film))
    assert (bare["moves"], bare["verdict"]) == ([], "none")
    assert laid["moves"] == [{"piece": "Clover", "from": "beside", "to": "s1-1"}]
    assert (laid["verdict"], laid["proposed"]) == (
        "legal",
        ["Ann plays Clover into the herd of Ann, at the left end"],
    )
    assert foreign["proposed"] == ["Ann plays Clover into the herd of Bob, at the left end"]
    assert [line["cells"] for line in lines(camera("read", film))][1] == {"s1-1": "Clover"}


def test_without_the_log_what_moved_is_told_and_why_no_more(film: Path, tmp_path: Path) -> None:
    for file in film.iterdir():
        if file.suffix != ".jsonl":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    found = lines(camera("check", tmp_path))[1]
    assert found["moves"] == [{"piece": "Clover", "from": "beside", "to": "s1-1"}]
    assert found["verdict"] == "none"
    assert "no table.jsonl" in found["reason"]


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("{}", "not the export of a game"),
        ('{"table": "A", "game": "chess", "edition": "1"}', "not the export of a game"),
        ("", "not the export of a game"),
        (None, "has no table.jsonl"),
    ],
)
def test_a_log_that_is_none_is_refused_in_words(tmp_path: Path, log: str | None, words: str) -> None:
    (tmp_path / "scene.json").write_text(json.dumps({"marked": True, "frames": []}))
    if log is not None:
        (tmp_path / "table.jsonl").write_text(log)
    done = camera("check", tmp_path)
    assert done.exit_code == 1
    assert words in done.stderr
    assert "Traceback" not in done.output


def test_a_table_that_plays_without_markers_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "scene.json").write_text(json.dumps({"marked": True, "frames": []}))
    (tmp_path / "table.jsonl").write_text("".join(export_lines(CowNight().tables, CODE)))
    done = camera("read", tmp_path)
    assert done.exit_code == 1
    assert "plays without printed markers" in done.stderr


def test_the_log_is_given_only_on_request_and_only_without_a_board(tmp_path: Path) -> None:
    film = Filmed(tmp_path)
    film.looks()
    assert "log" not in film.kept()
    board = House()
    board.press("serve")
    board.tell()
    answer = board.client.post(
        "/camera/record", json={"folder": str(tmp_path), "log": True}, headers={"X-Camera-Key": KEY}
    )
    assert "log" not in answer.get_json()


# --- town boards -----------------------------------------------------------------------------


def test_the_doctor_of_a_board_says_when_it_sees_other_markers_instead() -> None:
    lines = [str(each.text) for each in findings([painted(HERDS)], 9.0, reference_board("abilene-1993"))]
    assert any("look at it with --markers" in each for each in lines)
