"""A simulation of explosions without a table: dice and decisions in, events out."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.errors import BadRequest
from companion.core.messages import Event, Posting
from companion.core.money.ledger import nets
from companion.core.text import say
from companion.games.unexploded_cow import events as cow_events
from companion.games.unexploded_cow import explosion
from companion.games.unexploded_cow.calc.words import Decision
from companion.games.unexploded_cow.explosion import POT
from companion.games.unexploded_cow.house_rules import HouseRules
from companion.games.unexploded_cow.reducer import apply
from companion.games.unexploded_cow.rulebook.bombs import Question, QuestionKind
from companion.games.unexploded_cow.state import Roll, State


class Simulation:
    """A simulation that takes dice and decisions one after the other, and applies the same events as a table."""

    def __init__(self, rules: HouseRules, state: State, pot: int, decisions: Sequence[Decision]) -> None:
        self.rules, self.state, self.pot = rules, state, pot
        self.decisions = list(decisions)
        self.asked: list[Question] = []
        self.events: list[Event] = []

    def take(self, event: Event) -> None:
        """Apply an event to the state and to the pot."""
        self.events.append(event)
        self.state = apply(self.state, event)
        self.pot += nets(event.postings).get(POT, 0)

    def settle(self) -> None:
        """Carry out everything before the next throw. Raise BadRequest when a decision is missing."""
        while True:
            if question := explosion.open_question(self.state, self.rules, self.pot):
                self.take(self._decided(question))
            elif event := explosion.follow(self.state, self.rules, self.pot):
                self.take(event)
            else:
                return

    def _decided(self, question: Question) -> Event:
        self.asked.append(question)
        if not self.decisions:
            raise BadRequest(say("A decision is missing."))
        decision = self.decisions.pop(0)
        match question.ability, decision:
            case QuestionKind.ORDER, list():
                return explosion.payment_event(self.state, self.rules, self.pot, question, decision)
            case QuestionKind.GENERAL, str() | None:
                target = decision or ""
                return explosion.answer_event(self.state, self.rules, self.pot, question, decision is not None, target)
            case QuestionKind.MECHANIC | QuestionKind.PFC, bool():
                return explosion.answer_event(self.state, self.rules, self.pot, question, decision, "")
        raise BadRequest(say("That decision does not fit its question."))

    def explode(self, cow: str, asked: bool) -> None:
        """Lay a bomb on a cow, as a card does, and settle it. Raise BadRequest for missing or unfit decisions."""
        self.take(explosion.bomb_laid(self.state, self.rules, self.state.turn.active, cow, asked))
        self.settle()

    def throw(self, dice: Sequence[int]) -> None:
        """Throw the dice of one roll and settle it. Raise BadRequest for missing or unfit decisions."""
        for face in dice:
            roll = self.state.roll or Roll(self.state.turn.active, extra=True)
            self.take(explosion.roll_event(self.state, self.rules, roll.roller, face, roll.extra))
        self.settle()

    def run(self, dice: Sequence[int]) -> list[dict[str, object]]:
        """Play sudden death with these dice, and return what each roll did.

        Raise BadRequest if the dice end in the middle of a roll, or outlast the game.
        """
        rolls: list[dict[str, object]] = []
        unused = list(dice)
        while event := explosion.sudden_death(self.state, self.pot):
            self.take(event)
            if isinstance(event, cow_events.PotSettled) or not unused:
                break
            passes = next((at for at, face in enumerate(unused) if face != explosion.PASSES), len(unused))
            if passes == len(unused):
                raise BadRequest(say("The dice end in the middle of a roll."))
            faces, unused = unused[: passes + 1], unused[passes + 1 :]
            before = len(self.events)
            self.throw(faces)
            rolled = self.rolled
            roll = {"player": self.state.turn.active, "roller": rolled.seat, "dice": faces}
            found = rolled.found.id if rolled.found else None
            rolls.append({**roll, "found": found, "exploded": batches(self.events[before:])})
        if unused:
            raise BadRequest(say("Dice are left after the end of the game."))
        return rolls

    @property
    def rolled(self) -> cow_events.DieRolled:
        """Return the last throw of a die."""
        return [event for event in self.events if isinstance(event, cow_events.DieRolled)][-1]

    def done(self) -> None:
        """Check that every decision was needed. Raise BadRequest."""
        if self.decisions:
            raise BadRequest(say("There are more decisions than questions."))

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Return the payments of all events."""
        return tuple(posting for event in self.events for posting in event.postings)

    @property
    def defused(self) -> list[str]:
        """Return the ids of the mechanics that defused a bomb, one for each bomb."""
        used = (each for each in self.events if isinstance(each, cow_events.Reacted) and each.used)
        return [each.cow.id for each in used if each.ability is QuestionKind.MECHANIC]

    def survivors(self) -> dict[str, list[str]]:
        """Return the ids of the cows that are left, by herd."""
        return {seat: [cow.id for cow in self.state.herds.get(seat, ())] for seat in self.state.seats}


def batches(events: Sequence[Event]) -> list[list[str]]:
    """Return the ids of the cows that exploded together, one list for each explosion, in the order of payment."""
    exploded: list[list[str]] = []
    for event in events:
        match event:
            case cow_events.CowsExploded():
                exploded.append([])
            case cow_events.CowsPaid(cows=cows):
                exploded[-1] += [cow.id for cow in cows]
    return exploded


def written(question: Question) -> dict[str, object]:
    """Return a question as plain data for the answer."""
    fields: dict[str, object] = {"seat": question.seat, "ability": question.ability.value}
    match question.ability:
        case QuestionKind.ORDER:
            return {**fields, "cows": list(question.cows)}
        case QuestionKind.GENERAL:
            return {**fields, "cow": question.cow, "targets": list(question.targets)}
        case QuestionKind.MECHANIC:
            return {**fields, "cow": question.cow}
        case QuestionKind.PFC:
            return {**fields, "cow": question.cow, "from": question.frm}
