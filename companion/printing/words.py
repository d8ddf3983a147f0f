"""Sentences on paper, in the language of the sheet; no request and no phone is needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations

from companion.core.text import Money, Param, Text, Who, say
from companion.paths import PACKAGE

LANGUAGES = ("en", "fr", "de")


@cache
def _catalogue(language: str) -> NullTranslations:
    return Translations.load(str(PACKAGE / "translations"), [language])


@dataclass(frozen=True, slots=True)
class Words:
    """Tells Texts in one language, as ``companion.web.words`` does for phones."""

    language: str

    def told(self, text: Text) -> str:
        """The sentence in this language."""
        message = str(_catalogue(self.language).gettext(text.message))
        return message % {name: self._param(value) for name, value in text.params.items()}

    def dollars(self, amount: int) -> str:
        """An amount as this language writes it."""
        number = format_decimal(abs(amount), locale=self.language)
        money = self.told(say("$%(number)s", number=str(number)))
        return f"−{money}" if amount < 0 else money

    def _param(self, value: Param) -> str:
        match value:
            case Money(amount):
                return self.dollars(amount)
            case Text():
                return self.told(value)
            case Who(seat):
                return seat
            case _:
                return str(value)
