"""The reader's page of the game, with what the box adds to it: the ballot, the camera, the bank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.app.bots import demo_secrets
from companion.app.camera.dice import with_dice
from companion.app.camera.judgement import camera_view, stickers_to_show
from companion.app.loaded_table import LoadedTable
from companion.app.photos.judgement import photo_view
from companion.app.tables import Tables
from companion.core.messages import Message
from companion.core.referee.lobby_page import start_obstacles
from companion.core.secrets.ballot import Ballot, BallotStage
from companion.core.secrets.opening import counts_of
from companion.core.secrets.ways import Way
from companion.core.table.table import TablePhase
from companion.core.text import Text, say
from companion.core.ui.board_page import Arrow
from companion.core.ui.choice import Choice, Weight
from companion.core.ui.page import BallotView, CameraState, CardView, OwnVote, Page
from companion.web.view.clocks import timed
from companion.web.view.moment import Moment


def page_of(moment: Moment, seat: str | None) -> Page:
    """Return the page of this seat, or of the table screen for None.

    The bank's offers are computed apart (``Reader.money``).
    """
    tables, live = moment.tables, moment.live
    table, game = live.table, live.game
    seen = photo_view(live, seat) or camera_view(tables, live, seat)
    page, ballot = game.page(table, seat), _ballot(moment, seat)
    page = replace(page, choices=_not_asked(live, seat, page.choices)) if table.motions else page
    if ballot or seen:
        page = replace(page, ballot=ballot, camera=seen)
    if page.timer:
        page = replace(page, timer=timed(tables, live, page.timer))
    elif moment.auto_end:
        page = replace(page, timer=moment.auto_end)
    if seen and seen.cells and page.board:
        arrows = tuple(Arrow(frm, to, seen.state is CameraState.ILLEGAL) for frm, to in seen.moves)
        page = replace(page, board=replace(page.board, lit=seen.cells, arrows=arrows))
    if seat is None:
        return page
    if held_up := start_obstacles(game, table):
        page = replace(page, prompt=(*held_up, *page.prompt))
    if turned := stickers_to_show(live, seat):
        demoted_choices = tuple(replace(choice, weight=Weight.NORMAL) for choice in page.choices)
        page = replace(page, choices=(*turned, *demoted_choices))
    if page.board and page.board.moves and page.board.moves.to:
        page = replace(page, choices=tuple(demoted(choice) for choice in page.choices))
    page = replace(page, choices=with_dice(live, seat, page.choices)) if live.seen.dice else page
    if live.row.demo:
        page = _alone(tables, live, seat, page)
    notes: tuple[Text, ...] = ()
    if live.row.demo and (bots := game.bots):
        notes = bots.notes(table, seat, demo_secrets(tables, live))
    return replace(page, notes=(*page.notes, *notes)) if notes else page


def _not_asked(live: LoadedTable, seat: str | None, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return the choices without those that the seat has asked the others for already."""
    asked = [motion.message for motion in live.table.motions if motion.by == seat]
    if not asked:
        return choices
    codec = live.codec
    return tuple(
        each for each in choices if each.fields or codec.write(codec.read(Message(each.kind, each.fixed))) not in asked
    )


def _alone(tables: Tables, live: LoadedTable, seat: str, page: Page) -> Page:
    """Return the page of a player who tries the game alone: suggestions and rolls of the box are the primary choice."""
    bots = live.game.bots if live.table.phase is TablePhase.PLAYING and live.table.alone == seat else None
    choices, advised = _rolled_by_the_box(page.choices, first=not page.dice), None
    if bots:
        secrets = demo_secrets(tables, live)
        if bots.first_game.shows(live.table, seat, secrets):
            return replace(page, headline=say("The box does this for you"), choices=(), asked="")
        if bots.first_game.waits(live.table, seat, secrets):
            return replace(page, headline=say("One moment: the others play"), choices=(), asked="")
        advised = bots.first_game.advice(live.table, seat, secrets)
    if advised:
        remaining = (each for each in choices if (each.kind, each.fixed) != (advised.kind, advised.fixed))
        choices = (advised, *map(demoted, remaining))
    return replace(page, choices=choices)


def _rolled_by_the_box(choices: tuple[Choice, ...], first: bool) -> tuple[Choice, ...]:
    """Return the choices with the box's roll, without dice to enter.

    ``first``: it is primary, as no dice lie there; otherwise it keeps its weight.
    """
    typed = [each for each in choices if each.fields and all(field.die or field.is_die for field in each.fields)]
    kinds = {each.kind for each in typed}
    rolls = tuple(each for each in choices if each.kind in kinds and not each.fields)
    if first:
        rolls = tuple(replace(each, weight=Weight.PRIMARY) for each in rolls)
    return (*rolls, *(each for each in choices if each.kind not in kinds)) if rolls else choices


def demoted(choice: Choice) -> Choice:
    """Return the choice without primary weight, for a page where something else is primary: a question, moves."""
    return replace(choice, weight=Weight.NORMAL) if choice.weight is Weight.PRIMARY else choice


def _ballot(moment: Moment, seat: str | None) -> BallotView | None:
    """Return the vote: before the reveal only counts, and this seat's own commitment."""
    live = moment.live
    table, game = live.table, live.game
    ballot = table.ballot
    if ballot is None or table.play is None or table.phase is not TablePhase.PLAYING:
        return None
    if not game.shows_ballot(table):
        return None
    own_vote = OwnVote.NONE
    if seat in ballot.voters:
        own_vote = OwnVote.SEALED if seat in ballot.sealed else OwnVote.OPEN
    return BallotView(
        id=ballot.id,
        title=moment.sentences.of(ballot.title),
        stage=ballot.stage,
        voters=ballot.voters,
        sealed=len(ballot.sealed),
        opened=live.opened if ballot.stage is BallotStage.OPENING else (),
        mine=own_vote,
        commitment=ballot.sealed.get(seat, "") if seat else "",
        cards=game.cards(table, seat),
        choices=_choices(game.cards(table, None), ballot),
        votes=ballot.votes,
        waiting=tuple(each for each in ballot.voters if each not in ballot.sealed),
        won=game.winners(table) if ballot.over else (),
        numbers=ballot.numbers,
        separate_choices=bool(ballot.choices_by_seat),
        way=ballot.way,
        tallied=ballot.tallied,
        counts=_counts(ballot),
    )


def _counts(ballot: Ballot) -> tuple[tuple[str, int], ...]:
    """Return the counts of a vote that is over, most first, unless everybody's only answer says it all."""
    if not ballot.over or (ballot.way is Way.ONE and not ballot.tallied):
        return ()
    return tuple(sorted(counts_of(ballot).items(), key=lambda one: -one[1]))


def _choices(cards: Sequence[CardView], ballot: Ballot) -> dict[str, tuple[CardView, ...]]:
    """Return the options of every voter, without gains and losses, which are private."""
    faces = {card.value: replace(card, outcomes=(), cases=(), signs=()) for card in cards}
    return {seat: tuple(faces[each] for each in ballot.choices_of(seat) if each in faces) for seat in ballot.voters}
