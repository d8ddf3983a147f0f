"""The renderer of photographed games: its truth is the geometry's and the rules', and a seed is a scene."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.boards.observation import EMPTY, Observation
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.edition_1993.camera.explain import TurnContext, explain
from companion.games.abilene.edition_1993.house_rules import WIDEST_TURNS
from tests.support.abilene import ABILENE
from tests.vision.bench.evaluate import net, observation_of_truth
from tests.vision.bench.judging import Judge
from tests.vision.rendering.figures import Crowd
from tests.vision.rendering.recipes import Recipe, recipe
from tests.vision.rendering.session import Session, covered
from tests.vision.rendering.steps import Step, Table
from vision.geometry.sheet import sheet_corners

SHORT = replace(recipe(5, again=1, play=4), hands=1.0, bumped=True, markers=False, taps=3.0, wrong=0.0, size=(800, 450))


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """Return a short scene with hands, a bump and tapped corners."""
    photographed = Session(SHORT, tmp_path_factory.mktemp("scenes") / SHORT.name)
    photographed.run()
    return photographed


def read(folder: Path, name: str) -> dict[str, Any]:
    return dict(json.loads((folder / name).read_text()))


def steps(seed: int, wrong: float, count: int, seats: str = "ABDE", board: str = "abilene-1993") -> list[Step]:
    table = Table(reference_board(board), seats, random.Random(seed), wrong)
    return [step for step, _ in zip(table.steps(), range(count), strict=False)]


@pytest.mark.parametrize("seed", range(4))
def test_legal_steps_are_explained_by_the_rules_and_illegal_ones_are_not(seed: int) -> None:
    layout = reference_board("abilene-1993")
    for step in steps(seed, 0.4, 25):
        throw = TurnContext(step.seat, step.cattle, step.cowboys, ended=False)
        assert (explain(layout, step.before, step.after, throw, WIDEST_TURNS) is not None) == step.legal, step
        assert bool(step.why) != step.legal


def evening_of_1983(seats: str, seed: int, count: int = 20) -> Iterator[tuple[Step, Observation]]:
    """Yield all steps, each with what a faultless camera sees then; first of all the start."""
    layout = reference_board("abilene-hexagames")
    table = Table(layout, seats, random.Random(seed), 0.25)
    crowd = Crowd(layout, random.Random(seed))
    crowd.set_up(table.kinds)
    yield Step(0, seats[0], (), (), table.position, ()), observation_of_truth(crowd.truth())
    for step, _ in zip(table.steps(), range(count), strict=False):
        if step.cleared:
            crowd.clear()
        crowd.follow([move for played in step.played_moves for move in played.moves])
        yield step, observation_of_truth(crowd.truth())


def umpire_of_1983(seats: str) -> Judge:
    umpire = ABILENE["1983"].umpire(seats)
    assert umpire is not None
    return Judge(umpire)


def frame_of(step: Step) -> dict[str, Any]:
    return {"turn": step.turn, "seat": step.seat, "dice": {"cattle": step.cattle, "cowboys": step.cowboys}}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("seats", ["ABC", "AB"])
def test_an_umpire_who_sees_the_truth_judges_every_step_of_1983_right(seats: str, seed: int) -> None:
    (_, start), *evening = evening_of_1983(seats, seed)
    judge = umpire_of_1983(seats)
    judge.put_right(start)
    for step, seen in evening:
        moves = [move for played in step.played_moves for move in played.moves]
        verdict = judge.verdict(seen, frame_of(step))
        assert (verdict.ruling, net(verdict.moves)) == ("legal" if step.legal else "illegal", net(moves)), (
            verdict,
            step,
        )


def test_where_cells_are_doubtful_nobody_honest_is_accused_and_most_others_are() -> None:
    chance, verdicts = random.Random(5), Counter[tuple[bool, str]]()
    for seed in range(12):
        (_, before), *evening = evening_of_1983("ABC", seed)
        judge = umpire_of_1983("ABC")
        judge.put_right(before)
        for step, seen in evening:
            doubts = {}
            for cell in chance.sample(sorted(reference_board("abilene-hexagames").by_id), 3):
                kinds = [seen.cells.get(cell, EMPTY), chance.choice([EMPTY, "cow:A", "cow:B", "cowboy:C"])]
                doubts[cell] = tuple(dict.fromkeys(chance.sample(kinds, 2)))
            cells = {cell: kind for cell, kind in seen.cells.items() if cell not in doubts}
            verdict = judge.verdict(replace(seen, cells=cells, unknown=tuple(doubts), doubts=doubts), frame_of(step))
            verdicts[step.legal, verdict.ruling] += 1
            judge.put_right(seen)
    assert not verdicts[True, "illegal"]
    assert verdicts[True, "legal"] > 0.9 * sum(count for (legal, _), count in verdicts.items() if legal)
    assert verdicts[False, "illegal"] > 0.8 * sum(count for (legal, _), count in verdicts.items() if not legal)


def test_steers_have_colours_and_no_dice_in_games_of_1983() -> None:
    played = [step for seed in range(40) for step in steps(seed, 0.25, 25, "ABC", "abilene-hexagames")]
    assert {step.cattle for step in played} == {()}
    pieces = {move["piece"] for step in played for each in step.played_moves for move in each.moves}
    assert pieces == {f"{what}:{letter}" for what in ("cow", "cowboy") for letter in "ABC"}
    seen = {event for step in played for event in step.events}
    legal = {"cow", "cowboy", "sale", "theft", "duel won", "duel lost"}
    illegal = {"wrong distance", "two with one die", "foreign cow", "foreign cowboy", "strayed cow", "cow too far"}
    more = {
        "jumped",
        "own cow",
        "stolen cow misplaced",
        "loser misplaced",
        "die unused",
        "steers too far",
        "cow to town",
    }
    assert seen == legal | illegal | more


def test_games_have_every_kind_of_event() -> None:
    seen = {event for seed in range(30) for step in steps(seed, 0.3, 12) for event in step.events}
    legal = {"cow", "cowboy", "sale", "theft", "duel won", "duel lost", "into town", "out of town"}
    illegal = {"wrong distance", "two with one die", "foreign cow", "foreign cowboy", "strayed cow", "cow too far"}
    assert seen >= legal | illegal | {"jumped", "own cow", "stolen cow misplaced", "loser misplaced"}


def test_the_same_seed_makes_the_same_files(session: Session, tmp_path: Path) -> None:
    again = Session(SHORT, tmp_path).run()
    names = sorted(path.name for path in session.folder.iterdir())
    assert names == sorted(path.name for path in again.iterdir())
    assert all((session.folder / name).read_bytes() == (again / name).read_bytes() for name in names)


def test_the_folder_has_the_format_of_the_shared_scenes(session: Session) -> None:
    scene, truth = read(session.folder, "scene.json"), read(session.folder, "truth.json")
    assert [frame["kind"] for frame in scene["frames"][:3]] == ["empty", "start", "play"]
    assert [frame["file"] for frame in scene["frames"]] == [frame["file"] for frame in truth["frames"]]
    kinds = {"file", "status", "cells", "town", "jail", "corral", "hidden", "partly_hidden", "hidden_areas"}
    for asked, frame in zip(scene["frames"], truth["frames"], strict=True):
        assert frame.keys() >= kinds | {"moves", "legal", "corners_px"}
        picture = cv2.imread(str(session.folder / frame["file"]))
        assert picture is not None
        assert picture.shape[:2] == session.view.size[::-1]
        assert asked["kind"] != "play" or asked["dice"].keys() == {"cattle", "cowboys"}
    off = np.abs(np.array(scene["corners_px"]) - truth["frames"][0]["corners_px"])
    assert 0.1 < off.max() <= SHORT.taps + 0.01


def test_moves_lead_from_one_uncovered_frame_to_the_next(session: Session) -> None:
    before = read(session.folder, "truth.json")["frames"][1]["cells"]
    for frame in read(session.folder, "truth.json")["frames"][2:]:
        after = dict(before)
        lifted = [(move["piece"], after.pop(move["from"], None)) for move in frame["moves"]]
        assert all(piece == was or was is None for piece, was in lifted)
        after |= {move["to"]: move["piece"] for move in frame["moves"] if move["to"] in session.cells}
        assert after == frame["cells"]
        if frame["status"] == "ok":
            before = frame["cells"]


def test_a_hand_covers_the_cells_that_the_truth_calls_hidden(session: Session) -> None:
    frames = read(session.folder, "truth.json")["frames"]
    hands = [frame for frame in frames if "hand" in frame.get("events", ())]
    assert any(frame["hidden"] for frame in hands)
    for frame in hands:
        assert (frame["status"], frame["legal"]) == ("covered", None)
        assert frame["hidden"] or frame["partly_hidden"] or frame["hidden_areas"]
        assert not set(frame["hidden"]) & set(frame["partly_hidden"])


def test_after_a_bump_the_corners_are_elsewhere(session: Session) -> None:
    frames = read(session.folder, "truth.json")["frames"]
    bumped = next(i for i, frame in enumerate(frames) if "bump" in frame.get("events", ()))
    moved = np.abs(np.array(frames[bumped]["corners_px"]) - frames[0]["corners_px"])
    assert 1 < moved.max() < 200
    assert np.allclose(frames[-1]["corners_px"], session.view.on_sheet(sheet_corners(session.layout)), atol=0.01)


def test_figures_are_where_the_truth_says(session: Session) -> None:
    """A picture of the last position differs from one without figures where figures stand, and nowhere else."""
    stage = session._staged(session.view)
    with_figures, without = stage.picture(session.crowd.shapes(session.makers)), stage.picture([])
    changed = (np.abs(with_figures.astype(int) - without).max(axis=2) > 30).astype(np.uint8) * 255
    cells = session.crowd.truth()["cells"]
    assert isinstance(cells, dict)
    share = {cell: covered(changed, stage.view.on_sheet(outline)) for cell, outline in session.cells.items()}
    assert min(share[cell] for cell in cells) > 0.15
    assert np.median([part for cell, part in share.items() if cell not in cells]) < 0.25


def test_held_out_scenes_use_nothing_that_tuning_uses() -> None:
    tuning, held_out = ([recipe(seed, part) for seed in range(40)] for part in (False, True))

    def used(recipes: list[Recipe], what: str) -> set[str]:
        return {str(getattr(one, what)) for one in recipes}

    for what in ("artwork", "room", "table", "name"):
        assert not used(tuning, what) & used(held_out, what)
    assert {one.board for one in tuning} == {"abilene-1993", "abilene-hexagames"}
    assert {one.markers for one in held_out} == {True, False}
