"""The rules of Western Town as functions of values: nothing of tables, phones or people stands here."""

from __future__ import annotations

from companion.core.errors import RuleRef


def rule(section: str) -> RuleRef:
    """Return where a rule of this edition stands."""
    return RuleRef("2012", section)
