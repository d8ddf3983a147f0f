"""Bots: the box plays seats at a table that a person tries alone, at a pace one can follow.

Their commands go through ``Tables.act`` and their votes are sealed as those of people are. Choice and nonce are drawn
from the table's secret seed, so that a restart in the middle of a vote loses nothing.

At every table the box also ends turns in which nothing is left to do, ``AUTO_END_SECONDS`` after the last event. The
time of that event is in the log: after a restart the turn is ended as well, and only once.
"""

from __future__ import annotations

import logging
import random
import time
from dataclasses import replace

from companion.app.background import BackgroundWork
from companion.app.camera.demo_hands import DemoHands
from companion.app.camera.judgement import camera_view
from companion.app.guide import unread, waits_for_next
from companion.app.loaded_table import LoadedTable
from companion.app.photos.judgement import photo_view
from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.plugin import AutoEnd
from companion.core.referee.replay import effective_records
from companion.core.secrets import ways
from companion.core.secrets.ballot import Ballot, Opening, SealVote, commitment
from companion.core.table.commands import Agree
from companion.core.table.events import Undone
from companion.core.table.table import Pace, Table, TablePhase
from companion.core.text import Text
from companion.core.ui.page import CameraState, Timer

PACE_SECONDS = 1.6
"""the time between two actions of bots, at the normal pace"""
REST_SECONDS = 0.4
"""the time between two looks at the tables"""
AUTO_END_SECONDS = 5
PACES = {Pace.SLOW: 2.5, Pace.NORMAL: 1.0, Pace.FAST: 0.25, Pace.SKIP: 0.0}
"""factors of the normal pace"""

logger = logging.getLogger(__name__)


class BotRunner:
    """A background thread that plays the bots of every demo table that is being watched, one action at a time.

    At all tables it ends turns in which nothing is left to do, and it unloads tables that are not needed any more. Each
    table has its own pace. An error at one table is logged, and play goes on at the others.
    """

    def __init__(self, tables: Tables, pace: float = PACE_SECONDS, hands: DemoHands | None = None) -> None:
        self.tables = tables
        self.pace = pace
        self.hands = hands
        self._moved: dict[str, float] = {}
        self.background = BackgroundWork("box-players", self._round)

    def start(self) -> None:
        """Begin to play."""
        self.background.start()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self.background.stop()

    def _round(self) -> float:
        self.tables.let_go()
        watched = self.tables.presence.watched()
        self._moved = {code: at for code, at in self._moved.items() if code in watched}
        return min([REST_SECONDS, *(self._play_at(code) for code in watched if not self.background.stopped)])

    def _play_at(self, code: str) -> float:
        """Play one action if it is due. Return the seconds until the next look at this table."""
        try:
            if not self.tables.owns(code):
                return REST_SECONDS
            live = self.tables.live(code)
            if left := end_in_time(self.tables, live):
                return left
            if not live.row.demo:
                return REST_SECONDS
            must_prepare = prepares(self.tables, live)
            waits = self.tables.presence.is_reading(code) or unread(live) or waits_for_next(live)
            if waits and not must_prepare:
                return REST_SECONDS
            if not must_prepare and (thinking := self._wait(live)):
                return thinking
            moved = play_once(self.tables, code, self.hands)
        except RuleError as error:  # a person was faster, or the disk is full: try again at the next round
            logger.debug("table %s: a seat of the box was refused (%s)", code, error.code, exc_info=True)
            return REST_SECONDS
        except Exception as error:
            logger.error("table %s: the box could not play (%s)", code, type(error).__name__, exc_info=True)
            self.background.pause(self.background.trouble_seconds)
            return REST_SECONDS
        if moved:
            self._moved[code] = time.monotonic()
        if moved and must_prepare:
            return 0.0
        return self._wait(live) if moved else REST_SECONDS

    def _wait(self, live: LoadedTable) -> float:
        """Return the seconds until the next action is due, by the table's current pace."""
        begun = self._moved.get(live.table.code)
        until = begun + self.pace * PACES[live.table.pace] if begun else 0.0
        return max(0.0, until - time.monotonic())


def play_once(tables: Tables, code: str, hands: DemoHands | None = None) -> bool:
    """Carry out one action of one of the table's bots. Return False if none of them has anything to do now.

    ``hands``: where a camera films a drawn table, they move the figures first, and the camera has to see that.
    """
    live = tables.live(code)
    table = live.table
    bot_seats = [seat.id for seat in table.seats if seat.box]
    if table.phase is not TablePhase.PLAYING or not bot_seats:
        return False
    ballot = table.ballot
    if ballot and not ballot.over:
        return any(_vote(tables, live, ballot, seat) for seat in bot_seats if seat in ballot.voters)
    if any(show_laid(tables, live, table, seat) for seat in bot_seats):
        return True
    for seat in bot_seats:
        command = _next_command(tables, live, table, seat)
        if command is not None:
            if hands and not hands.done(live, seat, command):
                return False
            if reason := _reason(tables, live, seat, command):
                live.box.reasons = {**live.box.reasons, table.seq + 1: reason}
            tables.act(code, seat, command)
            return True
    for seat in table.people():
        if command := _for_the_person(tables, live, seat):
            tables.act(code, seat, command)
            return True
    return False


def prepares(tables: Tables, live: LoadedTable) -> bool:
    """Return whether the box still has to turn over cards for the only person, who has not read the introduction yet.

    That is done at once, after the moves of the bots that come before it.
    """
    person = live.table.alone
    return bool(person) and unread(live) and _for_the_person(tables, live, person) is not None


def _for_the_person(tables: Tables, live: LoadedTable, seat: str) -> Command | None:
    """Return the command that the box gives for a person where no piece is real, such as turning over a card."""
    bots = live.game.bots
    return bots.first_game.shows(live.table, seat, demo_secrets(tables, live)) if bots else None


def _reason(tables: Tables, live: LoadedTable, seat: str, command: Command) -> Text | None:
    bots = live.game.bots
    return bots.why(live.table, seat, command, demo_secrets(tables, live)) if bots and live.table.alone else None


def _next_command(tables: Tables, live: LoadedTable, table: Table, seat: str) -> Command | None:
    for motion in table.motions:
        if seat in motion.asked and seat not in motion.agreed:
            return Agree(motion.id)
    if (bots := live.game.bots) is None:
        return None
    chance = random.Random(f"{live.row.seed}/{table.seq}/{seat}")
    return bots.command(table, seat, chance, demo_secrets(tables, live))


def show_laid(tables: Tables, live: LoadedTable, table: Table, seat: str) -> bool:
    """Show a bot's cards in a showdown, and confirm those of the opponent. Return False if there is nothing new."""
    if (exchange := live.game.exchange) is None:
        return False
    showdown = exchange.showdown(table)
    if showdown is None or seat not in showdown.seals:
        return False
    shown = exchange.bot_shows(table, seat, demo_secrets(tables, live))
    before = live.disclosed.shown.get(seat) if live.disclosed.showdown == showdown else None
    if shown is None or (before and before.receipt):
        return False
    answer = tables.show(table.code, seat, showdown.id, shown)
    if answer:
        tables.show(table.code, seat, showdown.id, replace(shown, receipt=answer.nonce))
    return bool(answer) or before is None


def demo_secrets(tables: Tables, live: LoadedTable) -> object:
    """Return the game's hidden values of a demo table: what the faces of real figures and cards would show.

    They are computed from the new events only; from the whole log after a start of the box and after an undo.
    """
    bots, code = live.game.bots, live.table.code
    if bots is None:
        return None
    with live.lock:
        seq, secrets = live.box.hidden
        records = [record for record in live.records if record.seq > seq]
        if len(records) != live.table.seq - seq or any(isinstance(record.event, Undone) for record in records):
            secrets, records = None, [*effective_records([stored.record for stored in tables.history(code)])]
        secrets = bots.secrets([record.event for record in records], live.row.seed, secrets)
        live.box.hidden = live.table.seq, secrets
        return secrets


def _offered(live: LoadedTable, ballot: Ballot, seat: str) -> tuple[str, ...]:
    """Return the seat's choices in this ballot that are in its hand; all of them if none is."""
    hand = {card.value for card in live.game.cards(live.table, seat)}
    return tuple(choice for choice in ballot.choices_of(seat) if choice in hand) or ballot.choices_of(seat)


def choice_of(live: LoadedTable, ballot: Ballot, seat: str, chance: random.Random) -> str:
    """Return a random choice of a bot; for a ballot of numbers at most a quarter of its money, if that is allowed."""
    numbers = ballot.numbers
    if numbers is None:
        offered = _offered(live, ballot, seat)
        return ways.drawn(ballot.way, offered, chance)
    most = max(numbers.least, min(numbers.most, live.table.accounts[seat] // 4))
    return str(chance.randrange(numbers.least, most + 1, numbers.step))


def _vote(tables: Tables, live: LoadedTable, ballot: Ballot, seat: str) -> bool:
    """Seal a bot's vote, or open it once all are sealed. Return False if it has to wait."""
    chance = random.Random(f"{live.row.seed}/{ballot.id}/{seat}")
    bots, code = live.game.bots, live.table.code
    reasoned = bots.vote(live.table, seat, chance, demo_secrets(tables, live)) if bots else None
    choice = reasoned.choice if reasoned else choice_of(live, ballot, seat, chance)
    opening = Opening(choice, random.Random(f"{live.row.seed}/{ballot.id}/{seat}/nonce").randbytes(32).hex())
    if seat not in ballot.sealed:
        tables.act(code, seat, SealVote(ballot.id, commitment(code, ballot.id, seat, opening)))
        return True
    if ballot.complete and seat not in tables.opened(code):
        if reasoned:
            before = live.box.vote_reasons.get(ballot.id, {})
            live.box.vote_reasons = {ballot.id: {**before, seat: reasoned.why}}
        tables.open_vote(code, seat, ballot.id, opening)
        return True
    return False


def auto_end(tables: Tables, live: LoadedTable) -> tuple[AutoEnd, Timer] | None:
    """Return the command that ends the turn automatically, with its timer; None if the turn does not end that way.

    A turn does not end right after an undo, while a proposal is open, while the camera sees figures elsewhere than the
    box has them, or if it is a bot's, which has a pace of its own.
    """
    table = live.table
    if table.phase is not TablePhase.PLAYING or table.motions:
        return None
    last, end = live.records[-1], _nothing_left(live)
    if end is None or isinstance(last.event, Undone) or table.seat(end.seat).box:
        return None
    seen = photo_view(live, end.seat) or camera_view(tables, live, end.seat)
    if seen and seen.state not in (CameraState.SAME, CameraState.LOST):
        return None
    return end, Timer(AUTO_END_SECONDS, last.seq, last.at + AUTO_END_SECONDS, end.words)


def _nothing_left(live: LoadedTable) -> AutoEnd | None:
    """Return ``game.auto_end``, computed once for each state of the table."""
    table, known = live.table, live.derived.nothing_left
    if known is None or known[0] is not table:
        known = live.derived.nothing_left = table, live.game.auto_end(table)
    return known[1]


def end_in_time(tables: Tables, live: LoadedTable) -> float | None:
    """End the turn if its time is up, and return None. Return the seconds left, or None for a turn without a timer.

    Raise RuleError or StorageError if the command is refused, because something has happened meanwhile.
    """
    found = auto_end(tables, live)
    if found is None:
        return None
    end, timer = found
    if (left := timer.ends - tables.clock()) > 0:
        return left
    tables.act(live.table.code, end.seat, end.command, seen=timer.since)
    return None
