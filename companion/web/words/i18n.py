"""Texts of the core in the reader's language: names, amounts, rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime

from flask import Flask, appcontext_pushed, g, request
from flask_babel import format_date
from markupsafe import Markup, escape

from companion import LANGUAGE_NAMES, LANGUAGES
from companion.app.loaded_table import LoadedTable
from companion.core.edition import Edition
from companion.core.errors import RuleRef
from companion.core.identity import identity_cache
from companion.core.money.currency import DOLLARS, Currency, Unit, amount_with_unit, number_of_units
from companion.core.plugin import Game
from companion.core.table.table import Seat, Table
from companion.core.text import Balance, Param, Text, contains_balance, filled, isolated, split_list, unmarked
from companion.i18n import Translator, catalogue
from companion.web.words import isolation
from companion.web.words.marks import short_marks

CELL = re.compile(r"(?<=\b[A-Z]\d)-(?=\d\b)")
"""the hyphen in the name of a cell"""
MAX_TRANSLATORS = 600
"""two of each table of which fragments are kept (``MAX_KEPT``): another translator means other fragments"""


def chosen_locale() -> str:
    """Return the language chosen on the phone, else the best its browser asks for, else English."""
    kept = request.cookies.get("lang", "")
    if kept in LANGUAGES:
        return kept
    # Werkzeug would prefer an exact "en" of low quality to "de" for a wanted "de-AT".
    preferred = (tag.split("-")[0].lower() for tag in request.accept_languages.values())
    return next((language for language in preferred if language in LANGUAGES), "en")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A snapshot of the table that a page is about: its names, its currency, its rules."""

    table: Table
    edition: Edition
    game: Game


@dataclass(slots=True)
class Speech:
    """The language and translators of a context; each is looked up when a sentence needs it first."""

    language: str | None = None
    about: Spoken | None = None
    translators: tuple[Translator, Translator] | None = None


_speech: ContextVar[Speech] = ContextVar("speech")
"""of this request, or of what is pushed: every sentence asks for it, and ``flask.g`` takes twenty times as long"""


def _begin_speech(app: Flask) -> None:
    g.speech = _speech.set(Speech())


def _end_speech(error: BaseException | None) -> None:
    _speech.reset(g.pop("speech"))


def language() -> str:
    """Return the language of the reader."""
    speech = _speech.get()
    if speech.language is None:
        speech.language = chosen_locale()
    return speech.language


def gettext(message: str, **variables: object) -> str:
    """Return a sentence of the pages in the reader's language."""
    words = catalogue(language()).gettext(message)
    return words % variables if variables else words


def markup(message: str, **variables: object) -> Markup:
    """Return a sentence in the reader's language for a template, its variables escaped: ``_('...')``."""
    words = Markup(catalogue(language()).gettext(message))
    return words % variables if variables else words


def translator() -> Translator:
    """Return the translator to plain text, with the names and the currency of the table the page is about."""
    return _translators()[0]


def page_translator() -> Translator:
    """Return the translator for templates, which marks names to become elements (``companion.web.words.isolation``)."""
    return _translators()[1]


def speak_of(live: LoadedTable) -> None:
    """Make this table, as it is now, the subject of all sentences from now on."""
    speech = _speech.get()
    if speech.about is None or speech.about.table is not live.table:
        speech.about, speech.translators = Spoken(live.table, live.edition, live.game), None


def spoken() -> Spoken | None:
    """Return the table that this page is about, if it is about one."""
    return _speech.get().about


def speak_in(language: str) -> None:
    """Translate to this language from now on."""
    speech = _speech.get()
    if speech.language != language:
        speech.language, speech.translators = language, None


def _translators() -> tuple[Translator, Translator]:
    speech = _speech.get()
    if speech.translators is None:
        about = speech.about
        played, seats = (about.edition, about.table.seats) if about else (None, ())
        asked = language(), played, seats
        speech.translators = _translator(*asked, False), _translator(*asked, True)
    return speech.translators


@identity_cache(most=MAX_TRANSLATORS)
def _translator(spoken: str, played: Edition | None, seats: tuple[Seat, ...], page: bool) -> Translator:
    accounts = played.accounts if played else {}
    isolate = isolation.name if page else isolated
    names = {seat.id: isolate(seat.name) for seat in seats}

    def who(seat: str) -> str:
        if seat in accounts:
            return found.translate(accounts[seat].title)
        return names.get(seat, seat or catalogue(spoken).gettext("the table"))

    found = Translator(spoken, who, played.currency if played else DOLLARS, isolation.typed if page else isolated)
    return found


def edition() -> Edition:
    """Return the edition played at the table this page is about."""
    about = spoken()
    assert about, "a page of a table"
    return about.edition


def money(amount: int) -> str:
    """Return an amount in the reader's language and the table's currency, such as $1,000."""
    return translator().money(amount)


def counted_in(amount: int, unit: Unit) -> str:
    """Return a score with its unit, whatever table the page is about."""
    speaker = replace(translator(), currency=unit) if isinstance(unit, Currency) else translator()
    return speaker.param(amount_with_unit(amount, unit))


def rounded_money(amount: int) -> str:
    """Return an amount for the scale of a chart, rounded."""
    return translator().money(amount, rounded=True)


def typed(amount: int, whole: bool = False) -> str:
    """Return an amount as the value of an input field."""
    return translator().typed(amount, whole)


def typed_list(amounts: str) -> str:
    """Return a list of amounts as the value of an input field: stored with commas, entered with semicolons."""
    return "; ".join(typed(int(part)) for part in split_list(amounts))


def money_pattern() -> str:
    """Return the pattern by which scripts write an amount (``money.js``): they fill in the number."""
    return translator().signed("{number}")


def day(when: datetime) -> str:
    """Return a date in the reader's language, in its long form."""
    return str(format_date(when, "long"))


def translate(text: Text | str) -> str:
    """Return the sentence in the reader's language, as plain text."""
    return text if isinstance(text, str) else translator().translate(text)


def letters(texts: Text | str | Iterable[Text | str]) -> int:
    """Return how many letters a sentence has in the reader's language, or several have together."""
    return len(translate(texts)) if isinstance(texts, Text | str) else sum(len(translate(text)) for text in texts)


def written(text: Text | str) -> str:
    """Return the sentence for a template.

    A balance in it is covered until it is pressed, and no cell breaks at its hyphen.
    """
    return text if isinstance(text, str) else _written(text, page_translator())


@identity_cache(most=500)
def _written(text: Text, speaker: Translator) -> str:
    """Return the sentence as markup; it is cached, because pages repeat the log and the steps of a turn."""
    words = _covered(text, speaker) if contains_balance(text) else speaker.translate(text)
    return words if "-" not in words or isinstance(words, Markup) else CELL.sub("\N{NON-BREAKING HYPHEN}", words)


def _covered(text: Text, speaker: Translator) -> Markup:
    message = escape(catalogue(speaker.language).gettext(text.message))
    return Markup(filled(str(message), {name: _covered_part(value, speaker) for name, value in text.params.items()}))


def _covered_part(value: Param, speaker: Translator) -> str:
    match value:
        case Balance(amount):
            return covered(amount, speaker)
        case Text():
            return escape(_written(value, speaker))
        case _:
            return escape(speaker.param(value))


def covered(amount: int, speaker: Translator | None = None) -> Markup:
    """Return a seat's balance for a page: shown while it is pressed (``purse.js``)."""
    cover = '<span class="cover" data-purse="hold"><span class="secret money">{}</span></span>'
    return Markup(cover).format((speaker or translator()).money(amount))


def who(seat: str) -> str:
    """Return the name of the player of this seat at the table of the page, or of an account that the game declares."""
    return page_translator().who(seat)


def shortened(words: str, most: int) -> str:
    """Return a name cut to at most so many characters."""
    plain = unmarked(words)
    return isolation.name(plain if len(plain) <= most else f"{plain[: most - 1]}…")


def rule_words(rule: RuleRef) -> str:
    """Return the edition and section of a rule in words."""
    return gettext("Rules %(edition)s, section %(section)s", edition=rule.edition, section=rule.section)


def install(app: Flask) -> None:
    """Give the templates their filters and globals, and every context of the application its own ``Speech``."""
    appcontext_pushed.connect(_begin_speech, app)
    app.teardown_appcontext(_end_speech)
    filters: dict[str, Callable[..., object]] = {
        "translate": written,
        "letters": letters,
        "covered": covered,
        "money": money,
        "rounded_money": rounded_money,
        "typed": typed,
        "typed_list": typed_list,
        "counted": counted_in,
        "numbered": number_of_units,
        "day": day,
        "isolated": isolation.name,
        "short_marks": short_marks,
        "shortened": shortened,
        "unmarked": unmarked,
    }
    app.jinja_env.filters.update(filters)
    app.jinja_env.globals.update(
        language_names=LANGUAGE_NAMES,
        _=markup,
        who=who,
        edition=edition,
        money_pattern=money_pattern,
        rule_words=rule_words,
    )
