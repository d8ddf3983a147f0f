"""A folder of pictures: its recorded scene, the layout, the start of the figures, and the game if there is one."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.boards.figure_rules import FigureRules

if TYPE_CHECKING:
    from companion.boards.layout import Layout
    from companion.boards.members import BoardRules, CameraRules
    from companion.boards.observation import Observation
    from vision.capture.scene_folder import RecordedScene

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class SceneBoard:
    """A board with its start.

    ``camera`` is None where no installed game is played on it: it can be read, not judged.
    """

    layout: Layout
    start: Observation
    camera: CameraRules | None

    @property
    def rules(self) -> FigureRules:
        """Return the game's rules of its figures."""
        return self.camera.figures if self.camera else FigureRules()

    @property
    def areas(self) -> tuple[str, ...]:
        """Return the areas in every line of ``camera read``: those of the board and of the game.

        The hub comes after the first: the lines have always had this order.
        """
        from companion.boards.board_file import HUB

        names = list(dict.fromkeys((*(area.name for area in self.layout.areas), *self.rules.area_kinds)))
        return (*names[:1], HUB, *names[1:])


def board_of_scene(found: RecordedScene) -> SceneBoard:
    """Return the board that the scene names, or whose file is in its folder.

    Raise ClickException with the reason why there is none.
    """
    layout = layout_of(found.board_file) if found.board_file else None
    if found.start is None:
        return SceneBoard(*board_of(found.board, found.ranches, layout))
    if layout is None:
        layout = next((board.layout() for _, board, _ in _games() if board.layout().name == found.board), None)
    if layout is None:
        raise click.ClickException(f"There is no board {found.board}: neither a file in the folder nor on the shelf.")
    camera = next((camera for title, board, camera in _games() if refusal(title, board, layout) is None), None)
    return SceneBoard(layout, _start(found, layout), camera)


def board_of(
    name: str, regions: tuple[str, ...], traced: Layout | None = None
) -> tuple[Layout, Observation, CameraRules]:
    """Return a board, its start with these regions, and the camera rules of the first edition played on it.

    The board is that of the name, or the folder's own. Raise ClickException; where there is no such edition, with
    what each of them lacks.
    """
    from companion.core.errors import BadRequest

    refusals = []
    for title, board, camera in _games():
        layout = traced or board.layout()
        if traced is None and layout.name != name:
            continue
        if traced is not None and (reason := refusal(title, board, traced)):
            refusals.append(f"{title}: {reason}")
            continue
        try:
            start = camera.initial(regions, layout)
        except BadRequest as error:
            raise click.ClickException(str(error.text)) from error
        if start.cells:
            return layout, start, camera
        raise click.ClickException("The scene names no ranch that is in play.")
    if not refusals:
        raise click.ClickException(f"No game on the shelf is played on a board called {name}.")
    reasons = "\n".join(refusals)
    raise click.ClickException(
        f"No game on the shelf is played on the board {name}. To have it read all the same, say in scene.json what"
        f' stands where at the start ("start": {{"A1": "light"}}).\n{reasons}'
    )


def no_umpire(board: SceneBoard) -> str:
    """Return why moves on this board are not judged: no umpire for it yet, or no game, with what each lacks."""
    name = board.layout.name
    if board.camera is not None:
        return f"Moves on a board called {name} are not judged yet; `camera read` reads it."
    reasons = "\n".join(f"{title}: {refusal(title, rules, board.layout)}" for title, rules, _ in _games())
    return (
        f"Moves are judged by the rules of a game, and none on the shelf is played on the board {name}; `camera read`"
        f" reads it.\n{reasons}"
    )


def refusal(title: str, board: BoardRules, layout: Layout) -> str | None:
    """Return why the edition cannot be played on the board; None where it can."""
    from companion.core.errors import BadRequest

    try:
        board.check(layout)
    except BadRequest as error:
        logger.debug("board %s is not for %s", layout.name, title, exc_info=True)
        return str(error.text)
    return None


def _games() -> Iterator[tuple[str, BoardRules, CameraRules]]:
    """Yield every edition whose board a camera can read: its title, its board, and its rules for cameras."""
    from companion.games import registry

    for editions in registry().values():
        for game in editions.values():
            if game.board and game.camera:
                yield f"{game.title} {game.edition.title}", game.board, game.camera


def layout_of(file: Path) -> Layout:
    """Return the board in the file. Raise ClickException with its fault."""
    from companion.boards.board_file import from_text
    from companion.core.errors import BadRequest

    try:
        return from_text(file.read_text(encoding="utf-8"))
    except BadRequest as error:
        raise click.ClickException(f"{file.name}: {error.text}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"Cannot read {file}: {error}.") from error


def _start(found: RecordedScene, layout: Layout) -> Observation:
    """Return the start of the scene. Raise ClickException where it is impossible."""
    from companion.boards.observation import Observation

    if not found.start:
        raise click.ClickException("`start` in scene.json names no figure: none can be learnt.")
    try:
        start = Observation.parse({"status": "ok", "cells": dict(found.start)})
    except ValueError as error:
        raise click.ClickException("`start` in scene.json must name a kind of figure for each cell.") from error
    if unknown := sorted(start.cells.keys() - layout.by_id.keys()):
        raise click.ClickException(f"`start` in scene.json: the board {layout.name} has no cell {unknown[0]}.")
    return start


def scene_of(folder: Path) -> RecordedScene:
    """Return the scene in the folder. Raise ClickException with its fault."""
    from vision.capture.scene_folder import scene
    from vision.errors import VisionTrouble

    try:
        return scene(folder)
    except VisionTrouble as trouble:
        raise click.ClickException(str(trouble.text)) from trouble
