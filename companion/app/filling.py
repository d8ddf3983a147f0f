"""Completion of commands with what only the box knows, before the rules decide on them."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.app.loaded_table import LoadedTable
from companion.core.messages import Command
from companion.core.table import commands
from companion.core.table.table import TablePhase
from companion.store import phones
from companion.store.log import Log
from companion.store.named import boards, catalogues


def filled(log: Log, live: LoadedTable, seat: str | None, command: Command, chance: random.Random) -> Command:
    """Return the command with what only the box knows: draws, kept files, whether a phone came. Raise BadRequest."""
    match command:
        case commands.AllowAnyway(message=message):
            return replace(command, message=live.codec.write(live.codec.public(message).with_draws(chance)))
        case commands.ChooseBoard(name=name, file="") if name:
            return replace(command, file=boards(log).text(name))
        case commands.ChooseCatalogue(name=name, file="") if name:
            return replace(command, file=catalogues(log, live.table.game).text(name))
        case commands.RemoveSeat(seat=left):
            return replace(command, deserted=not phones.was_ever_used(log, live.table.code, left))
        case _:
            return _listed(live, seat, command.with_draws(chance))


def _listed(live: LoadedTable, seat: str | None, command: Command) -> Command:
    """Return the command with the listed dice or cards of a game that somebody tries alone, if the box has drawn."""
    table, bots = live.table, live.game.bots
    if not live.row.demo or bots is None or seat is None or table.phase is not TablePhase.PLAYING:
        return command
    return bots.first_game.listed(table, seat, command)
