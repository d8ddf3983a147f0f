"""What can be chosen before the game: the board, house rules, seats."""

from __future__ import annotations

import logging

from companion.app.loaded_table import LoadedTable
from companion.app.tables import Tables
from companion.boards.board_file import from_text
from companion.boards.capabilities import WithBoard
from companion.core.capabilities import WithCatalogue, cards_are_asked_for, house_rules
from companion.core.errors import RuleError
from companion.core.plugin import HouseRule
from companion.core.referee.house_rules import chosen
from companion.core.table.table import Seat, TablePhase
from companion.core.text import Text, say
from companion.store import boards, catalogues
from companion.web.view.parts import RuleView, SeatView

logger = logging.getLogger(__name__)


def boards_for(tables: Tables, live: LoadedTable) -> tuple[str, ...]:
    """The boards that this box keeps and this game can be played on, while one can still be chosen."""
    if live.table.phase is not TablePhase.LOBBY:
        return ()
    return tuple(name for name in boards.names(tables.log) if _will_do(tables, live, name))


def catalogues_for(tables: Tables, live: LoadedTable) -> tuple[str, ...]:
    """The lists of cards that this box keeps for the game, while one can still be chosen."""
    game, lobby = live.game, live.table.phase is TablePhase.LOBBY
    choosable = (lobby and isinstance(game, WithCatalogue)) or cards_are_asked_for(game, live.table)
    return catalogues.names(tables.log, game.name) if choosable else ()


def _will_do(tables: Tables, live: LoadedTable, name: str) -> bool:
    if not isinstance(live.game, WithBoard):
        return False
    try:
        live.game.check_board(from_text(boards.text(tables.log, name)))
    except RuleError:
        logger.debug("table %s: not played on board %s", live.table.code, name, exc_info=True)
        return False
    return True


def rules_of(live: LoadedTable) -> tuple[RuleView, ...]:
    rules = live.table.rules
    defaults = live.game.edition.defaults[live.row.defaults]
    return tuple(
        RuleView(
            rule.name,
            rule.sentence,
            getattr(rules, rule.name),
            rule.options,
            getattr(rules, rule.name) == getattr(defaults, rule.name),
            rule.rule,
            _chosen_words(rule, getattr(rules, rule.name)),
            (rule.number.least, rule.number.most) if rule.number else None,
            rule.words.most if rule.words else 0,
            bool((rule.number and rule.number.money) or (rule.words and rule.words.amounts)),
            rule.digits_of,
        )
        for rule in house_rules(live.game)
    )


def _chosen_words(rule: HouseRule, value: str | int | bool) -> Text:
    option = chosen(rule, value)
    return option.label if option else say("%(name)s", name=str(value))


def seat_view(other: Seat, reader: str | None) -> SeatView:
    return SeatView(other.id, other.name, other.picks, other.box, other.id == reader)
