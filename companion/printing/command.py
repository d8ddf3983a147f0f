"""``companion print``: the sheets of the web page *Print*, as a file."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from companion import LANGUAGES
from companion.printing.what import DEFAULT_ADDRESS, MAX_PLACES, Paper, What

ALL, PLACES = "all", "places"
WHAT = (ALL, *(what.value for what in What), PLACES)


@click.command("print")
@click.argument("what", type=click.Choice(WHAT), default=ALL)
@click.option(
    "--paper",
    type=click.Choice([paper.value for paper in Paper]),
    default=Paper.A4.value,
    show_default=True,
    help="The paper.",
)
@click.option("--game", "name", help="The game, by the name of its folder; the first if none is named.")
@click.option("--edition", help="The edition; the game's first if none is named.")
@click.option("--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True)
@click.option(
    "--address",
    default=DEFAULT_ADDRESS,
    show_default=True,
    help="Where phones find the box: what the QR codes of seat cards and stickers say.",
)
@click.option("--table", default="", help="The code of the table that the seat cards lead to.")
@click.option("--places", type=click.IntRange(1, MAX_PLACES), default=20, help="How many numbered tables there are.")
@click.option(
    "--board",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path),
    help="A board file, for a board of your own instead of the edition's; - for stdin.",
)
@click.option(
    "--cards",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of cards that you typed, as the page Cards of our own keeps them.",
)
@click.option("--numbered", is_flag=True, help="With cards: they bear markers for a camera; the list says which.")
@click.option(
    "--wifi",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The file companion.wifi beside the games: seat cards show the code of that Wi-Fi, too.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="The PDF file; WHAT.pdf if not named, - for stdout.",
)
def print_command(
    what: str,
    paper: str,
    name: str | None,
    edition: str | None,
    language: str,
    address: str,
    table: str,
    places: int,
    board: Path | None,
    cards: Path | None,
    numbered: bool,
    wifi: Path | None,
    output: Path | None,
) -> None:
    """Make a PDF of WHAT in true millimetres, to be printed in actual size.

    WHAT is the board, corner markers, stickers, seat cards, the player aid, figures to fold (standups), discs
    (toppers), boards of one sheet (mats), tiles, cards, a list of them, a score sheet (scores), markers for a camera
    above cards (markers), or all of them; or places, cards for the numbered tables of a house.
    """
    from companion.app.hosting.wifi import GuestWifi
    from companion.core.errors import RuleError
    from companion.games import registry
    from companion.printing.order import order_for
    from companion.printing.sheets import printed
    from companion.printing.sheets.seats import place_cards

    try:
        if what == PLACES:
            pdf = place_cards(places, Paper(paper), language, address)
        else:
            editions = registry().get(name or next(iter(registry())))
            if editions is None:
                raise click.ClickException(f"There is no game {name} on the shelf.")
            first, board_text, typed = edition or next(iter(editions)), _text(board), _text(cards)
            order = order_for(
                editions, first, Paper(paper), language, address, table.upper(), board_text, typed, numbered
            )
            order = replace(order, wifi=GuestWifi(wifi).now)
            pdf = printed(order, *(() if what == ALL else (What(what),)))
    except RuleError as error:
        raise click.ClickException(str(error.text)) from error
    _write(pdf, output or Path(f"{what}.pdf"))


def _write(pdf: bytes, target: Path) -> None:
    """Write the file, or to standard output for the name "-". Raise ClickException where that fails."""
    if str(target) == "-":
        sys.stdout.buffer.write(pdf)
        return
    try:
        target.write_bytes(pdf)
    except OSError as error:
        raise click.ClickException(f"Cannot write {target}: {error.strerror or error}.") from error
    click.echo(f"{target}: print it in “actual size”.")


def _text(file: Path | None) -> str:
    if file is None:
        return ""
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"Cannot read {file}: {error}.") from error
