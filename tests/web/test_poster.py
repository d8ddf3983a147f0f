"""The picture of the result: everybody's name whole, nothing over anything else, nothing that is secret."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.core.money.bank_messages import Pay
from companion.core.referee.parting import StopGame
from companion.core.table.commands import PlayAgain, StartGame
from companion.core.table.table import Rematch
from companion.web.app import create_app
from companion.web.screen.painting import Disc, Words, png, width_of
from companion.web.screen.poster import BANNER, MARGIN, PAPER, WIDTH, Poster, Ranked, laid_out
from tests.browser.evenings import RecordedEvening
from tests.support.phones import as_read, whole
from tests.support.recordings import RECORDED, name_of
from tests.support.table import ANN, BOB, CODE, Night

LONGEST = (
    "W" * 24,
    "Wolfeschlegelsteinhausen",
    "Zoë",
    "Ωμέγα Καλαμίτι Τζέιν",
    "Jürgen",
    "Ie\N{COMBINING ACUTE ACCENT}",
    "Ł",
    "I",
)
OF_EACH_GAME = (
    *("v1/abilene_cows_sold_board", "v1/abilene_six_left_board_cards", "v1/unexploded_cow_pot_empty"),
    *("v1/western_town_counted_guided_four", "v1/any_game_finished"),
)


def poster(names: Sequence[str], ranks: Sequence[int], score: str = "−1.234.567,00 €") -> Poster:
    places = tuple(
        Ranked(rank, f"s{at}", name, "AB", "yellow", score, rank == 1, f"{score}, {score}")
        for at, (rank, name) in enumerate(zip(ranks, names, strict=True))
    )
    awards = ("Längste Strafe: " + 8 * "Wolfeschlegelsteinhausen ",)
    return Poster(
        "Game " * 20,
        "Edition of 1993 · Wednesday, 25 November 2026",
        f"{names[0]} wins.",
        places,
        "Awards",
        awards,
        "",
        None,
        (),
        "Box",
    )


def spans(marks: Sequence[object]) -> list[tuple[str, float, float, int]]:
    """Return the words with the pixels from left to right that they take, and their height."""
    shift = {"l": 0.0, "m": 0.5, "r": 1.0}
    found = []
    for mark in marks:
        if isinstance(mark, Words):
            wide = width_of(mark.words, mark.size, mark.bold)
            left = mark.x - shift[mark.anchor[0]] * wide
            found.append((mark.words, left, left + wide, mark.y))
    return found


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("tie", [False, True])
def test_every_name_stands_there_whole_beside_its_score_however_long(count: int, tie: bool) -> None:
    names = LONGEST[:count]
    ranks = [1] * count if tie else range(1, count + 1)
    height, marks = laid_out(poster(names, ranks))
    placed = spans(marks)
    assert {*names} <= {words for words, *_ in placed}
    for words, left, right, y in placed:
        assert left >= 0, words
        assert right <= WIDTH, words
        assert 0 <= y < height, words
    for name in names:
        (_, left, right, y) = next(each for each in placed if each[0] == name)
        beside = [each for each in placed if each[3] == y and each[0] != name]
        assert all(other_right <= left or other_left >= right for _, other_left, other_right, _ in beside), name
    stars = [words for words, _, _, y in placed if words == "★" and y > BANNER]
    assert len(stars) == 1 + (count if tie else 1), "who shares the victory has a star as well, and so has the award"


def test_it_is_a_png_of_the_size_that_was_laid_out() -> None:
    from PIL import Image

    height, marks = laid_out(poster(LONGEST, range(1, 9)))
    picture = Image.open(io.BytesIO(png(WIDTH, height, PAPER, marks)))
    assert (picture.format, picture.size) == ("PNG", (WIDTH, height))
    badge = next(mark for mark in marks if isinstance(mark, Disc) and mark.y > BANNER)
    red, green, blue = picture.convert("RGB").getpixel((badge.x - badge.radius + 8, badge.y))  # type: ignore[misc]
    assert (red > 200, green > 150, blue < 120) == (True, True, True), "the player's own yellow"


def test_an_accent_that_was_typed_apart_is_drawn_over_its_letter() -> None:
    assert width_of("e\N{COMBINING ACUTE ACCENT}", 40) == width_of("é", 40)
    for letters in ("äöüßÄÖÜ", "éèêëàâçîïôùûœŒÉ’", "★−€"):
        assert width_of(letters, 40) > 0
        assert len({bytes(drawn(letter)) for letter in letters}) == len(letters), "no letter is drawn as an empty box"


def drawn(letter: str) -> bytes:
    return png(80, 80, PAPER, (Words(MARGIN // 3, 10, letter, 40),))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", [path for path in RECORDED if name_of(path) in OF_EACH_GAME], ids=name_of)
def test_it_tells_nothing_that_no_guest_may_read(path: Path, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[Words] = []

    def painter(width: int, height: int, paper: str, marks: Sequence[object]) -> bytes:
        painted.extend(mark for mark in marks if isinstance(mark, Words) and mark.y > BANNER)
        return b"PNG"

    monkeypatch.setattr("companion.web.screen.exports.png", painter)
    evening = RecordedEvening(path)
    table = evening.stand_at(len(evening.game.tables) - 1)
    client = evening.app.test_client()
    client.set_cookie("lang", language)
    assert client.get(f"/t/{evening.row.code}/result.png").data == b"PNG"
    pages = [client.get(f"/t/{evening.row.code}/{each}") for each in ("screen", "paper")]
    page = " ".join(" ".join(html.unescape(as_read(each.text)) for each in pages).split())
    names = {seat.name for seat in table.seats}
    assert names <= {mark.words for mark in painted}
    foot = painted[-1].words
    painted_texts = {" ".join(mark.words.split()) for mark in painted} - {"★", foot}
    assert {words for words in painted_texts if words not in page} == set()


def test_there_is_one_from_the_end_on_and_of_each_game_that_was_played_there() -> None:
    """After *Once more* nobody reached the picture of the game that had just ended."""
    night = Night(4)
    client: FlaskClient = create_app(night.tables).test_client()
    path = f"/t/{CODE}/result.png"
    assert client.get(path).status_code == 422
    night.together(ANN, StopGame())
    first, ended = client.get(path), night.table.seq
    assert (first.status_code, first.mimetype) == (200, "image/png")
    assert first.data.startswith(b"\x89PNG")
    screen = client.get(f"/t/{CODE}/screen").text
    assert "of=result" in screen
    assert client.get(f"/t/{CODE}/qr.svg?of=result").data != client.get(f"/t/{CODE}/qr.svg").data
    night.act(ANN, PlayAgain(Rematch.NEXT))
    assert client.get(path).data == first.data, "a player who sits elsewhere now is called as then"
    client.set_cookie(f"seat-{CODE}-{ANN}", client.application.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    assert f'href="{path}"' in whole(client, f"/t/{CODE}/s/{ANN}")
    night.act(ANN, StartGame(ANN))
    assert client.get(path).data == first.data
    night.act(ANN, Pay(BOB, 300))
    night.together(ANN, StopGame())
    assert client.get(path).data != first.data
    assert client.get(f"{path}?game={ended}").data == first.data
    assert f'href="{path}?game={ended}"' in client.get("/history").text
    for nothing in (ended + 1, 0, "x"):
        assert client.get(f"{path}?game={nothing}").status_code == 422, nothing


def test_there_is_none_of_an_end_that_was_taken_back() -> None:
    night = Night(4)
    client = create_app(night.tables).test_client()
    night.together(ANN, StopGame())
    night.undo(ANN)
    night.agree()
    assert client.get(f"/t/{CODE}/result.png").status_code == 422


def test_nothing_stands_over_the_sun() -> None:
    _, marks = laid_out(poster(["Zoë"], [1]))
    sun = next(mark for mark in marks if isinstance(mark, Disc))
    for words, _, right, y in spans(marks):
        assert y > BANNER or right < sun.x - sun.radius, words
