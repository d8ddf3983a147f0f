"""The editions of Abilene, by their ids, as what they are: for tests that ask them what not every game can answer."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.abilene.abilene import Abilene
from companion.games.abilene.abilene import abilene as editions

ABILENE: Mapping[str, Abilene] = {game.edition.id: game for game in editions() if isinstance(game, Abilene)}
