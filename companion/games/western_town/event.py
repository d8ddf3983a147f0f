"""The base class of the game's events: how each changes the state, and its line in the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.messages import Event
from companion.core.text import Text
from companion.core.values import changed
from companion.games.western_town.guided_turn import Round
from companion.games.western_town.state import Board, Circle, State


@dataclass(frozen=True, slots=True)
class TownEvent(Event):
    """An event of the game. A subclass overrides the methods for the parts of the state that it changes."""

    def subject(self) -> str:
        """Return the seat whose town and camp the event changes, "" for none."""
        return str(getattr(self, "seat", ""))

    def on_state(self, state: State) -> State:
        """Return the state after the event."""
        seat = self.subject()
        board = state.towns[seat]
        after = self.on_board(board)
        towns = state.towns if after is board else {**state.towns, seat: after}
        circles = (self.on_circle(each) if seat in each.seats else each for each in state.circles)
        return changed(state, towns=towns, circles=tuple(circles))

    def on_board(self, board: Board) -> Board:
        """Return the town after the event."""
        return board

    def on_circle(self, circle: Circle) -> Circle:
        """Return the circle (the players around one camp) after the event."""
        return changed(circle, round=self.on_round(circle, circle.round)) if circle.round else circle

    def on_round(self, circle: Circle, turn: Round) -> Round:
        """Return the guided turn after the event."""
        return turn

    def tell(self) -> Text | None:
        """Return the line for the log, or None to leave the event out."""
        return None

    def news(self) -> Mapping[str, Text]:
        """Return the notices for phones, by seat."""
        return {}
