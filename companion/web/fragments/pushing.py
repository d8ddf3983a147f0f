"""Pushing over streams: the changed fragments of an open page, as far as everybody may see them.

A stream carries no secret. A fragment goes over it only where its value is that of the table screen; of all others a
page only learns that its own are out of date, and fetches them. The versions of all fragments of the page go with
the changes, so that it notices any that it lacks. The player who acts gets the same with the answer to the action,
own fragments included, and need not ask for it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from flask import Flask, current_app, request

from companion.core.errors import RuleError
from companion.core.referee.reducer import StoredEvent
from companion.core.table.events import PhoneAdmitted, PinReplaced
from companion.web.fragments.fragment import Rendered, Sheet
from companion.web.fragments.kept import Seen
from companion.web.fragments.open_pages import OpenPage
from companion.web.fragments.pieces import named
from companion.web.fragments.shown import pieces_of, requesting_page, seen_now, shown
from companion.web.view.moment import Stamp, stamp_of
from companion.web.visit.json import json_text, ready_object
from companion.web.visit.services import services
from companion.web.visit.visit import Right, Visit, check_right, visit_table
from companion.web.words.i18n import language, speak_in

LARGEST = 16 * 1024
"""characters: a page that lacks more than that fetches it, compressed"""

WHOLE = 1_024
"""bytes of a fragment that is sent again as a whole, however little of it has changed"""

logger = logging.getLogger(__name__)


def open_page(code: str, phone: Sheet, screen: Sheet) -> OpenPage | None:
    """Return the page that asks for a stream: ``?page=`` is the id that it also fetches with, ``?seat=`` its seat.

    None where the page is not this phone's: it is sent numbers, and will be refused when it fetches. ``phone``: the
    sheet of a seat's page; ``screen``: that of the table screen.
    """
    name, seat = request.args.get("page", ""), request.args.get("seat") or None
    if not name or not services().tables.owns(code):
        return None
    visit = visit_table(code, seat)
    try:
        check_right(visit, Right.ACT if seat else Right.LOOK)
    except RuleError:
        logger.info("table %s: a stream is told numbers only", code, exc_info=True)
        return None
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]

    def news(pages: Sequence[OpenPage]) -> Iterator[str | None]:
        with app.app_context():
            yield from news_of(code, pages)

    sheet = phone if seat else screen
    page = OpenPage(code, seat, language(), visit.url, visit.serving, sheet, news)
    shown().open_pages.add(name, page)
    return page


def news_of(code: str, pages: Sequence[OpenPage]) -> Iterator[str | None]:
    """Yield the text to push to each of these pages; "" for one that must fetch, None for one that is current."""
    tables = services().tables
    stamp = stamp_of(tables, code)
    records = tables.live(code).records
    since: dict[Stamp, set[str | None]] = {}  # most pages were sent the same last time
    seen: dict[str, Seen] = {}
    for page in pages:
        if page.stamp == stamp:  # sent with the answer to its action, or just fetched
            yield None
            continue
        if page.stamp is not None and page.stamp not in since:
            since[page.stamp] = _concerned(records, page.stamp)
        if page.stamp is None or (page.seat and page.seat in since[page.stamp]):
            yield ""
            continue
        if page.url not in seen:
            seen[page.url] = seen_now(code, page.url)
        speak_in(page.language)
        yield _news(page, seen[page.url], to_everybody=True)


def _concerned(records: Sequence[StoredEvent], stamp: Stamp) -> set[str | None]:
    """Return the seats whose own fragments must be fetched.

    They have acted since then, which changes most of their page, or their phones were replaced, which these have to
    notice.
    """
    new = list(takewhile(lambda record: record.seq > stamp[1], reversed(records)))
    phones = {record.event.seat for record in new if isinstance(record.event, PhoneAdmitted | PinReplaced)}
    return {record.actor for record in new} | phones


def seat_news(visit: Visit) -> str:
    """Return the changes of the page that asks (``?page=``) and shows ``?have=``, for this seat alone; "": unknown."""
    page = requesting_page(visit)
    if page is None or page.stamp is None:
        return ""
    if "have" in request.args:
        page.sees(named(request.args["have"]))
    return _news(page, seen_now(page.code, page.url))


def _news(page: OpenPage, seen: Seen, to_everybody: bool = False) -> str:
    """Return the changes of a page, as JSON; "" where it is better fetched.

    ``to_everybody``: only what the table screen could read as well; otherwise this goes to the page's owner alone.
    """
    now = pieces_of(seen, page.sheet, page.seat, page.serving)
    main, held, state = now.main, page.held, page.state
    if to_everybody and main.state != state:
        return ""
    shown = now.drawn([each for each in page.sheet.fragments if each.name in held and each.pushed])
    changes = {
        name: _change(held[name], rendered, has_text=page.texts.get(name) == held[name].version)
        for name, rendered in shown.items()
        if rendered.version != held[name].version and (not to_everybody or now.is_public(rendered))
    }
    page.record_sent(seen.moment.stamp, main.state, shown, changes)
    news = {
        "seq": str(seen.moment.seq),
        "state": f'"{main.state}"',
        "versions": "{" + ",".join([each.announced for each in shown.values()]) + "}",
        "changed": ready_object(changes),
    }
    if (clock := now.reader.clock) is not None:
        news["now"] = f'"{clock:.3f}"'
    if main.state != state:
        news["main"] = json_text(main.html)
    found = ready_object(news)
    return found if len(found) <= LARGEST else ""


def _change(before: Rendered, now: Rendered, has_text: bool) -> str:
    """Return the change of a fragment, as JSON: its text, or the changes in the lines of its former text.

    ``has_text``: the page was sent its former text, and not only drawn with it.
    """
    whole = len(now.sent) <= WHOLE or not has_text
    return _whole(now.sent) if whole else _lines(before.version, before.sent, now.sent)


@lru_cache(maxsize=32)
def _whole(html: bytes) -> str:
    return json_text(html.decode())


@lru_cache(maxsize=32)
def _lines(version: str, before: bytes, now: bytes) -> str:
    """Return ``[version, part, …]``: a part is a line, or ``[first, count]`` of the lines that the former text has."""
    places = {line: number for number, line in enumerate(before.split(b"\n"))}
    parts: list[str | list[int]] = []
    run, following = [0, 0], -1  # the lines that go on as in the former text, and the place of the next of them
    for line in now.split(b"\n"):
        number = places.get(line)
        if number is None:
            parts.append(line.decode())
            following = -1
        elif number == following:
            run[1] += 1
            following += 1
        else:
            parts.append(run := [number, 1])
            following = number + 1
    return json_text([version, *parts])
