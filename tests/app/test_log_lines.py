"""The public log as lines: an undo strikes lines out, and the next possible undo is offered."""

from __future__ import annotations

from companion.app.log_lines import log_lines
from companion.core.money.bank_messages import Pay
from companion.core.table.commands import Undo
from companion.core.ui.page import LogLine
from companion.i18n import Translator
from tests.support.table import ANN, BOB, CID, Night

REASONS = ("a hat", "a saddle")


def lines(night: Night) -> dict[str, LogLine]:
    """Return the lines of payments by their reason."""
    live = night.tables.live(night.code)
    found = log_lines(live, night.tables.sentences(live))
    assert log_lines(live, night.tables.sentences(live)) is found, "made once for all who read it"
    translated = [(line, str(Translator("en").translate(line.text))) for line in found]
    return {
        reason: next(line for line, words in translated if reason in words)
        for reason in REASONS
        if reason in str(translated)
    }


def test_a_line_that_was_taken_back_is_struck_out_and_offers_nothing() -> None:
    night = Night()
    night.act(ANN, Pay(BOB, 100, "a hat"))
    before = night.table.seq
    night.act(CID, Pay(ANN, 200, "a saddle"))
    shown = lines(night)
    assert [(line.undone, line.back_to) for line in (shown["a hat"], shown["a saddle"])] == [
        (False, before - 1),
        (False, before),
    ]
    night.act(CID, Undo(before))
    shown = lines(night)
    assert (shown["a saddle"].undone, shown["a saddle"].back_to) == (True, None)
    assert (shown["a hat"].undone, shown["a hat"].back_to) == (False, before - 1)


def test_what_has_not_changed_is_the_same_line_as_before() -> None:
    """Sixty lines used to be made anew after every action."""
    night = Night()
    night.act(ANN, Pay(BOB, 100, "a hat"))
    before = lines(night)["a hat"]
    night.act(CID, Pay(ANN, 200, "a saddle"))
    assert lines(night)["a hat"] is before
