"""The editions of Abilene, by their ids, as what they are: for tests that ask them what not every game can answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import registry
from companion.games.abilene.common.abilene import Abilene

ABILENE: Mapping[str, Abilene[Any]] = {
    edition: game for edition, game in registry()["abilene"].items() if isinstance(game, Abilene)
}
