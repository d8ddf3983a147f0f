"""Rolls that are drawn: what is read, and what is left in doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.boards.dice import LARGEST_DIE_PICTURE, DieRequest, Faces, faces_of
from companion.core.ui.choice import Shade
from tests.vision.drawing.dice import LOOKED_AT, DrawnDie, roll_drawn, tray_picture
from tests.vision.drawing.view import Lamp, Light, View
from vision.dice.bodies import TUNING, lab, unshaded
from vision.dice.pips import count_pips
from vision.dice.reading import Die
from vision.dice.roll import PORTRAIT, named, portrait, read_dice
from vision.dice.symbols import symbol_on
from vision.dice.view import views_of_table
from vision.errors import BadPicture
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import PHONE

IVORY, BLACK, GREY = LOOKED_AT[0], LOOKED_AT[1], LOOKED_AT[8]
LIGHT, DARK = DieRequest(Shade.LIGHT, (0, 1, 2, 3, 4, 5)), DieRequest(Shade.DARK, (1, 2, 3, 4))
BOX = (0.4, 0.4, 0.6, 0.6)
WANTED = (LIGHT, LIGHT, DARK, DARK, DARK)
ROLL = (
    DrawnDie(IVORY, 3, -45.0, -20.0, 10.0),
    DrawnDie(IVORY, 0, 30.0, -35.0, 40.0),
    DrawnDie(BLACK, 4, -30.0, 30.0, 70.0),
    DrawnDie(BLACK, 1, 0.0, 0.0, 25.0),
    DrawnDie(BLACK, 2, 40.0, 25.0, 55.0),
)
ROOM = Light((0.45, 0.45, 0.45), (Lamp((-300.0, -300.0, 700.0), 0.5),))
ABOVE = View((20.0, 60.0, 380.0), (0.0, 0.0), 490.0, (640, 480))
ASIDE = View((60.0, 230.0, 300.0), (0.0, 0.0), 490.0, (640, 480))


def seen(
    dice: tuple[DrawnDie, ...], view: View = ABOVE, tray: bool = True, light: Light = ROOM, chance: int = 7
) -> Picture:
    random = np.random.default_rng(chance)
    drawn = roll_drawn(dice, view, light, (70, 95, 130), tray_picture(random) if tray else None)
    return np.clip(drawn + random.normal(0, 2, drawn.shape), 0, 255).astype(np.uint8)


def faces_in(picture: Picture, requested: Sequence[DieRequest]) -> Faces:
    return faces_of(read_dice(picture, requested))


@pytest.mark.parametrize("view", [ABOVE, ASIDE], ids=["above", "aside"])
def test_a_roll_in_the_tray_is_read_whole(view: View) -> None:
    assert faces_in(seen(ROLL, view), WANTED) == (3, 0, 4, 1, 2)


def test_a_roll_on_a_plain_table_is_read_from_above() -> None:
    assert faces_in(seen(ROLL, tray=False), WANTED) == (3, 0, 4, 1, 2)


SIX = DieRequest(faces=(1, 2, 3, 4, 5, 6))
NEAR = View((10.0, 15.0, 300.0), (0.0, 0.0), 3300.0, (1024, 768))
PAIR = (DrawnDie(IVORY, 5, -20.0, -8.0, 20.0), DrawnDie(BLACK, 3, 20.0, 10.0, 55.0))


def test_dice_photographed_from_near_are_read() -> None:
    assert faces_in(seen(PAIR, NEAR, tray=False), (SIX,) * 2) == (5, 3)


def test_dice_too_small_for_their_pips_are_not_claimed_wrong() -> None:
    far = replace(ABOVE, place=(20.0, 60.0, 800.0))
    claimed = Counter(face for face in faces_in(seen(ROLL, far, tray=False), WANTED)[2:] if face is not None)
    assert claimed <= Counter((4, 1, 2))


def test_what_bears_no_pips_is_none_of_the_dice_that_all_do() -> None:
    picture = seen(PAIR, NEAR, tray=False)
    cv2.rectangle(picture, (100, 570), (230, 700), (35, 45, 65), -1, cv2.LINE_AA)
    assert faces_in(picture, (SIX,) * 2) == (5, 3)


def test_what_is_round_is_no_die() -> None:
    table = np.full((480, 640, 3), 225, np.uint8)
    cv2.circle(table, (160, 240), 40, (20, 20, 20), -1, cv2.LINE_AA)
    cv2.rectangle(table, (400, 200), (480, 280), (20, 20, 20), -1)
    for view in views_of_table(table, PHONE):
        assert {round(shape.middle[0], -1) for shape in view.shapes} == {440}


def test_dice_of_one_look_are_told_from_left_to_right() -> None:
    alike = tuple(replace(die, kind=IVORY) for die in ROLL)
    assert faces_in(seen(alike), (DieRequest(faces=(0, 1, 2, 3, 4, 5)),) * 5) == (3, 4, 1, 0, 2)


def test_a_die_that_is_missing_leaves_a_doubt() -> None:
    assert faces_in(seen(ROLL[:4]), WANTED) == (3, 0, 4, 1, None)


def test_more_dice_than_were_rolled_are_all_in_doubt() -> None:
    assert faces_in(seen(ROLL), WANTED[:4]) == (None,) * 4


def test_a_number_that_the_die_does_not_have_is_a_doubt() -> None:
    five = replace(ROLL[2], face=5)
    assert faces_in(seen((*ROLL[:2], five, *ROLL[3:])), WANTED) == (3, 0, None, 1, 2)


def test_a_die_in_doubt_is_shown_alone_and_in_few_bytes() -> None:
    five = replace(ROLL[2], face=5)
    picture = seen((*ROLL[:2], five, *ROLL[3:]))
    read = read_dice(picture, WANTED)
    doubtful = read[2]
    assert [bool(die.picture) for die in read] == [False, False, True, False, False]
    assert (doubtful.place, doubtful.count) == (2, 5)
    assert len(doubtful.picture) <= LARGEST_DIE_PICTURE
    shown = cv2.imdecode(np.frombuffer(doubtful.picture, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape == (PORTRAIT, PORTRAIT, 3)
    dark, pips = (shown.min(axis=2) < 40).mean(), (shown.min(axis=2) > 180).mean()
    assert dark > 0.2 > pips > 0.01, "a black die with light pips, and little around it"


def test_a_die_that_is_half_hidden_is_shown_though_no_outline_tells_it() -> None:
    picture, edge = seen(ROLL), BLACK.edge * ABOVE.scale()
    x, y = ABOVE.pixels(ROLL[4].middle[None])[0] + (0.2 * edge, 0.3 * edge)
    cv2.circle(picture, (round(x), round(y)), round(0.45 * edge), (130, 160, 210), -1, cv2.LINE_AA)
    *others, hidden = read_dice(picture, WANTED)
    assert [die.face for die in others] == [3, 0, 4, 1]
    assert (hidden.face, bool(hidden.picture), hidden.likely, hidden.place) == (None, True, (), 5)
    assert not any(die.picture for die in read_dice(seen(ROLL[:4]), WANTED)), "nothing else is there"


def test_what_is_noisy_is_shown_in_few_bytes_too() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (400, 400, 3), np.uint8)
    assert 0 < len(portrait(noise, BOX)) <= LARGEST_DIE_PICTURE


def test_dice_that_touch_are_never_claimed_wrong() -> None:
    touching = replace(ROLL[3], x=ROLL[2].x + 16.2, y=ROLL[2].y, turn=0.0)
    read = faces_in(seen((*ROLL[:2], replace(ROLL[2], turn=0.0), touching, ROLL[4])), WANTED)
    claimed = Counter(face for face in read[2:] if face is not None)
    assert read[:2] == (3, 0)
    assert claimed <= Counter((4, 1, 2))


def test_dark_dice_whose_shadows_run_together_are_read() -> None:
    dice = tuple(replace(die, kind=GREY) for die in (replace(ROLL[2], x=-5.0, y=-20.0), ROLL[3], ROLL[4]))
    low = Light((0.3, 0.3, 0.3), (Lamp((100.0, -500.0, 350.0), 0.6),))
    assert faces_in(seen((*ROLL[:2], *dice), light=low), WANTED) == (3, 0, 4, 1, 2)


@pytest.mark.parametrize("far", [0.0, 0.55])
def test_a_fingertip_is_no_blank_face(far: float) -> None:
    picture, edge = seen((replace(ROLL[0], face=5), *ROLL[1:])[far == 0 :]), IVORY.edge * ABOVE.scale()
    x, y = ABOVE.pixels(ROLL[0].middle[None])[0] + (far * edge, 0)
    cv2.circle(picture, (round(x), round(y)), round(edge / 2), (130, 160, 210), -1, cv2.LINE_AA)
    assert faces_in(picture, WANTED)[:2].count(0) <= 1


def test_less_light_on_the_tray_does_not_stand_out_but_a_grey_die_does() -> None:
    tray = np.full((20, 20, 3), (134, 143, 95), np.uint8)
    shade, die = (np.full_like(tray, colour) for colour in ((67, 71, 48), (70, 70, 70)))
    assert unshaded(lab(shade), lab(tray)).max() < TUNING.faint < unshaded(lab(die), lab(tray)).min()


def test_a_pip_anywhere_is_told_from_gloss() -> None:
    across, down = np.meshgrid(np.arange(32.0), np.arange(32.0))
    face = np.full((32, 32, 3), (80, 0, 0), np.float32)
    gloss, pip = face.copy(), face.copy()
    gloss[..., 0] += across / 2
    pip[..., 0] -= 30 * (np.hypot(across - 12, down - 19) < 3)
    assert count_pips(gloss).blob < 1
    assert count_pips(pip).blob == pytest.approx(30, rel=0.2)


def test_a_picture_without_dice_leaves_all_in_doubt() -> None:
    assert faces_in(seen(()), WANTED) == (None,) * 5


def test_what_shows_nothing_is_refused() -> None:
    with pytest.raises(BadPicture):
        read_dice(np.zeros((480, 640, 3), np.uint8), WANTED)


def test_light_dice_and_dark_ones_that_look_alike_are_in_doubt() -> None:
    pips = count_pips(np.full((32, 32, 3), 50, np.float32))
    dice = [Die((at / 5, 0.5), BOX, 1, (50.0 + at, 0.0, 0.0), 1.0, pips) for at in range(5)]
    assert named(dice, WANTED) == (None,) * 5


SYMBOLS = {"red": ("red",), "orange_again": ("orange",), "red_orange": ("red", "orange")}
RED, ORANGE = (30, 30, 200), (30, 130, 240)


@pytest.mark.parametrize(
    ("drawn", "read"), [((RED,), "red"), ((ORANGE,), "orange_again"), ((RED, ORANGE), "red_orange"), ((), None)]
)
def test_a_symbol_is_told_by_its_colours(drawn: tuple[tuple[int, int, int], ...], read: str | None) -> None:
    face = np.full((32, 32, 3), (215, 222, 225), np.uint8)
    for at, colour in enumerate(drawn):
        cv2.circle(face, (10 + 12 * at, 16), 5, colour, -1)
    lab = cv2.cvtColor(face.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    assert symbol_on(np.asarray(lab, np.float32), SYMBOLS) == read
