"""Phases of a turn: each is one object with the commands that it handles and the seats that it waits for.

A game lists its phases, those first that hold up the others. The table is in the first that waits for somebody, and
that phase decides the commands of these seats:

    class LayPhase(Phase[Situation]):
        def waited_for(self, now: Situation) -> tuple[str, ...]:
            return (now.active,)

        @handles(LayCard)
        def lay_card(self, now: Situation, command: LayCard) -> tuple[Event, ...]:
            return (CardLaid(now.seat, command.card),)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Command, Event
from companion.core.text import Text, names_of, say


class SeatedSituation(Protocol):
    """The table as one seat finds it: all that a game's phases are asked about."""

    @property
    def seat(self) -> str:
        """Return the seat that acts."""


N = TypeVar("N", bound=SeatedSituation)
C = TypeVar("C", bound=Command)
P = TypeVar("P", bound="Phase[Any]")
Handler = Callable[[P, N, C], tuple[Event, ...]]


def handles(kind: type[C]) -> Callable[[Handler[P, N, C]], Handler[P, N, C]]:
    """Mark the method of a phase that decides commands of this class: it returns events, or raises RuleError."""

    def mark(method: Handler[P, N, C]) -> Handler[P, N, C]:
        vars(method)["handles"] = kind
        return method

    return mark


class Phase(Generic[N]):
    """A phase of a turn. Everything has a default: a phase says only what is its own."""

    commands: ClassVar[tuple[type[Command], ...]] = ()
    """the commands of the phase; by default those it handles, new ones of the class first"""
    handlers: ClassVar[Mapping[type[Command], str]] = {}
    """a command's class -> the name of the method that decides it; made of the methods marked by ``handles``"""

    def __init_subclass__(cls) -> None:
        marked = {name: getattr(method, "handles", None) for name, method in vars(cls).items()}
        declared = {kind: name for name, kind in marked.items() if kind}
        cls.handlers = {**declared, **{kind: name for kind, name in cls.handlers.items() if kind not in declared}}
        if "commands" not in vars(cls):
            cls.commands = tuple(cls.handlers)

    def waited_for(self, now: N) -> tuple[str, ...]:
        """Return the seats that can go on; none while the table is not in this phase."""
        return ()

    def is_current(self, now: N) -> bool:
        """Return whether the table is in this phase: somebody is waited for, or it goes on by itself."""
        return bool(self.waited_for(now))

    def waiting_text(self, now: N) -> Text:
        """Return what those who wait read meanwhile."""
        return say("The game goes on")

    def decide(self, now: N, command: Command) -> tuple[Event, ...]:
        """Return what the command of a seat that is waited for does. Raise RuleError."""
        if (name := self.handlers.get(type(command))) is None:
            raise BadRequest(say("The box does not know what you mean."))
        events: tuple[Event, ...] = getattr(self, name)(now, command)
        return events


class Pending(NamedTuple, Generic[P]):
    """The phase that the table is in, and who can go on."""

    phase: P
    seats: tuple[str, ...]


def current(phases: Sequence[P], now: Any) -> Pending[P]:
    """Return the phase that the table is in, and who can go on; the last phase, and nobody, where none waits."""
    for phase in phases:
        if phase.is_current(now):
            return Pending(phase, phase.waited_for(now))
    return Pending(phases[-1], ())


def decide(phases: Sequence[Phase[N]], now: N, command: Command) -> tuple[Event, ...]:
    """Return what the command does in the phase that the table is in. Raise NotNow for another phase or seat."""
    phase, seats = current(phases, now)
    if type(command) not in phase.commands:
        raise NotNow(say("That is not possible now. First comes this: %(what)s.", what=phase.waiting_text(now)))
    if now.seat not in seats:
        raise NotNow(say("It is not your turn: %(who)s plays.", who=names_of(seats)))
    return phase.decide(now, command)
