"""Makes the ``View`` of a screen from a table: what this reader may see, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from companion.app.bots import unread
from companion.app.loaded_table import LoadedTable
from companion.app.log_lines import log_lines
from companion.app.tables import Tables
from companion.boards.dice import dice_choice
from companion.boards.members import can_be_watched
from companion.core.identity import once
from companion.core.money.currency import Currency
from companion.core.referee.event_text import Sentences
from companion.core.referee.lobby_page import paces, seatings, settings
from companion.core.secrets.ballot import BallotStage
from companion.core.table.table import TablePhase
from companion.core.table.table_messages import Undo
from companion.core.text import Text
from companion.core.ui.bank_page import bank_choices, payees
from companion.core.ui.board_page import Arranging
from companion.core.ui.choice import Choice, Option, Weight
from companion.core.ui.page import LogLine, OwnVote, Page, Part, Place, PlayerRow
from companion.store import phones
from companion.web.view import news as latest
from companion.web.view.lobby import PresetView, boards_for, catalogues_for, presets_of, rules_of, seat_view
from companion.web.view.motions import OpenQuestion, loans_of, motion_view, no_loan, open_questions, pots_of
from companion.web.view.page import not_first, page_of
from companion.web.view.parts import Aids, BadgeView, LoanView, PotView, ProposalView, ResultView, RuleView, SeatView
from companion.web.view.results import result_of

SHOWN_NEWS = 4


class View:
    """A screen: ``seat`` None is the table screen. ``phase`` is lobby, playing or over.

    It is made piece by piece as somebody asks for it, all of the table as it was at the beginning: a fragment of a page
    needs little of it. It holds nothing the reader may not know.
    """

    def __init__(
        self,
        tables: Tables,
        live: LoadedTable,
        seat: str | None,
        join_url: str,
        serving: tuple[str, ...],
        aids: Callable[[LoadedTable], Aids] | None,
    ) -> None:
        self._tables, self._live = tables, live
        self._table, self._game = live.table, live.game
        self._log = log_lines(live, tables.sentences(live))
        self.code = self._table.code
        self.game = self._table.game
        self.edition = self._table.edition
        self.level = self._table.level.value
        self.phase = self._table.phase.value
        self.seq = self._table.seq
        self.seat = seat
        self.join_url = join_url
        self.currency: Currency = live.edition.currency
        self.demo = live.row.demo
        self.games = self._table.games
        """how many have ended here before this one"""
        self.watched = can_be_watched(live.game, live.table)
        self.serving = serving
        """other seats this very phone also serves"""

        self._aids = aids

    @cached_property
    def page(self) -> Page:
        """What the reader sees of the game itself."""
        return page_of(self._tables, self._live, self.seat)

    @property
    def now(self) -> float | None:
        """What time it is by the box's clock, where a screen has to know it."""
        return self._tables.clock() if self.page.timer else None

    @property
    def aids(self) -> Aids:
        """What this box has to look at the table with now, whenever this was made."""
        return self._aids(self._live) if self._aids else Aids()

    @property
    def stage(self) -> tuple[Part, ...]:
        """What only this game shows to everybody."""
        return self._parts(Place.STAGE)

    @property
    def told_result(self) -> tuple[Part, ...]:
        """How the result came about."""
        return self._parts(Place.RESULT)

    @property
    def private(self) -> tuple[Part, ...]:
        """What only this game shows on the phone of this seat."""
        return self._parts(Place.PRIVATE)

    @property
    def folded(self) -> tuple[Part, ...]:
        """The same in a fold."""
        return self._parts(Place.FOLDED)

    @property
    def folds(self) -> tuple[Text, ...]:
        """What that fold is called."""
        folded = (part.title for part in self.folded)
        return tuple(title for title in (*folded, *(each.title for each in self.kept_folded)) if title)

    @property
    def folds_first(self) -> bool:
        """Whether that fold shows something, and does not only offer it; all who read but this share what is drawn."""
        return bool(self.folded)

    @property
    def beginning(self) -> tuple[Text, ...]:
        """What whoever tries the game alone reads first, until he has done something: what it is, what one does."""
        bots = self._game.bots
        if not self.seat or not self.demo or bots is None:
            return ()
        lobby = self._table.phase is TablePhase.LOBBY and not self._table.games
        return bots.first_words if lobby or unread(self._live) else ()

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What can be done now and stands on the page; the quiet choices are under *More*.

        None of it is meant first beside a question of somebody else, which stands above it.
        """
        found = [each for each in self.page.choices if each.weight is not Weight.QUIET]
        return tuple(not_first(each) if self.question else each for each in found if not (each.folded or each.payee))

    @cached_property
    def dice(self) -> Choice | None:
        """What asks for dice of which a photo can be taken."""
        found = None if self.demo else dice_choice(self._game, self.choices)
        return found if found and self.aids.reads_photos else None

    @property
    def main(self) -> tuple[Choice, ...]:
        """What is to be done first."""
        return tuple(each for each in self.choices if each.weight is Weight.PRIMARY)

    @cached_property
    def kept_folded(self) -> tuple[Choice, ...]:
        """What can be done at any time, and is made only when somebody opens its fold."""
        return tuple(each for each in self.page.choices if each.folded)

    @property
    def beside_paying(self) -> tuple[Choice, ...]:
        """What stands in the sheet in which somebody is paid, beside *Pay*."""
        return tuple(each for each in self.page.choices if each.payee)

    def _parts(self, place: Place) -> tuple[Part, ...]:
        return tuple(part for part in self.page.parts if part.place is place)

    @cached_property
    def money(self) -> tuple[Choice, ...]:
        """What this seat may do with its money: what the game offers, and what every bank does."""
        if self.seat is None:
            return self.page.money
        played = self._live.edition
        offers = bank_choices(self._table, self.seat, played.accounts, played.payees, played.currency, self._out)
        return *self.page.money, *offers

    @cached_property
    def arranging(self) -> Arranging | None:
        """How this seat can set up the board by hand, where its page offers it."""
        board = self._game.board
        return board.arranging(self._table, self.seat, None) if self.seat and board else None

    @cached_property
    def payees(self) -> tuple[Option, ...]:
        """Whom this seat can pay now."""
        played = self._live.edition
        return payees(self._table, self.seat, played.accounts, played.payees, self._out) if self.seat else ()

    @property
    def _out(self) -> set[str]:
        playing = self._table.phase is TablePhase.PLAYING
        return {*self._table.ids}.difference(self._game.in_play(self._table)) if playing else set()

    @cached_property
    def no_loan(self) -> Text | None:
        """Why the bank does not lend to this seat now, if so."""
        return no_loan(self._live, self.seat) if self.seat else None

    @cached_property
    def players(self) -> tuple[PlayerRow, ...]:
        """Everybody at the table."""
        return self._game.players(self._table, self.seat)

    @property
    def badges(self) -> Mapping[str, BadgeView]:
        """Everybody's badge, by seat: of the players what hardly ever changes."""
        return _badges(self._in_public)

    @cached_property
    def _in_public(self) -> tuple[PlayerRow, ...]:
        """Everybody as the table screen shows them: made once for all readers."""
        return self._game.players(self._table, None)

    @property
    def badge(self) -> BadgeView | None:
        """The reader's own."""
        return self.badges.get(self.seat or "")

    @cached_property
    def question(self) -> str:
        """What somebody else asks this seat, "" for nothing."""
        motions = [f"motion {each.id}" for each in self.motions if each.can_answer]
        loans = [f"loan {each.id}" for each in reversed(self.loans) if each.urgent]
        return next(iter(motions + loans), "")

    @property
    def asked(self) -> str:
        """What the table waits for from this seat, "" for nothing; another question has another name."""
        if self.question:
            return self.question
        ballot, camera = self.page.ballot, self.page.camera
        if ballot and ballot.stage is BallotStage.SEALING and ballot.mine is OwnVote.OPEN:
            return f"vote {ballot.id}"
        if camera and camera.choices:
            return f"camera {camera.state}"
        if self.page.asked:
            return self.page.asked
        active = [each.seat for each in self._in_public if each.active]
        if self._table.phase is TablePhase.PLAYING and self.seat in active:
            return "turn"
        board = self.page.board
        return board.targets.kind if board and board.targets else ""

    @property
    def opening(self) -> bool:
        """Whether phones are opening their votes now, which a page asks for again and again."""
        ballot = self.page.ballot
        return ballot is not None and ballot.stage is BallotStage.OPENING

    @cached_property
    def log(self) -> tuple[LogLine, ...]:
        """The latest lines of the public log."""
        return tuple(latest.read_by(line, self.seat) for line in self._log)

    @cached_property
    def news(self) -> tuple[LogLine, ...]:
        """The latest lines that concern this reader's money."""
        if self.seat is None:
            return ()
        since = latest.begun(self._live.records)
        mine = [line for line in self._log if self.seat in line.gains and line.seq > since and not line.undone]
        return tuple(latest.of_own_money(self._live, line, self._sentences, self.seat) for line in mine[-SHOWN_NEWS:])

    @property
    def aged_news(self) -> tuple[tuple[LogLine, ...], tuple[LogLine, ...]]:
        """Of the news those that are new, or else the last that there were; and those before them."""
        return latest.aged(self.news, self.seq)

    @cached_property
    def told(self) -> tuple[LogLine, ...]:
        """What has happened just now to this reader's own pieces."""
        return latest.told(self._live, self.seat) if self.seat else ()

    @cached_property
    def to_move(self) -> tuple[Text, ...]:
        """Return what this reader has to move on the table because of events since its last act."""
        return tuple(latest.to_move(self._live, self._sentences, self.seat)) if self.seat else ()

    @cached_property
    def ended(self) -> tuple[latest.EndedView, ...]:
        """Return the latest results, the newest last."""
        return latest.ended(self._live, self._log, self.seat)

    @cached_property
    def notices(self) -> tuple[Text, ...]:
        """What has happened just now to seats, PINs and house rules; and what others refused to this reader."""
        return latest.notices(self._live, self._sentences, self.seat)

    @cached_property
    def motions(self) -> tuple[ProposalView, ...]:
        """What waits for the table's consent."""
        return tuple(motion_view(self._tables, self._live, motion, self.seat) for motion in self._table.motions)

    @property
    def questions(self) -> tuple[OpenQuestion, ...]:
        """Return what waits for the table's consent, as the table screen tells it."""
        return open_questions(self.motions)

    @cached_property
    def loans(self) -> tuple[LoanView, ...]:
        """Loans of this seat."""
        return loans_of(self._live, self.seat)

    @cached_property
    def pots(self) -> tuple[PotView, ...]:
        """What lies in the accounts that are nobody's."""
        return pots_of(self._live)

    @cached_property
    def settings(self) -> tuple[Choice, ...]:
        """Lobby and later: start, change of level, leave, play again …"""
        if self.seat is None:
            return ()
        found = boards_for(self._tables, self._live), catalogues_for(self._tables, self._live)
        return settings(self._game, self._table, self.seat, *found)

    @cached_property
    def paces(self) -> tuple[Choice, ...]:
        """How fast the box's own players may play, where there are any; the quiet one is how they do now."""
        return paces(self._table) if self.seat else ()

    @cached_property
    def rules(self) -> tuple[RuleView, ...]:
        """The house rules."""
        return rules_of(self._live)

    @cached_property
    def presets(self) -> tuple[PresetView, ...]:
        """What a table can begin with, before the start."""
        return presets_of(self._tables, self._live)

    @property
    def remembered(self) -> bool:
        """Whether the box remembers by name how games end here."""
        return self._table.remembered

    @property
    def again(self) -> tuple[Option, ...]:
        """How everybody can sit down once more, after the end."""
        return seatings(self._game, self._table) if self._table.phase is TablePhase.OVER else ()

    @property
    def around(self) -> bool:
        """Whether one can say now in which order everybody sits round the table."""
        return self._table.phase is TablePhase.LOBBY and not self.demo and self._game.goes_round(self._table)

    @property
    def kept_as(self) -> str:
        """The name under which this evening's house rules are kept, if it has one."""
        return self._live.evening

    @property
    def set_up(self) -> bool:
        """Whether the house rules are set up in one form."""
        return self._game.presets is not None and self._table.phase is TablePhase.LOBBY

    @property
    def turns_cards(self) -> bool:
        """Return whether cards that were laid face down are turned over in this game."""
        return self._game.votes_in_secret

    @property
    def cards(self) -> bool:
        """Whether it can be played with cards that somebody types."""
        return self._game.catalogue is not None

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        """Everybody's seat and what he picked."""
        return tuple(seat_view(other, self.seat) for other in self._table.seats)

    @cached_property
    def undo(self) -> LogLine | None:
        """The last action, offered to whoever gave it."""
        return latest.last_action(self._table, self._sentences, self.seat)

    @property
    def undo_asks(self) -> bool:
        """Return whether others are asked before it is taken back."""
        to = self.undo.back_to if self.undo else None
        return to is not None and bool(self._live.referee.asked(self._table, self.seat, Undo(to)))

    @cached_property
    def cash(self) -> int | None:
        """What this seat has; None before the start, and where nothing is played for money."""
        if self.seat is None or self._table.phase is TablePhase.LOBBY or not self._live.edition.pays:
            return None
        return self._table.accounts[self.seat]

    @cached_property
    def open_money(self) -> bool:
        """Whether everybody may know what everybody has: then nobody's own is covered either."""
        return not hides_money(self._live)

    @cached_property
    def pin(self) -> str:
        """This seat's own PIN, for another phone; empty for the table screen."""
        return phones.pin_of(self._tables.log, self.code, self.seat) if self.seat else ""

    @cached_property
    def result(self) -> ResultView | None:
        """How the game ended."""
        return result_of(self._tables, self._live) if self._table.phase is TablePhase.OVER else None

    @property
    def _sentences(self) -> Sentences:
        return self._tables.sentences(self._live)


@once(most=64)
def _badges(players: tuple[PlayerRow, ...]) -> Mapping[str, BadgeView]:
    return {each.seat: BadgeView(each.seat, each.colour, each.mark, each.out) for each in players}


def hides_money(live: LoadedTable) -> bool:
    """Whether players keep what they have from each other now."""
    if live.table.phase is not TablePhase.PLAYING:
        return False
    return any(row.cash is None for row in live.game.players(live.table, None))


TOLD = (
    *("code", "game", "edition", "level", "phase", "seq", "seat", "page", "players", "log", "news", "told"),
    *("to_move", "ended", "notices", "motions", "loans", "pots", "settings", "paces", "rules", "presets"),
    *("seats", "undo", "cash", "pin", "join_url", "result", "currency", "demo", "serving", "remembered"),
)
"""What the JSON API tells of a screen, in this order."""


def view_of(
    tables: Tables,
    code: str,
    seat: str | None,
    join_url: str,
    serving: tuple[str, ...] = (),
    aids: Callable[[LoadedTable], Aids] | None = None,
) -> View:
    """The screen of a seat, or the table screen for None; ``aids``: what the box can look at a table with."""
    return View(tables, tables.live(code), seat, join_url, serving, aids)
