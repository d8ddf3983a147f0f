"""The choices before the game: the board, house rules, presets of them, seats."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from companion import LANGUAGES
from companion.app.loaded_table import LoadedTable
from companion.app.tables import Tables
from companion.boards.board_file import from_text
from companion.core.edition import HouseRule
from companion.core.errors import BadRequest, NotNow, RuleError
from companion.core.members import Preset, cards_are_asked_for
from companion.core.referee.house_rules import Value, as_kept, chosen
from companion.core.table.table import Seat, TablePhase
from companion.core.text import Text, say
from companion.i18n import Translator
from companion.store.named import boards, catalogues, presets, values
from companion.web.view.parts import RuleView, SeatView
from companion.web.view.shapes import RuleShape, ShapeView, code_of, shape_of

logger = logging.getLogger(__name__)


def boards_for(tables: Tables, live: LoadedTable) -> tuple[str, ...]:
    """Return the boards of this box on which this game can be played, while one can still be chosen."""
    if live.table.phase is not TablePhase.LOBBY:
        return ()
    return tuple(name for name in boards(tables.log).names() if _will_do(tables, live, name))


def catalogues_for(tables: Tables, live: LoadedTable) -> tuple[str, ...]:
    """Return the lists of cards that this box has for the game, while one can still be chosen."""
    game, lobby = live.game, live.table.phase is TablePhase.LOBBY
    choosable = (lobby and game.catalogue) or cards_are_asked_for(game.catalogue, live.table)
    return catalogues(tables.log, game.name).names() if choosable else ()


def _will_do(tables: Tables, live: LoadedTable, name: str) -> bool:
    if live.game.board is None:
        return False
    try:
        live.game.board.check(from_text(boards(tables.log).text(name)))
    except RuleError:
        logger.debug("table %s: not played on board %s", live.table.code, name, exc_info=True)
        return False
    return True


def rules_of(live: LoadedTable) -> tuple[RuleView, ...]:
    """Return the house rules with their values and options."""
    rules = live.table.rules
    defaults = live.game.edition.defaults[live.row.defaults]
    groups = live.game.presets.groups if live.game.presets else {}
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
            groups.get(rule.rule.section),
        )
        for rule in live.game.house_rules
    )


def _chosen_words(rule: HouseRule, value: str | int | bool) -> Text:
    option = chosen(rule, value)
    return option.label if option else say("%(name)s", name=str(value))


def seat_view(other: Seat, reader: str | None) -> SeatView:
    """Return a seat as the reader's lobby shows it."""
    return SeatView(other.id, other.name, other.picks, other.box, other.id == reader)


@dataclass(frozen=True, slots=True)
class PresetView:
    """House rules that can be chosen together; ``stored_name``: theirs on this box, where they can be deleted."""

    title: Text
    about: Text | None
    values: Mapping[str, Value | Text]
    """a Text is set up in the reader's language"""
    chosen: bool
    stored_name: str = ""
    code: str = ""
    """of one that is stored here, to give it away"""
    group: Text | None = None
    picture: str = ""
    main_rules: tuple[str, ...] = ()
    """the house rules that are shown with it"""
    near: bool = False
    """of the game's own presets the one most like the present rules"""


def presets_of(tables: Tables, live: LoadedTable) -> tuple[PresetView, ...]:
    """Return the presets stored here, then the game's own; none once the game has begun."""
    game, stored = live.game, presets(tables.log, live.game.name)
    offered = game.presets
    if offered is None or live.table.phase is not TablePhase.LOBBY:
        return ()
    usual, now = _shape(live, game.edition.rules), _shape(live, live.table.rules)

    def view(
        title: Text, about: Text | None, rules: Mapping[str, Value | Text], code: str = "", kept: str = ""
    ) -> PresetView:
        shape = {name: rules.get(name, value) for name, value in usual.items()}
        name = {offered.named_by: kept} if kept and offered.named_by else {}
        return PresetView(title, about, {**shape, **name}, _is_set_up(shape, now), kept, code)

    def of_the_game(preset: Preset) -> PresetView:
        shown = view(preset.title, preset.about, preset.rules)
        group, main_rules, near = preset.group, preset.main_rules, preset is nearest
        return replace(shown, group=group, picture=preset.picture, main_rules=main_rules, near=near)

    nearest = min(offered.shapes, key=lambda each: _unlike({**usual, **each.rules}, now), default=None)

    def of_ours(name: str) -> PresetView:
        rules = _sound(live, values(stored, name))
        code = code_of(RuleShape(game.name, name, _unusual(live, rules)))
        return view(say("%(name)s", name=name), None, rules, code, name)

    return (
        *(of_ours(name) for name in stored.names()),
        *(of_the_game(each) for each in offered.shapes),
    )


def _is_set_up(shape: Mapping[str, Value | Text], now: Mapping[str, Value]) -> bool:
    """Return whether these are the rules now, whatever the language in which somebody has chosen them."""
    return _unlike(shape, now) == 0


def _unlike(shape: Mapping[str, Value | Text], now: Mapping[str, Value]) -> int:
    """Return how many of these rules have another value now."""
    return sum(
        now[name] not in {Translator(language).translate(value) for language in LANGUAGES}
        if isinstance(value, Text)
        else now[name] != value
        for name, value in shape.items()
    )


def keep_preset(tables: Tables, live: LoadedTable, name: str, values: Mapping[str, Value] | None = None) -> None:
    """Store these house rules, or this table's, under the name. Raise BadRequest, or NotNow where none are stored."""
    shape = json.dumps(dict(_shape(live, live.table.rules) if values is None else values), sort_keys=True)
    presets(tables.log, _keeping(live)).keep(" ".join(name.split()), shape, tables.clock())
    tables.bell.notify(live.table.code, live.table.seq)


def rename_preset(tables: Tables, live: LoadedTable, name: str, new: str) -> None:
    """Rename a preset. Raise BadRequest where there is none of that name, or the new name is taken."""
    shelf = presets(tables.log, _keeping(live))
    text = shelf.text(name)
    if new in shelf.names():
        raise BadRequest(say("The box keeps something called %(name)s already.", name=new))
    shelf.keep(new, text, tables.clock())
    forget_preset(tables, live, name)


def brought(live: LoadedTable, code: str) -> RuleShape:
    """Return a preset from a code, as far as this version can choose it. Raise BadRequest for that of another game."""
    shape = shape_of(code)
    if shape.game != _keeping(live):
        raise BadRequest(say("That shape is for another game."))
    return RuleShape(shape.game, shape.name, _sound(live, shape.values))


def card_of(tables: Tables, live: LoadedTable, name: str) -> ShapeView:
    """Return a stored preset, or this table's own rules where the name is "", as a card. Raise BadRequest or NotNow."""
    shelf = presets(tables.log, _keeping(live))
    if name:
        shelf.text(name)
    kept = _sound(live, values(shelf, name)) if name else _shape(live, live.table.rules)
    unusual = _unusual(live, kept)
    rules = tuple(
        (rule.sentence, _chosen_words(rule, unusual[rule.name]))
        for rule in live.game.house_rules
        if rule.name in unusual and not rule.digits_of
    )
    name = name or live.evening
    return ShapeView(name, rules, code_of(RuleShape(live.game.name, name, unusual)))


def _unusual(live: LoadedTable, rules: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return the rules that differ from the usual ones, without the rule that names the evening."""
    usual = _shape(live, live.game.edition.rules)
    return {name: value for name, value in rules.items() if name in usual and value != usual[name]}


def forget_preset(tables: Tables, live: LoadedTable, name: str) -> None:
    """Delete the preset of this name. Raise NotNow where none are stored."""
    presets(tables.log, _keeping(live)).forget(name)
    tables.bell.notify(live.table.code, live.table.seq)


def _keeping(live: LoadedTable) -> str:
    if live.game.presets is None:
        raise NotNow(say("The house rules of this game are not kept by name."))
    return live.game.name


def _shape(live: LoadedTable, rules: object) -> Mapping[str, Value]:
    """Return the house rules of a preset, as plain values."""
    naming_rule = offered.named_by if (offered := live.game.presets) else ""
    chosen_values = {rule.name: getattr(rules, rule.name) for rule in live.game.house_rules if rule.name != naming_rule}
    return {name: value.value if isinstance(value, Enum) else value for name, value in chosen_values.items()}


def _sound(live: LoadedTable, kept: Mapping[str, object]) -> Mapping[str, Value]:
    """Return the values that can still be chosen: they may have been stored by another version."""
    return {
        rule.name: as_kept(rule, value)
        for rule in live.game.house_rules
        if isinstance(value := kept.get(rule.name), str | int | bool) and chosen(rule, value)
    }
