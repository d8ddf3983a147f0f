"""A screen at a moment of its table: everything its reader may know, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from companion.app.bots import prepares
from companion.app.guide import unread, waits_for_next
from companion.boards.dice import dice_choice
from companion.core.identity import identity_cache
from companion.core.referee.lobby_page import settings
from companion.core.secrets.ballot import BallotStage
from companion.core.table.commands import Undo
from companion.core.table.table import TablePhase
from companion.core.text import Text, say
from companion.core.ui.bank_page import bank_choices, payees
from companion.core.ui.choice import Choice, Option, Weight
from companion.core.ui.page import LogLine, OwnVote, Page, Part, Place, PlayerRow
from companion.store import phones
from companion.web.view import news as latest
from companion.web.view.clocks import with_clocks
from companion.web.view.lazy import lazy_property
from companion.web.view.lobby import boards_for, catalogues_for
from companion.web.view.moment import Moment
from companion.web.view.motions import loans_of, motion_view
from companion.web.view.page import demoted, page_of
from companion.web.view.parts import BadgeView, LoanView, ProposalView
from companion.web.view.to_move import to_move

ASKED_UNDER_NOW = ("motion", "loan", "vote", "camera")
"""First words of what a seat is asked (``Reader.asked``) that is answered under *Now*, wherever figures stand."""


@dataclass(frozen=True, eq=False)
class Reader:
    """A screen at this moment. ``seat``: the seat of the phone; None for the table screen.

    ``serving``: the other seats that the same phone acts for. Values that several fragments of a page need are
    computed when they are asked for first.
    """

    moment: Moment
    seat: str | None = None
    serving: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """Return the table's code."""
        return self.moment.code

    @property
    def seq(self) -> int:
        """Return the table's number."""
        return self.moment.seq

    @property
    def game(self) -> str:
        """Return the name of the game."""
        return self.moment.game

    @property
    def clock(self) -> float | None:
        """Return the time by the box's clock, where the screen has to know it."""
        return self.moment.tables.clock() if self.page.timer else None

    @lazy_property
    def page(self) -> Page:
        """Return the game's own page for the reader."""
        return page_of(self.moment, self.seat)

    @lazy_property
    def choices(self) -> tuple[Choice, ...]:
        """Return the choices on the page now; the quiet choices are under *More*.

        None of them is primary while another player's question is above them.
        """
        found = [each for each in self.page.choices if each.weight is not Weight.QUIET]
        return tuple(demoted(each) if self.question else each for each in found if not (each.folded or each.payee))

    @lazy_property
    def main(self) -> tuple[Choice, ...]:
        """Return the primary choices."""
        return tuple(each for each in self.choices if each.weight is Weight.PRIMARY)

    @property
    def dice(self) -> Choice | None:
        """Return the choice that asks for dice of which a photo can be taken."""
        if self.moment.demo or not self.moment.surroundings.aids.reads_photos:
            return None
        return dice_choice(self.moment.live.game, self.choices)

    @property
    def kept_folded(self) -> tuple[Choice, ...]:
        """Return the choices that are possible at any time, and rendered only when their fold is opened."""
        return tuple(each for each in self.page.choices if each.folded)

    def parts(self, place: Place) -> tuple[Part, ...]:
        """Return the game's own parts at this place of the page."""
        return tuple(part for part in self.page.parts if part.place is place)

    @property
    def beginning(self) -> tuple[Text, ...]:
        """Return the introduction for a player who tries the game alone: in the lobby.

        Where the game has no lessons, which begin then, it stays until the first action.
        """
        game = self.moment.live.game
        taught = game.lessons and self.moment.phase is not TablePhase.LOBBY
        return game.bots.first_words if game.bots and self.begins and not taught else ()

    @property
    def begins(self) -> bool:
        """Return whether the reader tries the game alone and has done nothing yet: the elements to tap glow."""
        moment = self.moment
        if not self.seat or not moment.demo or moment.live.game.bots is None:
            return False
        return (moment.phase is TablePhase.LOBBY and not moment.live.table.games) or unread(moment.live)

    @property
    def _can_act(self) -> bool:
        """Return whether the reader can do anything now but wait."""
        board, asked = self.page.board, self.asked.partition(" ")[0]
        moves = board is not None and bool(board.targets or (board.moves and board.moves.to))
        return bool(self.choices) or moves or asked in ASKED_UNDER_NOW

    @property
    def next(self) -> Text | None:
        """Return the words of the button for which the box's bots wait; None where they do not wait for this reader."""
        live = self.moment.live
        if self.seat is None or self.seat != live.table.alone or (self.asked and self._can_act):
            return None
        if unread(live):
            return None if prepares(self.moment.tables, live) else say("Let the others begin")
        return say("Next") if waits_for_next(live) else None

    @lazy_property
    def players(self) -> tuple[PlayerRow, ...]:
        """Return all players at the table, as the reader may see them."""
        moment, live = self.moment, self.moment.live
        if not self.seat:
            return moment.players
        return with_clocks(moment.tables, live, live.game.players(live.table, self.seat))

    @property
    def badge(self) -> BadgeView | None:
        """Return the reader's own badge."""
        return self.moment.badges.get(self.seat or "")

    @lazy_property
    def question(self) -> str:
        """Return the question of another player to this seat, "" for none."""
        motions = [f"motion {each.id}" for each in self.motions if each.can_answer]
        loans = [f"loan {each.id}" for each in reversed(self.loans) if each.urgent]
        return next(iter(motions + loans), "")

    @lazy_property
    def asked(self) -> str:
        """Return the request that this seat has to answer, "" for none; another question has another name."""
        if self.question:
            return self.question
        ballot, camera = self.page.ballot, self.page.camera
        if ballot and ballot.stage is BallotStage.SEALING and ballot.mine is OwnVote.OPEN:
            return f"vote {ballot.id}"
        if camera and camera.choices:
            return f"camera {camera.state}"
        if self.page.asked:
            return self.page.asked
        active = [each.seat for each in self.moment.players if each.active]
        if self.moment.phase is TablePhase.PLAYING and self.seat in active:
            return "turn"
        board = self.page.board
        return board.targets.kind if board and board.targets else ""

    @property
    def opens_votes(self) -> bool:
        """Return whether phones are revealing their votes now: then a page asks again and again."""
        ballot = self.page.ballot
        return ballot is not None and ballot.stage is BallotStage.OPENING

    @property
    def log(self) -> tuple[LogLine, ...]:
        """Return the latest lines of the public log."""
        return tuple(latest.read_by(line, self.seat) for line in self.moment.lines)

    @lazy_property
    def news(self) -> tuple[LogLine, ...]:
        """Return the latest lines that concern this reader's money."""
        if self.seat is None:
            return ()
        payments = latest.paid(self.moment).get(self.seat, ())
        return tuple(latest.money_line(self.moment, line, self.seat) for line in payments)

    @lazy_property
    def private_news(self) -> tuple[LogLine, ...]:
        """Return the latest events of the reader's own pieces."""
        return latest.private_news(self.moment.live, self.seat) if self.seat else ()

    @lazy_property
    def to_move(self) -> tuple[Text, ...]:
        """Return the pieces that this reader has to move on the table because of events since its last act."""
        return tuple(to_move(self.moment, self.seat)) if self.seat else ()

    @lazy_property
    def ended(self) -> tuple[latest.EndedView, ...]:
        """Return the latest results, the newest last."""
        return latest.ended(self.moment, self.seat)

    @lazy_property
    def notices(self) -> tuple[Text, ...]:
        """Return the latest events of seats, PINs and house rules; and refusals of this reader's requests."""
        return latest.notices(self.moment, self.seat)

    @lazy_property
    def motions(self) -> tuple[ProposalView, ...]:
        """Return the proposals that wait for consent."""
        return tuple(motion_view(self.moment, motion, self.seat) for motion in self.moment.live.table.motions)

    @lazy_property
    def loans(self) -> tuple[LoanView, ...]:
        """Return the loans of this seat."""
        return loans_of(self.moment.live, self.seat)

    @lazy_property
    def settings(self) -> tuple[Choice, ...]:
        """Return the settings in the lobby and later, such as a change of level, leaving, or playing again."""
        if self.seat is None:
            return ()
        moment, live = self.moment, self.moment.live
        found = boards_for(moment.tables, live), catalogues_for(moment.tables, live)
        return settings(live.game, live.table, self.seat, *found)

    @lazy_property
    def undo(self) -> LogLine | None:
        """Return the last action, offered to the seat that gave it."""
        return latest.last_action(self.moment, self.seat)

    @property
    def undo_needs_consent(self) -> bool:
        """Return whether the others must agree to undo it."""
        to, live = self.undo.back_to if self.undo else None, self.moment.live
        return to is not None and bool(live.referee.asked(live.table, self.seat, Undo(to)))

    @property
    def cash(self) -> int | None:
        """Return the money of this seat; None before the start, and where nothing is played for money."""
        live = self.moment.live
        if self.seat is None or live.table.phase is TablePhase.LOBBY or not live.edition.pays:
            return None
        return live.table.accounts[self.seat]

    @lazy_property
    def money(self) -> tuple[Choice, ...]:
        """Return the seat's actions with money: the game's own, and those of every bank."""
        live = self.moment.live
        if self.seat is None:
            return self.page.money
        played = live.edition
        offers = bank_choices(live.table, self.seat, played.accounts, played.payees, played.currency, self._out)
        return *self.page.money, *offers

    @property
    def payees(self) -> tuple[Option, ...]:
        """Return the accounts that this seat can pay now."""
        live = self.moment.live
        played = live.edition
        return payees(live.table, self.seat, played.accounts, played.payees, self._out) if self.seat else ()

    @property
    def _out(self) -> set[str]:
        live = self.moment.live
        playing = live.table.phase is TablePhase.PLAYING
        return {*live.table.ids}.difference(live.game.in_play(live.table)) if playing else set()

    @property
    def pin(self) -> str:
        """Return this seat's own PIN, for another phone; empty for the table screen."""
        return phones.pin_of(self.moment.tables.log, self.code, self.seat) if self.seat else ""


@identity_cache(most=8)
def everybody(moment: Moment) -> Reader:
    """Return the table screen at this moment, which shows public content alone."""
    return Reader(moment)
