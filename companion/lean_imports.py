"""Import a library without the large ones that it would load for what nobody uses here."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without(*names: str) -> Iterator[None]:
    """Let an ``import`` inside find these packages not installed, unless they are loaded already."""
    hidden = set(names) - sys.modules.keys()
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None says "not installed" to `import`
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]
