"""The dialog that asks once more goes when nothing is left that it asks about."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.evenings import RecordedEvening
from tests.browser.support import PHONE
from tests.browser.test_lessons import COWS
from tests.lessons.moments import moments, recorded

ASKING = """() => {
  const form = document.createElement("form");
  form.className = "choice";
  form.id = "to-be-asked";
  Object.assign(form.dataset, { kind: "undo", fixed: "{}", sure: "Begin again?" });
  form.append(Object.assign(document.createElement("button"), { type: "submit", textContent: "again" }));
  document.getElementById("main").append(form);
  form.requestSubmit();
}"""


def test_a_dialog_closes_when_its_form_has_gone(browser: Browser) -> None:
    evening = RecordedEvening(COWS)
    evening.stand_at(moments(recorded(COWS))["goal"].number)
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    evening.play(page, "s1")
    dialog = page.locator("#sure")
    page.evaluate(ASKING)
    expect(dialog).to_be_visible()
    page.evaluate("document.getElementById('to-be-asked').remove()")
    expect(dialog).to_be_hidden()
    context.close()
