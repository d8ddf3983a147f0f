"""The lobby: what waiting players read, how others join, and notices of changed house rules."""

from __future__ import annotations

from companion.app.tables import Tables
from companion.core.table.commands import CorrectBooks, SetRule, TakeSeat
from companion.core.table.table import Level, Pace
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.view.lobby import rules_of
from tests.support.phones import SeatedPhone
from tests.support.table import ANN, BOB, CID, CODE, Night

NEEDED = "At least 3 play. Let the others scan the code below."


def test_too_few_players_are_told_what_they_wait_for_and_see_the_code() -> None:
    tables = Tables(Log(":memory:"), registry())
    code = tables.open_table("abilene", "1993", Level.BOARD)
    client = create_app(tables).test_client()
    for seat, name in enumerate(("Ana", "Ben", "Cid"), 1):
        client.post(f"/j/{code}?another=1", data={"name": name})
        page = client.get(f"/t/{code}/s/s{seat}").get_data(as_text=True)
        alone = seat < 3
        assert (NEEDED in page) is alone
        assert ('id="invite" open' in page) is alone
        assert ('data-kind="start_game"' in page) is not alone


def test_nobody_has_money_before_the_first_game() -> None:
    """Names on the television used to be beside a €0 until the game began."""
    tables = Tables(Log(":memory:"), registry())
    code = tables.open_table("unexploded_cow", "2011", Level.BOARD)
    client = create_app(tables).test_client()
    client.post(f"/j/{code}", data={"name": "Ana"})
    screen = client.get(f"/t/{code}/screen").text
    assert "Ana" in screen
    assert "data-cash" not in screen


def test_the_value_of_every_house_rule_of_every_game_is_told_in_words() -> None:
    """The program's own name of a value means nothing to players."""
    tables = Tables(Log(":memory:"), registry())
    for editions in tables.games.values():
        game = next(iter(editions.values()))
        live = tables.live(tables.open_table(game.name, game.edition.id, game.edition.levels[0]))
        for rule in rules_of(live):
            offered = [str(option.label) for option in rule.options]
            if offered and not rule.numbers and not rule.letters:
                assert str(rule.words) in offered, (game.name, rule.name)


def test_a_house_rule_that_somebody_changes_is_told_to_everybody_before_the_game() -> None:
    """The others used to find it in the log only."""
    tables = Tables(Log(":memory:"), registry())
    code = tables.open_table("abilene", "1993", Level.BOARD)
    app = create_app(tables)
    ana, ben = (SeatedPhone.take_seat(app, code, name) for name in ("Ana", "Ben"))
    tables.act(code, ana.seat, SetRule("memory_mode", True))
    screen = app.test_client().get(f"/t/{code}/screen").text
    for page in (ben.page, ana.page, screen):
        assert notices(page) == ["House rule changed"]
    tables.act(code, ana.seat, SetRule("memory_mode", False))
    assert notices(ben.page) == ["House rule changed"], "only what holds now"


def test_a_house_rule_changed_in_the_game_is_a_notice_for_a_while() -> None:
    night = Night(3)
    screen = create_app(night.tables).test_client()
    night.together(ANN, SetRule("memory_mode", True))
    assert notices(screen.get(f"/t/{CODE}/screen").text) == ["House rule changed"]
    for _ in range(4):
        night.together(BOB, CorrectBooks(CID, BOB, 100))
    assert notices(screen.get(f"/t/{CODE}/screen").text) == []


def notices(page: str) -> list[str]:
    """Return the beginning of each notice on the page, up to its colon."""
    return [part.partition(":")[0] for part in page.split('<p class="notice" role="status">')[1:]]


def test_the_phone_of_the_player_who_tries_it_alone_offers_a_pace_while_the_game_is_on() -> None:
    tables = Tables(Log(":memory:"), registry())
    code = tables.open_table("abilene", "1993", Level.BANK, demo=True)
    for name in ("Annie", "Buck"):
        tables.act(code, None, TakeSeat(name, {}, box=True))
    phone = SeatedPhone.take_seat(create_app(tables), code, "Ana")
    assert phone.offers("set_pace") == []
    phone.press("start_game", first=phone.seat)
    assert [each["pace"] for each in phone.offers("set_pace")] == ["slow", "normal", "fast", "skip"]
    phone.press("set_pace", pace="skip")
    assert tables.table(code).pace is Pace.SKIP
    assert 'aria-pressed="true">skip to my turn' in phone.page


def test_notices_of_the_lobby_end_when_the_game_starts() -> None:
    """Television and phones used to say in the first turn that Ben had moved over for the start."""
    tables = Tables(Log(":memory:"), registry())
    code = tables.open_table("abilene", "1993", Level.BOARD)
    app = create_app(tables)
    phones = [SeatedPhone.take_seat(app, code, name) for name in ("Ana", "Ben", "Cid", "Dan")]
    tables.act(code, phones[0].seat, SetRule("memory_mode", True))
    screen = f"/t/{code}/screen"
    assert "House rule changed" in notices(app.test_client().get(screen).text)
    moved = [any("moves over" in line for line in notices(phone.page)) for phone in phones]
    assert moved == [False, True, True, False], "whom it concerns"
    phones[0].press("start_game", first=phones[0].seat)
    for page in (*(phone.page for phone in phones), app.test_client().get(screen).text):
        assert notices(page) == []


def test_nobody_who_tries_it_alone_is_told_which_of_the_boxs_players_has_moved_over() -> None:
    """That used to be the first sentence that a newcomer read."""
    app = create_app(Tables(Log(":memory:"), registry()))
    opened = app.test_client().post("/tables", data={"game": "abilene", "edition": "1993", "demo": "1"})
    assert notices(SeatedPhone.take_seat(app, opened.location[-4:], "Ana").page) == []
