"""Where an exception came from, in one line that holds no value: messages of exceptions repeat what was sent."""

from __future__ import annotations

import traceback
from pathlib import Path

ROOT = f"{Path(__file__).resolve().parents[2]}/"
"""Where the program lies; not written, because that says whose machine it is."""


def stack(error: BaseException) -> str:
    """The types of the exception and its causes, each with its calls, the innermost last."""
    chain: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in chain:
        chain.append(cause)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return " < ".join(f"{type(each).__name__} [{_calls(each)}]" for each in chain)


def _calls(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return ", ".join(f"{frame.filename.removeprefix(ROOT)}:{frame.lineno} {frame.name}" for frame in frames)
