"""Errors of the camera, each with a sentence that says what to do (translated like every other sentence)."""

from __future__ import annotations

from companion.core.text import Text


class VisionTrouble(Exception):
    """Failure of the camera to do what was asked. ``text`` says why, and what to do now."""

    code = "vision_trouble"

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class NoCamera(VisionTrouble):
    """Lack of a picture: no such camera, file or folder, or it has been unplugged."""

    code = "no_camera"


class BadPicture(VisionTrouble):
    """Refusal of a picture that cannot be used: corrupt, too small, black, white or blurred."""

    code = "bad_picture"


class BoardNotFound(VisionTrouble):
    """Lack of the board in a picture, or of too much of it."""

    code = "no_board"
