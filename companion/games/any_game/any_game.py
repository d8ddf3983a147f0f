"""Any game that people play with money or points: the box is its bank, its ballot box and its dice cup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from companion.core.errors import NotNow, RuleRef
from companion.core.members import Bots, FirstGame, Presets
from companion.core.messages import Command, Event, Posting
from companion.core.money.bank_messages import Paid
from companion.core.money.ledger import BANK
from companion.core.plugin import Consent, Game
from companion.core.secrets.ballot import Ballot
from companion.core.table.commands import TakeIn
from companion.core.table.events import GameStarted
from companion.core.table.table import Table
from companion.core.text import Fact, Money, Text, Who, fact, say
from companion.core.ui.choice import DieLook
from companion.core.ui.page import Sound
from companion.games.any_game.bots import advice, bot_command, vote, waits, why
from companion.games.any_game.decisions import announcing, auction, money, stakes, turns, votes, writing
from companion.games.any_game.decisions.deciding import decide
from companion.games.any_game.decisions.newcomers import takes_in, welcome
from companion.games.any_game.house_rules import STAKES, Rules, Taking, amounts
from companion.games.any_game.lessons import LESSONS
from companion.games.any_game.messages import bank as bank_messages
from companion.games.any_game.messages import betting as betting_messages
from companion.games.any_game.messages import play as play_messages
from companion.games.any_game.messages import seats as seat_messages
from companion.games.any_game.messages import sheet as sheet_messages
from companion.games.any_game.messages import votes as vote_messages
from companion.games.any_game.opening import RULES, guided, listed, progress
from companion.games.any_game.printing import printables
from companion.games.any_game.records import FEATS, feats
from companion.games.any_game.reducer import apply
from companion.games.any_game.screens.page import answers, chart_event, page_of, rows, with_interest
from companion.games.any_game.screens.seats import table_choices
from companion.games.any_game.sentences import SENTENCES, party
from companion.games.any_game.settings import BASE, check, check_teams, edition_at, starting, typed
from companion.games.any_game.shapes import HEADINGS, PRESETS
from companion.games.any_game.state import DIE, State
from companion.games.any_game.telling import awards, quiet_name, tell


class AnyGame(Game):
    """See ``companion.core.plugin.Game``; amounts in the money that the table has set up."""

    name = "any_game"
    title = say("Any game")
    edition = BASE
    commands = (
        *play_messages.COMMANDS,
        *vote_messages.COMMANDS,
        *sheet_messages.COMMANDS,
        *betting_messages.COMMANDS,
        *bank_messages.COMMANDS,
        *seat_messages.COMMANDS,
    )
    events = (
        *play_messages.EVENTS,
        *vote_messages.EVENTS,
        *sheet_messages.EVENTS,
        *betting_messages.EVENTS,
        *bank_messages.EVENTS,
        *seat_messages.EVENTS,
    )
    state = State
    endings = (turns.FINISHED, turns.ROUNDS_OVER, turns.LAST_STANDING, turns.TARGET_REACHED, turns.SHEET_FULL)
    sentences = SENTENCES
    edition_varies = True
    presets = Presets(shapes=PRESETS, named_by="evening", groups=HEADINGS)
    lessons = LESSONS
    die_looks: ClassVar[Mapping[str, DieLook]] = {DIE: DieLook()}

    check_rules = staticmethod(check)
    edition_at = staticmethod(edition_at)
    apply = staticmethod(apply)
    bots = Bots(
        command=bot_command,
        why=why,
        vote=lambda table, seat, chance, secrets: vote(table, seat),
        secrets=progress,
        first_game=FirstGame(rules=RULES, listed=listed, guided=guided, advice=advice, waits=waits),
        first_words=(
            say("The box is the bank for whatever you have on the shelf: it keeps money or points, votes and bids."),
            say("With money, tap a badge at the foot of the page to pay someone; on a score sheet, enter a row."),
        ),
    )
    page = page_of
    players = staticmethod(rows)
    table_choices = staticmethod(table_choices)
    votes_in_secret = True
    cards = staticmethod(answers)
    sounds: ClassVar[Mapping[type[Event], Sound]] = {
        vote_messages.AuctionEnded: Sound.WON,
        betting_messages.PotWon: Sound.WON,
    }
    results: ClassVar[tuple[type[Event], ...]] = (
        *(vote_messages.AuctionEnded, vote_messages.BidsSettled, play_messages.DiceRolled, seat_messages.WentBankrupt),
        betting_messages.PotWon,
        sheet_messages.Announced,
    )
    tell = staticmethod(tell)
    quiet_name = staticmethod(quiet_name)
    awards = staticmethod(awards)
    feat_kinds = FEATS
    feats = staticmethod(feats)
    printables = staticmethod(printables)
    chart_event = staticmethod(chart_event)

    # --- before the game ----------------------------------------------------------------------

    def uses_seat_order(self, table: Table[State, Rules]) -> bool:
        rules = table.rules
        return rules.turns or rules.betting or rules.teams > 0

    def start(self, table: Table[State, Rules], first: int, waived: bool) -> tuple[Event, ...]:
        order = (*table.ids[first:], *table.ids[:first])
        check_teams(table.rules, len(order))
        if not self.edition_at(table.rules).pays:
            return (GameStarted(order),)
        new = {seat: starting(table.rules, at) for at, seat in enumerate(table.ids) if seat not in table.kept}
        dealt = (Posting(BANK, seat, amount, fact("starting_money")) for seat, amount in new.items() if amount)
        pots = zip((pot for pot in table.pots if pot not in table.kept), amounts(table.rules.pot_starts), strict=False)
        laid = (Posting(BANK, pot, amount, fact("starting_money")) for pot, amount in pots if amount and pot != STAKES)
        return (GameStarted(order, postings=(*dealt, *laid)),)

    # --- the rules ----------------------------------------------------------------------------

    def decide(self, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        return decide(self, table, seat, command, waived)

    def follow(self, table: Table) -> tuple[Event, ...]:
        settled = votes.settle(table) or auction.settle(table) or stakes.settle(table)
        if settled := settled or announcing.settle(table) or writing.over_limit(table):
            return settled
        over = turns.by_itself(self, table)
        return (over,) if over else announcing.asked(table)

    def consent(self, table: Table[State], seat: str, command: Command) -> Consent | None:
        match command:
            case play_messages.Take():
                return self._consent_to_take(table, seat, command)
            case bank_messages.MoveMoney(amount=amount, frm=frm, to=to, words=words):
                return self._consent_to_take(table, seat, play_messages.Take(amount, frm, to, words))
            case play_messages.FinishGame():
                return self._by_other_seats(table, seat, fact("finish"))
            case sheet_messages.WriteRow() if title := writing.correction(table, command):
                return self._by_other_seats(table, seat, title, needs=1)
            case betting_messages.Rebuy():
                return self._by_other_seats(table, seat, fact("rebuy_asked", who=Who(seat)), needs=1)
            case play_messages.NameBanker(seat=other) if seat != table.play.banker:
                return self._by_other_seats(table, seat, fact("name_banker", who=Who(money.player(table, other))))
            case _:
                return None

    def _consent_to_take(self, table: Table[State, Rules], seat: str, command: play_messages.Take) -> Consent | None:
        rules = table.rules
        if rules.taking is Taking.EVERYBODY:
            return None
        amount = Money(typed(rules, command.amount))
        title = fact(
            "take", to=party(command.to or seat), amount=amount, frm=party(command.frm), words=command.words or "-"
        )
        if rules.taking is Taking.CONSENT:
            return self._by_other_seats(table, seat, title, needs=1)
        banker = table.play.banker
        if seat == banker:
            return None
        if banker not in table.people():  # the box itself looks after the bank, and asks nobody
            return self._by_other_seats(table, seat, title, needs=1)
        return Consent((banker,), 1, title)

    def _by_other_seats(self, table: Table, seat: str, title: Fact, needs: int | None = None) -> Consent:
        other_seats = tuple(other for other in table.people(but=seat) if other in self.in_play(table))
        return Consent(other_seats, len(other_seats) if needs is None else min(needs, len(other_seats)), title)

    def in_play(self, table: Table[State]) -> Sequence[str]:
        state = table.play
        return state.players

    def borrow(self, table: Table[State, Rules], seat: str, amount: int, waived: bool) -> int:
        rules = table.rules
        if rules.interest < 0 and not waived:
            raise NotNow(say("The bank does not lend in this game."), RuleRef("any", "5"))
        amount = typed(rules, amount)
        return with_interest(amount, max(0, rules.interest), rules.step)

    # --- what goes on, and what is shown ------------------------------------------------------

    def takes_in(self, table: Table) -> bool:
        return takes_in(table)

    def welcome(self, table: Table, seat: str, command: TakeIn) -> tuple[Event, ...]:
        return welcome(table, seat, command)

    def carried(self, table: Table[State, Rules]) -> Mapping[str, int]:
        rules = table.rules
        if not rules.carry or rules.scores:
            return {}
        return {account: max(0, table.accounts[account]) for account in (*table.ids, *table.pots)}

    @property
    def chart_letters(self) -> Mapping[str, Text]:
        return {"A": say("an auction"), "B": say("a bankruptcy"), "L": say("someone leaves"), "S": say("sealed bids")}

    def turn_over(self, event: Event) -> bool:
        return isinstance(
            event,
            (
                GameStarted,
                play_messages.TurnEnded,
                play_messages.Taken,
                play_messages.RequestPaid,
                play_messages.Scored,
                sheet_messages.RowWritten,
                betting_messages.HandOver,
                Paid,
            ),
        )

    def points(self, table: Table[State, Rules]) -> Mapping[str, int]:
        rules = table.rules
        return table.play.points if rules.scores and table.play else {}

    def winners(self, table: Table) -> tuple[str, ...]:
        return votes.winners(table)

    def tell_votes(self, ballot: Ballot) -> Text | None:
        return votes.outcome_line(ballot)

    def shows_ballot(self, table: Table[State]) -> bool:
        return super().shows_ballot(table) or (table.ballot is not None and table.play.shown)
