"""The codes of the sheets as a camera and a phone read them, with OpenCV's own detectors."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from companion.app.hosting.wifi import Wifi
from companion.boards.printed_markers import DICTIONARY
from companion.games.abilene.edition_1993.money.herds import (
    Brand,
    Sticker,
    all_stickers,
    code_of,
    kinds,
    marker_of,
    sticker_of_code,
    sticker_of_marker,
)
from companion.printing import markers as vendored
from companion.printing.markers import BITS, MODULES, TABLE_BITS, TABLE_MODULES, marker, table_marker
from companion.printing.sheets import printed
from companion.printing.sheets.figures import CODE, EDGE, MARKER, WIDTH
from companion.printing.what import Paper, What
from companion.qr import draw_svg, find_squares
from tests.printing.paper_trail import PAPERS, Picture, Seen, markers, order, part_of, pdf, picture, qr_text, words

PER_PAGE = {Paper.A4: (54,), Paper.LETTER: (54,)}


def differing() -> list[int]:
    """Return the markers that are not OpenCV's."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    wrong = []
    for number in range(50):
        reference = cv2.aruco.generateImageMarker(dictionary, number, MODULES) < 128
        if not np.array_equal(reference, np.array(marker(number))):
            wrong.append(number)
    return wrong


def test_the_marker_patterns_are_those_of_opencv() -> None:
    assert len(BITS) == 50
    assert differing() == []


def test_one_wrong_bit_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control."""
    monkeypatch.setattr(vendored, "BITS", (*BITS[:7], BITS[7] ^ 1, *BITS[8:]))
    assert differing() == [7]


def test_there_is_no_marker_beyond_the_dictionary() -> None:
    for number in (-1, 50):
        with pytest.raises(IndexError):
            marker(number)


def differing_on_tables() -> list[int]:
    """Return the markers of tables without a board that are not OpenCV's."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    references = (cv2.aruco.generateImageMarker(dictionary, number, TABLE_MODULES) < 128 for number in range(250))
    return [
        number for number, each in enumerate(references) if not np.array_equal(each, np.array(table_marker(number)))
    ]


def test_the_markers_of_tables_without_a_board_are_those_of_opencv() -> None:
    assert differing_on_tables() == []
    for number in (-1, 250):
        with pytest.raises(IndexError):
            table_marker(number)


def test_one_wrong_digit_of_them_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control."""
    digit = "1" if TABLE_BITS[48] == "0" else "0"
    monkeypatch.setattr(vendored, "TABLE_BITS", TABLE_BITS[:48] + digit + TABLE_BITS[49:])
    assert differing_on_tables() == [6]


def code_beside(found: Picture, seen: Seen) -> str:
    """Return what the QR code of the sticker says whose marker was seen."""
    left, top = (value - MARKER / 2 - EDGE for value in seen.middle)
    return qr_text(part_of(found, left + WIDTH - EDGE - CODE - 1.2, top + 0.4, CODE + 2.4, CODE + 2.2))


@pytest.mark.parametrize("paper", PAPERS)
def test_all_54_stickers_are_read_by_camera_and_phone_and_both_say_the_same(paper: Paper) -> None:
    read: Counter[Sticker] = Counter()
    for page, count in enumerate(PER_PAGE[paper], 1):
        found = picture(pdf(paper, What.STICKERS), page)
        seen = markers(found)
        assert len(seen) == count
        for one in seen:
            sticker = sticker_of_marker(one.number)
            assert sticker is not None
            assert code_beside(found, one) == f"HTTP://COMPANION.LOCAL:8000/K/{code_of(sticker)}"
            read[sticker] += 1
    assert read == all_stickers(Brand)


def test_a_camera_of_two_pixels_a_millimetre_reads_the_stickers() -> None:
    """1080 lines over a board of 500 mm."""
    found = picture(pdf(Paper.A4, What.STICKERS), dpi=51)
    assert len(markers(found)) == 54


def test_the_base_of_a_folded_cow_is_its_sticker() -> None:
    found = picture(pdf(Paper.A4, What.STANDUPS), 3)
    seen = markers(found)
    assert len(seen) == 18
    for one in seen[::6]:
        sticker = sticker_of_marker(one.number)
        assert sticker is not None
        assert code_beside(found, one).endswith(f"/K/{code_of(sticker)}")


def test_stickers_and_markers_translate_both_ways() -> None:
    assert [marker_of(sticker) for sticker in kinds()] == list(range(10, 35))
    for sticker in kinds():
        assert sticker_of_marker(marker_of(sticker)) == sticker
        assert sticker_of_code(code_of(sticker)) == sticker_of_code(code_of(sticker).lower()) == sticker
    assert marker_of(Sticker("A", 1000)) == 10
    assert marker_of(Sticker("F", 100)) == 33
    assert marker_of(Sticker(None, 500)) == 34
    assert code_of(Sticker(None, 500)) == "N500"
    assert [sticker_of_marker(number) for number in (-1, 0, 3, 9, 35, 49)] == [None] * 6
    for nonsense in ("", "A", "A999", "G1000", "N1000", "A1000\n", "Ａ1000"):
        assert sticker_of_code(nonsense) is None


@pytest.mark.parametrize(
    ("paper", "table", "leads"),
    [
        (Paper.A4, "ABCD", "http://192.168.178.20:8000/j/ABCD"),
        (Paper.LETTER, "", "http://192.168.178.20:8000/j"),
    ],
)
def test_seat_cards_lead_to_the_table(paper: Paper, table: str, leads: str) -> None:
    document = printed(order(paper, address="http://192.168.178.20:8000", table=table), What.SEATS)
    found = picture(document, dpi=100)
    places = [word for word in words(document) if word.text == "Place"]
    assert len(places) == 6
    for place in places:
        assert qr_text(part_of(found, place.left + 39, place.top - 12, 43, 42, dpi=100)) == leads


@pytest.mark.parametrize(
    "wifi",
    [
        Wifi("Table companion", "tolami-brekas-47", made_by_box=True),
        Wifi("Café; 2", 'a\\b"c,d:e;f'),
        Wifi("W" * 20, "W" * 63),
        Wifi("Guests"),
    ],
)
@pytest.mark.parametrize("table", ["ABCD", ""])
def test_seat_cards_of_a_known_wifi_have_its_code_first_and_say_what_is_typed(wifi: Wifi, table: str) -> None:
    given = order(Paper.A4, address="http://192.168.178.20:8000", table=table)
    document = printed(replace(given, wifi=wifi), What.SEATS)
    found = picture(document, dpi=100)
    places = [word for word in words(document) if word.text in ("1:", "2:")]
    assert len(places) == 12
    codes = {word.text: qr_text(part_of(found, word.left - 3, word.top + 3.6, 33, 33, dpi=100)) for word in places}
    assert codes == {"1:": wifi.code, "2:": f"{given.address}/j/{table}".rstrip("/")}
    text = unescape("".join(word.text for word in words(document)))
    assert len(wifi.password) == 63 or all(each.replace(" ", "") in text for each in (wifi.name, wifi.password))


@pytest.mark.parametrize("text", ["http://192.168.178.20:8000/j/ABCD", "WIFI:T:WPA;S:guests;P:" + 60 * "x" + ";;"])
def test_a_screen_shows_a_code_that_is_read(text: str) -> None:
    """Drawn from the outlines of the picture, which go along squares only."""
    drawn = ElementTree.fromstring(draw_svg(text))
    side = int(drawn.attrib["viewBox"].split()[2])
    found = np.full((side, side), 255, np.uint8)
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", drawn[1].attrib["d"])
    for x, y, length in (map(int, run) for run in runs):
        found[y, x : x + length] = 0
    assert "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in runs) == drawn[1].attrib["d"]
    assert qr_text(np.kron(found, np.ones((6, 6), np.uint8))) == text


def test_a_code_with_a_spoilt_corner_is_not_read() -> None:
    """Negative control: the reader is not satisfied with anything square."""
    modules = np.array(find_squares("HTTP://COMPANION.LOCAL:8000/K/A1000"))
    modules[:9, :9] = True
    found = np.kron(np.pad(~modules, 4, constant_values=True), np.ones((6, 6))).astype(np.uint8) * 255
    assert qr_text(found) == ""
