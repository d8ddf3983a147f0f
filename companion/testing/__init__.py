"""Support for a game's tests: evenings in memory, and checks that must hold for every game.

No test runner is needed; a check that fails raises AssertionError.
"""

from companion.testing.evening import Evening, seated
from companion.testing.numbers import accepted_numbers
from companion.testing.recorder import Recipe, Recording
from companion.testing.replay import Recordings, played, replays
from companion.testing.secrecy import visible_to_other_seats
from companion.testing.sentences import check_translations, untranslated

__all__ = [
    "Evening",
    "Recipe",
    "Recording",
    "Recordings",
    "accepted_numbers",
    "check_translations",
    "played",
    "replays",
    "seated",
    "untranslated",
    "visible_to_other_seats",
]
