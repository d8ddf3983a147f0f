"""Texts of the core in the reader's language, on a phone or on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, get_decimal_symbol
from babel.support import NullTranslations, Translations

from companion.core.money.currency import DOLLARS, Currency
from companion.core.text import Balance, Money, Param, Text, Who, filled, isolated, wording
from companion.games import folder_of, registry
from companion.paths import PACKAGE

MAX_WORDS_LENGTH = 200
"""A refusal repeats what it was given, but not ten thousand letters of it."""
SIGNED = wording("%(sign)s%(number)s")


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the sentences of this language; without a catalogue for it they stay as they are.

    A game may bring its own as ``translations/LANGUAGE.po``. For a sentence that is in both, the program's words count.
    """
    found = program_catalogue(language)
    for folder in map(folder_of, registry()):
        if folder and (file := folder / "translations" / f"{language}.po").is_file():
            found.add_fallback(_read(file, language))
    return found


def program_catalogue(language: str) -> NullTranslations:
    """Return what the program itself says in this language.

    A wheel holds the catalogue compiled. A checkout has its source, too, which is read where it is the newer one.
    """
    source = PACKAGE / "translations" / language / "LC_MESSAGES" / "messages.po"
    compiled = source.with_suffix(".mo")
    if compiled.is_file() and not (source.is_file() and source.stat().st_mtime >= compiled.stat().st_mtime):
        with compiled.open("rb") as file:
            return Translations(file)
    return _read(source, language) if source.is_file() else NullTranslations()


def _read(file: Path, language: str) -> Translations:
    compiled = BytesIO()
    with file.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return Translations(compiled)


@lru_cache(maxsize=512)
def _grouped(amount: int, decimals: int, language: str) -> str:
    """Return an amount as it is written: 1,000 in English, and 1,000.50 for 100050 with two decimals.

    It is kept, because every page says the same amounts dozens of times.
    """
    if not decimals:
        return str(format_decimal(amount, locale=language))
    number = Decimal(amount).scaleb(-decimals)
    return str(format_decimal(number, locale=language, format=f"#,##0.{'0' * decimals}"))


@dataclass(frozen=True, slots=True)
class Translator:
    """Translator of Texts into one language; ``who`` gives the name of a seat or a declared account, for a sentence.

    ``isolated`` keeps words that are in no catalogue, and so were typed, apart from the sentence that they stand in.
    """

    language: str
    who: Callable[[str], str] = str
    currency: Currency = DOLLARS
    isolated: Callable[[str], str] = isolated

    def translate(self, text: Text) -> str:
        """Return the sentence in this language."""
        message = str(catalogue(self.language).gettext(text.message))
        return filled(message, {name: self.param(value) for name, value in text.params.items()})

    def money(self, amount: int, rounded: bool = False) -> str:
        """Return an amount as this language writes it: sign and spaces where they belong.

        ``rounded``: without zeros behind the decimal mark, where there is little room.
        """
        decimals, size = self.currency.decimals, abs(amount)
        if rounded and size % self.currency.unit == 0:
            decimals, size = 0, size // self.currency.unit
        money = self.signed(_grouped(size, decimals, self.language))
        return f"−{money}" if amount < 0 else money

    def typed(self, amount: int, whole: bool = False) -> str:
        """Return an amount as it is typed: 1500 or 2,50 in German; ``whole``: with zeros behind the mark."""
        if not whole and amount % self.currency.unit == 0:
            return str(amount // self.currency.unit)
        return str(self.currency.written(amount)).replace(".", get_decimal_symbol(self.language))

    def signed(self, number: str) -> str:
        """Return a number with the sign of the currency on the side where this language has it."""
        if not self.currency.sign:
            return number
        message = str(catalogue(self.language).gettext(SIGNED.message))
        return filled(message, {"sign": isolated(self.currency.sign), "number": number})

    def param(self, value: Param) -> str:
        """Return a part of a sentence in this language."""
        match value:
            case Money(amount) | Balance(amount):
                return self.money(amount)
            case Who(seat):
                return self.who(seat)
            case Text():
                return self.translate(value)
            case _:
                words = str(value)
                return self.isolated(words if len(words) <= MAX_WORDS_LENGTH else f"{words[:MAX_WORDS_LENGTH]}…")
