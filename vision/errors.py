"""What stops the camera: each is a sentence that says what to do (translated like every other sentence)."""

from __future__ import annotations

from companion.core.text import Text


class VisionTrouble(Exception):
    """The camera could not do what was asked. ``text`` says why and what to do now."""

    code = "vision_trouble"

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class NoCamera(VisionTrouble):
    """There is no picture: no such camera, file or folder, or it has been unplugged."""

    code = "no_camera"


class BadPicture(VisionTrouble):
    """A picture that cannot be used: corrupt, too small, black, white or blurred."""

    code = "bad_picture"


class BoardNotFound(VisionTrouble):
    """The board is not in the picture, or too little of it."""

    code = "no_board"
