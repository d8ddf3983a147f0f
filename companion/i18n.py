"""Texts of the core in the language of whoever reads them, on a phone or on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations

from companion.core.text import Money, Param, Text, Who, say
from companion.paths import PACKAGE

LONGEST_WORDS = 200
"""A refusal repeats what it was given, but not ten thousand letters of it."""


@cache
def _catalogue(language: str) -> NullTranslations:
    return Translations.load(str(PACKAGE / "translations"), [language])


@dataclass(frozen=True, slots=True)
class Translator:
    """Tells Texts in one language; ``who`` gives the name of a seat."""

    language: str
    who: Callable[[str], str] = str

    def translate(self, text: Text) -> str:
        """The sentence in this language."""
        message = str(_catalogue(self.language).gettext(text.message))
        return message % {name: self._param(value) for name, value in text.params.items()}

    def dollars(self, amount: int) -> str:
        """An amount as this language writes it: sign and spaces where they belong."""
        number = format_decimal(abs(amount), locale=self.language)
        money = self.translate(say("$%(number)s", number=str(number)))
        return f"−{money}" if amount < 0 else money

    def _param(self, value: Param) -> str:
        match value:
            case Money(amount):
                return self.dollars(amount)
            case Who(seat):
                return self.who(seat)
            case Text():
                return self.translate(value)
            case _:
                words = str(value)
                return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]}…"
