"""A game that a person tries alone, played to its end: bots play the others, the person follows the advice."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import cast

from companion.app.bots import play_once
from companion.app.guide import waits_for_next
from companion.app.tables import Tables
from companion.core.messages import Event, Message
from companion.core.secrets.ballot import Opening, SealVote, commitment
from companion.core.table.commands import GoOn, StartGame, TakeSeat
from companion.core.table.table import Table, TablePhase
from companion.core.ui.choice import Choice, Field, Weight
from companion.core.ui.page import Page
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.view.moment import moment_of
from companion.web.view.page import page_of

MAX_STEPS = 1_500


class Alone:
    """A table at which Mia plays alone against bots.

    ``votes``: her choices, by the number of votes that she has cast before; without one, the first choice.
    """

    def __init__(self, game: str, edition: str, votes: Mapping[int, str] | None = None, seed: int = 5) -> None:
        self.tables = Tables(Log(":memory:"), registry(), chance=random.Random(seed))
        wishes = {"game": game, "edition": edition, "demo": "1"}
        self.code = create_app(self.tables).test_client().post("/tables", data=wishes).location[-4:]
        self.tables.act(self.code, None, TakeSeat("Mia", {}))
        self.mia = self.table.seats[-1].id
        self.game = self.tables.game(game, edition)
        self.votes, self.voted, self.taps = votes or {}, 0, 0
        self.tables.act(self.code, self.mia, StartGame(self.mia))

    @property
    def table(self) -> Table:
        """Return the current table."""
        return self.tables.table(self.code)

    @property
    def page(self) -> Page:
        """Return the page of Mia's phone."""
        return page_of(moment_of(self.tables, self.code), self.mia)

    def seat(self, name: str) -> str:
        """Return the seat of the player with this name."""
        return next(seat.id for seat in self.table.seats if seat.name == name)

    def money(self) -> dict[str, int]:
        """Return each player's money, by name."""
        return {seat.name: self.table.accounts[seat.id] for seat in self.table.seats}

    def events(self) -> list[Event]:
        """Return all events so far."""
        return [entry.record.event for entry in self.tables.history(self.code)]

    def send(self, kind: str, fixed: Mapping[str, object]) -> None:
        """Send a command as a button of the page does."""
        self.taps += 1
        self.tables.act(self.code, self.mia, self.tables.live(self.code).codec.read(Message(kind, dict(fixed))))

    def until(self, over: Callable[[Table], bool]) -> None:
        """Play on until the table fulfils the condition."""
        for _ in self.steps():
            if over(self.table):
                return
        raise AssertionError(f"the condition is not fulfilled after {MAX_STEPS} steps")

    def to_the_end(self) -> None:
        """Play on until the game is over."""
        self.until(lambda table: table.phase is TablePhase.OVER)

    def steps(self) -> Iterator[None]:
        """Play on, and yield after each action."""
        for _ in range(MAX_STEPS):
            self.step()
            yield

    def step(self) -> None:
        """Play one action: Mia's vote, *go on*, a bot's action, or an action of Mia's."""
        live = self.tables.live(self.code)
        if self._vote():
            return
        if waits_for_next(live) and not self._asked():
            self.taps += 1
            self.tables.act(self.code, self.mia, GoOn())
        elif not play_once(self.tables, self.code):
            self.act()

    def _vote(self) -> bool:
        ballot = self.table.ballot
        if ballot is None or ballot.votes or self.mia not in ballot.voters:
            return False
        opening = Opening(self.votes.get(self.voted, ballot.choices_of(self.mia)[0]), "00" * 32)
        if self.mia not in ballot.sealed:
            seal = SealVote(ballot.id, commitment(self.code, ballot.id, self.mia, opening))
            self.tables.act(self.code, self.mia, seal)
            self.taps += 2
            return True
        if ballot.complete and self.mia not in self.tables.opened(self.code):
            self.tables.open_vote(self.code, self.mia, ballot.id, opening)
            self.voted += 1
            return True
        return False

    def _asked(self) -> bool:
        """Return whether the game waits for Mia."""
        return bool(self.page.asked) or any(row.active for row in self.game.players(self.table, None) if self._is(row))

    def _is(self, row: object) -> bool:
        return getattr(row, "seat", "") == self.mia

    def act(self) -> None:
        """Press the primary button; else place a figure, move one, or press the first other button."""
        board = self.page.board
        if pressed := self._button(Weight.PRIMARY):
            self.send(pressed.kind, {**pressed.fixed, **_filled(pressed)})
        elif board and board.targets:
            self.send(board.targets.kind, {**board.targets.fixed, board.targets.name: board.targets.cells[0]})
        elif board and board.moves and board.moves.to:
            frm, by_die = next(iter(board.moves.to.items()))
            die, ends = next(iter(by_die.items()))
            self.send(board.moves.kind, {"frm": frm, "die": die, "to": next(iter(ends))})
        elif pressed := self._button(Weight.NORMAL):
            self.send(pressed.kind, {**pressed.fixed, **_filled(pressed)})
        else:
            raise AssertionError(f"nothing to do: {self.page.headline}")

    def _button(self, weight: Weight) -> Choice | None:
        found = [each for each in self.page.choices if all(map(_is_filled, each.fields))]
        return next((each for each in found if each.weight is weight), None)


def _is_filled(field: Field) -> bool:
    """Return whether the field has a value without any input: a first option, or an initial value."""
    return bool(field.options) or field.initial is not None


def _filled(choice: Choice) -> dict[str, object]:
    """Return a value for each field: its first option, or its initial value; indexed fields fill a list."""
    values: dict[str, object] = {}
    for field in choice.fields:
        first = field.options[0].value if field.options else field.initial
        if field.index is None:
            values[field.name] = first
        else:
            values[field.name] = [*cast("list[object]", values.get(field.name, [])), first]
    return values
