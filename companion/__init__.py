"""The table companion: money, secret votes and the final tally for board games with real pieces."""

__version__ = "0.2.0"

LANGUAGE_NAMES = {
    "en": "English",
    "fr": "Français",
    "de": "Deutsch",
    "es": "Español",
    "it": "Italiano",
    "nl": "Nederlands",
}
"""The languages of phones and paper, each by its own name; English is what the sentences are written in."""

LANGUAGES = tuple(LANGUAGE_NAMES)
