"""Herds read from rendered evenings: ``python -m tests.vision.bench.herds [FRAMES]`` prints a table.

An evening is a camera, a lamp and a table that get worse from one to the next. In each, Ann plays cows into all herds,
takes some away, moves and rearranges them; cards are nudged; hands come, rest on cards and go. What the camera's
process would tell goes to a table of Unexploded Cow, and what is proposed there is compared with what was done.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.app.camera.judgement import camera_view, observe
from companion.boards.marked_table import row_of
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.printed_markers import CARDS, ROWS
from companion.core.messages import Message
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.camera.marked_cards import marked_table, numbered
from companion.games.unexploded_cow.cards.builtin_deck import BUILTIN_DECK
from tests.games.unexploded_cow.night import ANN, BOB, CID, CODE, CowNight
from tests.vision.drawing.marked_table import Evening, Lying
from vision.inference.marked_recogniser import MarkedRecogniser
from vision.runtime.temporal_filter import MARKERS, TemporalFilter

SEATS = (ANN, BOB, CID)
PLACES = {ANN: (960.0, 520.0, -1.0), BOB: (120.0, 110.0, 1.0), CID: (960.0, 405.0, -1.0)}
"""where each row begins, and whether it runs to the left or to the right of the picture"""
NAMES = numbered(BUILTIN_DECK)
STILL = 6
"""frames without motion after which nothing new is expected"""
MOST = 7
"""cows in a herd"""
PROPOSALS = {"play_card", "move_cow", "remove_cow", "arrange_herd"}
STEPS = 12


@dataclass
class Figures:
    """The results: ``readings`` are steady observations after something had happened."""

    frames: int = 0
    readings: int = 0
    exact: int = 0
    changes: int = 0
    proposed: int = 0
    wrong: int = 0
    notes: list[str] = field(default_factory=list)
    """what was not as it should be, in words"""
    seconds: float = 0.0

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table."""
        yield f"frames                              {self.frames}"
        yield f"herds exactly right after voting    {self.exact} of {self.readings}"
        yield f"changes proposed as they were       {self.proposed} of {self.changes}"
        yield f"wrong proposals                     {self.wrong}"
        yield f"a frame                             {1000 * self.seconds / max(1, self.frames):.0f} ms"
        yield from (f"  {each}" for each in self.notes)


@dataclass
class Scene:
    """An evening at a table of three."""

    seed: int
    hard: float
    figures: Figures

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.evening = Evening(self.seed, self.hard)
        self.night = CowNight(rules={"card_markers": True})
        self.night.city("Bramblewick")
        table = marked_table(self.night.table)
        assert table
        self.reader = TemporalFilter(MarkedRecogniser(table), MARKERS)
        self.rows: dict[str, list[int]] = {seat: [] for seat in SEATS}
        self.nudged: dict[int, tuple[float, float, float]] = {}
        self.step = {seat: self.chance.uniform(34, 69) for seat in SEATS}

    def play(self) -> None:
        """Play an evening: changes, and things that change nothing."""
        self._look("the empty table", None)
        for number in range(STEPS):
            match number % 4:
                case 2:
                    self._nudge()
                    self._look("a card is nudged", None)
                case 3:
                    self._look("a hand rests on cards", None, resting=True)
                    self._look("the hand is gone", None)
            what, rows = self._change()
            self.rows = rows
            self._look(what, rows)

    def _change(self) -> tuple[str, dict[str, list[int]]]:
        """Return an action of Ann's, and how the herds lie after it."""
        rows = {seat: list(row) for seat, row in self.rows.items()}
        some = [seat for seat in SEATS if rows[seat]]
        roll = self.chance.random()
        if roll < 0.15 and some:
            seat = self.chance.choice(some)
            gone = rows[seat].pop(self.chance.randrange(len(rows[seat])))
            return f"{NAMES[gone]} is taken away", rows
        if roll < 0.3 and some:
            seat = self.chance.choice(some)
            card = rows[seat].pop(self.chance.randrange(len(rows[seat])))
            into = self.chance.choice([each for each in SEATS if each != seat])
            self._put(rows[into], card, into)
            return f"{NAMES[card]} is moved", rows
        if roll < 0.4 and len({NAMES[card] for card in rows[ANN]}) > 1:
            before = [NAMES[card] for card in rows[ANN]]
            while [NAMES[card] for card in rows[ANN]] == before:
                self.chance.shuffle(rows[ANN])
            return "Ann rearranges", rows
        used = {card for row in rows.values() for card in row}
        free = [number for number in NAMES if number not in used]
        card, into = self.chance.choice(free), self.chance.choice([seat for seat in SEATS if len(rows[seat]) < MOST])
        self._put(rows[into], card, into)
        return f"{NAMES[card]} is played", rows

    def _put(self, row: list[int], card: int, into: str) -> None:
        row.insert(self.chance.randint(0, len(row)) if into == ANN else self.chance.choice((0, len(row))), card)
        self.nudged[card] = self._slack()

    def _nudge(self) -> None:
        for row in self.rows.values():
            for card in row[:1]:
                self.nudged[card] = self._slack()

    def _slack(self) -> tuple[float, float, float]:
        return self.chance.uniform(-4, 4), self.chance.uniform(-7, 7), self.chance.uniform(-15, 15)

    def _lying(self) -> Iterator[Lying]:
        for seat, number in zip(SEATS, ROWS, strict=False):
            x, y, way = PLACES[seat]
            half_turn = 0 if way < 0 else 180
            yield Lying(number, x, y, half_turn)
            for at, card in enumerate(self.rows[seat]):
                dx, dy, turned = self.nudged[card]
                yield Lying(card, x + way * (70 + at * self.step[seat]) + dx, y + dy, half_turn + turned)

    def _look(self, what: str, changed: dict[str, list[int]] | None, resting: bool = False) -> None:
        """Move hands over the table, then keep it still; count what is seen and proposed then."""
        lying, figures = list(self._lying()), self.figures
        for at in range(2):
            self._see(lying, [(300.0 + 250 * at, 200.0 + 120 * at, 80.0)])
        hands = [(*self._somewhere(lying), 90.0)] if resting else []
        found = None
        for _ in range(STILL):
            found = self._see(lying, hands)
            if found is not None and found.status is ObservationStatus.OK:
                break
        figures.readings += 1
        if found is None:
            figures.notes.append(f"{self._where(what)}: nothing was read")
            return
        truth = {seat: [NAMES[card] for card in row] for seat, row in self.rows.items()}
        read = {seat: [kind for kind, _ in row_of(found, seat)] for seat in SEATS}
        figures.exact += read == truth
        if read != truth:
            figures.notes.append(f"{self._where(what)}: read {read}, true {truth}")
        self._judge(what, found, truth, changed is not None)

    def _judge(self, what: str, found: Observation, truth: dict[str, list[str]], changed: bool) -> None:
        figures, night = self.figures, self.night
        observe(night.tables, CODE, found)
        view = camera_view(night.tables, night.tables.live(CODE), ANN)
        offered = [choice for choice in (view.choices if view else ()) if choice.kind in PROPOSALS]
        figures.changes += changed
        if offered:
            live = night.tables.live(CODE)
            night.act(ANN, live.codec.public(Message(offered[0].kind, offered[0].fixed)))
        right = {seat: night.names(seat) for seat in SEATS} == truth
        if offered and not right:
            figures.wrong += 1
            figures.notes.append(f"{self._where(what)}: proposed {offered[0].kind} {dict(offered[0].fixed)}, wrongly")
        elif offered:
            figures.proposed += changed
        elif changed:
            figures.notes.append(f"{self._where(what)}: not proposed ({view.state if view else 'nothing seen'})")
        if not right:
            self._set(truth)

    def _set(self, truth: dict[str, list[str]]) -> None:
        """Tap what the camera did not see."""
        for seat in SEATS:
            for cow in self.night.state.herds[seat]:
                self.night.act(ANN, cow_commands.RemoveCow(cow.id))
        for seat, names in truth.items():
            for name in names:
                self.night.act(ANN, cow_commands.PlayCard(name, seat))

    def _where(self, what: str) -> str:
        return f"evening {self.seed}, {what}"

    def _somewhere(self, lying: list[Lying]) -> tuple[float, float]:
        """Return a place on the table, on a card if there is one."""
        cards = [each for each in lying if each.number in CARDS] or lying
        each = self.chance.choice(cards)
        return each.x, each.y

    def _see(self, lying: list[Lying], hands: list[tuple[float, float, float]]) -> Observation | None:
        picture = self.evening.picture(lying, hands)
        began = time.perf_counter()
        found = self.reader.see(picture)
        self.figures.seconds += time.perf_counter() - began
        self.figures.frames += 1
        return found


def measure(frames: int) -> Figures:
    """Read evenings until there are so many frames, and return the figures."""
    figures, seed = Figures(), 0
    while figures.frames < frames:
        Scene(seed, 0.2 + 0.2 * (seed % 5), figures).play()
        seed += 1
    return figures


if __name__ == "__main__":
    print(*measure(int(sys.argv[1]) if sys.argv[1:] else 300).lines(), sep="\n")
