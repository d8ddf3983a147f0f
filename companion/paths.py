"""Paths of the folders that are not Python packages."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """Return the folder ``name`` ("templates", "printables") of a checkout, an editable install or a wheel."""
    # A wheel carries copies inside the package; a checkout, editable or not, has the folders beside it.
    places = (PACKAGE / "_data" / name, PACKAGE.parent / name)
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"no folder {name!r}: neither {places[0]} nor {places[1]} exists")
