"""Storage in one SQLite file: the event log is the truth, everything else is rebuilt from it."""
