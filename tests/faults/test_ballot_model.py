"""``ballot_model``: whatever players do together, nobody's sealed vote is touched without him.

Hypothesis plays votes with cheats at the table: they withhold, replay, copy each other's seals, seal twice, open what
they did not seal, type votes in, void, undo, change the level, have forbidden things allowed, end the game, take seats
over, come late with what was agreed long ago, restart the box, and all but one of them act together. After every action
the promises of docs/promises.md are looked up in what has happened, by means that know nothing of how consent is worked
out:

* a sealed vote that was replaced, voided or undone had its owner's consent at that moment;
* nobody alone, and nobody who takes no part in the vote, has votes entered or held again;
* nothing is readable before all have sealed, nor kept after it is worthless;
* a seat has one vote in a ballot, and a ballot's number never comes twice;
* the log tells votes that were entered from votes that were revealed;
* a phone takes a seat once, in time, after every other player agreed in this very game, and nothing has come between.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import Phase as HypothesisPhase
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.app.tables import Tables
from companion.core.errors import RuleError
from companion.core.messages import Command, Event, Message, kind_of
from companion.core.money.bank_messages import Pay
from companion.core.money.ledger import BANK
from companion.core.plugin import Consent, Game, Registry
from companion.core.referee import replay
from companion.core.referee.reducer import StoredEvent
from companion.core.referee.referee import Referee
from companion.core.secrets.ballot import (
    Ballot,
    BallotRevealed,
    BallotVoided,
    EnterVotes,
    Opening,
    SealVote,
    VoidBallot,
    VoteSealed,
    commitment,
)
from companion.core.secrets.opening import check_opening
from companion.core.table.commands import (
    AdmitPhone,
    Agree,
    AllowAnyway,
    CorrectBooks,
    MoveSeat,
    PlayAgain,
    Refuse,
    SetLevel,
    StartGame,
    TakeSeat,
    Undo,
)
from companion.core.table.events import (
    GameEnded,
    GameStarted,
    PhoneAdmitted,
    PhonePermitted,
    ProposalAgreed,
    TableCleared,
    Undone,
)
from companion.core.table.table import PERMIT_SECONDS, Level, Permit, Table, TablePhase
from companion.games import registry
from companion.games.abilene.edition_1993.messages import RecordTown, ShowSticker
from companion.store.log import Log
from companion.store.rows import TableRow
from tests.faults.support import figure
from tests.support.stakes import Finish, LayCards, stakes

CODE = "VOTE"
SEATS = ("s1", "s2", "s3", "s4")


@dataclass(frozen=True)
class Setting:
    """A game in which votes are held."""

    games: Registry
    game: str
    edition: str
    players: tuple[tuple[str, Mapping[str, str]], ...]
    asks: Callable[[Table], tuple[str, Command]]
    """the seat that opens a vote, and the way"""
    goes_on: Callable[[Table], tuple[str, Command] | None]
    """what ends the vote for the game, once it is revealed"""
    strange: tuple[Command | Message, ...]
    """what somebody may try while others vote"""

    def table(self, log: Log) -> Tables:
        return Tables(log, self.games, clock=lambda: 0.0, chance=random.Random(7))


def sticker(table: Table) -> tuple[str, Command] | None:
    sale = table.play.sale
    return (sale.seller, ShowSticker(None, 500)) if sale and sale.votes else None


A_SALE = Setting(
    registry(),
    "abilene",
    "1993",
    tuple((name, {"ranch": ranch}) for name, ranch in zip(("Ann", "Ben", "Cara", "Dan"), "ABDE", strict=True)),
    lambda table: (table.play.turn.seat, RecordTown()),
    sticker,
    (
        SetLevel(Level.BOARD),
        SetLevel(Level.BANK),
        AllowAnyway(Message("go_bankrupt", {})),
        AllowAnyway(Message("borrow_from_bank", {"amount": 100})),
        AdmitPhone("s2", "0" * 64),
        Message("end_step", {"step": "table"}),
        CorrectBooks(BANK, "s2", 100, "miscounted"),
        Pay("s3", 100, "a bribe"),
    ),
)
"""Three voters and a seller who gains by their votes."""

A_CARELESS_GAME = Setting(
    stakes(),
    "stakes",
    "home",
    (("Ann", {}), ("Ben", {}), ("Cara", {})),
    lambda table: ("s1", LayCards()),
    lambda table: None,
    (LayCards(), LayCards(), Finish(), Finish(), AllowAnyway(Message("finish", {})), Pay("s3", 5, "a bribe")),
)
"""Everybody votes; the game itself opens another vote in the middle of one, or ends, no matter which player asks for
it."""


class SealedBallot(RuleBasedStateMachine):
    """A table, the phones with what they keep to themselves, and what has happened so far."""

    setting: ClassVar[Setting] = A_SALE
    done: ClassVar[Counter[str]] = Counter()
    """what came to pass, over all games"""

    def __init__(self) -> None:
        super().__init__()
        self.log = Log(":memory:")
        row = TableRow(CODE, self.setting.game, self.setting.edition, Level.BANK.value, False, "", 0.0)
        self.log.add_table(row)
        self.tables = self.setting.table(self.log)
        self.kept: dict[tuple[int, str], Opening] = {}
        self.shown: dict[tuple[int, str], Opening] = {}
        self.agreed: dict[int, set[str]] = {}
        self.numbers: set[int] = set()
        self.sealed: set[tuple[int, str]] = set()
        self.published: set[str] = set()
        self.drawn = 0
        self.permitted: dict[str, str] = {}
        """by seat, the claim to which all others have agreed"""
        self.came_late = False

    @initialize()
    def sit_down(self) -> None:
        for name, picks in self.setting.players:
            self.tables.act(CODE, None, TakeSeat(name, dict(picks)))
        self.tables.act(CODE, "s1", StartGame("s1"))
        self.a_vote_begins()

    def teardown(self) -> None:
        self.log.close()

    # --- what there is to see -----------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.tables.table(CODE)

    @property
    def open(self) -> Ballot | None:
        ballot = self.table.ballot
        return ballot if ballot and not ballot.votes and self.table.phase is TablePhase.PLAYING else None

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS[: len(self.setting.players)]

    # --- acting, and looking what became of it ------------------------------------------------

    def act(self, seat: str | None, command: Command | Message) -> bool:
        """Return whether the table did it; whatever it did is looked at."""
        before = self.table
        live = self.tables.live(CODE)
        command = live.codec.read(command) if isinstance(command, Message) else command
        try:
            self.tables.act(CODE, seat, command)
        except RuleError:
            assert self.table == before, "a refusal changes nothing"
            return False
        if isinstance(command, Agree) and seat:
            self.agreed.setdefault(command.motion, set()).add(seat)
        self.look(before, seat, command)
        return True

    def look(self, before: Table, seat: str | None, command: Command) -> None:
        live = self.tables.live(CODE)
        records = [record for record in live.records if record.seq > before.seq]
        events = [record.event for record in records]
        consenting = self.consenting(seat, events)
        self.check_votes(before, events, consenting)
        self.check_numbers(before, events)
        self.check_log(before, records)
        self.check_phones(before, events, consenting)
        self.done.update(kind_of(event) for event in events)

    def consenting(self, seat: str | None, events: list[Event]) -> set[str | None]:
        """Return the seats that wanted the event: that of the command, or the proposer and those who agreed."""
        match events[0] if events else None:
            case ProposalAgreed(motion=motion, carried=True):
                return {motion.by, *self.agreed.get(motion.id, ())}
            case _:
                return {seat}

    def check_votes(self, before: Table, events: list[Event], consenting: set[str | None]) -> None:
        ballot, after = before.ballot, self.table
        if ballot is None or ballot.votes or before.phase is not TablePhase.PLAYING:
            return
        for event in events:
            match event:
                case BallotRevealed() if event.nonces:
                    assert set(event.votes) == set(ballot.voters) == set(ballot.sealed)
                    for voter, choice in event.votes.items():
                        opening = self.shown[ballot.id, voter]
                        assert (choice, event.nonces[voter]) == (opening.choice, opening.nonce)
                        assert commitment(CODE, ballot.id, voter, opening) == ballot.sealed[voter]
                    self.published |= set(event.nonces.values())
                    return
                case BallotRevealed() | BallotVoided():
                    playing = set(ballot.voters).intersection(self.tables.live(CODE).game.in_play(before))
                    enough = min(2, len(playing))  # bankrupts may have gone home
                    assert len(consenting.intersection(ballot.voters)) >= enough, f"{consenting} are not enough"
        kept = after.phase is TablePhase.PLAYING and after.ballot is not None and after.ballot.id == ballot.id
        if kept and after.ballot and not after.ballot.votes:
            left = consenting.difference(after.ballot.voters)  # bankrupt and out, with his own seal
            stays = {seat: seal for seat, seal in ballot.sealed.items() if seat not in left}
            assert after.ballot.sealed.items() >= stays.items(), "a seal is gone"
            return
        self.done["a vote with seals was taken away"] += bool(ballot.sealed)
        assert consenting.issuperset(ballot.sealed), f"{consenting} took the votes of {set(ballot.sealed)} away"

    def check_numbers(self, before: Table, events: list[Event]) -> None:
        for event in events:
            match event:
                case VoteSealed(ballot=number, seat=seat):
                    assert (number, seat) not in self.sealed, "a second vote"
                    self.sealed.add((number, seat))
                case Undone():
                    self.done["undone while a vote was open"] += bool(before.ballot and not before.ballot.votes)
        ballot, old = self.table.ballot, before.ballot
        if ballot and not ballot.votes and (old is None or old.id != ballot.id or old.votes):
            assert ballot.id not in self.numbers, "a ballot came back under its old number"
            assert not ballot.sealed, "a ballot came back with seals"
            self.numbers.add(ballot.id)

    def check_log(self, before: Table, records: list[StoredEvent]) -> None:
        """Check that no nonce stands in the log before its vote is revealed, and that typed votes are not told as
        revealed ones.
        """
        rows = self.log.rows("SELECT data, command FROM events WHERE code = ? AND seq > ?", (CODE, before.seq))
        text = " ".join(str(part) for row in rows for part in row)
        hidden = [opening.nonce for opening in self.kept.values() if opening.nonce not in self.published]
        assert not any(nonce in text for nonce in hidden), "a nonce was written down"
        sentences = self.tables.sentences(self.tables.live(CODE))
        for record in records:
            if isinstance(record.event, BallotRevealed):
                words = "turned over" if record.event.nonces else "entered"
                assert words in str(sentences.event(record.event))
                self.done[f"votes were {words}"] += 1

    def check_phones(self, before: Table, events: list[Event], consenting: set[str | None]) -> None:
        for event in events:
            match event:
                case PhonePermitted(seat=seat, claim=claim):
                    game = self.tables.live(CODE).game
                    other_people = set(before.people(but=seat))
                    if before.phase is TablePhase.PLAYING:
                        other_people &= set(game.in_play(before))
                    assert consenting >= (other_people or {seat}), f"{consenting} gave the seat of {seat} away"
                    self.permitted[seat] = claim
                case PhoneAdmitted(seat=seat, claim=claim):
                    assert not self.came_late, "a phone that came too late has the seat"
                    assert self.permitted.pop(seat, None) == claim, (
                        "a consent was used twice, or is about something else"
                    )
                case GameStarted() | GameEnded() | TableCleared():
                    self.permitted.clear()

    @invariant()
    def nothing_is_in_memory_but_openings_of_a_vote_that_all_have_sealed(self) -> None:
        disclosed, ballot = self.tables.live(CODE).disclosed, self.table.ballot
        if disclosed.openings:
            assert ballot
            assert (ballot.complete, dict(ballot.votes), disclosed.ballot) == (True, {}, ballot.id)
            assert set(disclosed.openings) < set(ballot.voters)

    # --- honest phones ------------------------------------------------------------------------

    @precondition(lambda self: self.open is None)
    @rule()
    def a_vote_begins(self) -> None:
        if self.table.phase is TablePhase.OVER:
            self.act("s1", PlayAgain())
        if self.table.phase is TablePhase.LOBBY:
            self.act("s1", StartGame("s1"))
        going_on = self.setting.goes_on(self.table)
        if going_on:
            self.act(*going_on)
        self.act(*self.setting.asks(self.table))

    @precondition(lambda self: self.open)
    @rule(number=st.integers(0, 3), data=st.data())
    def somebody_seals(self, number: int, data: Any) -> None:
        assert self.open
        self.seal(self.open.voters[number % len(self.open.voters)], data)

    def seal(self, seat: str, data: Any) -> None:
        ballot = self.open
        if ballot is None or seat in ballot.sealed:
            return
        self.drawn += 1
        opening = Opening(data.draw(st.sampled_from(ballot.choices_of(seat))), f"{self.drawn:064x}")
        assert self.act(seat, SealVote(ballot.id, commitment(CODE, ballot.id, seat, opening)))
        self.kept[ballot.id, seat] = opening

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def all_seal_and_some_open(self, data: Any) -> None:
        assert self.open
        for seat in self.open.voters:
            self.seal(seat, data)
        for seat in data.draw(st.sets(st.sampled_from(self.open.voters))):
            self.open_honestly(seat)

    @precondition(lambda self: self.open and self.open.complete)
    @rule()
    def all_phones_open(self) -> None:
        assert self.open
        for seat in self.open.voters:
            self.open_honestly(seat)

    def open_honestly(self, seat: str) -> None:
        ballot = self.open
        opening = self.kept.get((ballot.id, seat)) if ballot else None
        if ballot is None or opening is None:
            return  # it copied somebody's seal, and has nothing that fits
        before = self.table
        try:
            self.shown[ballot.id, seat] = opening
            self.tables.open_vote(CODE, seat, ballot.id, opening)
        except RuleError:
            assert not ballot.complete
        self.look(before, None, Command())

    # --- cheats -------------------------------------------------------------------------------

    @precondition(lambda self: self.open and self.open.sealed)
    @rule(seat=st.sampled_from(SEATS), data=st.data())
    def somebody_copies_a_seal(self, seat: str, data: Any) -> None:
        assert self.open
        seals = [*self.open.sealed.values(), "00" * 32]
        self.act(seat, SealVote(self.open.id, data.draw(st.sampled_from(seals))))

    @precondition(lambda self: self.kept)
    @rule(seat=st.sampled_from(SEATS), data=st.data())
    def somebody_opens_what_he_did_not_seal(self, seat: str, data: Any) -> None:
        """Open another vote, of somebody else, with another card: only the very one he sealed is taken."""
        number, owner = data.draw(st.sampled_from(sorted(self.kept)))
        opening = self.kept[number, owner]
        ballot = self.open.id if self.open and data.draw(st.booleans()) else number
        if data.draw(st.booleans()):
            choices = self.table.ballot.choices if self.table.ballot else ("OWN",)
            opening = replace(opening, choice=data.draw(st.sampled_from(choices)))
        true = self.kept.get((ballot, seat)) == opening
        before = self.table
        try:
            self.tables.open_vote(CODE, seat, ballot, opening)
        except RuleError:
            assert self.table == before
            return
        assert true, "what was not sealed was taken for an opened vote"
        assert before.ballot
        assert before.ballot.complete, "opened before all had sealed"
        self.shown[ballot, seat] = opening
        self.look(before, None, Command())

    def tries(self, seat: str, what: str, data: Any) -> bool:
        """Let somebody do, or ask for, something that would touch the open vote; return whether it was tried."""
        table, ballot = self.table, self.table.ballot
        number = ballot.id if ballot else 1
        match what:
            case "enter" if ballot:
                votes = {voter: data.draw(st.sampled_from(ballot.choices_of(voter))) for voter in ballot.voters}
                return self.act(seat, EnterVotes(number, votes))
            case "void":
                return self.act(seat, VoidBallot(number))
            case "undo" if table.done:
                back = data.draw(st.integers(1, min(4, len(table.done))))
                return self.act(seat, Undo(table.done[-back].before))
            case "something else":
                return self.act(seat, data.draw(st.sampled_from(self.setting.strange)))
        return False

    ways = st.sampled_from(("enter", "void", "undo", "undo", "something else", "something else"))

    @rule(seat=st.sampled_from(SEATS), what=ways, data=st.data())
    def somebody_tries(self, seat: str, what: str, data: Any) -> None:
        if seat in self.seats:
            self.tries(seat, what, data)

    @rule(seat=st.sampled_from(SEATS), what=ways, late=st.booleans(), data=st.data())
    def all_but_one_do_it_together(self, seat: str, what: str, late: bool, data: Any) -> None:
        """Let the seller enter, and all but one agree; the one may seal while they are being asked."""
        ballot = self.open
        victim = data.draw(st.sampled_from(ballot.voters if ballot else self.seats))
        if seat not in self.seats or seat == victim:
            return
        if not late:
            self.seal(victim, data)
        self.tries(seat, what, data)
        if late:
            self.seal(victim, data)
        for motion in self.table.motions:
            for other in self.seats:
                if other in motion.asked and other != victim:
                    self.act(other, Agree(motion.id))

    @precondition(lambda self: self.table.motions)
    @rule(seat=st.sampled_from(SEATS), refuse=st.sampled_from((False, False, False, True)))
    def somebody_answers(self, seat: str, refuse: bool) -> None:
        number = self.table.motions[-1].id
        self.act(seat, Refuse(number) if refuse else Agree(number))

    @rule(seat=st.sampled_from(SEATS), what=ways, data=st.data())
    def everybody_wants_it(self, seat: str, what: str, data: Any) -> None:
        if seat in self.seats:
            self.tries(seat, what, data)
        for each in self.seats:
            for motion in self.table.motions:
                self.act(each, Agree(motion.id))

    moments = st.sampled_from((0.0, 120.0, 121.0))

    @rule(seat=st.sampled_from(SEATS[1:3]), claim=st.sampled_from("aab"), refused=st.booleans(), later=moments)
    def somebody_asks_for_a_seat(self, seat: str, claim: str, refused: bool, later: float) -> None:
        if seat not in self.seats or not self.act(None, AdmitPhone(seat, claim * 64)):
            return
        motion = self.table.motions[-1]
        for other in motion.asked[refused:]:
            self.act(other, Agree(motion.id))
        if later:
            self.comes(seat, claim, later)

    @rule(seat=st.sampled_from(SEATS[1:3]), claim=st.sampled_from("aab"), later=moments)
    def an_asker_comes(self, seat: str, claim: str, later: float) -> None:
        """Let a new phone answer in time or late, once or again, after any other step."""
        self.comes(seat, claim, later)

    def comes(self, seat: str, claim: str, later: float) -> None:
        self.came_late = later > PERMIT_SECONDS
        self.act(None, MoveSeat(seat, claim * 64, later))
        self.came_late = False

    @rule(now=st.sampled_from((False, False, False, True)))
    def the_box_is_restarted(self, now: bool) -> None:
        if not now:
            return
        before = self.table
        self.tables = self.setting.table(self.log)
        assert self.table == before


def votes(machine: type[SealedBallot], setting: Setting, number: int, steps: int, start: int = 1) -> None:
    """Play ``number`` games of so many steps."""
    machine.setting = setting
    run_state_machine_as_test(
        seed(start)(machine),
        settings=settings(
            max_examples=number,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            print_blob=False,
            report_multiple_bugs=False,
            phases=[HypothesisPhase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )


def check_votes(number: int, steps: int) -> None:
    SealedBallot.done.clear()
    for setting in (A_SALE, A_CARELESS_GAME):
        votes(SealedBallot, setting, number // 2, steps)
    print(dict(SealedBallot.done))
    expected = {"votes were turned over", "votes were entered", "ballot_voided", "game_ended", "level_changed"}
    expected |= {"a vote with seals was taken away", "undone while a vote was open", "motion_dropped"}
    expected |= {"phone_admitted"}
    assert expected <= (+SealedBallot.done).keys(), "something never came to pass"
    figure("ballot_model", number)


def test_nobodys_sealed_vote_is_touched_without_him() -> None:
    check_votes(60, 15)


@pytest.mark.torture
def test_nobodys_sealed_vote_is_touched_without_him_in_a_thousand_games() -> None:
    check_votes(1_000, 60)


# --- negative controls ------------------------------------------------------------------------


def consent_of_anyone(consent: Consent | None, owners: tuple[str, ...], title: Any) -> Consent | None:
    return consent


def one_other(other_seats: tuple[str, ...], actor: str | None, ballot: Ballot, title: Any) -> Consent:
    return Consent(other_seats, min(1, len(other_seats)), title)


def as_it_was_once(game: Game, past: Table, now: Table, record: StoredEvent) -> Table:
    """Return the seals come back with the vote."""
    return replace(RESTORED(game, past, now, record), ballot=past.ballot)


def only_of(*kinds: type[Command]) -> Callable[..., tuple[str, ...]]:
    def owners(referee: Referee, table: Table, actor: str | None, command: Command) -> tuple[str, ...]:
        return OWNERS(referee, table, actor, command) if isinstance(command, kinds) else ()

    return owners


def early(table: str, ballot: Ballot, seat: str, opening: Opening) -> Opening:
    return opening if seat in ballot.voters else check_opening(table, ballot, seat, opening)


def sealed_again(ballot: Ballot, seat: str, command: SealVote) -> VoteSealed:
    return VoteSealed(ballot.id, seat, command.commitment)


def kept_for_ever(permits: Mapping[str, Permit], event: Event, at: float) -> Mapping[str, Permit]:
    return {**permits, event.seat: Permit(event.claim, at)} if isinstance(event, PhonePermitted) else permits


RESTORED, OWNERS = replay._restored, Referee._owners
REFEREE = "companion.core.referee.referee"
BROKEN: dict[str, tuple[Setting, dict[str, Any]]] = {
    "one other player confirms typed votes, no matter which ones have sealed": (
        A_SALE,
        {f"{REFEREE}.with_owners": consent_of_anyone, "companion.core.referee.consent._of_voters": one_other},
    ),
    "the seller confirms": (A_SALE, {"companion.core.referee.consent._of_voters": one_other}),
    "who has sealed is asked when it is proposed, and never again": (
        A_SALE,
        {f"{REFEREE}.is_granted": lambda *_: True},
    ),
    "a seal is no action, so that an undo passes it": (
        A_SALE,
        {f"{REFEREE}.Referee._owners": only_of(EnterVotes, VoidBallot)},
    ),
    "an undo brings old seals back": (A_SALE, {"companion.core.referee.replay._restored": as_it_was_once}),
    "a game opens another vote or ends in the middle of one": (
        A_CARELESS_GAME,
        {f"{REFEREE}.Referee._owners": only_of(EnterVotes, VoidBallot, Undo)},
    ),
    "a game numbers its votes": (
        A_CARELESS_GAME,
        {"companion.core.secrets.ballot.opened_at": lambda seq, event: event},
    ),
    "openings of a vote that is over stay in memory": (
        A_CARELESS_GAME,
        {"companion.app.loaded_table.LoadedTable.forget": lambda *_: None},
    ),
    "openings are taken before all have sealed": (A_CARELESS_GAME, {"companion.app.tables.check_opening": early}),
    "a seat seals twice": (A_CARELESS_GAME, {"companion.core.secrets.ballot.seal": sealed_again}),
    "the consent to a new phone is good for ever": (
        A_SALE,
        {"companion.core.table.table.Permit.is_valid": lambda permit, claim, now: claim == permit.claim},
    ),
    "the consent to a new phone outlasts the game and its use": (
        A_CARELESS_GAME,
        {"companion.core.referee.reducer._permits": kept_for_ever},
    ),
    "typed votes are told as revealed": (A_SALE, {"companion.core.secrets.ballot.BallotRevealed.entered": False}),
}


RARELY_SEEN = ("a game opens another vote or ends in the middle of one", "typed votes are told as revealed")
"""so that it takes long to come upon them; ``tests/core/secrets/test_sealed_votes.py`` would notice, too"""


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=pytest.mark.torture if what in RARELY_SEEN else ()) for what in BROKEN]
)
def test_a_broken_rule_is_noticed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control."""
    setting, patches = BROKEN[what]
    for name, other in patches.items():
        monkeypatch.setattr(name, other)
    with pytest.raises(AssertionError):
        votes(SealedBallot, setting, 400, 12)
