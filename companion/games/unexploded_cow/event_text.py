"""The line of the log for each event of the game, and the words for cows and places that it is made of."""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.text import Money, Param, Text, Who, listed, names_of, say
from companion.games.unexploded_cow import events as cow_events
from companion.games.unexploded_cow.cards.builtin_deck import BUILTIN_DECK
from companion.games.unexploded_cow.rulebook.bombs import QuestionKind
from companion.games.unexploded_cow.rulebook.cards import Cow
from companion.games.unexploded_cow.rulebook.herds import End


def cow_words(cow: Cow) -> Text:
    """Return the name of a cow, or words with its value if it has no name."""
    return say("%(name)s", name=cow.name) if cow.name else say("the cow of %(value)s", value=Money(cow.value))


def place_words(at: End | int) -> Text:
    """Return a place in a herd in words."""
    match at:
        case End.RIGHT:
            return say("at the right end")
        case End.LEFT:
            return say("at the left end")
        case _:
            return say("as number %(place)s from the right", place=at)


def tell(event: Event) -> Text | None:
    """Return the line of an event; None where the next event tells it."""
    match event:
        case cow_events.Anted(again=False):
            return say("Everyone pays the ante into the pot")
        case cow_events.Anted():
            return say("The pot was empty: everyone pays the ante again")
        case cow_events.TurnBegan(seat=seat):
            return say("%(who)s's turn", who=Who(seat))
        case cow_events.CityTurnedUp(city=city):
            return say("The city of %(city)s is turned up", city=city.name)
        case cow_events.CowPlayed():
            return _played(event)
        case cow_events.EventPlayed(seat=seat, name="", text=text):
            return _saying(say("%(who)s plays an event", who=Who(seat)), text)
        case cow_events.EventPlayed(seat=seat, name=name, text=text):
            return _saying(say("%(who)s plays the event %(name)s", who=Who(seat), name=name), effect_of(name, text))
        case cow_events.HerdArranged(seat=seat):
            return say("%(who)s rearranges a herd", who=Who(seat))
        case cow_events.CowMoved(seat=seat, into=into, cow=cow):
            return say(
                "%(who)s moves %(cow)s into the herd of %(into)s", who=Who(seat), cow=cow_words(cow), into=Who(into)
            )
        case cow_events.HerdsPassed(seat=seat, to=End.LEFT):
            return say("%(who)s's card sends every herd to the player on the left", who=Who(seat))
        case cow_events.HerdsPassed(seat=seat):
            return say("%(who)s's card sends every herd to the player on the right", who=Who(seat))
        case cow_events.CowRemoved(seat=seat, cow=cow, herd=herd):
            return say(
                "%(who)s takes %(cow)s out of the herd of %(herd)s", who=Who(seat), cow=cow_words(cow), herd=Who(herd)
            )
        case cow_events.PotPaid(seat=seat, words=words):
            return _saying(say("%(who)s takes money from the pot", who=Who(seat)), words)
        case cow_events.CityWon():
            return _won(event)
        case cow_events.CityCarriedOut(seat=seat, city=city):
            return say("%(who)s has done what %(city)s says", who=Who(seat), city=city.name)
        case cow_events.HerdsCounted(seat=seat):
            return say("%(who)s has said where the cows are", who=Who(seat))
        case cow_events.PlayerLeft(seat=seat):
            return say("%(who)s leaves the game", who=Who(seat))
        case cow_events.SuddenDeathBegan(order=order):
            return say("Sudden death begins: %(order)s", order=names_of(order))
        case _:
            return _bombs(event)


def effect_of(name: str, text: str) -> Text | str:
    """Return the text of an event card, in the reader's language if it is a card of the built-in deck."""
    event = BUILTIN_DECK.event(name)
    return event.text if event and str(event.text) == text else text


def _saying(line: Text, words: Text | str) -> Text:
    """Return the line with the text of the card, if it has one."""
    return say("%(line)s: %(effect)s", line=line, effect=words) if words else line


def _won(event: cow_events.CityWon) -> Text:
    city, taken = event.city, sum(posting.amount for posting in event.postings)
    words: dict[str, Param] = {"who": Who(event.seat), "city": city.name, "amount": Money(city.amount)}
    if taken < city.amount:
        won = _short(say("%(who)s wins the city of %(city)s (%(amount)s)", **words), taken)
    elif taken:
        won = say("%(who)s wins the city of %(city)s and takes %(amount)s", **words)
    else:
        won = say("%(who)s wins the city of %(city)s", **words)
    return _saying(won, city.text and (BUILTIN_DECK.effect(city) or city.text))


def _short(line: Text, paid: int) -> Text:
    """Return the line with what was ``paid`` from a pot that had less than the card's amount."""
    if not paid:
        return say("%(line)s; the pot is empty", line=line)
    return say("%(line)s; only %(amount)s were in the pot", line=line, amount=Money(paid))


def _unpaid(line: Text, event: cow_events.Reacted | cow_events.MechanicPaid) -> Text:
    """Return the line of a mechanic, and that nothing is paid: the pot is empty, or its owner has left the game."""
    return line if event.postings else say("%(line)s; nothing is paid for it", line=line)


def _played(event: cow_events.CowPlayed) -> Text:
    cow = cow_words(event.cow)
    if event.counted:
        return say("%(cow)s is in the herd of %(into)s", cow=cow, into=Who(event.into))
    if event.index < 0 and not event.cow.name:
        played = say("%(who)s plays a cow in the herd of %(into)s", who=Who(event.seat), into=Who(event.into))
    else:
        names = {"who": Who(event.seat), "into": Who(event.into)}
        played = say("%(who)s plays %(cow)s in the herd of %(into)s", cow=cow, **names)
    if event.into == event.seat or not event.postings:
        return played
    price = Money(event.postings[0].amount)
    return say("%(line)s; %(into)s pays %(amount)s", line=played, into=Who(event.into), amount=price)


def _bombs(event: Event) -> Text | None:
    match event:
        case cow_events.RollBegan(seat=seat):
            return say("%(who)s rolls in sudden death", who=Who(seat))
        case cow_events.BombLaid(seat=seat, cow=cow):
            return say("A card of %(who)s gives a bomb to %(cow)s", who=Who(seat), cow=cow_words(cow))
        case cow_events.DieRolled(seat=seat, face=face, to=to) if to:
            return say("%(who)s rolled a %(face)s: the die goes to %(to)s", who=Who(seat), face=face, to=Who(to))
        case cow_events.DieRolled(seat=seat, face=face, found=found) if found:
            return say(
                "%(who)s rolled a %(face)s: a bomb is on %(cow)s", who=Who(seat), face=face, cow=cow_words(found)
            )
        case cow_events.DieRolled(seat=seat, face=face):
            return say("%(who)s rolled a %(face)s: nothing explodes", who=Who(seat), face=face)
        case cow_events.Reacted(used=True):
            return _reacted(event)
        case cow_events.Reacted(seat=seat, cow=cow):
            return say("%(who)s: %(cow)s does nothing", who=Who(seat), cow=cow_words(cow))
        case cow_events.CowsPaid():
            return _exploded(event)
        case cow_events.BombsGiven(cows=cows):
            return say("The mad bomber has left a bomb on: %(cows)s", cows=listed(map(cow_words, cows)))
        case cow_events.MechanicPaid(seat=seat):
            return _unpaid(say("A mechanic of %(who)s defuses a bomb", who=Who(seat)), event)
        case cow_events.PotSettled(seat=seat) if seat:
            return say("%(who)s takes the rest of the pot", who=Who(seat))
        case _:
            return None


def _reacted(event: cow_events.Reacted) -> Text:
    cow = cow_words(event.cow)
    other = cow_words(event.other) if event.other else cow
    match event.ability:
        case QuestionKind.GENERAL:
            return say("%(cow)s hands the bomb to %(other)s", cow=cow, other=other)
        case QuestionKind.MECHANIC:
            return _unpaid(say("%(cow)s defuses the bomb", cow=cow), event)
        case _:
            return say("%(cow)s takes the bomb of %(other)s", cow=cow, other=other)


def _exploded(event: cow_events.CowsPaid) -> Text:
    seat, cows = event.seat, event.cows
    if len(cows) == 1 and (event.missing or not cows[0].name):
        return _at_its_value(event, cows[0])
    if len(cows) == 1:
        words: dict[str, Param] = {"cow": cow_words(cows[0]), "who": Who(seat)}
        for posting in event.postings:
            words |= {"amount": Money(posting.amount)}
            if posting.to == seat:
                return say("%(cow)s of %(who)s explodes and brings %(amount)s", **words)
            return say("%(cow)s of %(who)s explodes and costs %(amount)s", **words)
        return say("%(cow)s of %(who)s explodes", **words)
    line = say("Cows of %(who)s explode: %(cows)s", who=Who(seat), cows=listed(map(cow_words, cows)))
    if not event.missing:
        return line
    return say("%(line)s; the pot had %(amount)s too little", line=line, amount=Money(event.missing))


def _at_its_value(event: cow_events.CowsPaid, cow: Cow) -> Text:
    """Return the line of a single cow with its value: it has no name, or is paid less than its value."""
    words: dict[str, Param] = {"who": Who(event.seat), "value": Money(cow.value)}
    if cow.name:
        line = say("%(cow)s of %(who)s explodes (%(value)s)", cow=cow.name, **words)
    else:
        line = say("A cow of %(who)s explodes (%(value)s)", **words)
    return _short(line, cow.value - event.missing) if event.missing else line
