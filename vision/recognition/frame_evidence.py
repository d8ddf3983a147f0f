"""What one frame says before anything is concluded from it."""

from __future__ import annotations

from dataclasses import dataclass

from vision.geometry.board_pose import BoardPose, Picture
from vision.recognition.cell_classifier import Evidence


@dataclass(frozen=True)
class FrameEvidence:
    """What one frame says before anything is concluded from it."""

    board_pose: BoardPose
    evidence: Evidence
    rectified: Picture
    """the frame as seen from straight above"""
    picture: Picture
    """the frame itself"""
    fresh: bool = True
    """whether everything was looked at, not only what has changed since the last frame"""
    brightened: bool = False
    """whether a large shadow was taken away: colours are only nearly what they were"""
