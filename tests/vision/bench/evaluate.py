"""A folder of pictures through the reader, the votes and the rules, beside its truth."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.cli.camera.scene_board import board_of
from tests.vision.bench.judging import Judge, Said
from tests.vision.bench.tally import Group, Tally
from vision.errors import VisionTrouble
from vision.geometry.board_pose import Picture
from vision.inference.reading import Reading
from vision.inference.recogniser import Recogniser
from vision.runtime.temporal_filter import TemporalFilter

ONE_SECOND = 10
"""Pictures that a slow camera gives in a second: how long a vote may take."""
AREAS = ("town", "jail", "corral")
ALONE = "one frame: "
"""Before measures of what ``camera check`` makes of single frames, without votes."""


@dataclass(frozen=True)
class Bad:
    """A frame to be looked at by a person: ``wrong`` maps cells to "truth / belief"."""

    folder: str
    file: str
    what: str
    wrong: Mapping[str, str]
    picture: str = ""


@dataclass
class Outcome:
    """The result of one folder."""

    tally: Tally = field(default_factory=Tally)
    bad: list[Bad] = field(default_factory=list)
    frames: int = 0
    pictures: int = 0


@dataclass
class Folder:
    """A folder on its way through the pipeline."""

    path: Path
    report: Path
    outcome: Outcome = field(default_factory=Outcome)

    def __post_init__(self) -> None:
        self.scene: dict[str, Any] = json.loads((self.path / "scene.json").read_text())
        truth = json.loads((self.path / "truth.json").read_text())
        self.truth: dict[str, Any] = {frame["file"]: frame for frame in truth["frames"]}
        letters = tuple(self.scene["ranches"])
        self.layout, self.start, game = board_of(self.scene["board"], letters)
        self.rules = game.figures
        umpires = {how: game.umpire(letters, None) for how in ("", ALONE)}
        self.judges = {how: Judge(umpire) for how, umpire in umpires.items() if umpire}
        about = truth.get("about", {})
        part = {True: "held-out", False: "tuning", None: "given"}[about.get("held_out")]
        markers = "markers" if self.scene["markers"] else "tapped corners"
        self.groups: tuple[Group, ...] = (
            ("part", part),
            ("light", about.get("light", self.path.name)),
            ("artwork", about.get("artwork", self.path.name)),
            ("found by", markers),
        )

    def run(self) -> Outcome:
        """Run all scenes; one that cannot be set up counts as wholly wrong."""
        frames = self.scene["frames"]
        try:
            self.reader = self._learnt()
        except VisionTrouble as trouble:
            self._count("set up", 0, 1)
            self._note(frames[1]["file"], f"set-up refused: {trouble.text}", {})
            for frame in frames[2:]:
                self._lost(self.truth[frame["file"]])
            return self.outcome
        self._count("set up", int(not self.reader.mismatches), 1)
        if self.reader.mismatches:
            self._note(frames[1]["file"], "start misread", dict.fromkeys(self.reader.mismatches, "misread"))
        self.watch = TemporalFilter(self.reader)
        for number, frame in enumerate(frames):
            self._frame(frame, self.truth[frame["file"]], frames[number - 1]["file"])
        return self.outcome

    def _learnt(self) -> Recogniser:
        empty, first = (self._picture(self.scene["frames"][number]["file"]) for number in (0, 1))
        corners = None if self.scene["markers"] else np.array(self.scene["corners_px"])
        return Recogniser.learn(self.layout, self.start, empty, first, corners, self.rules)

    def _picture(self, name: str) -> Picture:
        self.outcome.pictures += 1
        return np.asarray(cv2.imread(str(self.path / name)), np.uint8)

    def _frame(self, frame: Mapping[str, Any], truth: Mapping[str, Any], before: str) -> None:
        self.outcome.frames += 1
        pictures = [self._picture(name) for name in (frame["file"], *frame.get("again", ()))]
        if frame["kind"] == "play" and self.truth[before]["status"] == "ok":
            self.watch.see(reached_over(pictures[0]))
        judged = frame["kind"] == "play"
        alone = self.reader.read(pictures[0])
        if truth["status"] == "covered":
            self._covered(truth, self.watch.see(pictures[0]), alone)
            if judged:
                verdict = self.judges[ALONE].verdict(alone.observation, frame)
                self._count("nothing said of hands", int(verdict.ruling == "none"), 1)
                if verdict.ruling != "none":
                    self._note(truth["file"], f"a hand, and judged {verdict}", {}, alone, pictures[0])
            return
        self._single(truth, alone, pictures[0])
        voted, took = self._voted(pictures)
        wrong = differences(self.layout, truth, voted) if voted else {"all": "not steady"}
        self._count("steady", int(voted is not None), 1)
        self._count("boards", int(not wrong), 1)
        if "bump" in truth.get("events", ()):
            self._count("after a bump", int(not wrong), 1)
        if wrong:
            self._note(frame["file"], f"after voting ({took} pictures)", wrong, alone, pictures[0])
        if judged:
            self._judged("", frame, truth, voted)
            answered = self.judges[""].umpire.believed or observation_of_truth(truth)  # by the player who was asked
            self.reader.confirm(answered)
            self._judged(ALONE, frame, truth, alone.observation)

    def _covered(self, truth: Mapping[str, Any], seen: Observation | None, reading: Reading) -> None:
        """Judge a frame with a hand or a thing in the way: nothing may be said of what is hidden that is not so."""
        observation = reading.observation
        self._count("hands noticed", int(observation.status is not ObservationStatus.OK and seen is None), 1)
        explained = [cell for cell in truth["hidden"] if cell not in observation.unknown]
        false = [cell for cell in explained if observation.cells.get(cell) != truth["cells"].get(cell)]
        self._count("hidden cells not invented", len(truth["hidden"]) - len(false), len(truth["hidden"]))

    def _single(self, truth: Mapping[str, Any], reading: Reading, picture: Picture) -> None:
        """Count the cells of a single steady frame."""
        observation, wrong = reading.observation, dict[str, str]()
        for cell in visible(self.layout, truth):
            if cell in observation.unknown or observation.cells.get(cell) != truth["cells"].get(cell):
                belief = "unknown" if cell in observation.unknown else observation.cells.get(cell, "empty")
                wrong[cell] = f"{truth['cells'].get(cell, 'empty')} / {belief}"
        of = len(visible(self.layout, truth))
        self._count("cells", of - len(wrong), of)
        self._count("cells not false", of - sum("unknown" not in text for text in wrong.values()), of)
        if wrong:
            self._note(truth["file"], "one frame", wrong, reading, picture)

    def _voted(self, pictures: Sequence[Picture]) -> tuple[Observation | None, int]:
        """Return what the votes come to, and after how many pictures; the pictures come round within one second."""
        for number, picture in enumerate(islice(cycle(pictures), ONE_SECOND)):
            if (seen := self.watch.see(picture)) is not None:
                return seen, number + 1
        return None, ONE_SECOND

    def _judged(self, how: str, frame: Mapping[str, Any], truth: Mapping[str, Any], seen: Observation | None) -> None:
        """Judge what the rules say to it; after a mistake the table has put it right."""
        before = self.judges[how].umpire.believed or seen
        verdict = self.judges[how].verdict(seen, frame) if seen else Said("none")
        right = net(verdict.moves) == net(truth["moves"])
        ruling, events = verdict.ruling, [("event", event) for event in sorted(set(truth.get("events", ("given",))))]
        wrong = ruling == "legal" and not (truth["legal"] and right)
        moved = {end for move in verdict.moves for end in (move["from"], move["to"])}
        silently = seen is not None and before is not None and not seen.leaves_open(moved, before)  # as the box does
        if truth["legal"]:
            self._count(how + "moves", int(ruling == "legal" and right), 1, events)
            self._count(how + "counted unasked", int(ruling == "legal" and right and silently), 1, events)
            self._count(how + "accused", int(ruling == "illegal"), 1, events)
        else:
            self._count(how + "illegal noticed", int(ruling == "illegal"), 1, events)
        self._count(how + "wrong proposals", int(wrong), 1, events)
        self._count(how + "wrong commits", int(wrong and silently), 1, events)
        if ruling != ("legal" if truth["legal"] else "illegal") or (truth["legal"] and not right):
            label = f"{truth['legal']} {truth.get('why', '')} {truth.get('events')}"
            self._note(truth["file"], f"{how}judged {verdict}; truth {label}", {})
            self.judges[how].put_right(observation_of_truth(truth))

    def _lost(self, truth: Mapping[str, Any]) -> None:
        """Count a frame of a scene that could not be set up."""
        self.outcome.frames += 1
        if truth["status"] == "ok":
            cells = len(visible(self.layout, truth))
            self._count("cells", 0, cells)
            self._count("boards", 0, 1)
            self._count("moves" if truth["legal"] else "illegal noticed", 0, 1)

    def _count(self, measure: str, hit: int, of: int, more: Iterable[Group] = ()) -> None:
        self.outcome.tally.add(measure, hit, of, (*self.groups, *more))

    def _note(
        self,
        file: str,
        what: str,
        wrong: Mapping[str, str],
        reading: Reading | None = None,
        picture: Picture | None = None,
    ) -> None:
        name = ""
        if reading is not None and picture is not None and reading.board_pose is not None:
            name = f"{self.path.name}-{Path(file).stem}.jpg"
            cv2.imwrite(str(self.report / name), drawn_over(self.layout, reading, picture, wrong))
        self.outcome.bad.append(Bad(self.path.name, file, what, wrong, name))


def evaluate(path: Path, report: Path) -> Outcome:
    """Evaluate a folder, in a process of its own."""
    cv2.setNumThreads(1)
    return Folder(path, report).run()


def visible(layout: Layout, truth: Mapping[str, Any]) -> list[str]:
    """Return the cells of which nothing is hidden."""
    hidden = {*truth["hidden"], *truth["partly_hidden"]}
    return [cell for cell in layout.by_id if cell not in hidden]


def differences(layout: Layout, truth: Mapping[str, Any], seen: Observation) -> dict[str, str]:
    """Return where a sighting says something else than the truth; what is hidden may be unknown."""
    wrong, hidden = {}, {*truth["hidden"], *truth["partly_hidden"]}
    for cell in layout.by_id:
        true, read_kind = truth["cells"].get(cell, "empty"), seen.cells.get(cell, "empty")
        if cell in seen.unknown:
            read_kind = "unknown"
        if read_kind != true and not (read_kind == "unknown" and cell in hidden):
            wrong[cell] = f"{true} / {read_kind}"
    for area in AREAS:
        said_there = list(seen.in_area(area))
        if area not in truth["hidden_areas"] and said_there != sorted(truth[area]):
            wrong[area] = f"{truth[area]} / {said_there}"
    return wrong


def net(moves: Iterable[Mapping[str, Any]]) -> Counter[tuple[str, str]]:
    """Return what moves come to: figures of one kind cannot be told apart."""
    count: Counter[tuple[str, str]] = Counter()
    for move in moves:
        count[move["piece"], move["from"]] -= 1
        count[move["piece"], move["to"]] += 1
    return Counter({key: number for key, number in count.items() if number})


def observation_of_truth(truth: Mapping[str, Any]) -> Observation:
    """Return what a faultless camera would have said."""
    return Observation(ObservationStatus.OK, dict(truth["cells"]), areas={area: truth[area] for area in AREAS})


def reached_over(picture: Picture) -> Picture:
    """Return the picture with something skin-coloured across it: no figure moves without a hand, photographed or
    not.
    """
    hand = picture.copy()
    tall, wide = picture.shape[:2]
    cv2.line(hand, (wide // 3, 0), (wide // 2, tall), (120, 150, 200), tall // 6)
    return hand


def drawn_over(layout: Layout, reading: Reading, picture: Picture, wrong: Mapping[str, str]) -> Picture:
    """Return the frame with the belief drawn over it: red where it is wrong, with truth / belief beside."""
    shown = picture.copy()
    place = reading.board_pose
    assert place is not None
    for cell in layout.by_id:
        outline = np.round(place.pixels(np.array(layout.corners(cell)))).astype(np.int32)
        kind = reading.observation.cells.get(cell)
        colour = (
            (0, 0, 255) if cell in wrong else (0, 220, 255) if cell in reading.observation.unknown else (90, 200, 90)
        )
        if cell in wrong or kind or cell in reading.observation.unknown:
            cv2.polylines(shown, [outline], True, colour, 2 if cell in wrong else 1, cv2.LINE_AA)
        label = wrong.get(cell, (kind or "")[-1:].replace("w", ""))
        if label:
            x, y = outline.mean(axis=0).round().astype(int).tolist()
            cv2.putText(shown, label, (x - 10, y + 4), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 3, cv2.LINE_AA)
            cv2.putText(shown, label, (x - 10, y + 4), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)
    return shown
