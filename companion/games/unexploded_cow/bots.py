"""Moves of the box's players of Unexploded Cow, and the reasons for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.messages import Command, kind_of
from companion.core.text import Money, Text, Who, say
from companion.core.ui.choice import Choice, Weight
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.cards.builtin_deck import CowCard
from companion.games.unexploded_cow.opening import KEPT, hand, turn_of
from companion.games.unexploded_cow.rulebook.bombs import Question, QuestionKind
from companion.games.unexploded_cow.rulebook.cards import Ability, Cow
from companion.games.unexploded_cow.rulebook.herds import cow_of

if TYPE_CHECKING:
    from companion.games.unexploded_cow.phases.phase import Situation

WORST_FOR_A_CITY = -300
"""A cow that costs no more than this may explode for a city."""


# --- cards ------------------------------------------------------------------------------------


def play(now: Situation, seat: str) -> Command:
    """Return the next card, listed or best, and the roll when the turn's cards are played."""
    held = hand(now.table, now.deck, seat)
    if listed := turn_of(now.table):
        names = [card.name for card in held]
        for name, into, end in listed.plays:
            if name in names and seat == now.active:
                return cow_commands.PlayCard(name, now.state.seats[into], end)
        return cow_commands.RollDie()
    if len(held) <= KEPT:
        return cow_commands.RollDie()
    best = max(held, key=lambda card: abs(card.value))
    return cow_commands.PlayCard(best.name, herd_for(now, seat, best))


def herd_for(now: Situation, seat: str, card: CowCard) -> str:
    """Return whose herd a card suits: what earns stays at home, unless it is a spy; the richest gets what costs."""
    other_seats = [each for each in now.state.playing if each != seat]
    richest = max(other_seats, key=lambda each: now.table.accounts[each])
    spy = Ability.SPY in card.abilities
    return seat if (card.value >= 0) is not spy else richest


# --- abilities --------------------------------------------------------------------------------


def react(now: Situation, seat: str, question: Question) -> cow_commands.React:
    """Return whether the cow that is asked about acts."""
    use, target = _worth_it(now, seat, question)
    return cow_commands.React(question.cow, use, target)


def _worth_it(now: Situation, seat: str, question: Question) -> tuple[bool, str]:
    holder = _holder(now)
    match question.ability:
        case QuestionKind.GENERAL:
            cows = [cow_of(now.state.herds, target) for target in question.targets]
            best = max(cows, key=lambda cow: _good(cow, seat))
            return _good(best, seat) > _good(holder, seat), best.id
        case QuestionKind.MECHANIC:
            return not _may_explode(now, seat, holder), ""
        case _:
            asked_cow = cow_of(now.state.herds, question.cow)
            return _good(asked_cow, seat) > _good(holder, seat), ""


def _good(cow: Cow, seat: str) -> int:
    """Return what an explosion of the cow is worth to the seat: what others earn is a loss."""
    return cow.value if cow.owner == seat else -cow.value


def _may_explode(now: Situation, seat: str, cow: Cow) -> bool:
    if cow.owner != seat:
        return cow.value < 0
    wins_city = now.active == seat and now.state.city is not None
    return cow.value > (WORST_FOR_A_CITY if wins_city else now.rules.mechanic_reward)


def _holder(now: Situation) -> Cow:
    assert now.state.blast
    return cow_of(now.state.herds, now.state.blast.bombs[0].cow)


# --- what they say ----------------------------------------------------------------------------


def why(now: Situation, seat: str, command: Command) -> Text | None:
    """Return what a player of the box does and why, said to the person who plays against it."""
    match command:
        case cow_commands.PlayCard(card=name, into=into) if card := now.deck.cow(name):
            return _why_card(now, seat, card, into)
        case cow_commands.React(cow=cow, use=use) if now.state.blast and now.state.blast.bombs:
            return _why_react(now, seat, cow, use)
        case _:
            return None


def _why_card(now: Situation, seat: str, card: CowCard, into: str) -> Text:
    who, cow = Who(seat), card.name
    if into == seat:
        return say("%(who)s keeps %(cow)s at home, because green earns.", who=who, cow=cow)
    if Ability.SPY in card.abilities:
        if into == now.table.alone:
            return say(
                "%(who)s put the spy %(cow)s into your herd: you pay its price, but it still pays %(who)s.",
                who=who,
                cow=cow,
            )
        return say(
            "%(who)s put the spy %(cow)s into %(other)s's herd: it still pays %(who)s.",
            who=who,
            cow=cow,
            other=Who(into),
        )
    if into == now.table.alone:
        return say("%(who)s gave you %(cow)s, because red costs its owner: you pay its price.", who=who, cow=cow)
    return say("%(who)s gave %(other)s %(cow)s, because red costs its owner.", who=who, other=Who(into), cow=cow)


def _why_react(now: Situation, seat: str, cow: str, use: bool) -> Text:
    who, asked_cow, holder = Who(seat), cow_of(now.state.herds, cow).name, _holder(now)
    if use and Ability.MECHANIC in cow_of(now.state.herds, cow).abilities:
        return say(
            "%(who)s's %(cow)s defuses the bomb, because that pays %(amount)s.",
            who=who,
            cow=asked_cow,
            amount=Money(min(now.rules.mechanic_reward, now.pot)),
        )
    if use:
        return say("%(who)s moves the bomb with %(cow)s, because that brings more.", who=who, cow=asked_cow)
    if holder.owner == seat and now.active == seat and now.state.city:
        return say(
            "%(who)s lets %(cow)s explode, because that wins %(city)s.",
            who=who,
            cow=holder.name,
            city=now.state.city.name,
        )
    return say("%(who)s lets %(cow)s explode, because a bomb elsewhere brings no more.", who=who, cow=holder.name)


# --- what is suggested ------------------------------------------------------------------------


def advice(now: Situation, seat: str) -> Choice | None:
    """Return the next listed card of the person who tries the game alone."""
    listed = turn_of(now.table)
    free = now.state.roll is None and now.state.blast is None and not now.state.carrying and not now.state.city_wanted
    if listed is None or seat != now.active or not free:
        return None
    command = play(now, seat)
    if not isinstance(command, cow_commands.PlayCard):
        return None
    card = now.deck.cow(command.card)
    assert card
    words = (
        say("Keep %(cow)s: it earns %(value)s", cow=card.name, value=Money(card.value))
        if command.into == seat and card.value >= 0
        else say("Lay %(cow)s at the right end", cow=card.name)
        if command.into == seat
        else say(
            "Give %(cow)s to %(who)s: a bang costs %(value)s",
            cow=card.name,
            who=Who(command.into),
            value=Money(-card.value),
        )
    )
    fixed = {"card": command.card, "into": command.into, "at": command.at}
    return Choice(kind_of(command), words, fixed, weight=Weight.PRIMARY)
