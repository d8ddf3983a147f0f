"""Storage in one SQLite file: the event log is the truth, everything else is rebuilt from it."""

import sys

# sqlite-utils loads NumPy and pandas wherever they are installed (NumPy comes with the camera), for column types
# that nobody uses here: 20 MB and a fifth of a second. Where a name stands for None, Python says "not installed".
_unwanted = {"numpy", "pandas"} - sys.modules.keys()
sys.modules.update(dict.fromkeys(_unwanted))  # type: ignore[arg-type]
import sqlite_utils  # noqa: E402, F401

for _name in _unwanted:
    del sys.modules[_name]
