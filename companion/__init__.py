"""The table companion: money, secret votes and the final tally for board games with real pieces."""

__version__ = "0.1.0"
