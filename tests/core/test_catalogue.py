"""Cards that people type: a list that was read is written again, and errors are refused with their line."""

from __future__ import annotations

import pytest

from companion.core.catalogue import (
    LARGEST_FILE,
    MAX_CARDS,
    CardType,
    card_of,
    checked,
    name_of,
    read_cards,
    written,
)
from companion.core.columns import Column, ColumnKind
from companion.core.errors import BadRequest
from companion.core.text import say

TYPES = (
    CardType(
        "ship",
        say("Ships"),
        (
            Column("name", say("Name"), longest=10),
            Column("guns", say("Guns"), ColumnKind.NUMBER, least=-5, most=99, usual=1),
            Column("does", say("Abilities"), ColumnKind.SEVERAL, options={"sail": say("sail"), "sink": say("sink")}),
        ),
    ),
    CardType("port", say("Ports"), (Column("name", say("Name"), longest=10), Column("text", say("Text"), longest=30))),
)
GOODS = (
    CardType(
        "crate",
        say("Crates"),
        (
            Column("name", say("Name")),
            Column("kind", say("Kind"), ColumnKind.ONE, options={"small": say("small"), "large": say("large")}),
            Column("holds", say("Holds"), ColumnKind.COUNTED, most=3, options={"rum": say("Rum"), "tea": say("Tea")}),
        ),
    ),
)
FILE = 'type,name,guns,does,text\nship,Anna,12,sail sink,\nport,Zoë,,,"rain, often"\n'


def test_a_file_comes_back_as_it_was_read() -> None:
    cards = read_cards(TYPES, FILE)
    assert cards[0].values == {"name": "Anna", "guns": 12, "does": ("sail", "sink")}
    assert cards[1].values == {"name": "Zoë", "text": "rain, often"}
    assert written(TYPES, cards) == FILE
    assert [name_of(TYPES, card) for card in cards] == ["Anna", "Zoë"]


@pytest.mark.parametrize(
    "text",
    [
        FILE.replace("\n", "\r\n"),
        "\ufeff" + FILE,
        FILE.replace(",", ";").replace("rain;", "rain,"),
        FILE + "\n ,,,,\n",
        FILE.replace("sail sink", '"Sink, SAIL"'),
    ],
    ids=["windows", "mark", "semicolons", "empty lines", "words in another order"],
)
def test_files_of_spreadsheets_are_read_alike(text: str) -> None:
    assert written(TYPES, read_cards(TYPES, text)) == FILE


def test_a_number_that_is_not_typed_is_the_usual_one() -> None:
    assert card_of(TYPES, "ship", {"name": "Anna"}).values["guns"] == 1
    assert card_of(TYPES, "ship", {"name": "Anna", "guns": "−5"}).values["guns"] == -5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "first line"),
        ("name,guns\nAnna,1\n", "first line"),
        ("type,name,size\nship,Anna,1\n", "no column size"),
        ("type,name\n", "at least one card"),
        ("type,name\nboat,Anna\n", "Line 2: There are no cards of type boat"),
        ("type,name\nship,\n", "Line 2: A card needs a name"),
        ("type,name\nship,Anna,3\n", "Line 2 has more values"),
        ("type,name,guns\nship,Anna,many\n", "Line 2: Guns is a whole number, not many"),
        ("type,name,guns\nship,Anna,1.5\n", "whole number"),
        ("type,name,guns\nship,Anna,٣\n", "whole number"),
        ("type,name,guns\nship,Anna,100\n", "between -5 and 99"),
        ("type,name,guns\nship,Anna,9999999999\n", "whole number"),
        ("type,name,does\nship,Anna,fly\n", "fly is none of: sail, sink"),
        ("type,name,text\nship,Anna,hello\n", "has no text"),
        ("type,name\nship,A very long name\n", "too long"),
        ("type,name\nship,<b>Anna\n", "plain text"),
        ("type,name\nship,An\x07na\n", "plain text"),
        ("type,name\nship,=1+1\n", "begins with a letter"),
        ("type,name\nship,Anna\nship,ANNA\n", "twice"),
        ('type,name\nship,"An"na\n', "comma-separated"),
        ("x" * (LARGEST_FILE + 1), "too large"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        read_cards(TYPES, text)


def test_of_an_option_there_are_several_and_of_a_kind_one() -> None:
    crate = card_of(GOODS, "crate", {"name": "A", "kind": "LARGE", "holds": "tea, 2 rum"})
    assert crate.values == {"name": "A", "kind": "large", "holds": ("rum", "rum", "tea")}
    assert written(GOODS, [crate]).splitlines()[1] == "crate,A,large,2 rum tea"
    assert read_cards(GOODS, written(GOODS, [crate])) == (crate,)
    assert card_of(GOODS, "crate", {"name": "A"}).values == {"name": "A", "kind": "small", "holds": ()}
    assert card_of(GOODS, "crate", {"name": "A", "holds": "0 rum 1 tea"}).values["holds"] == ("tea",)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"holds": "-1 rum"}, "Holds: there are 0 to 3 of each, not -1"),
        ({"holds": "4 rum"}, "not 4"),
        ({"holds": "3 rum rum"}, "not 4 rum"),
        ({"holds": "99999999999 tea"}, "0 to 3"),
        ({"holds": "2 gin"}, "Holds: gin is none of: rum, tea"),
        ({"kind": "huge"}, "Kind: huge is none of: small, large"),
        ({"kind": "small large"}, "none of"),
        ({"holds": "rum 2"}, "Holds: a number goes before what it counts"),
    ],
)
def test_what_cannot_be_counted_is_refused(typed: dict[str, str], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        card_of(GOODS, "crate", {"name": "A", **typed})


def test_a_catalogue_is_small() -> None:
    cards = [card_of(TYPES, "ship", {"name": f"S{number}"}) for number in range(MAX_CARDS + 1)]
    assert len(checked(TYPES, cards[:-1])) == MAX_CARDS
    with pytest.raises(BadRequest, match="at most"):
        checked(TYPES, cards)
