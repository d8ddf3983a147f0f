// Pays somebody: a tap on a player's badge, on whatever tab, opens a sheet with the amount.
import { onPart, page } from "./live.js";

const sheet = () => document.getElementById("payer");
const forms = () => sheet().querySelectorAll("form.choice");

function click(event) {
  const button = event.target.closest("button[data-payee]");
  if (button) open(button.dataset);
  else if (event.target === sheet() || event.target.id === "payer-close") sheet().close();
}

// What the table counts in is chosen when the sheet is there already.
function count() {
  const currency = document.getElementById("currency");
  const { step, decimals } = currency.dataset;
  for (const box of sheet().querySelectorAll(".amount")) {
    const [input, chips] = [box.querySelector("input"), currency.querySelector(".chips").cloneNode(true)];
    input.inputMode = decimals === "0" ? "numeric" : "decimal";
    input.dataset.step = step;
    if (input.required) input.dataset.minimum = step;
    box.querySelector(".chips").replaceWith(chips);
  }
}

function open({ payee, title, lend }) {
  if (sheet().dataset.payee !== payee) for (const form of forms()) form.reset();
  sheet().dataset.payee = payee;
  count();
  document.getElementById("payer-title").textContent = title;
  for (const form of forms()) form.dataset.fixed = JSON.stringify({ [form.dataset.account]: payee });
  document.getElementById("payer-loan").hidden = lend === undefined;
  document.getElementById("payer-loan").open = false;
  keepCurrent();
  sheet().showModal();
}

// What one has stands in the page, which the sheet is no part of.
function keepCurrent() {
  for (const box of sheet().querySelectorAll(".amount[data-sign='-1']")) {
    box.dataset.cash = page().cash;
    box.querySelector("input").dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Takes over every badge that can be paid. */
export function start() {
  document.addEventListener("click", click);
  onPart(() => sheet().open && keepCurrent());
}
