// Pays somebody: a tap on a player's badge, on whatever tab, opens a sheet with the amount. Other actions of the game with
// that amount (companion.core.ui.choice.Choice.payee) are beside *Pay*.
import { onPart, page } from "./live.js";
import { amountOf, money, typed } from "./money.js";
import { interest } from "./purse.js";
import { fill, words } from "./words.js";
import { submit } from "./submit.js";

const sheet = () => document.getElementById("payer");
const forms = () => sheet().querySelectorAll("form.choice");

function click(event) {
  const button = event.target.closest("button[data-payee]");
  const lend = event.target.closest("button[data-lend-at]");
  if (button) open(button.dataset);
  else if (lend) offer(lend);
  else if (event.target === sheet() || event.target.id === "payer-close") sheet().close();
}

// The unit of the table is chosen when the sheet is there already.
function count() {
  const currency = document.getElementById("currency");
  const { step, decimals } = currency.dataset;
  for (const box of sheet().querySelectorAll(".amount")) {
    const [input, chips] = [box.querySelector("input"), currency.querySelector(".chips").cloneNode(true)];
    input.inputMode = decimals === "0" ? "numeric" : "decimal";
    input.dataset.step = step;
    input.placeholder = money(0);
    if (input.required) input.dataset.minimum = step;
    box.querySelector(".chips").replaceWith(chips);
  }
}

let weighing = true; // whether the amount is being typed, and not only written anew
const paying = () => document.getElementById("payer-pay");
const paid = () => paying().querySelector(".amount");

function offerWays(payee) {
  const ways = Array.from(document.querySelectorAll("template[data-beside]")).filter(({ dataset }) => dataset.of.split(" ").includes(payee));
  document.getElementById("payer-ways").replaceChildren(paying().querySelector("button.primary"), ...ways.map(({ content }) => content.cloneNode(true)));
}

/** Of the buttons of the sheet the one that is pressed says what is done; only what is paid has to be there. */
function way({ target, submitter }) {
  if (target !== paying()) return;
  const { beside, account } = submitter.dataset;
  target.dataset.kind = beside ?? "pay";
  target.dataset.fixed = JSON.stringify({ [account ?? "to"]: sheet().dataset.payee });
}

function press({ target }) {
  const button = target.closest?.("#payer-ways button");
  if (!button) return;
  weighing = false;
  sign(button.dataset.beside ? "0" : "-1");
  weighing = true;
}

function sign(of) {
  paid().dataset.sign = of;
  paid().querySelector("input").dispatchEvent(new Event("input", { bubbles: true }));
}

/** The message that it is more than one has comes where one can only pay, or has pressed *Pay*. */
function weigh({ target }) {
  if (target.form !== paying() || !target.matches(".amount input") || !weighing) return;
  const other = paying().querySelectorAll("[data-beside]").length && amountOf(target.value) > Number(page().cash);
  paid().dataset.sign = other ? "0" : "-1";
}

function open({ payee, title, lend }) {
  offerWays(payee);
  if (sheet().dataset.payee !== payee) for (const form of forms()) form.reset();
  sheet().dataset.payee = payee;
  count();
  const heading = document.getElementById("payer-title");
  heading.textContent = title;
  heading.parentElement.querySelector(".badge")?.remove();
  const badge = document.querySelector(`.payee[data-payee="${payee}"] .badge`);
  if (badge) heading.before(badge.cloneNode(true));
  for (const form of forms()) form.dataset.fixed = JSON.stringify({ [form.dataset.account]: payee });
  document.getElementById("payer-loan").hidden = lend === undefined;
  document.getElementById("payer-loan").open = false;
  price();
  keepCurrent();
  sheet().showModal();
}

// --- a loan: every button says what it brings back ---

const lent = (name) => sheet().querySelector(`#payer-loan [data-name=${name}]`);
const asked = () => amountOf(lent("amount").value) || 0;
const added = ({ dataset }) => (dataset.lendAt === undefined
  ? amountOf(lent("interest").value) || 0
  : interest(asked(), Number(dataset.lendAt), Number(lent("amount").dataset.step)));

function offer(button) {
  lent("interest").value = typed(added(button));
  submit(button.form);
}

/** The amount typed for paying becomes that of the loan, unless one is there already. */
function carry({ target }) {
  sheet().classList.toggle("payer-lends", target.open);
  if (target.open && !lent("amount").value) lent("amount").value = paid().querySelector("input").value;
  keepCurrent();
}

function price() {
  for (const button of sheet().querySelectorAll("#payer-loan button:not(.chip)")) {
    const amount = asked() ? money(asked() + added(button)) : "…";
    const percent = Number(button.dataset.lendAt) ? ` (+${button.dataset.lendAt}\u00a0%)` : "";
    button.textContent = `${fill(words.lend, { amount })}${percent}`;
  }
}

// The balance is in the page, outside the sheet. News of the table keep the message about the amount.
function keepCurrent() {
  weighing = false;
  for (const box of sheet().querySelectorAll(".amount[data-sign='-1']")) {
    box.dataset.cash = page().cash;
    box.querySelector("input").dispatchEvent(new Event("input", { bubbles: true }));
  }
  weighing = true;
}

/** Takes over every badge that can be paid. */
export function start() {
  document.addEventListener("click", click);
  document.addEventListener("click", press, true);
  document.addEventListener("submit", way, true);
  sheet().addEventListener("input", price);
  document.getElementById("payer-loan").addEventListener("toggle", carry);
  sheet().addEventListener("input", weigh);
  onPart(() => sheet().open && keepCurrent());
}
