"""A photographed game: a folder in the format of the shared scenes, with the truth about every picture."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.boards.layout import Layout
from companion.games.abilene.common.board.movement import JAIL
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.pieces import TOWN
from tests.vision.drawing.figures import Shape
from tests.vision.drawing.renderer import Renderer
from tests.vision.drawing.view import Floats, View
from tests.vision.rendering import artworks, looks, things
from tests.vision.rendering.developing import Film, Moment, developed, film, jpeg
from tests.vision.rendering.figures import CORRAL, Crowd, where
from tests.vision.rendering.legal_moves import Move
from tests.vision.rendering.recipes import Recipe
from tests.vision.rendering.steps import Step, Table, some_seats
from vision.geometry.board_pose import Picture
from vision.geometry.sheet import sheet_corners

HIDDEN, PARTLY = 0.40, 0.02
SLOWLY = 0.3
"""How much of the change of light between moves happens between two pictures in a row."""
LARGEST = 2200
"""Pixels across at which pictures are drawn before the camera makes them smaller."""


@dataclass
class Session:
    """A camera over a game."""

    recipe: Recipe
    folder: Path
    frames: list[dict[str, Any]] = field(default_factory=list)
    truth: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        recipe = self.recipe
        self.chance = np.random.default_rng([recipe.seed, recipe.held_out, 31])
        self.layout: Layout = reference_board(recipe.board)
        luck = random.Random(f"game {recipe.seed} {recipe.held_out}")
        self.table = Table(self.layout, some_seats(self.layout, luck), luck, recipe.wrong)
        self.room = looks.ROOMS[recipe.room](self.chance)
        self.film: Film = film(self.chance, self.room.noise)
        self.view = looks.camera(self.layout, self.chance, recipe.size)
        self.makers = looks.makers(self.chance)
        self.crowd = Crowd(self.layout, luck, neat=luck.uniform(0.8, 2.4))
        self.factor = max(1.25, min(2.0, LARGEST / self.view.size[0]))
        scale = self.view.scale() * self.factor
        self.art = artworks.artwork(recipe.artwork, self.layout, self.chance, scale, recipe.markers)
        self.surface = artworks.table(recipe.table, self.chance)
        self.stage = self._staged(self.view)
        self.exposure = self._exposed()
        self.belongings = [things.belonging(self.layout, self.chance) for _ in range(int(self.chance.integers(3)))]
        self.cells = {cell.id: np.array(self.layout.corners(cell.id)) for cell in self.layout.cells}
        self.areas = self._areas()

    def run(self) -> Path:
        """Photograph the game and write everything."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._shoot({"kind": "empty"}, {"moves": [], "legal": None})
        self.crowd.set_up(self.table.kinds)
        self._shoot({"kind": "start"}, {"moves": [], "legal": None})
        bump_at = int(self.chance.integers(1, max(2, self.recipe.play - 1))) if self.recipe.bumped else -1
        for number, step in enumerate(self.table.steps()):
            if number == self.recipe.play:
                break
            bumped = number == bump_at
            if bumped:
                self.view = self._bumped()
                self.stage = self._staged(self.view)
            self._photograph(step, bumped)
        self._write()
        return self.folder

    def _photograph(self, step: Step, bumped: bool) -> None:
        """Photograph the step, sometimes with a hand or a thing in the way first."""
        chance = self.chance
        about = {
            "turn": step.turn,
            "seat": step.seat,
            "dice": {"cattle": list(step.cattle), "cowboys": list(step.cowboys)},
        }
        cleared: dict[str, Any] = {"cleared": [CORRAL]} if step.cleared else {}
        if step.cleared:
            self.crowd.clear()
        moves = [move for played in step.played_moves for move in played.moves]
        done = 0
        lot = chance.random()
        if lot < self.recipe.hands and moves:
            done = len(step.played_moves[0].moves)
            self.crowd.follow(moves[:done])
            hand = things.hand_at(self._where(moves[done - 1]), chance)
            truth = {"moves": moves[:done], "legal": None, **cleared, "events": ["hand"]}
            self._shoot(about, truth, above=[hand])
            self.crowd.nudge()
        elif lot < self.recipe.hands + self.recipe.things * 0.25:
            thing = things.on_the_board(self.layout, chance)
            self._shoot(about, {"moves": [], "legal": None, **cleared, "events": ["thing"]}, above=[thing])
        self.crowd.follow(moves[done:])
        extras = [*step.played_moves[0].extra.items()] if len(step.played_moves) == 1 else self._extras(step)
        truth = {"moves": moves, "legal": step.legal, **({} if step.legal else {"why": step.why})}
        truth |= {**cleared, **dict(extras), "events": [*step.events, *["bump"] * bumped]}
        lying = things.dice(self.layout, chance, self._taken()) if chance.random() < self.recipe.things else []
        arm = [things.resting_arm(self.layout, chance)] if chance.random() < 0.15 else []
        if any(self._hidden(arm)):
            arm = []
        self._shoot(about, truth, above=arm, lying=lying, again=self.recipe.again)

    def _extras(self, step: Step) -> list[tuple[str, Any]]:
        return [item for played in step.played_moves for item in played.extra.items()]

    def _where(self, move: Move) -> tuple[float, float]:
        """Return where the figure that moved last stands now."""
        there = [one for one in self.crowd.everybody if (one.kind, one.node) == (move["piece"], where(move))]
        if not there:  # taken off the board, where he fought
            return self.layout.centre(str(move.get("via", move["from"])))
        return there[-1].x, there[-1].y

    def _taken(self) -> Floats:
        return np.array([(one.x, one.y) for one in self.crowd.everybody]).reshape(-1, 2)

    def _shoot(
        self,
        about: dict[str, Any],
        truth: dict[str, Any],
        above: Sequence[Shape] = (),
        lying: Sequence[Shape] = (),
        again: int = 0,
    ) -> None:
        """Take one picture, and ``again`` more of the same state."""
        number = len(self.frames)
        solid = [*self.belongings, *above]
        shaded = number > 1 and self.chance.random() < self.room.head
        unseen = [things.head(self.chance, self.room.light)] if shaded else []
        light = self.stage.picture([*self.crowd.shapes(self.makers), *lying], solid, unseen)
        names = [f"{number:03}.jpg", *[f"{number:03}-{extra + 1}.jpg" for extra in range(again)]]
        moment = self._moment(number)
        for name in names:
            picture = developed(light, self.view.size, self.film, moment, self.chance)
            (self.folder / name).write_bytes(jpeg(picture, self.film.quality))
            moment = self._soon_after(moment)
        hidden, partly, areas = self._hidden([*solid, *lying])
        covered = any(self._hidden(above))
        self.frames.append({"file": names[0], "kind": "play", **about, **({"again": names[1:]} if names[1:] else {})})
        self.truth.append(
            {
                "file": names[0],
                "status": "covered" if covered else "ok",
                **self.crowd.truth(),
                "hidden": hidden,
                "partly_hidden": partly,
                "hidden_areas": areas,
                **truth,
                "corners_px": self._corners().round(2).tolist(),
            }
        )

    def _hidden(self, shapes: Sequence[Shape]) -> tuple[list[str], list[str], list[str]]:
        """Return the cells hidden to 40 % or more, those from 2 % on, and the hidden areas."""
        if not shapes:
            return [], [], []
        mask = replace(self.stage, view=self.view).silhouette(shapes)
        share = {cell: covered(mask, self.view.on_sheet(outline)) for cell, outline in self.cells.items()}
        hidden = sorted(cell for cell, part in share.items() if part >= HIDDEN)
        partly = sorted(cell for cell, part in share.items() if PARTLY <= part < HIDDEN)
        beside = [name for name, outline in self.areas if covered(mask, self.view.on_sheet(outline)) >= PARTLY]
        return hidden, partly, sorted(set(beside))

    def _areas(self) -> list[tuple[str, Floats]]:
        """Return the town's hexagons, jail and corral as outlines."""
        found = [(TOWN, np.array(outline)) for outline in self.layout.hub_outlines()]
        for area in self.layout.areas:
            if area.name in (JAIL, CORRAL):
                square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [area.width / 2, area.height / 2]
                found.append((area.name, np.array([area.x, area.y]) + square))
        return found

    def _moment(self, number: int) -> Moment:
        room, chance = self.room, self.chance
        bright = self.exposure * (1 + chance.normal(0, room.flicker)) * (1 - room.drift * number / 25)
        tint = 1 + chance.normal(0, room.tint, 3)
        shaken = chance.normal(0, 1.2, 2).tolist() if chance.random() < 0.04 else (0.0, 0.0)
        gains = (bright * tint).tolist()
        return Moment((gains[0], gains[1], gains[2]), (shaken[0], shaken[1]))

    def _soon_after(self, before: Moment) -> Moment:
        """Return the frame a tenth of a second later: exposure follows slowly, so it differs less than between
        moves.
        """
        gains = np.array(before.gains) * (1 + self.chance.normal(0, self.room.flicker * SLOWLY))
        gains *= 1 + self.chance.normal(0, self.room.tint * SLOWLY, 3)
        blue, green, red = gains.tolist()
        return replace(before, gains=(blue, green, red))

    def _exposed(self) -> float:
        """Return how a camera with automatic exposure sets itself for the empty board, within its means."""
        seen = float(cv2.resize(self.stage.picture([]), (64, 48), interpolation=cv2.INTER_AREA).mean())
        return float(np.clip(self.chance.uniform(85, 125) / seen, 0.6, 2.5)) * self.room.exposure

    def _staged(self, view: View) -> Renderer:
        fine = view.larger(self.factor)
        return Renderer(self.art, fine, self.room.light, self.surface, self._glare(fine))

    def _glare(self, view: View) -> Picture | None:
        """Return the mirror images of the lamps in the sheet."""
        if not self.room.gloss:
            return None
        small = np.zeros((view.size[1] // 4, view.size[0] // 4, 3), np.float32)
        eye = np.array(view.place)
        for lamp in self.room.light.lamps:
            mirrored = np.array(lamp.place) * [1, 1, -1]
            spot = eye + (mirrored - eye) * eye[2] / (eye[2] - mirrored[2])
            x, y = view.on_sheet(spot[None, :2])[0] / 4
            rows, columns = np.indices(small.shape[:2])
            spread = 28 * view.scale() / 4
            blob = np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / (2 * spread**2))
            small += (blob * 230 * self.room.gloss)[:, :, None] * np.array(lamp.colour)
        return np.asarray(np.clip(cv2.resize(small, view.size), 0, 255), np.uint8)

    def _bumped(self) -> View:
        """Return the same camera after somebody ran into it; the sheet stays in the picture."""
        old, chance = self.view, self.chance
        for size in (1.0, 0.7, 0.5, 0.35, 0.2, 0.1):
            shift, aim = chance.normal(0, 14 * size, 3), chance.normal(0, 25 * size, 2)
            moved = replace(
                old,
                place=(old.place[0] + shift[0], old.place[1] + shift[1], old.place[2] + shift[2]),
                target=(old.target[0] + aim[0], old.target[1] + aim[1]),
                roll=old.roll + chance.normal(0, 2.5 * size),
            )
            corners = moved.on_sheet(sheet_corners(self.layout))
            if (corners >= 2).all() and (corners <= np.array(moved.size) - 3).all():
                return moved
        return old

    def _corners(self) -> Floats:
        return self.view.on_sheet(sheet_corners(self.layout))

    def _write(self) -> None:
        recipe = self.recipe
        first = np.array(self.truth[0]["corners_px"])
        taps = first + self.chance.uniform(-recipe.taps, recipe.taps, first.shape) if recipe.taps else first
        scene = {
            "board": recipe.board,
            "ranches": sorted(self.table.seats),
            "markers": recipe.markers,
            "corners_px": taps.round(2).tolist(),
            "frames": self.frames,
        }
        about = {"artwork": recipe.artwork, "light": recipe.room, "table": recipe.table, "held_out": recipe.held_out}
        truth = {"board": recipe.board, "about": about, "frames": self.truth}
        (self.folder / "scene.json").write_text(_lines(scene))
        (self.folder / "truth.json").write_text(_lines(truth))


def covered(mask: Picture, outline: Floats) -> float:
    """Return the share of this outline in the picture that is masked."""
    left, top = np.floor(outline.min(axis=0)).astype(int)
    right, bottom = np.ceil(outline.max(axis=0)).astype(int) + 1
    cell = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(cell, np.round((outline - [left, top]) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    inside = np.zeros_like(cell)
    rows, columns = slice(max(top, 0), max(bottom, 0)), slice(max(left, 0), max(right, 0))
    part = mask[rows, columns]
    inside[max(-top, 0) : max(-top, 0) + part.shape[0], max(-left, 0) : max(-left, 0) + part.shape[1]] = part
    return float((cv2.bitwise_and(cell, inside) > 0).sum() / max(1, (cell > 0).sum()))


def _lines(data: dict[str, Any]) -> str:
    """Return JSON with a line to a frame."""
    rest = {key: value for key, value in data.items() if key != "frames"}
    frames = ",\n  ".join(json.dumps(frame) for frame in data["frames"])
    return json.dumps(rest)[:-1] + ', "frames": [\n  ' + frames + "\n]}\n"
