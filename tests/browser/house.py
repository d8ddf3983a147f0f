"""A game of Abilene that is played from moment to moment, so that every kind of page can be looked at."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import BrowserContext

from companion.app.camera.session import CameraSession
from companion.app.photos.desk import PhotoDesk, Reader
from companion.core.money.bank_messages import OfferLoan
from companion.core.table.commands import Agree, ChangeSeat, StartGame
from companion.core.table.table import Level, TablePhase
from companion.games.abilene.common.messages import ArrangeBoard, EndStep, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.abilene.edition_1993.messages import GoBankrupt, PayJail, PlaceLoser, PlaceReleased, RollDuel
from companion.testing import Evening
from companion.web.app import create_app
from companion.web.server.server import TableServer
from companion.web.visit.tokens import Tokens, cookie_name
from tests.browser.support import own_name
from tests.support.table import ANN, BOB, CID, DAN, Night

LONG_NAMES = {ANN: "Wolfeschlegelsteinhausen", DAN: "Ωμέγα Καλαμίτι Τζέιν"}
BY_TOWN = {ANN: ("A2-0", "A2-1"), BOB: ("B2-0", "B2-1"), CID: ("D2-0", "D2-1"), DAN: ("E2-0", "E2-1")}


@dataclass(frozen=True)
class Served:
    """A table on a running server."""

    code: str
    tokens: Tokens
    address: str
    camera: CameraSession

    def seat(self, context: BrowserContext, seat: str) -> str:
        """Give this phone the seat, and return the address of its page."""
        token = self.tokens.admit(self.code, seat, 0.0, serving=True)
        context.add_cookies([{"name": cookie_name(self.code, seat), "value": token, "url": self.address}])
        return f"{self.address}/t/{self.code}/s/{seat}"

    @property
    def screen(self) -> str:
        return f"{self.address}/t/{self.code}/screen"


@dataclass(frozen=True)
class House(Served):
    """A game of Abilene on a running server."""

    night: Night


@contextmanager
def house(level: Level = Level.BOARD, start: bool = False, reader: Reader | None = None) -> Iterator[House]:
    """Yield a game of four, two of them with long names, in the lobby or (``start``) in its first turn.

    ``reader`` reads photos of the board.
    """
    night = Night(level=level, start=False, cowboy_dice_mandatory=False, cows_to_sell=8)
    for seat, name in LONG_NAMES.items():
        night.act(seat, ChangeSeat(name, night.table.seat(seat).picks))
    if start:
        night.act(ANN, StartGame(ANN))
    with served(night, reader) as at:
        yield House(at.code, at.tokens, at.address, at.camera, night)


@contextmanager
def served(night: Evening, reader: Reader | None = None) -> Iterator[Served]:
    """Run a server for an evening of any game."""
    app = create_app(night.tables, photos=PhotoDesk(night.tables, reader) if reader else None)
    server = TableServer(app, night.tables.bell, "0.0.0.0", 0)
    server.prepare()
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        box = app.extensions["companion"]
        yield Served(night.code, box.tokens, f"http://{own_name()}:{server.port}", box.camera)
    finally:
        server.stop()
        thread.join()
        night.log.close()


def moments(night: Night) -> Iterator[tuple[str, str]]:
    """Play one game, and yield each moment with a new kind of page: its name, and the seat that is asked."""
    if night.table.phase is TablePhase.LOBBY:
        yield "lobby", BOB
        night.act(ANN, StartGame(ANN))
    yield "dice", ANN
    yield from _motion(night)
    yield from _turn(night)
    yield from _vote(night)
    night.act(CID, OfferLoan(DAN, 1500, 300, "as soon as cattle has been sold again, at the latest in three rounds"))
    yield "loan", DAN
    yield from _jail(night)
    yield from _short_of_cash(night)
    _to_the_end(night)
    yield "end", ANN


def _motion(night: Night) -> Iterator[tuple[str, str]]:
    now = night.board
    cows = tuple(cow for cow in now.cows if cow != "A6-0")
    cowboys = {cell: seat for cell, seat in now.cowboys.items() if seat != ANN}
    cowboys |= dict.fromkeys(("C6-0", "C5-0", "A5-0", "A5-4", "A3-1"), ANN)
    night.act(ANN, ArrangeBoard((*cows, "A2-0"), cowboys, {}, {}))
    yield "motion", BOB
    for seat in (BOB, CID, DAN):
        night.act(seat, Agree(night.table.motions[-1].id))


def _turn(night: Night) -> Iterator[tuple[str, str]]:
    night.roll(cow=(1, 3))
    yield "cattle", ANN
    night.act(ANN, MoveCow("A2-0", "town", 0), EndStep(Step.CATTLE))
    yield "cowboys", ANN
    night.act(ANN, MoveCowboy("C6-0", "B6-5", 0))
    yield "theft", ANN
    night.act(ANN, PlaceCow("A6-0"), MoveCowboy("C5-0", "B5-4", 1))
    yield "duel", BOB
    night.act(BOB, RollDuel(4, 1))
    yield "loser", ANN
    night.act(ANN, PlaceLoser("B7-0"), EndStep(Step.COWBOYS))


def _vote(night: Night) -> Iterator[tuple[str, str]]:
    yield "vote", BOB
    cards = {BOB: "OWN", CID: "NONE", DAN: "FOREIGN"}
    night.seal({BOB: "OWN"})
    yield "sealed", BOB
    night.seal({CID: "NONE", DAN: "FOREIGN"})
    yield "opening", CID
    night.open(cards)
    yield "revealed", BOB
    yield "sticker", ANN
    night.show("A", 600)
    yield "sale", CID


def _jail(night: Night) -> Iterator[tuple[str, str]]:
    night.arrange(cowboys={BOB: ("B5-0", "B4-2")}, jail={BOB: 3}, cows={"B": (*BY_TOWN[BOB], "B6-1", "B6-2")})
    night.roll(cow=(1, 1))
    yield "jail", BOB
    night.act(BOB, PayJail(1))
    yield "release", BOB
    night.act(BOB, PlaceReleased("B4-1"))


def _short_of_cash(night: Night) -> Iterator[tuple[str, str]]:
    night.hand(DAN, 100)
    _walk_in(night, BOB)
    night.vote("OWN", "FOREIGN", "OWN")
    night.show("B", 1000)
    yield "short of cash", DAN
    night.act(DAN, GoBankrupt())
    yield "second vote", CID
    _sell(night, "B")


def _walk_in(night: Night, seat: str) -> None:
    for die, cell in enumerate(BY_TOWN[seat]):
        night.act(seat, MoveCow(cell, "town", die))
    night.end(Step.CATTLE, Step.COWBOYS)


def _sell(night: Night, brand: str) -> None:
    night.vote(*["OWN"] * len(night.ballot.voters))
    left = {"A": 300, "B": 600, "C": 600}
    night.show(brand, left[brand])


def _to_the_end(night: Night) -> None:
    brands = {ANN: "A", BOB: "B", CID: "C"}
    while not night.is_over():
        seat, step = night.turn
        assert step is Step.DICE
        night.arrange(
            cows={night.table.seat(seat).picks["ranch"]: (*BY_TOWN[seat], *_at_home(night, seat))}, jail={}, town={}
        )
        night.roll(cow=(1, 1))
        _walk_in(night, seat)
        for _ in range(2):
            _sell(night, brands[seat])


def _at_home(night: Night, seat: str) -> tuple[str, ...]:
    ranch = night.table.seat(seat).picks["ranch"]
    return tuple(cow for cow in night.board.cows if cow[0] == ranch and cow not in BY_TOWN[seat])[2:]
