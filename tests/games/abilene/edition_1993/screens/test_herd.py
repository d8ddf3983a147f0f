"""The private list of one's herd (rules 1993 §17): the box says which cow stands where, and not what is under it."""

from __future__ import annotations

from companion.core.table.table import Level
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.messages import MoveCow, PlaceCow, Step
from companion.games.abilene.common.pieces import Mark
from companion.games.abilene.edition_1993.screens.herd import Herd
from tests.support.abilene import ABILENE
from tests.support.prairie_1993 import theft
from tests.support.table import ANN, BOB, CID, Night

BOARD = reference_board("abilene-1993")
OWN = "OWN"


def herd(night: Night, seat: str | None) -> Herd | None:
    """Return what the page of this seat says of its herd."""
    parts = ABILENE["1993"].page(night.table, seat).parts
    return next((part.data for part in parts if isinstance(part.data, Herd)), None)


def cows(night: Night, seat: str) -> dict[str, str]:
    found = herd(night, seat)
    return dict(found.cows) if found else {}


def test_everybody_has_his_own_cows_by_the_cells_on_which_they_began() -> None:
    night = Night(4)
    starts = BOARD.select("A", Mark.COW_START)
    assert cows(night, ANN) == {cell: cell for cell in starts}
    assert not cows(night, ANN).keys() & cows(night, BOB).keys()
    assert herd(night, None) is None, "the table screen has none"


def test_a_note_goes_with_its_cow() -> None:
    night = Night(4)
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A5-1", "A4-0", 0))
    assert cows(night, ANN)["A4-0"] == "A5-1"
    assert "A5-1" not in cows(night, ANN)


def test_each_cow_is_shown_on_a_drawing_of_its_ranch() -> None:
    """The names of spaces are printed on no board."""
    night = Night(4)
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A5-1", "A4-0", 0))
    for seat in (ANN, BOB):
        found = herd(night, seat)
        assert found is not None
        assert found.cows.keys() <= found.ranch.spaces.keys()
        left, top, width, height = found.ranch.frame
        for across, down in found.ranch.spaces.values():
            assert left < across < left + width
            assert top < down < top + height


def test_the_thief_alone_is_asked_what_the_stolen_cow_says_and_has_it_in_his_list_then() -> None:
    night, cow = theft()
    asked = {seat: found.stolen for seat in (ANN, BOB, CID) if (found := herd(night, seat))}
    assert asked == {ANN: cow, BOB: "", CID: ""}
    night.act(ANN, PlaceCow("A5-1"))
    assert cows(night, ANN)["A5-1"] == cow
    assert cow not in cows(night, BOB).values()


def test_the_note_of_the_cow_on_sale_is_asked_of_its_seller_after_the_votes() -> None:
    night = Night(4, cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A2-0", "A2-1", "A6-0")})
    first, second = (cows(night, ANN)[cell] for cell in ("A2-0", "A2-1"))
    night.roll(cow=(1, 1))
    night.act(ANN, MoveCow("A2-0", "town", 0), MoveCow("A2-1", "town", 1))
    night.end(Step.CATTLE, Step.COWBOYS)

    def asked(seat: str) -> str:
        found = herd(night, seat)
        return found.selling if found else ""

    assert asked(ANN) == ""
    night.vote(OWN, OWN, OWN)
    assert (asked(ANN), asked(BOB)) == (first, "")
    night.show("A", 100)
    night.vote(OWN, OWN, OWN)
    assert asked(ANN) == second
    night.show("A", 300)
    assert first not in cows(night, ANN).values()


def test_only_stickers_that_are_not_sold_yet_can_be_noted() -> None:
    night = Night(4, cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A2-0", "A6-0")})
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A2-0", "town", 0))
    night.end(Step.CATTLE, Step.COWBOYS)
    night.vote(OWN, OWN, OWN)
    night.show("A", 1000)
    found = herd(night, BOB)
    assert found is not None
    left = {(one.brand, one.value): one.left for one in found.stickers}
    assert ("A", 1000) not in left
    assert (left["B", 1000], left["B", 600], left[None, 500]) == (1, 3, 8)


def test_of_cows_that_were_rearranged_only_one_that_moved_alone_is_still_known() -> None:
    night = Night(4)
    start = BOARD.select("A", Mark.COW_START)
    night.arrange(cows={"A": ("A2-0", *start[1:])})
    assert cows(night, ANN)["A2-0"] == start[0]
    night.arrange(cows={"A": ("A2-1", "A3-0", *start[2:])})
    assert {cows(night, ANN)[cell] for cell in ("A2-1", "A3-0")} == {"A2-1#2", "A3-0#2"}


def test_there_is_no_list_in_memory_mode_nor_with_the_bank_alone() -> None:
    assert herd(Night(4, memory_mode=True), ANN) is None
    assert herd(Night(4, Level.BANK), ANN) is None
