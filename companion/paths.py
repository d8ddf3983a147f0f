"""Where the folders lie that are not Python packages, and those of the games."""

from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder ``name`` ("templates" or "printables"), in a checkout, an editable install and a wheel alike.

    Raises FileNotFoundError, naming the places looked at, when the installation is incomplete.
    """
    # A wheel carries copies inside the package; a checkout, editable or not, has the folders beside it.
    places = (PACKAGE / "_data" / name, PACKAGE.parent / name)
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"no folder {name!r}: neither {places[0]} nor {places[1]} exists")


def game_folder(game: str) -> Path | None:
    """The folder of a game's package, which is called like the game; None for a game that is made elsewhere."""
    spec = find_spec(f"companion.games.{game}")
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None
