"""Storage in one SQLite file: the event log is the truth, everything else is rebuilt from it."""

from companion.lean_imports import without

# sqlite-utils loads both wherever they are installed (NumPy comes with the camera), for column types that nobody uses
# here: 20 MB and a fifth of a second.
with without("numpy", "pandas"):
    import sqlite_utils  # noqa: F401
