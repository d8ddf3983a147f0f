"""An explosion roll from the die to the last bomb: open questions, and the steps between them (rules §7-§10, §17).

All are functions of the state, the house rules and the amount in the pot, and return events. The game and ``companion
calc`` take the same steps: while ``open_question`` finds none, ``follow`` returns the next event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.errors import BadRequest
from companion.core.messages import Event, Posting
from companion.core.text import Fact, Money, fact, say
from companion.core.values import changed
from companion.games.unexploded_cow import events as cow_events
from companion.games.unexploded_cow.house_rules import Decider, HouseRules
from companion.games.unexploded_cow.rulebook import bombs
from companion.games.unexploded_cow.rulebook.bombs import Blast, Bomb, Question, QuestionKind, Window
from companion.games.unexploded_cow.rulebook.cards import Cow
from companion.games.unexploded_cow.rulebook.cities import sudden_order, wins_city
from companion.games.unexploded_cow.rulebook.herds import cow_of, found_by, herd_of, order_matters, owners, payments
from companion.games.unexploded_cow.state import State

POT = "pot"
SHORT = "_short"
"""the end of a payment's reason code where the pot could not pay all of it"""
PASSES = 6
"""the face that passes the die on (rules §7.1)"""
POT_EMPTY, LAST_COW, NO_COWS = "pot_empty", "last_cow", "no_cows"


def window_of(state: State, rules: HouseRules, herd: str) -> Window:
    """Return the circumstances that decide who is asked about a bomb in this herd."""
    return Window(
        herd,
        state.herds.get(herd, ()),
        state.turn.used,
        by_herd=rules.ability_decider is Decider.HERD_OWNER,
        once=rules.mechanic_once_per_turn,
        closed=state.sudden is not None and not rules.sudden_death_abilities,
        left=state.left,
    )


def roll_event(
    state: State, rules: HouseRules, seat: str, face: int, extra: bool = False, by_box: bool = False
) -> cow_events.DieRolled:
    """Return the event of a throw: the die is passed on, finds a cow, or finds nothing (rules §7.1, §7.2)."""
    if face == PASSES:
        return cow_events.DieRolled(seat, face, to=state.next_to(seat), extra=extra, by_box=by_box)
    found = found_by(state.seats, state.herds, seat, face)
    if found is None:
        return cow_events.DieRolled(seat, face, extra=extra, by_box=by_box)
    herd = herd_of(state.herds, found.id)
    blast = bombs.resting(window_of(state, rules, herd), Blast(herd, (Bomb(found.id),)))
    return cow_events.DieRolled(seat, face, extra=extra, found=found, blast=blast, by_box=by_box)


def bomb_laid(state: State, rules: HouseRules, seat: str, cow: str, asked: bool) -> cow_events.BombLaid:
    """Return the event of a bomb that a card or a city lays on a cow (rules §18.2).

    ``asked``: whether the card lets players use abilities against it.
    """
    herd, hit = herd_of(state.herds, cow), cow_of(state.herds, cow)
    found = bombs.resting(window_of(state, rules, herd), Blast(herd, (Bomb(cow),)))
    return cow_events.BombLaid(seat, hit, found if asked else Blast(herd, holders=(cow,)))


def ends_with_pot(state: State, rules: HouseRules) -> bool:
    """Return whether the game ends with the payment that empties the pot (rules §19.3)."""
    return rules.empty_pot_saves and state.sudden is not None


def open_question(state: State, rules: HouseRules, pot: int) -> Question | None:
    """Return the question that a player has to answer now; None if there is none."""
    blast = state.blast
    if blast is None or (ends_with_pot(state, rules) and not pot):
        return None
    if blast.bombs:
        return bombs.question(window_of(state, rules, blast.herd), blast)
    if blast.unpaid and not blast.holders:
        seat = blast.unpaid[0]
        cows = _cows_of(blast, seat)
        if seat not in state.left and order_matters(cows, pot, ends_with_pot(state, rules)):
            return Question(seat, QuestionKind.ORDER, cows=tuple(cow.id for cow in cows))
    return None


def answer_event(
    state: State, rules: HouseRules, pot: int, question: Question, use: bool, target: str
) -> cow_events.Reacted:
    """Return the event of a player's answer. Raise BadRequest for a ``target`` that the general cannot choose."""
    blast = state.blast
    assert blast
    window, cow = window_of(state, rules, blast.herd), cow_of(state.herds, question.cow)
    if not use:
        return cow_events.Reacted(question.seat, question.ability, cow, False, bombs.declined(window, blast))
    after = replace(window, used=(*window.used, cow.id))
    match question.ability:
        case QuestionKind.GENERAL:
            if target not in question.targets:
                raise BadRequest(say("A general hands the bomb to another cow of its herd: choose one of them."))
            other = cow_of(state.herds, target)
            return cow_events.Reacted(
                question.seat, QuestionKind.GENERAL, cow, True, bombs.moved(after, blast, target), other
            )
        case QuestionKind.MECHANIC:
            reward = 0 if cow.owner in state.left else rules.mechanic_reward
            why = fact("defuse", cow=cow.name) if cow.name else fact("defuse_unnamed")
            postings = from_pot(pot, cow.owner, reward, why)
            defused = bombs.defused(after, blast)
            return cow_events.Reacted(question.seat, QuestionKind.MECHANIC, cow, True, defused, postings=postings)
        case _:
            other = cow_of(state.herds, question.frm)
            taken = bombs.moved(window, blast, cow.id, taken=True)
            return cow_events.Reacted(question.seat, QuestionKind.PFC, cow, True, taken, other)


def payment_event(
    state: State, rules: HouseRules, pot: int, question: Question, cows: Sequence[str]
) -> cow_events.CowsPaid:
    """Return the payment of an owner's exploded cows in this order. Raise BadRequest unless it names each once."""
    assert state.blast
    if sorted(cows) != sorted(question.cows):
        raise BadRequest(say("The order names each of your exploded cows once."))
    exploded = {cow.id: cow for cow in state.blast.exploded}
    return _paid(state.blast, question.seat, tuple(exploded[cow] for cow in cows), pot, ends_with_pot(state, rules))


def follow(state: State, rules: HouseRules, pot: int) -> Event | None:
    """Return the next event that needs no decision; None while a question is open, or if nothing explodes."""
    blast = state.blast
    if blast and ends_with_pot(state, rules) and not pot:
        return cow_events.PotSettled(POT_EMPTY)
    if blast is None or blast.bombs or open_question(state, rules, pot):
        return None
    if blast.holders:
        return _exploded(state, blast)
    if blast.unpaid:
        seat = blast.unpaid[0]
        cows = _cows_of(blast, seat)
        if seat in state.left:  # cows of a player who has left pay nobody (rules §18.5)
            return cow_events.CowsPaid(seat, cows, changed(blast, unpaid=blast.unpaid[1:]))
        return _paid(blast, seat, cows, pot, ends_with_pot(state, rules))
    exploders = [cow.owner for cow in blast.exploded]
    turn = state.turn
    if wins_city(turn.active, exploders, state.city is not None, turn.city_won, state.sudden is not None):
        assert state.city
        prize = from_pot(pot, turn.active, state.city.amount, fact("city", city=state.city.name))
        return cow_events.CityWon(turn.active, state.city, postings=prize)
    if state.sudden and (settled := sudden_death_end(state, pot)):
        return settled
    there = {cow.id: cow for cow in state.herds.get(blast.herd, ())}  # a city may have moved some of them (§18.1)
    if given := [cow for cow in blast.given if cow in there]:
        waiting = Blast(blast.herd, tuple(map(Bomb, given)))
        getting = tuple(there[cow] for cow in dict.fromkeys(given))
        return cow_events.BombsGiven(getting, bombs.resting(window_of(state, rules, blast.herd), waiting))
    return cow_events.RollEnded()


def sudden_death_end(state: State, pot: int) -> cow_events.PotSettled | None:
    """Return the event that ends sudden death, if the pot is empty or no cow is left (rules §10.4-§10.6, §17.8)."""
    if not pot:
        return cow_events.PotSettled(POT_EMPTY)
    if state.cows:
        return None
    winner = state.last_exploded
    code = LAST_COW if state.blast and winner in [cow.owner for cow in state.blast.exploded] else NO_COWS
    rest = (Posting(POT, winner, pot, fact("rest")),) if winner else ()
    return cow_events.PotSettled(code, winner, postings=rest)


def sudden_death(state: State, pot: int) -> Event | None:
    """Return the next event of sudden death between two rolls; None during a roll."""
    if state.roll or state.over or state.sudden is None:
        return None
    return sudden_death_end(state, pot) or cow_events.RollBegan(state.sudden.next)


def order_of_sudden_death(state: State) -> tuple[str, ...]:
    """Return the seats in the order in which they roll in sudden death (rules §10.2)."""
    order = sudden_order(state.seats, state.won, state.last_city)
    return tuple(seat for seat in order if seat not in state.left)


def sudden_began(state: State) -> cow_events.SuddenDeathBegan:
    """Return the beginning of sudden death, as no city is left: the order in which everybody rolls."""
    return cow_events.SuddenDeathBegan(order_of_sudden_death(state))


def _exploded(state: State, blast: Blast) -> cow_events.CowsExploded:
    herd = state.herds[blast.herd]
    cows = tuple(cow for cow in herd if cow.id in blast.holders)
    unpaid = owners(state.seats, blast.herd, cows)
    given = bombs.given_by(herd, blast.holders)
    return cow_events.CowsExploded(cows, Blast(blast.herd, exploded=cows, unpaid=unpaid, given=given))


def _cows_of(blast: Blast, seat: str) -> tuple[Cow, ...]:
    return tuple(cow for cow in blast.exploded if cow.owner == seat)


def _paid(blast: Blast, seat: str, cows: tuple[Cow, ...], pot: int, saved: bool) -> cow_events.CowsPaid:
    return changed(paid_for(seat, cows, pot, saved), blast=changed(blast, unpaid=blast.unpaid[1:]))


def paid_for(seat: str, cows: tuple[Cow, ...], pot: int, saved: bool = False) -> cow_events.CowsPaid:
    """Return what the owner of exploded cows gets, or pays, in this order."""
    amounts = payments(cows, pot, saved)
    postings = tuple(
        Posting(POT, seat, amount, _reason(_blown_up(cow), cow.value, amount))
        if amount > 0
        else Posting(seat, POT, -amount, _blown_up(cow))
        for amount, cow in zip(amounts, cows, strict=True)
        if amount
    )
    missing = sum(cow.value - amount for amount, cow in zip(amounts, cows, strict=True) if cow.value > amount)
    return cow_events.CowsPaid(seat, cows, missing=missing, postings=postings)


def _blown_up(cow: Cow) -> Fact:
    return fact("explosion", cow=cow.name) if cow.name else fact("explosion_unnamed")


def from_pot(pot: int, to: str, amount: int, why: Fact) -> tuple[Posting, ...]:
    """Return the payment of ``amount`` from the pot, or of what is left in it; none from an empty pot."""
    paid = min(amount, pot)
    return (Posting(POT, to, paid, _reason(why, amount, paid)),) if paid > 0 else ()


def _reason(why: Fact, amount: int, paid: int) -> Fact:
    """Return the reason of a payment, with the full ``amount`` where the pot had less."""
    return why if paid == amount else fact(f"{why.code}{SHORT}", **why.params, value=Money(amount))
