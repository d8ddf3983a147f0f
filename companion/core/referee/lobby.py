"""Before and around the game: seats, house rules, the level, the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.catalogue import ChosenCatalogue, read_cards
from companion.core.errors import BadRequest, NotNow
from companion.core.members import cards_are_asked_for
from companion.core.messages import Command, Event
from companion.core.money.ledger import carried_over, open_accounts, post
from companion.core.names import skeleton
from companion.core.plugin import Game
from companion.core.referee.house_rules import changes, with_rules
from companion.core.referee.rematch import play_again
from companion.core.sentences import SENTENCES
from companion.core.table import commands, events
from companion.core.table.table import Level, Pace, Seat, Table, TablePhase
from companion.core.text import fact, say

MAX_NAME_LENGTH = 24
MAX_CATALOGUE_NAME_LENGTH = 40
SEATING_COMMANDS = (
    commands.TakeSeat,
    commands.ChangeSeat,
    commands.LeaveSeat,
    commands.RemoveSeat,
    commands.SetLevel,
    commands.ChooseBoard,
)
LOBBY_COMMANDS = (
    *SEATING_COMMANDS,
    commands.ArrangeSeats,
    commands.ChooseCatalogue,
    commands.StartGame,
    commands.SetRule,
    commands.SetRules,
    commands.SetPace,
    commands.GoOn,
    commands.SetRemembering,
    commands.PlayAgain,
    commands.TakeIn,
)


def decide(game: Game, table: Table, actor: str | None, command: Command, waived: bool) -> tuple[Event, ...]:
    """Return the events of a command about seats, rules, level or start, moves included. Raise RuleError."""
    decided = _decided(game, table, actor, command, waived)
    if table.phase is TablePhase.LOBBY and isinstance(command, SEATING_COMMANDS):
        for event in decided:
            table = apply(game, table, event)
        return (*decided, *_moved(game, table))
    return decided


def _decided(game: Game, table: Table, actor: str | None, command: Command, waived: bool) -> tuple[Event, ...]:
    if isinstance(command, commands.SetRemembering):
        other = command.remembered is not table.remembered
        return (events.RememberingChanged(command.remembered),) if other else ()
    if table.phase is TablePhase.OVER and not isinstance(command, commands.PlayAgain):
        raise NotNow.saying(SENTENCES, fact("game_over"))
    match command:
        case commands.SetPace(pace=pace):
            return (events.PaceChanged(_pace(table, pace)),)
        case commands.GoOn():
            _pace(table, table.pace)
            return (events.WentOn(),)
        case commands.SetRule(name=name, value=value):
            changed = changes(game, table, {name: value})
            return (events.RuleChanged(name, changed.get(name, value)),)
        case commands.SetLevel(level=level):
            return (events.LevelChanged(_level(game, table, level)),)
        case commands.ChooseCatalogue(name=name, file=file, typed=typed) if cards_are_asked_for(game.catalogue, table):
            return (_catalogue(game, name, file, typed),)
        case commands.PlayAgain():
            if table.phase is not TablePhase.OVER:
                raise NotNow(say("This game is not over yet."))
            return play_again(game, table, actor, command)
        case commands.TakeIn() if table.phase is TablePhase.PLAYING:
            return _taken_in(game, table, command)
    if table.phase is not TablePhase.LOBBY:
        raise NotNow(say("The game has begun: seats are fixed until it ends."))
    return _decided_before_start(game, table, actor, command, waived)


def _decided_before_start(
    game: Game, table: Table, actor: str | None, command: Command, waived: bool
) -> tuple[Event, ...]:
    """Return what the command does in the lobby. Raise RuleError."""
    match command:
        case commands.SetRules(values=values):
            changed = changes(game, table, values)
            return (events.RulesChanged(changed),) if changed else ()
        case commands.TakeSeat(name=name, picks=picks, box=box):
            free, named = _free_id(game, table), clean_name(table, name)
            return (events.SeatTaken(_wishing(game, table, None, Seat(free, named, {}, box), picks)),)
        case commands.ChangeSeat(name=name, picks=picks):
            seat = table.seat(actor or "")
            named = clean_name(table, name, but=seat.id)
            return (events.SeatChanged(_wishing(game, table, seat.id, replace(seat, name=named), picks)),)
        case commands.LeaveSeat():
            return (events.SeatLeft(table.seat(actor or "")),)
        case commands.RemoveSeat(seat=number):
            return (events.SeatLeft(_persons(table.seat(number))),)
        case commands.ArrangeSeats(order=order):
            return (events.SeatsArranged(_order(game, table, order)),)
        case commands.ChooseBoard(file=file):
            return (_board(game, table, file),)
        case commands.ChooseCatalogue(name=name, file=file, typed=typed):
            return (_catalogue(game, name, file, typed),)
        case commands.StartGame():
            return _start(game, table, command, waived)
        case _:
            raise BadRequest(say("The box does not know what you mean."))


def _cleared(table: Table, event: events.TableCleared) -> Table:
    """Return the table in its lobby again; kept money is posted, like all money."""
    return replace(
        table,
        seats=tuple(map(table.seat, event.order)) or table.seats,
        catalogue=ChosenCatalogue("", event.learnt) if event.learnt else table.catalogue,
        phase=TablePhase.LOBBY,
        accounts=open_accounts(table.ids, table.pots),
        kept=event.kept,
        loans={loan.id: loan for loan in event.loans},
        motions=(),
        ballot=None,
        play=None,
        done=(),
        ending=None,
        games=table.games + 1,
    )


def apply(game: Game, table: Table, event: Event) -> Table:
    """Return the table with its seats, rules and level after the event."""
    match event:
        case events.SeatTaken(seat=seat, after=after):
            at = table.ids.index(after) + 1 if after else len(table.seats)
            seats = (*table.seats[:at], seat, *table.seats[at:])
            return replace(table, seats=seats, accounts={**table.accounts, seat.id: 0})
        case events.SeatChanged(seat=seat):
            return replace(table, seats=tuple(seat if old.id == seat.id else old for old in table.seats))
        case events.SeatLeft(seat=seat):
            kept = {account: amount for account, amount in table.kept.items() if account != seat.id}
            opened = open_accounts((other for other in table.ids if other != seat.id), table.pots)
            seats = tuple(old for old in table.seats if old.id != seat.id)
            loans = {key: loan for key, loan in table.loans.items() if seat.id not in (loan.lender, loan.borrower)}
            return replace(table, seats=seats, kept=kept, accounts=post(opened, carried_over(kept)), loans=loans)
        case events.TableCleared():
            return _cleared(table, event)
        case events.SeatsArranged(order=order) | events.GameStarted(order=order):
            return replace(table, seats=tuple(sorted(table.seats, key=lambda seat: order.index(seat.id))))
        case events.RuleChanged(name=name, value=value):
            return with_rules(game, table, {name: value})
        case events.RulesChanged(values=values):
            return with_rules(game, table, values)
        case events.LevelChanged(level=level):
            return replace(table, level=level)
        case events.PaceChanged(pace=pace):
            return replace(table, pace=pace)
        case events.RememberingChanged(remembered=remembered):
            return replace(table, remembered=remembered)
        case events.BoardChosen(file=file):
            return replace(table, board=file)
        case events.CatalogueChosen(catalogue=catalogue):
            return replace(table, catalogue=catalogue, cards_said=True)
        case _:
            return table


def come_back(game: Game, table: Table, name: str) -> Seat | None:
    """Return the seat of this name that is out of the game that is going on, as it left or its arrival was undone."""
    playing = game.in_play(table)
    named = (seat for seat in table.seats if skeleton(seat.name) == skeleton(name))
    return next((seat for seat in named if seat.id not in playing), None)


def _taken_in(game: Game, table: Table, command: commands.TakeIn) -> tuple[Event, ...]:
    """Return the arrival of a newcomer in the middle of the game, or the return of a seat that is out of it."""
    for neighbour in (command.after, command.partner):
        if neighbour:
            table.seat(neighbour)
    if back := come_back(game, table, command.name):
        return game.welcome(table, back.id, command)
    newcomer = Seat(_free_id(game, table), clean_name(table, command.name), {}, late=True)
    taken = events.SeatTaken(newcomer, command.after)
    return (taken, *game.welcome(apply(game, table, taken), newcomer.id, command))


def clean_name(table: Table, name: str, but: str | None = None) -> str:
    """Return a name on one line, legible from three metres, and not taken. Raise BadRequest otherwise."""
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise BadRequest(say("Please enter a name."))
    if len(name) > MAX_NAME_LENGTH:
        raise BadRequest(say("That name is too long: at most %(count)s letters.", count=MAX_NAME_LENGTH))
    taken = next((seat for seat in table.seats if seat.id != but and skeleton(seat.name) == skeleton(name)), None)
    if taken and taken.name.casefold() == name.casefold():
        raise BadRequest(say("Someone at this table is called %(name)s already.", name=name))
    if taken:
        raise BadRequest(say("%(name)s looks like %(other)s, who sits here already.", name=name, other=taken.name))
    return name


def _level(game: Game, table: Table, level: Level) -> Level:
    if level not in game.edition.levels:
        raise BadRequest(say("This game cannot be played that way."))
    if table.phase is TablePhase.PLAYING:
        game.check_level(table, level)
    return level


def _pace(table: Table, pace: Pace) -> Pace:
    if not any(seat.box for seat in table.seats):
        raise NotNow(say("The box plays no seat at this table."))
    return pace


def _order(game: Game, table: Table, order: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats, clockwise. Raise BadRequest where their order says nothing, NotNow for other seats."""
    if not game.uses_seat_order(table):
        raise BadRequest(say("In this game the order of the list does not matter."))
    if sorted(order) != sorted(table.ids):
        raise NotNow(say("Someone has sat down or got up meanwhile: please look at the order again."))
    return order


def _board(game: Game, table: Table, file: str) -> events.BoardChosen:
    """Return the board, if the game can be played on it and every seat has a place on it."""
    if game.board is None:
        raise BadRequest(say("This game cannot be played that way."))
    chosen = game.board.chosen(file)
    game.moved(replace(table, board=chosen.file))  # refused where the board has no place for all of them
    return chosen


def _catalogue(game: Game, name: str, file: str, typed: bool) -> events.CatalogueChosen:
    """Return the cards, if the game can be played with them."""
    catalogue = game.catalogue
    if catalogue is None:
        raise BadRequest(say("This game is not played with cards of one's own."))
    if typed and not catalogue.typed_in_play:
        raise BadRequest(say("This game has to know its cards before it begins: enter them as a list."))
    if not file:
        return events.CatalogueChosen(ChosenCatalogue("", "") if typed else None)
    cards = read_cards(catalogue.types, file)
    catalogue.check(cards)
    for missing in catalogue.missing(cards):
        raise BadRequest(say("You cannot play with these cards yet. %(missing)s", missing=missing))
    return events.CatalogueChosen(ChosenCatalogue(" ".join(name.split())[:MAX_CATALOGUE_NAME_LENGTH] or "–", file))


def _persons(seat: Seat) -> Seat:
    if seat.box:
        raise BadRequest(say("The box plays that seat itself."))
    return seat


def _wishing(game: Game, table: Table, before: str | None, seat: Seat, picks: Mapping[str, str]) -> Seat:
    """Return the seat with its wishes, and with what the box adds where there is none."""
    checked = dict(game.check_seat(table, before, picks))
    return replace(seat, picks=checked, wished=tuple(name for name, value in picks.items() if value))


def _moved(game: Game, table: Table) -> tuple[events.SeatChanged, ...]:
    """Return the seats that move over, so that the game can start with as many as are seated."""
    return tuple(
        events.SeatChanged(replace(table.seat(seat), picks=dict(picks)), moved=True)
        for seat, picks in game.moved(table).items()
    )


def _free_id(game: Game, table: Table) -> str:
    most = game.edition_at(table.rules).players[1]
    taken = set(table.ids)
    for number in range(1, most + 1):
        if f"s{number}" not in taken:
            return f"s{number}"
    raise NotNow(say("All %(count)s seats are taken.", count=most))


def _start(game: Game, table: Table, command: commands.StartGame, waived: bool) -> tuple[Event, ...]:
    fewest = game.edition_at(table.rules).players[0]
    if len(table.seats) < fewest:
        raise NotNow(say("%(count)s players are needed; %(seated)s sit here.", count=fewest, seated=len(table.seats)))
    drawn = command.first is None
    over = _moved(game, table)  # a table of before the box did so at once, or one that plays again
    for event in over:
        table = apply(game, table, event)
    first = command.lot % len(table.seats) if command.first is None else table.ids.index(table.seat(command.first).id)
    order, *rest = game.start(table, first, waived)
    if not isinstance(order, events.GameStarted):
        raise TypeError("a game starts with events.GameStarted")
    return (*over, replace(order, drawn=drawn), *rest)
