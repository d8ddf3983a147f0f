"""Figures and marks on a drawn board, ready for ``parts/figures.svg``: all that a move changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from markupsafe import Markup, escape

from companion.boards.layout import Area, Layout
from companion.core.identity import identity_cache
from companion.core.ui.board_page import Arranging, BoardView, Figure
from companion.web.drawing import board_places
from companion.web.drawing.moves_svg import DrawnArrow, cutting, drawn_arrows, outlined, whole
from companion.web.view.parts import BadgeView

NOBODY = BadgeView("", "", "", out=False)


@dataclass(frozen=True, slots=True)
class DrawnFigures:
    """The figures of a board in the picture, the highlighted cells, the arrows over them."""

    figures: Markup
    lit: Markup
    names: Markup
    """the names of the lit cells: sentences use them"""
    town: str
    """the way around the town where it is lit, "" where it is not"""
    arrows: tuple[DrawnArrow, ...]


@dataclass(frozen=True, slots=True)
class DrawnMoves:
    """A part of a board with arrows, or all of it with ``areas`` beside the cells and ``lit`` cells that change.

    ``cells`` are their outlines by the colour of their owner.
    """

    view_box: str
    cells: tuple[tuple[str, str], ...]
    town: tuple[str, ...]
    figures: Markup
    arrows: tuple[DrawnArrow, ...]
    areas: tuple[Area, ...] = ()
    lit: str = ""


def drawn_figures(layout: Layout, board: BoardView, badges: Mapping[str, BadgeView]) -> DrawnFigures:
    """Return the figures and marks on the board.

    Figures at places the layout does not have are left out: a table may use fewer areas than its game.
    """
    lit = [cell for cell in board.lit if cell in layout.by_id]
    return DrawnFigures(
        _pictures(layout, board.figures, badges, "at-"),
        Markup("").join(_lit(layout, cell) for cell in lit),
        _names(layout, lit, [at for at in board.figures if at in layout.by_id]),
        board_places.town_rim(layout) if layout.hub and layout.hub.name in board.lit else "",
        drawn_arrows(layout, board.arrows),
    )


def drawn_moves(layout: Layout, board: BoardView, badges: Mapping[str, BadgeView]) -> DrawnMoves | None:
    """Return the part of the board where a camera saw something move; None where no arrow is drawn."""
    found = cutting(layout, board.arrows)
    if found is None:
        return None
    here = {at: figures for at, figures in board.figures.items() if at in found.inside}
    return DrawnMoves(
        found.view_box,
        _coloured(found.cells, board, badges),
        board_places.town(layout),
        _pictures(layout, here, badges),
        drawn_arrows(layout, board.arrows),
    )


@identity_cache(most=16)
def proposed(layout: Layout, work: Arranging, badges: Mapping[str, BadgeView]) -> DrawnMoves:
    """Return the whole board as the proposal would have it, with its changes highlighted: one drawing for all seats."""
    pieces = {each.name: each for each in work.pieces}
    figures = {
        place: tuple(Figure(pieces[name].kind, pieces[name].seat, count) for name, count in Counter(names).items())
        for place, names in work.settings[0].figures.items()
    }
    found = whole(layout, board_places.view_box(layout, board_places.LABEL_GAP))
    return DrawnMoves(
        found.view_box,
        _coloured(found.cells, work.board, badges),
        board_places.town(layout),
        _pictures(layout, {**work.board.figures, **figures}, badges),
        (),
        layout.areas,
        outlined(layout, work.board.lit),
    )


def _coloured(
    cells: Sequence[tuple[str, str]], board: BoardView, badges: Mapping[str, BadgeView]
) -> tuple[tuple[str, str], ...]:
    colours = {letter: badges.get(seat, NOBODY).colour for letter, seat in board.regions.items()}
    return tuple((colours.get(letter, ""), outline) for letter, outline in cells)


@lru_cache(maxsize=1_024)
def _lit(layout: Layout, cell: str) -> Markup:
    x, y = map(board_places.short, layout.centre(cell))
    return Markup(f'<use href="#cell" x="{x:g}" y="{y:g}" data-cell="{escape(cell)}" class="lit"/>')


def _names(layout: Layout, lit: Sequence[str], taken: Sequence[str]) -> Markup:
    opening = '<text class="cell-name" aria-hidden="true" transform='
    places = board_places.cell_names(layout, lit, taken).items()
    names = (f'{opening}"{board_places.transform(layout, x, y)}">{escape(cell)}</text>' for cell, (x, y) in places)
    return Markup("".join(names))


def _pictures(
    layout: Layout, figures: Mapping[str, Sequence[Figure]], badges: Mapping[str, BadgeView], called: str = ""
) -> Markup:
    """Return all figures of the picture.

    ``called``: the beginning of their ids, by which a page that is drawn anew leaves those alone that have not
    moved.
    """
    found = []
    drawn = _drawer(layout)
    look_by_seat = {seat: (badge.colour, badge.mark) for seat, badge in badges.items()}
    unowned = NOBODY.colour, NOBODY.mark
    for at, here in figures.items():
        for number, each in enumerate(here):
            look = look_by_seat.get(each.seat or "", unowned)
            found.append(drawn(called, at, number, len(here), each.kind, each.seat, each.count, *look))
    return Markup("\n  ".join(found))


@lru_cache(maxsize=8)
def _drawer(layout: Layout) -> Callable[..., Markup]:
    """Return the function that draws a figure on this board; its drawings are kept."""
    return lru_cache(maxsize=512)(partial(_picture, layout))


def _picture(
    layout: Layout,
    called: str,
    at: str,
    number: int,
    of: int,
    kind: str,
    seat: str | None,
    count: int,
    colour: str,
    mark: str,
) -> Markup:
    """Return the figure with this ``number`` ``of`` those at the place; nothing at a place that the layout lacks."""
    if at not in layout.nodes and not any(area.name == at for area in layout.areas):
        return Markup()
    x, y = tuple(board_places.crowd(layout.centre(at), of))[number]
    where = board_places.transform(layout, x, y)
    look = f"c-{colour}" if colour else "c-nobody"
    place = escape(at)
    name = f' id="{called}{place}-{number}"' if called else ""
    owned = f' data-of="{seat}"><circle r="14" class="halo"/>' if seat else ">"
    marked = f'<text y="9.5">{escape(mark)}</text>' if mark else ""
    several = f'<text y="22" class="count">×{count}</text>' if count > 1 else ""
    opening = f'<g{name} class="figure {kind} {look}" transform="{where}" data-at="{place}"'
    return Markup(f'{opening}{owned}<use href="#f-{kind}"/>{marked}{several}</g>')
