"""The money only: the players say what was played, what exploded, and who takes what (rules §15, the ledger)."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.core.errors import NotNow, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.phases import handles
from companion.core.text import Text, Who, fact, names_of, say
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.unexploded_cow.cards.typed import CALLED, HIGHEST, PRICE, amount, points, value
from companion.games.unexploded_cow.cards_played import present
from companion.games.unexploded_cow.commands import (
    CloseGame,
    CountCow,
    CountMechanic,
    EndTurn,
    PlayCow,
    PlayEvent,
    TakeCity,
)
from companion.games.unexploded_cow.events import CityWon, MechanicPaid, PotSettled
from companion.games.unexploded_cow.explosion import LAST_COW, POT_EMPTY, from_pot, order_of_sudden_death, paid_for
from companion.games.unexploded_cow.phases.cards import CardsPhase, from_pot_choice
from companion.games.unexploded_cow.phases.city import city_name
from companion.games.unexploded_cow.phases.phase import Situation
from companion.games.unexploded_cow.rulebook.cards import City, Cow
from companion.games.unexploded_cow.turn_flow import pass_on


class LedgerPhase(CardsPhase):
    """Phase of a turn where the box keeps the money only."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return () if now.follows_herds else (now.active,)

    @handles(CountCow)
    def count_cow(self, now: Situation, command: CountCow) -> tuple[Event, ...]:
        """Book a cow that has exploded. Raise BadRequest."""
        owner = present(now.table, now.state, command.owner)
        return (paid_for(owner, (Cow("", "", value(command.value, now.waived), owner),), now.pot),)

    @handles(CountMechanic)
    def count_mechanic(self, now: Situation, command: CountMechanic) -> tuple[Event, ...]:
        """Book a mechanic that has defused a bomb. Raise BadRequest."""
        owner = present(now.table, now.state, command.owner)
        paid = from_pot(now.pot, owner, now.rules.mechanic_reward, fact("defuse_unnamed"))
        return (MechanicPaid(command.owner, postings=paid),)

    @handles(TakeCity)
    def take_city(self, now: Situation, command: TakeCity) -> tuple[Event, ...]:
        """Book a city that is won. Raise NotNow for a second one in a turn."""
        if now.state.turn.city_won:
            raise NotNow(say("Only one city can be won in a turn."), RuleRef("2011", "9.4"))
        name, worth = city_name(now.state, command.name), amount(command.amount, now.waived)
        city = City(name, points(command.points), worth)
        paid = from_pot(now.pot, now.seat, city.amount, fact("city", city=city.name))
        return (CityWon(now.seat, city, postings=paid),)

    @handles(EndTurn)
    def end_turn(self, now: Situation, command: EndTurn) -> tuple[Event, ...]:
        """End the turn."""
        return pass_on(now.state, now.pot, now.rules)

    @handles(CloseGame)
    def close_game(self, now: Situation, command: CloseGame) -> tuple[Event, ...]:
        """End the game. Raise NotNow where nobody is named for the rest of the pot."""
        if not now.pot:
            return (PotSettled(POT_EMPTY),)
        if not command.rest:
            raise NotNow(say("There is money in the pot: say who owns the last cow."), RuleRef("2011", "10.5"))
        seat = present(now.table, now.state, command.rest)
        return (PotSettled(LAST_COW, seat, postings=from_pot(now.pot, seat, now.pot, fact("rest"))),)

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s's turn", who=Who(now.active))

    def prompt(self, now: Situation, waited_for: bool) -> tuple[Text, ...]:
        kept = say("What cards cost or bring is noted here; the herds stay on the table.")
        return (*self._last_city(now), *((kept,) if waited_for else ()))

    def _last_city(self, now: Situation) -> tuple[Text, ...]:
        """Return what comes after this turn, where nobody can win a city any more."""
        if not now.state.all_cities_won:
            return ()
        if not now.pot:
            return (say("The last city is won and the pot is empty: after this turn the game is over."),)
        order = names_of(order_of_sudden_death(now.state))
        return (say("The last city is won. After this turn comes sudden death: %(order)s.", order=order),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        seats = named(now.state.playing)
        worth = Field(
            "value", say("Value (a red one with a minus)"), FieldKind.AMOUNT, minimum=-HIGHEST, maximum=HIGHEST
        )
        worthy = Field("points", say("Points"), FieldKind.NUMBER, maximum=100, initial=0)
        prize = Field("amount", say("Amount on the card"), FieldKind.AMOUNT, maximum=HIGHEST, step=1, initial=0)
        city = Field("name", say("City"), FieldKind.WORDS, maximum=40)
        owner = Field("owner", say("Whose cow?"), FieldKind.PICK, seats)
        herd = Field("into", say("In whose herd?"), FieldKind.PICK, seats)
        rest = Field(
            "rest", say("Who owns the last cow?"), FieldKind.PICK, (Option("", say("nobody: the pot is empty")), *seats)
        )
        won = Choice(
            kind_of(TakeCity), say("I take the city"), fields=(city, worthy, prize), title=say("I win the city")
        )
        return (
            Choice(kind_of(PlayCow), say("Pay its price"), fields=(herd, PRICE, CALLED), title=say("A cow is played")),
            Choice(kind_of(PlayEvent), say("Pay its price"), fields=(PRICE, CALLED), title=say("I play an event")),
            Choice(kind_of(CountCow), say("It has exploded"), fields=(owner, worth), title=say("A cow explodes")),
            Choice(
                kind_of(CountMechanic), say("It has defused the bomb"), fields=(owner,), title=say("A mechanic defuses")
            ),
            *(() if now.state.turn.city_won else (won,)),
            from_pot_choice(now),
            Choice(kind_of(EndTurn), say("End my turn"), weight=Weight.PRIMARY),
            Choice(
                kind_of(CloseGame),
                say("The game is over"),
                fields=(rest,),
                details=(say("The others are asked."),),
                weight=Weight.QUIET,
                rule=RuleRef("2011", "19.1"),
            ),
        )

    def bot(self, now: Situation, chance: random.Random) -> Command | None:
        """Play a cow, have one exploded and go on; after some turns say that the game is over."""
        if now.state.turn.number > 6 * len(now.state.seats):
            return CloseGame(now.seat if now.pot else "")
        match chance.randrange(3):
            case 0:
                return PlayCow(chance.choice(now.state.playing), 100 * chance.randint(1, 3))
            case 1:
                return CountCow(chance.choice(now.state.playing), 100 * chance.choice((-2, 3, 5, 8)))
            case _:
                return EndTurn()


SUDDEN = (CountCow, CountMechanic, EndTurn, CloseGame)
"""All that can be booked in sudden death (rules §10.3)."""
ALL_PAID = say("The pot is empty. If all cows of this roll are paid, the game is over; if not, book them first.")


class SuddenLedgerPhase(LedgerPhase):
    """A roll of sudden death: nothing is played, and an empty pot ends the game once all cows are paid."""

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return super().waited_for(now) if now.state.sudden else ()

    def decide(self, now: Situation, command: Command) -> tuple[Event, ...]:
        if not isinstance(command, SUDDEN):
            raise NotNow(
                say("In sudden death everyone only rolls: no card is played, no city is won."), RuleRef("2011", "10.3")
            )
        if isinstance(command, CountMechanic) and not now.rules.sudden_death_abilities:
            raise NotNow(say("By your rules nobody uses an ability in sudden death."), RuleRef("2011", "17.10"))
        if isinstance(command, EndTurn) and not now.pot:
            raise NotNow(ALL_PAID, RuleRef("2011", "19.2"))
        return super().decide(now, command)

    def instruction(self, now: Situation) -> Text:
        return say("Roll the die") if now.pot else say("The pot is empty: are all cows of this roll paid?")

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s rolls in sudden death", who=Who(now.active))

    def prompt(self, now: Situation, waited_for: bool) -> tuple[Text, ...]:
        assert now.state.sudden
        order = say(
            "Sudden death goes round until the pot is empty: %(order)s.", order=names_of(now.state.sudden.order)
        )
        booked = say("Book every cow that explodes, and every mechanic that defuses, before the roll is over.")
        return (order, booked) if waited_for else (order,)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        known = {kind_of(kind) for kind in SUDDEN}
        offered = [choice for choice in super().choices(now) if choice.kind in known]
        if not now.rules.sudden_death_abilities:
            offered = [choice for choice in offered if choice.kind != "count_mechanic"]
        if now.pot:
            over = say("The roll is over")
            return tuple(replace(each, label=over) if each.kind == "end_turn" else each for each in offered)
        paid = Choice(
            kind_of(CloseGame),
            say("Yes, all are paid: the game is over"),
            {"rest": ""},
            details=(say("The others are asked."),),
            weight=Weight.PRIMARY,
            rule=RuleRef("2011", "19.2"),
        )
        return (paid, *(choice for choice in offered if choice.kind.startswith("count_")))

    def bot(self, now: Situation, chance: random.Random) -> Command | None:
        if not now.pot:
            return CloseGame()
        owner = chance.choice(now.state.playing)
        return chance.choice((CountCow(owner, 100 * chance.choice((3, 5, 8))), EndTurn()))
