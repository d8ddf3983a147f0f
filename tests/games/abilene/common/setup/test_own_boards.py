"""On a traced board, whose cells are called otherwise, every method of both editions asks the board of the table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

import pytest

from companion.app.bots import demo_secrets, play_once
from companion.app.tables import Tables
from companion.boards.board_file import to_text
from companion.boards.tracing import traced
from companion.core.errors import RuleError
from companion.core.secrets.exchange import SettleShowdown, Shown
from companion.core.table.commands import ChooseBoard, SetRule, StartGame, TakeIn, TakeSeat
from companion.core.table.table import Level, Table, TablePhase
from companion.core.text import fact
from companion.games import registry
from companion.games.abilene.common.abilene import Abilene
from companion.games.abilene.common.messages import ArrangeBoard, EndStep
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1983.abilene_1983 import Abilene1983
from companion.games.abilene.edition_1983.messages import CardsCompared, CowboyBeaten
from companion.games.abilene.edition_1983.state import Laid, State1983
from companion.store.log import Log
from companion.store.rows import TableRow
from tests.support.abilene import ABILENE
from tests.support.sketches import sketch

CODE = "DEMO"
BOARDS = {"1993": traced(sketch()), "1983": traced(sketch(letters="ABC", cowboys=3))}
RULES: Mapping[str, Mapping[str, str]] = {"1993": {}, "1983": {"duels": "cards"}}
NAMES_OF_TYPES = {"arrange", "state"}


def tables_on_a_traced_board(edition: str, seed: int = 1) -> Tables:
    """Return tables with three players of the box, at the first turn."""
    log = Log(":memory:")
    log.add_table(TableRow(CODE, "abilene", edition, Level.BOARD.value, True, f"seed {seed}", 0.0))
    tables = Tables(log, registry(), clock=lambda: 0.0, chance=random.Random(seed))
    tables.act(CODE, None, TakeSeat("Ann", {}, box=True))
    tables.act(CODE, "s1", ChooseBoard(file=to_text(BOARDS[edition])))
    for name in ("Bob", "Cid"):
        tables.act(CODE, None, TakeSeat(name, {}, box=True))
    for rule, value in RULES[edition].items():
        tables.act(CODE, "s1", SetRule(rule, value))
    tables.act(CODE, "s1", StartGame("s1"))
    return tables


def calls(game: Abilene[Any], tables: Tables, table: Table, seat: str) -> dict[str, Callable[[], object]]:
    """Return all methods of the edition by name, asked with the table."""
    layout, secrets = BOARDS[game.edition.id], demo_secrets(tables, tables.live(CODE))
    regions = layout.regions
    events = [each.record.event for each in tables.history(CODE)]
    seen = game.expected_observation(table)
    position, step = table.play.position, table.play.turn.step
    arrange = ArrangeBoard(position.cows, position.cowboys, {}, {}) if position else ArrangeBoard((), {}, {}, {})
    asked: dict[str, Callable[[], object]] = {
        "answers": game.answers,
        "apply": lambda: game.apply(table, events[-1]),
        "arranging": lambda: (game.arranging(table, seat), game.arranging(table, seat, seen)),
        "awards": lambda: game.awards(events),
        "feats": lambda: game.feats(events),
        "board.name": lambda: game.board.name(table),
        "quiet_name": lambda: [game.quiet_name(event) for event in events],
        "borrow": lambda: game.borrow(table, seat, 500, waived=True),
        "bots.advice": lambda: game.bots.first_game.advice(table, seat, secrets),
        "bots.vote": lambda: game.bots.vote(table, seat, random.Random(1), secrets),
        "bots.command": lambda: game.bots.command(table, seat, random.Random(1), secrets),
        "cards": lambda: game.cards(table, seat),
        "to_move": lambda: game.to_move(table, seat, events),
        "news_of": lambda: [game.news_of(event) for event in events],
        "chart_event": lambda: [game.chart_event(event) for event in events],
        "board.at": lambda: game.board.at(table),
        "board.check": lambda: game.board.check(layout),
        "check_seat": lambda: game.check_seat(table, seat, {}),
        "board.chosen": lambda: game.board.chosen(table.board),
        "colour_owners": lambda: game.colour_owners(table),
        "consent": lambda: game.consent(table, seat, arrange),
        "notices": lambda: game.notices(table),
        "edition_at": lambda: game.edition_at(table.rules),
        "uses_seat_order": lambda: game.uses_seat_order(table),
        "dice": lambda: game.dice(table.play),
        "carried": lambda: game.carried(table),
        "carried_loans": lambda: game.carried_loans(table),
        "check_level": lambda: game.check_level(table, Level.BANK),
        "check_rules": lambda: game.check_rules(table.rules),
        "end": lambda: game.end(table, fact("agreed")),
        "left": lambda: game.left(table, seat),
        "stopped": lambda: game.stopped(table),
        "takes_in": lambda: game.takes_in(table),
        "welcome": lambda: game.welcome(table, seat, TakeIn("Eve")),
        "auto_end": lambda: game.auto_end(table),
        "uses_bank": lambda: game.uses_bank(table, seat),
        "table_choices": lambda: game.table_choices(table, seat),
        "give": lambda: game.give(table, seat, waived=False),
        "check_player": lambda: game.check_player(table.play, seat),
        "decide": lambda: [game.decide(table, seat, each, waived=True) for each in (arrange, EndStep(step))],
        "last_sale": lambda: game.last_sale(table.play),
        "meaning": lambda: [game.meaning(table, event) for event in events],
        "money": lambda: game.money(game.situation(table), seat),
        "private_parts": lambda: game.private_parts(game.situation(table), seat),
        "situation": lambda: game.situation(table),
        "steps": lambda: game.steps(table.play),
        "expected_observation": lambda: game.expected_observation(table),
        "follow": lambda: game.follow(table),
        "in_play": lambda: game.in_play(table),
        "initial_observation": lambda: game.initial_observation(regions, layout),
        "judge": lambda: game.judge(table, seen) if seen else None,
        "known_of": lambda: game.known_of(layout, table, table.seat(seat)),
        "layout": game.layout,
        "layout_of": lambda: game.layout_of(table),
        "moved": lambda: game.moved(table),
        "page": lambda: (game.page(table, seat), game.page(table, None)),
        "place": lambda: game.place(layout, table),
        "points": lambda: game.points(table),
        "players": lambda: (game.players(table, seat), game.players(table, None)),
        "printables": game.printables,
        "printables_with": lambda: game.printables_with(()),
        "bots.notes": lambda: game.bots.notes(table, seat, secrets),
        "repay": lambda: game.repay(table, seat, waived=False),
        "seat_words": lambda: game.seat_words(table.seat(seat).picks),
        "seat_fields": lambda: game.seat_fields(table, seat),
        "shows_ballot": lambda: game.shows_ballot(table),
        "start": lambda: game.start(table, 0, waived=False),
        "sticker_choice": lambda: game.sticker_choice(table, seat, "A1000"),
        "tell": lambda: [game.tell(event) for event in events],
        "tell_votes": lambda: game.tell_votes(table.ballot) if table.ballot else None,
        "board.figures": game.board.figures,
        "try_move": lambda: game.try_move(layout, "cowboy", layout.cells[0].id, 2),
        "turn_over": lambda: [game.turn_over(event) for event in events],
        "umpire": lambda: game.umpire(regions, layout),
        "wins": lambda: game.wins(1, 0),
        "winners": lambda: game.winners(table),
    }
    if isinstance(game, Abilene1983):
        shown = Shown("", "00" * 32)
        asked |= {
            "exchange.bot_shows": lambda: game.exchange.bot_shows(table, seat, secrets),
            "exchange.check": lambda: game.exchange.check(table, seat, shown),
            "exchange.compare": lambda: game.exchange.compare(table, dict.fromkeys(table.ids, shown)),
            "exchange.settle": lambda: game.exchange.settle(
                table, SettleShowdown(str(len(table.play.duels) + 1), "s1")
            ),
            "exchange.showdown": lambda: game.exchange.showdown(table),
        }
    return asked


def played(tables: Tables, actions: int) -> Iterator[Table]:
    """Yield the table after every action of the box's players."""
    for _ in range(actions):
        if not play_once(tables, CODE):
            return
        yield tables.table(CODE)


@pytest.mark.thorough
@pytest.mark.parametrize(("edition", "actions"), [("1993", 140), ("1983", 220)])
def test_every_method_can_be_asked_all_through_a_game_on_a_traced_board(edition: str, actions: int) -> None:
    game, tables, answered = ABILENE[edition], tables_on_a_traced_board(edition), set[str]()
    for number, table in enumerate(played(tables, actions)):
        if table.phase is not TablePhase.PLAYING or number % 19:
            continue
        for seat in table.ids:
            for name, call in calls(game, tables, table, seat).items():
                with suppress(RuleError):  # a refusal is an answer; a cell of another board is a KeyError
                    call()
                    answered.add(name)
    assert {"page", "judge", "bots.command", "arranging", "decide", "follow"} <= answered
    table = tables.table(CODE)
    assert set(table.play.position.cows) <= BOARDS[edition].by_id.keys()


@pytest.mark.parametrize("edition", ABILENE)
def test_no_method_is_left_out(edition: str) -> None:
    game, tables = ABILENE[edition], tables_on_a_traced_board(edition)
    methods = {name for name in dir(game) if not name.startswith("_") and callable(getattr(game, name))}
    methods |= {"board.at", "board.check", "board.chosen", "board.figures", "board.name"}
    methods |= {"bots.advice", "bots.command", "bots.notes", "bots.vote"}
    methods |= {f"exchange.{each.name}" for each in fields(game.exchange)} if game.exchange else set()
    assert methods - NAMES_OF_TYPES == calls(game, tables, tables.table(CODE), "s1").keys()


def test_a_card_duel_is_settled_on_the_board_of_the_table() -> None:
    table, game = tables_on_a_traced_board("1983").table(CODE), ABILENE["1983"]
    assert isinstance(game, Abilene1983)
    state: State1983 = table.play
    [defender, *_] = state.position.cowboys_of("s2") if state.position else ()
    [attacker, *_] = state.position.cowboys_of("s1") if state.position else ()
    laid = {"s1": Laid(1, "seal of s1"), "s2": Laid(1, "seal of s2")}
    duel = Duel("s1", "s2", frm=attacker, cell=defender)
    fought = replace(table, play=replace(state, pending=duel, laid=laid))
    compared, beaten = game.exchange.settle(fought, SettleShowdown("1", "s1"))
    assert compared == CardsCompared("s1", "s2", "s1")
    assert beaten == CowboyBeaten("s1", "s2", defender, killed=False), "who loses on his own prairie escapes"
