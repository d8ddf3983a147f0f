"""Opening tables and taking seats, for pages and scripts alike."""

from __future__ import annotations

import json
import logging

from flask import request
from werkzeug.exceptions import TooManyRequests

from companion.app.tables import Tables
from companion.core.errors import BadRequest, NotNow
from companion.core.table.commands import AdmitPhone, SetRemembering, SetRules, TakeSeat
from companion.core.table.events import PhoneAdmitted, SeatTaken
from companion.core.table.table import Level, Table
from companion.core.text import Text, say
from companion.store import phones
from companion.store.log import Besides
from companion.store.storage import is_address
from companion.web.visit.services import pin_is_right, services
from companion.web.visit.tokens import WrongSeat
from companion.web.words.i18n import translate

logger = logging.getLogger(__name__)

MIN_KEY_LENGTH, MAX_KEY_LENGTH = 16, 64
MAX_WISHES_LENGTH = 1_000
"""a name and what a game lets choose, as they stand in the log"""


def new_table(tables: Tables, name: str, edition: str, level: str | None, demo: bool) -> str:
    """Open a table as the form or the API asks, and return its code.

    At a demo table the box's bots take the other seats.

    The level, where none is wished for and at a demo table, is the edition's usual one. Raise BadRequest, NotNow
    where the box has no room for more, or TooManyRequests.
    """
    if not services().opens.allows(request.remote_addr or ""):
        raise TooManyRequests
    game = tables.game(name, edition)
    chosen = game.edition.levels[0] if demo or level is None else level
    if chosen not in list(Level) or (demo and not game.bots):
        raise BadRequest(say("This game cannot be played that way."))
    code = tables.open_table(game.name, game.edition.id, Level(chosen), demo)
    if demo and game.bots and game.bots.first_game.rules:
        rules = game.bots.first_game.rules.items()
        values = {name: translate(value) if isinstance(value, Text) else value for name, value in rules}
        tables.act(code, None, SetRules(values))
    if is_address(tables.log.where):  # a hosted box: guests are remembered only if they ask
        tables.act(code, None, SetRemembering(remembered=False))
    if demo and services().camera.demo_board:
        services().camera.serve(code)  # the simulated camera films this demo table
    most = game.edition.players[1]
    names = game.bots.names[: game.bots.first_game.opponents or most - 1] if demo and game.bots else ()
    for bot in names:
        tables.act(code, None, TakeSeat(bot, {}, box=True))
    return code


def take_seat(code: str, name: str, picks: dict[str, str], key: str = "") -> tuple[str, str]:
    """Seat a player and return seat and token. Raise RuleError or TooManyRequests.

    The same ``key`` with the same wishes gets the same answer, until the phone has come with its token.
    """
    box = services()
    if not box.joins.allows(request.remote_addr or ""):
        raise TooManyRequests
    wishes = json.dumps([name, picks], sort_keys=True)
    if len(wishes) > MAX_WISHES_LENGTH:
        raise BadRequest(say("This request has a mistake at %(field)s.", field="name"))
    key = checked(key)
    seq = box.tables.act(code, None, TakeSeat(name, picks), action_id=phones.hashed(key + wishes))
    seat = _taken(box.tables, code, seq)
    return seat, first_phone(code, seat, key)


def first_phone(code: str, seat: str, key: str) -> str:
    """Return the token for the first phone of a seat. Raise NotNow where another one has come before."""
    box, key = services(), checked(key)
    phones.admit_first(box.tables.log, code, seat, key, box.tables.clock())
    token = box.tokens.again(code, seat, key)
    if token is None:
        raise NotNow(say("Someone has sat down with this page already: please open it anew."))
    logger.info("table %s: seat %s is taken", code, seat)
    return token


def _taken(tables: Tables, code: str, seq: int) -> str:
    """Return the seat taken by the action that ended at ``seq``: others may have moved over after it."""
    while not isinstance((taken := tables.record(code, seq)).event, SeatTaken):
        seq -= 1
    return taken.event.seat.id


def checked(key: str) -> str:
    """Return the key under which a form or a script asks, or a new one. Raise BadRequest for one of a wrong length."""
    if key and not MIN_KEY_LENGTH <= len(key) <= MAX_KEY_LENGTH:
        raise BadRequest(say("This request has a mistake at %(field)s.", field="key"))
    return key or phones.new_key()


def registering(code: str, seat: str, key: str, serving: bool = False) -> Besides:
    """Return the step that registers the phone with this key, in the transaction of the event about it."""
    now = services().tables.clock()
    return lambda database: phones.register(database, code, seat, key, now, serving)


def ask_table(tables: Tables, table: Table, seat: str, key: str = "") -> str:
    """Ask the others to let this phone have the seat, once a ``key``, and return the id of the claim."""
    box, address = services(), request.remote_addr or ""
    if not box.joins.allows(address) or not box.seat_requests.allows(address):
        raise TooManyRequests
    if table.seat(seat).box:
        raise BadRequest(say("The box plays that seat itself."))
    key = checked(key)
    claim = phones.hashed(key)  # the log is public, the key is not
    tables.act(table.code, None, AdmitPhone(seat, claim), action_id=phones.hashed(claim + seat))
    return key


def claim_with_pin(code: str, seat: str, pin: str, serving: bool, key: str = "") -> str:
    """Return a token for a phone that knows the seat's PIN. Raise WrongSeat, or TooManyRequests after five tries.

    The same ``key`` gets the same token until the phone has come with it: the PIN has been renewed by then.
    """
    box, key = services(), checked(key)
    if answered := box.tokens.again(code, seat, key):
        return answered
    if not pin_is_right(code, seat, pin):
        raise WrongSeat(say("That is not the PIN of this seat."))
    box.tables.note(code, PhoneAdmitted(seat, "", "pin", serving), registering(code, seat, key, serving))
    logger.info("table %s: seat %s has another phone", code, seat)
    return box.tokens.token(code, seat, key)
