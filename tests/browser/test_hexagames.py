"""A whole game of the 1983 edition for three, on three phones in a real browser: sealed fever notes that the phones
open by themselves, a theft, a duel, loans, down to the last six steers.

Steps that a thumb has done once before go through the JSON API.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from companion.games.abilene.common.pieces import Mark
from tests.browser import checks
from tests.browser.evening import Evening, gathered, list_move, money, seal, tap_cell, tap_move
from tests.browser.support import PATIENCE_MS, PHONE, Box, Phone, Watch, picture, sit_down, tick, unfold, until
from tests.support.abilene import ABILENE
from tests.support.timing import LONGEST

NAMES = ("Ann", "Ben", "Cara")
RANCH = dict(zip(NAMES, "ABC", strict=True))


def fits(phone: Phone) -> None:
    """Check the page in front of this player, every fold open: nothing is cut, too small for a thumb, or a barrier."""
    phone.tab("now")
    phone.page.emulate_media(reduced_motion="reduce")
    checks.open_all(phone.page)
    assert checks.misfits(phone.page) == []
    assert checks.small_targets(phone.page) == []
    assert checks.barriers(phone.page) == []


def starts(ranch: str) -> tuple[str, ...]:
    layout = ABILENE["1983"].layout()
    assert layout is not None
    return layout.select(ranch, Mark.COW_START)


@pytest.fixture
def evening(browser: Browser, box: Box, watch: Watch) -> Iterator[Evening]:
    with gathered(browser, box, watch, NAMES, edition="1983") as evening:
        yield evening


@pytest.mark.torture
def test_an_evening_of_1983_down_to_the_last_six_steers(evening: Evening, watch: Watch) -> None:
    the_fever_is_noted(evening)
    ann_sells_a_steer_with_the_fever(evening)
    ann_rustles(evening)
    ben_duels(evening)
    cara_hires_and_borrows(evening)
    the_last_steers(evening)
    assert watch.strangers == [], "no request leaves the box"
    assert watch.serious() == [], "nothing for the browser to complain about"


def the_fever_is_noted(evening: Evening) -> None:
    """Note Ann's first three steers and Ben's last three; Cara keeps hers in mind. No page shows it afterwards."""
    ann = evening["Ann"]
    ann.act("set_rule", name="duels", value="cards")
    ann.settled()
    start = ann.form("start_game")
    ann.pick(start, "first", "s1")
    ann.send(start.locator("button[type=submit]"))
    expect(evening.screen.locator("#board")).to_be_visible()
    picture(evening.screen, "hexagames-screen")
    for name, fevered in (("Ann", starts("A")[:3]), ("Ben", starts("B")[-3:])):
        phone = evening[name]
        form = phone.page.locator("form.fever-note")
        form.wait_for()
        button = form.locator("button[type=submit]")
        for steer in fevered:
            expect(button).to_be_disabled()
            form.locator(f".fever-map [data-thing='{steer}']").tap()
            expect(form.locator(f"input[value='{steer}']")).to_be_checked()
        expect(button).to_be_enabled()
        phone.picture("hexagames-fever")
        fits(phone)
        phone.send(button)
        expect(form).to_have_count(0)
    cara = evening["Cara"]
    cara.tab("now")
    cara.press("seal_fever")
    assert ann.view()["page"]["notebook"] is None
    expect(ann.page.locator("body")).not_to_contain_text("Texas fever")


def put(evening: Evening, name: str, *, gone: str = "", cow: str = "", **cowboys: str) -> None:
    """Move one steer, or all cowboys of one seat; the others agree by script."""
    now = evening.position()
    if cow:
        now["cows"] = [each for each in now["cows"] if each != gone] + [cow]
    for seat, cells in cowboys.items():
        now["cowboys"] = {cell: owner for cell, owner in now["cowboys"].items() if owner != seat}
        now["cowboys"] |= dict.fromkeys(cells.split(), seat)
    evening[name].arrange(**now)
    evening.agree(name)
    evening[name].settled()


def ann_sells_a_steer_with_the_fever(evening: Evening) -> None:
    """Play the sale: both vote by hand; Ann's phone fills in its note, she confirms, and the money flows."""
    ann, ben, cara = (evening[name] for name in NAMES)
    put(evening, "Ann", gone=starts("A")[0], cow="A2-0")
    tap_move(ann, "A2-0", "the town")
    ann.picture("hexagames-selling")
    ben.tab("now")
    ben.page.locator("form.seal").wait_for()
    ben.picture("hexagames-ballot")
    fits(ben)
    seal(ben, "b")
    seal(cara, "n")
    truth = ann.page.locator('form[data-kind="turn_steer"]')
    expect(truth.locator("input:checked")).to_have_value("true")
    expect(ann.page.locator("#noted")).to_be_visible()
    ann.send(truth.locator("button[type=submit]"))
    expect(cara.page.locator(".sale")).to_contain_text("Texas fever")
    assert (money(ann), money(ben), money(cara)) == (3000, 1500, 2500)
    cara.picture("hexagames-sale")
    ann.settled()


def roll(phone: Phone, one: int, two: int) -> None:
    """End the step of the steers, then enter the faces that lie on the table."""
    phone.tab("now")
    phone.press("end_step")
    form = phone.form("roll_two_dice").last
    phone.pick(form, "dice", one, 0)
    phone.pick(form, "dice", two, 1)
    phone.send(form.locator("button[type=submit]"))


def ann_rustles(evening: Evening) -> None:
    ann = evening["Ann"]
    put(evening, "Ann", s1="B4-2 A3-3 A3-4")
    roll(ann, 1, 0)
    tap_move(ann, "B4-2", "B5-2")
    ann.tab("now")
    ann.picture("hexagames-theft")
    placed = tap_cell(ann)
    figures = ann.view()["page"]["board"]["figures"]
    assert figures[placed][0]["seat"] == "s2", "it keeps its colour"
    ann.picture("hexagames-board")
    ended(evening, "Ann")


def lay(phone: Phone, *cards: str, worth: int) -> None:
    """Lay cards face down: ticked on the own phone, which adds them up, sealed, and only counted for the others."""
    phone.tab("now")
    form = phone.page.locator("form.lay")
    form.locator("input").first.wait_for(state="attached")
    for card in cards:
        tick(form.locator(f"input[value='{card}']"))
    expect(form.locator("button[type=submit]")).to_have_text(f"Lay them face down: {worth}")
    phone.send(form.locator("button[type=submit]"))


def held(phone: Phone) -> str:
    """Return the cards in this hand, as only this phone shows them."""
    return (phone.page.locator("#my-cards").text_content() or "").replace("\N{NO-BREAK SPACE}", " ")


def ben_duels(evening: Evening) -> None:
    """Let Ben attack Cara at her home, with cards; she escapes and comes back where she likes. The cards change hands,
    but for his king; Ann's phone learns that two cards lay against one.
    """
    ben, cara = evening["Ben"], evening["Cara"]
    ben.settled()
    put(evening, "Ben", s2="C4-1 B3-3 B3-4", s3="C4-2")
    roll(ben, 1, 0)
    list_move(ben, "C4-1", "C4-2")
    ben.tab("now")
    ben.page.context.add_cookies([{"name": "lang", "value": LONGEST, "url": ben.box.address}])
    ben.page.reload()
    ben.ready()
    ben.page.locator("form.lay input").first.wait_for(state="attached")
    ben.picture("hexagames-duel")
    fits(ben)
    ben.page.context.add_cookies([{"name": "lang", "value": "en", "url": ben.box.address}])
    ben.page.reload()
    ben.ready()
    lay(ben, "H10", "HK", worth=10)
    cara.settled()
    expect(cara.page.locator(".prompt")).to_contain_text("Ben laid cards: 2")
    evening.box.kill()
    evening.box.start()
    lay(cara, "S9", worth=9)
    for phone in (ben, cara):
        expect(phone.page.locator("#my-cards")).to_contain_text("♠ 9" if phone is ben else "♥ 10")
    assert "♥ 10" not in held(ben)
    assert "♥ king" in held(ben)
    assert "♠ 9" not in held(cara)
    expect(ben.page.locator("#their-cards")).to_have_text("♠ 9")
    expect(ben.page.locator(".told + #laid")).to_have_text(
        "You laid ♥ 10, ♥ king (10), Cara laid ♠ 9 (9). Yours now: ♠ 9. Now with Cara: ♥ 10."
    )
    expect(cara.page.locator(".told + #laid")).to_have_text(
        "You laid ♠ 9 (9), Ben laid ♥ 10, ♥ king (10). Yours now: ♥ 10. Now with Ben: ♠ 9."
    )
    ben.picture("hexagames-laid")
    ann = evening["Ann"]
    ann.settled()
    assert "♠" not in (ann.page.locator("#main").text_content() or "")
    cara.settled()
    back = tap_cell(cara)
    assert evening.position()["cowboys"][back] == "s3"
    ended(evening, "Ben")


def ended(evening: Evening, name: str) -> None:
    """Use the last die: the turn ends by itself."""
    seat = evening[name].seat

    def over() -> bool:
        return all(row["seat"] != seat or not row["active"] for row in evening[name].view()["players"])

    until(over, PATIENCE_MS / 1000, "the turn does not end by itself")


def cara_hires_and_borrows(evening: Evening) -> None:
    cara = evening["Cara"]
    cara.settled()
    cara.tab("money")
    loan = cara.form("borrow_from_bank").first
    unfold(loan)
    loan.locator("[data-name=amount]").fill("2500")
    cara.picture("hexagames-loan")
    cara.send(loan.locator("button[type=submit]"))
    assert money(cara) == 5000
    cara.tab("now")
    put(evening, "Cara", s3="C3-1")
    form = cara.form("hire_cowboy")
    unfold(form)
    cara.picture("hexagames-hire")
    cara.answer(form, "C3-3")
    assert money(cara) == 3000
    by_script(evening, "Cara")


def by_script(evening: Evening, name: str) -> None:
    """Play by script the rest of a turn in which no cowboy has to move."""
    phone = evening[name]
    if phone.view()["page"]["headline"] == "Move your steers":
        phone.act("end_step", step="cattle")
    phone.act("roll_two_dice", dice=[0, 0])
    body = {"seat": phone.seat, "kind": "end_step", "data": {"step": "cowboys"}}
    status, _ = phone.box.request("POST", f"/api/tables/{phone.code}/actions", body, phone.token)
    assert status in (200, 422), "a box that was busy has ended it by itself"


def the_last_steers(evening: Evening) -> None:
    """Turn after turn everybody sells three steers that stand before the town. Two phones and the table screen sleep
    meanwhile, Ann's follows; the phones that wake find the end.
    """
    asleep = [evening["Ben"], evening["Cara"]]
    for page in (evening.screen, *(phone.page for phone in asleep)):
        page.goto("about:blank")
    turns = 0
    while evening["Ann"].view()["phase"] == "playing":
        name = NAMES[turns % 3]
        bring_three(evening, name)
        if evening["Ann"].view()["phase"] == "playing":
            by_script(evening, name)
        turns += 1
    view = evening["Ann"].view()
    assert "6 steers" in view["page"]["headline"]
    for phone in asleep:
        phone.page.goto(phone.box.address + phone.path)
        phone.ready()
    for phone in evening.phones.values():
        phone.tab("now")
        expect(phone.page.locator("#result")).to_be_visible()
    evening["Ann"].picture("hexagames-result")
    scores = {line["seat"]: line["score"] for line in view["result"]["standings"]}
    assert scores == {row["seat"]: row["cash"] for row in view["players"]}


def bring_three(evening: Evening, name: str) -> None:
    """Bring in the first three of the herd, one step each."""
    phone, gates = evening[name], [f"{RANCH[name]}2-{at}" for at in range(3)]
    now = evening.position()
    herd = [cow for cow in now["cows"] if cow[0] == RANCH[name]]
    gates = gates[: len(herd)]
    other_cows = [cow for cow in now["cows"] if cow not in herd]
    riders = {cell: seat for cell, seat in now["cowboys"].items() if cell not in gates}
    phone.arrange(cows=[*other_cows, *gates, *herd[len(gates) :]], cowboys=riders, town={}, jail={})
    evening.agree(name)
    for gate in gates:
        phone.act("move_cow", frm=gate, to="town", die=0)
        sell(evening, phone)
        if phone.view()["phase"] != "playing":
            return


def sell(evening: Evening, seller: Phone) -> None:
    """Let all voters believe, by script; the seller turns the steer over."""
    evening.vote_by_script(*"b" * len(evening.voters()))
    choices = [choice for choice in seller.view()["page"]["choices"] if choice["kind"] == "turn_steer"]
    if choices:
        owners = [field["options"] for field in choices[0]["fields"] if field["name"] == "owner"]
        owner = {"owner": owners[0][0]["value"]} if owners else {}
        for fever in (False, True):
            try:
                seller.act("turn_steer", fever=fever, **owner)
                break
            except AssertionError:
                continue
    for phone in evening.phones.values():
        for choice in phone.view()["page"]["choices"]:
            if choice["kind"] == "borrow_from_bank":
                phone.act("borrow_from_bank", amount=choice["fields"][0]["initial"])


def test_notes_are_read_again_where_the_table_allows_it_and_a_captor_notes_what_he_saw(
    browser: Browser, box: Box, watch: Watch
) -> None:
    """House rule ``fever_memo``: on the own phone, and on no other page. Then the board is put right, in colours."""
    code = box.call("POST", "/api/tables", {"game": "abilene", "edition": "1983", "level": "board"})["code"]
    contexts = [browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce") for _ in range(2)]
    for context in contexts:
        watch.over(context)
    ann, ben = (sit_down(box, context, code, name) for context, name in zip(contexts, NAMES, strict=False))
    ann.act("set_rule", name="fever_memo", value=True)
    ann.act("start_game", first="s1")
    for phone, ranch in ((ann, "A"), (ben, "B")):
        phone.settled()
        form = phone.page.locator("form.fever-note")
        for steer in starts(ranch)[:3]:
            tick(form.locator(f"input[value='{steer}']"))
        phone.send(form.locator("button[type=submit]"))
    expect(ann.page.locator("#notebook-list li")).to_have_count(9)
    expect(ann.page.locator("#notebook-list")).to_contain_text(f"{starts('A')[0]}: Texas fever")
    assert "A5-1" not in (ben.page.locator("#notebook-list").text_content() or "")

    figures = ann.view()["page"]["board"]["figures"]
    cows = [cell for cell, here in figures.items() if here[0]["kind"] == "cow" and cell != "A5-9"]
    ann.arrange(cows=cows, cowboys={"B4-2": "s1", "A3-3": "s1", "B3-1": "s2"}, town={}, jail={})
    ben.settled()
    ben.act("agree", motion=ben.view()["motions"][0]["id"])
    ann.settled()
    roll(ann, 1, 0)
    tap_move(ann, "B4-2", "B5-2")
    ann.tab("now")
    look = ann.page.locator("form.look")
    tick(look.locator("input[value=yes]"))
    look.locator("button[type=submit]").tap()
    expect(look).to_be_hidden()
    ann.picture("hexagames-noted")
    fits(ann)
    placed = tap_cell(ann)
    expect(ann.page.locator("#notebook-list")).to_contain_text(f"{placed}: Texas fever")
    expect(ann.page.locator("#notebook-list li")).to_have_count(9)

    ann.tab("board")
    ann.page.locator("a", has_text="Correct the board").tap()
    expect(ann.page.locator("body")).to_contain_text("Steers of Ben")
    ann.picture("hexagames-arranging")
    for context in contexts:
        context.close()
    assert watch.serious() == []
