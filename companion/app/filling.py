"""Fill a command in with what only the box knows, before the rules decide on it."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.app.loaded_table import LoadedTable
from companion.core.messages import Command
from companion.core.table import table_messages as m
from companion.store import phones
from companion.store.log import Log
from companion.store.named import boards, catalogues


def filled(log: Log, live: LoadedTable, command: Command, chance: random.Random) -> Command:
    """Return the command with what only the box knows: a draw, a kept file, who came. Raise BadRequest."""
    match command:
        case m.AllowAnyway(message=message):
            return replace(command, message=live.codec.write(live.codec.public(message).drawn(chance)))
        case m.ChooseBoard(name=name, file="") if name:
            return replace(command, file=boards(log).text(name))
        case m.ChooseCatalogue(name=name, file="") if name:
            return replace(command, file=catalogues(log, live.table.game).text(name))
        case m.RemoveSeat(seat=seat):
            return replace(command, deserted=not phones.anybody_came(log, live.table.code, seat))
        case _:
            return command.drawn(chance)
