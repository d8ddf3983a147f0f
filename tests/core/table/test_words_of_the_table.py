"""The table's sentences about house rules and levels, in the log and in questions: words, never a program's names."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest
from companion.core.messages import Command
from companion.core.referee.event_text import Sentences
from companion.core.referee.lobby_page import level_words
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.referee import Referee
from companion.core.table.commands import SetLevel, SetRule, StartGame, TakeSeat
from companion.core.table.events import ProposalMade, RuleChanged
from companion.core.table.table import Level, Table
from companion.core.text import Fact
from companion.store.codec import Codec
from tests.support.abilene import ABILENE


def played(*commands: tuple[str | None, Command], edition: str = "1993") -> tuple[Referee, list[StoredEvent], Table]:
    """Return a table of Abilene after these commands."""
    game = ABILENE[edition]
    codec = Codec(game)
    referee = Referee(game, codec.read, codec.write)
    table = Table("TEST", "abilene", edition, game.edition.rules)
    records: list[StoredEvent] = []
    for actor, command in commands:
        records, table = referee.act(table, actor, command)
    return referee, records, table


def log_line(referee: Referee, record: StoredEvent) -> str:
    """Return the line of a record in the log, in English."""
    return str(sentences(referee).event(record.event))


def titled(referee: Referee, title: Fact) -> str:
    return str(sentences(referee).of(title))


def sentences(referee: Referee) -> Sentences:
    return Sentences(referee.game, lambda action: None)


SEATED: list[tuple[str | None, Command]] = [(None, TakeSeat(name, {})) for name in ("Annie", "Ben", "Cara", "Dan")]
STARTED: list[tuple[str | None, Command]] = [*SEATED, (None, StartGame("s1"))]
STOP = SetRule("cowboy_may_stop_in_abilene", False)


def test_a_changed_house_rule_is_told_with_its_sentence_and_its_choice() -> None:
    referee, records, _ = played(*SEATED, ("s1", STOP))
    line = log_line(referee, records[0])
    assert line == "House rule changed: May a cowboy end his ride in the town? – no, only ride through"


def test_the_table_is_asked_about_a_house_rule_in_the_same_words() -> None:
    referee, records, table = played(*STARTED, ("s1", STOP))
    assert isinstance(records[0].event, ProposalMade)
    title = titled(referee, table.motions[0].title)
    assert title == "Change a house rule: May a cowboy end his ride in the town? – no, only ride through"


def test_a_value_that_a_house_rule_cannot_have_is_refused_before_the_table_is_asked() -> None:
    with pytest.raises(BadRequest, match="cannot have this value"):
        played(*STARTED, ("s1", SetRule("cowboy_may_stop_in_abilene", 2)))


def test_a_level_is_told_and_asked_about_in_words() -> None:
    words = str(level_words(ABILENE["1993"])[Level.BANK])
    referee, records, _ = played(*SEATED, ("s1", SetLevel(Level.BANK)))
    assert words in log_line(referee, records[0])
    referee, _, table = played(*STARTED, ("s1", SetLevel(Level.BANK)))
    assert words in titled(referee, table.motions[0].title)


def test_every_level_has_words() -> None:
    assert set(level_words(ABILENE["1993"])) == set(Level)


def test_every_value_of_every_house_rule_can_be_put_into_words() -> None:
    for edition, game in ABILENE.items():
        referee, *_ = played(*SEATED[:2], edition=edition)
        for rule in game.house_rules:
            for option in rule.options:
                assert option.value is not None
                line = log_line(referee, StoredEvent(3, 0.0, "s1", 3, RuleChanged(rule.name, option.value)))
                assert str(rule.sentence) in line
                assert str(option.label) in line
