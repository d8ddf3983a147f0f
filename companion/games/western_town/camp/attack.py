"""An attack: whose town, what the Indians go for, whether it is defended (rules §11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.errors import IllegalMove
from companion.core.messages import Command, Event, TitleEvent, kind_of
from companion.core.phases import handles
from companion.core.text import Fact, Text, Who, fact, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.core.values import changed
from companion.games.western_town.changes import BuildingMarked, TownChanged
from companion.games.western_town.event import TownEvent
from companion.games.western_town.phase import Phase, Situation
from companion.games.western_town.rulebook import rule
from companion.games.western_town.rulebook.camp import (
    INHABITANTS,
    Camp,
    Indian,
    Raid,
    attacked,
    begun,
    price,
    refunded,
    struck,
)
from companion.games.western_town.rulebook.towns import change
from companion.games.western_town.state import Attack, Circle, State
from companion.games.western_town.words import COLOURS, kept, named, target_words


@dataclass(frozen=True, slots=True)
class ChooseTown(Command):
    """Command to choose which of the tied towns is attacked, as grand manitou."""

    seat: str


@dataclass(frozen=True, slots=True)
class ChooseTarget(Command):
    """Command to choose what the Indians of a colour attack, as grand manitou."""

    colour: Indian
    target: str


@dataclass(frozen=True, slots=True)
class DefendTarget(Command):
    """Command to defend what is attacked in the own town, or give it up."""

    defend: bool


@dataclass(frozen=True, slots=True)
class AttackBegan(TownEvent):
    """The record of an attack on one of these towns, set off by the Indian of this colour that ``roller`` added."""

    roller: str
    by: Indian
    towns: tuple[str, ...]

    def subject(self) -> str:
        return self.roller

    def on_circle(self, circle: Circle) -> Circle:
        alone = len(self.towns) == 1
        circle = changed(circle, throwing="", throws=0)  # the rest of the action is dropped (11.1)
        turn, resting = (each.attacked(self.roller) if each else None for each in (circle.round, circle.resting))
        attack = Attack(self.by, self.towns[0] if alone else "", () if alone else self.towns)
        return changed(circle, round=turn, resting=resting, attack=attack)

    def tell(self) -> Text:
        colour = COLOURS[self.by]
        if len(self.towns) == 1:
            return say("The Indians attack (%(colour)s): the town of %(who)s", colour=colour, who=Who(self.towns[0]))
        return say("The Indians attack (%(colour)s): the grand manitou chooses the town", colour=colour)


@dataclass(frozen=True, slots=True)
class AttackedTownChosen(TownEvent):
    """The record of the grand manitou's choice among the tied towns."""

    by: str
    seat: str

    def on_circle(self, circle: Circle) -> Circle:
        return changed(circle, attack=changed(circle.attack, town=self.seat, tied=())) if circle.attack else circle

    def tell(self) -> Text:
        return say("%(by)s sends the Indians to the town of %(who)s", by=Who(self.by), who=Who(self.seat))


@dataclass(frozen=True, slots=True)
class TargetChosen(TownEvent):
    """The record of what a colour attacks: a building, by its id, or the Inhabitants; ``price`` in Cowboys."""

    seat: str
    colour: Indian
    target: str
    price: int
    name: Fact | str = ""

    def on_circle(self, circle: Circle) -> Circle:
        attack = circle.attack
        return changed(circle, attack=changed(attack, colour=self.colour, target=self.target)) if attack else circle

    def tell(self) -> Text:
        return say(
            "Target of %(colour)s: %(name)s; to defend it costs Cowboys: %(price)s",
            colour=COLOURS[self.colour],
            name=named(self.name),
            price=self.price,
        )


@dataclass(frozen=True, slots=True)
class TargetStruck(TownEvent, TitleEvent):
    """The record of the end of a colour's attack on a target, ``defended`` or not."""

    seat: str
    colour: Indian
    target: str
    defended: bool
    name: Fact | str = ""

    def on_circle(self, circle: Circle) -> Circle:
        if circle.attack is None:
            return circle
        gone_home = changed(circle.camp, red=0) if self.colour is Indian.RED else changed(circle.camp, orange=0)
        attack = changed(circle.attack, colour=None, target="", struck=(*circle.attack.struck, self.target))
        return changed(circle, camp=gone_home, attack=attack)

    def tell(self) -> Text:
        if self.defended:
            return say("%(who)s defends: %(name)s", who=Who(self.seat), name=named(self.name))
        return say("%(who)s does not defend: %(name)s", who=Who(self.seat), name=named(self.name))

    def news(self) -> Mapping[str, Text]:
        name = named(self.name)
        defended, given_up = say("You defend: %(name)s", name=name), say("You do not defend: %(name)s", name=name)
        return {self.seat: defended if self.defended else given_up}


@dataclass(frozen=True, slots=True)
class AttackEnded(TownEvent):
    """The record of an attack's end: the camp is empty; ``reserve`` are the Peace pipes left there."""

    seat: str
    reserve: int

    def on_circle(self, circle: Circle) -> Circle:
        return changed(circle, attack=None, camp=Camp(), reserve=self.reserve)

    def tell(self) -> Text:
        return say("The attack is over, the camp is empty")


def attack_events(state: State, circle: Circle, roller: str, by: Indian) -> tuple[Event, ...]:
    """Return the attack that this Indian sets off: on whose town, and the help of its buildings (11.2, 11.5)."""
    hit = attacked(by, roller, {seat: state.towns[seat].all_pipes for seat in circle.seats})
    event = AttackBegan(roller, by, hit.tied or (hit.town,))
    return (event, *(() if hit.tied else helped(state, circle, hit.town)))


def helped(state: State, circle: Circle, seat: str) -> tuple[Event, ...]:
    """Return the Cowboys that standing buildings bring when their town is attacked (11.5)."""
    board = state.towns[seat]
    gains = change(board.town, begun(circle.camp, board.town, board.buildings).town)
    return (TownChanged(seat, gains, fact("guards")),) if gains else ()


def attack_end_events(state: State, circle: Circle) -> tuple[Event, ...]:
    """Return the end of an attack without Indians or targets: the camp is empty, one Peace pipe comes back (11.8)."""
    raid = state.raid(circle)
    if raid is None or circle.attack is None or circle.attack.target or not raid.over:
        return ()
    town, reserve = refunded(raid.town, circle.reserve)
    seat = circle.attack.town
    pipe = (TownChanged(seat, change(raid.town, town), fact("pipe_back")),) if town != raid.town else ()
    return (*pipe, AttackEnded(seat, reserve))


def _kept(raid: Raid, target: str) -> Fact | str:
    if target == INHABITANTS:
        return fact(INHABITANTS)
    return kept(next(each.name for each in raid.buildings if each.id == target))


class AttackPhase(Phase):
    """A phase of an attack."""

    def attack(self, now: Situation) -> Attack:
        """Return the attack; only asked while there is one."""
        assert now.circle.attack
        return now.circle.attack

    def raid(self, now: Situation) -> Raid:
        """Return the attack as the rules see it, once a town has been chosen."""
        raid = now.state.raid(now.circle)
        assert raid
        return raid


class TownChoicePhase(AttackPhase):
    """The phase in which the grand manitou chooses among the towns with the fewest Peace pipes (11.2)."""

    question = say("Which town is attacked?")
    lines = (say("These towns have equally few Peace pipes; the grand manitou chooses among them."),)

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return (now.circle.manitou,) if now.circle.attack and not now.circle.attack.town else ()

    @handles(ChooseTown)
    def choose_town(self, now: Situation, command: ChooseTown) -> tuple[Event, ...]:
        """Choose the town that is attacked. Raise IllegalMove for one that is not among the tied."""
        if command.seat not in self.attack(now).tied:
            raise IllegalMove(say("Only a town with the fewest Peace pipes can be attacked."), rule("11.2"))
        return (AttackedTownChosen(now.seat, command.seat), *helped(now.state, now.circle, command.seat))

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s chooses the town that is attacked", who=Who(now.circle.manitou))

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        return tuple(
            Choice(kind_of(ChooseTown), say("The town of %(who)s", who=Who(seat)), {"seat": seat}, rule=rule("11.2"))
            for seat in self.attack(now).tied
        )


class TargetPhase(AttackPhase):
    """The phase in which the grand manitou chooses a target for a colour (11.4)."""

    question = say("What do the Indians attack?")

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        attack = now.circle.attack
        return (now.circle.manitou,) if attack and attack.town and not attack.target else ()

    @handles(ChooseTarget)
    def choose_target(self, now: Situation, command: ChooseTarget) -> tuple[Event, ...]:
        """Choose the next target of the attack. Raise IllegalMove for one that has been struck."""
        raid, town = self.raid(now), self.attack(now).town
        if command.target in raid.struck:
            raise IllegalMove(say("A target can be chosen only once in an attack."), rule("11.3"))
        cost = price(raid, command.colour, command.target)
        return (TargetChosen(town, command.colour, command.target, cost, _kept(raid, command.target)),)

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s chooses what the Indians attack", who=Who(now.circle.manitou))

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        return tuple(self._targets(self.raid(now), colour) for colour in self.raid(now).attackers)

    def _targets(self, raid: Raid, colour: Indian) -> Choice:
        """Return the choice of a target for this colour, each with the Cowboys that its defence costs."""
        options = tuple(
            Option(each, target_words(raid, each), say("Cowboys: %(price)s", price=price(raid, colour, each)))
            for each in raid.targets
        )
        label = say("%(colour)s attack", colour=COLOURS[colour])
        target = Field("target", label, FieldKind.PICK, options)
        fixed, weight = {"colour": colour}, Weight.PRIMARY
        return Choice(kind_of(ChooseTarget), label, fixed, (target,), (), rule("11.4"), weight, label, at_once=True)

    def legal(self, now: Situation) -> tuple[Command, ...]:
        raid = self.raid(now)
        return tuple(ChooseTarget(colour, target) for colour in raid.attackers for target in raid.targets)


class DefencePhase(AttackPhase):
    """The phase in which the owner of the town defends, or does not (11.6, 11.7)."""

    question = say("Do you defend it?")

    def waited_for(self, now: Situation) -> tuple[str, ...]:
        attack = now.circle.attack
        return (attack.town,) if attack and attack.target else ()

    def colour(self, now: Situation) -> Indian:
        """Return the colour that attacks the target."""
        colour = self.attack(now).colour
        assert colour
        return colour

    def cost(self, now: Situation) -> int:
        """Return how many Cowboys it takes to defend it."""
        return price(self.raid(now), self.colour(now), self.attack(now).target)

    @handles(DefendTarget)
    def defend(self, now: Situation, command: DefendTarget) -> tuple[Event, ...]:
        """Defend the target with Cowboys, or let it be struck."""
        before, colour, target = self.raid(now), self.colour(now), self.attack(now).target
        after, name = struck(before, colour, target, command.defend), _kept(before, target)
        fallen = before.buildings != after.buildings
        return (
            *now.town_change(after.town, fact("defended" if command.defend else "attacked", target=name)),
            *((BuildingMarked(now.seat, target, True, name),) if fallen else ()),
            TargetStruck(now.seat, colour, target, command.defend, name),
        )

    def instruction(self, now: Situation) -> Text:
        short = self.raid(now).town.cowboys < self.cost(now)
        return say("You have too few Cowboys to defend it") if short else self.question

    def waiting_text(self, now: Situation) -> Text:
        return say("%(who)s defends the town, or does not", who=Who(self.attack(now).town))

    def prompt(self, now: Situation) -> tuple[Text, ...]:
        return (say("Cowboys in this town: %(count)s.", count=self.raid(now).town.cowboys),)

    def choices(self, now: Situation) -> tuple[Choice, ...]:
        attack, raid, cost = self.attack(now), self.raid(now), self.cost(now)
        people = say("Give up 4 Inhabitants and 1 Lure, as far as there are any")
        ruined = say("Do not defend: %(target)s will be destroyed", target=target_words(raid, attack.target))
        label = people if attack.target == INHABITANTS else ruined
        give_up = Choice(kind_of(DefendTarget), label, {"defend": False}, rule=rule("11.6"))
        if raid.town.cowboys < cost:
            return (replace(give_up, weight=Weight.PRIMARY),)
        label = say("Defend: %(price)s Cowboys", price=cost) if cost > 1 else say("Defend: 1 Cowboy")
        return (
            Choice(kind_of(DefendTarget), label, {"defend": True}, rule=rule("11.6"), weight=Weight.PRIMARY),
            give_up,
        )

    def legal(self, now: Situation) -> tuple[Command, ...]:
        return (DefendTarget(self.raid(now).town.cowboys >= self.cost(now)),)
