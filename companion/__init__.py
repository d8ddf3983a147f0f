"""The table companion: money, secret votes and the final tally for board games with real pieces."""

__version__ = "0.2.0"

LANGUAGES = ("en", "fr", "de")
"""What phones and paper speak; English is what the sentences are written in."""
