// Money: hidden until pressed, and amounts that add up from chips.
import { onPart } from "./live.js";
import { amountOf, amountsOf, digitsAt, money, smallest, typed, unreadable } from "./money.js";
import { fill, words } from "./words.js";

const setPurse = (state) => { document.body.dataset.purse = state; };
const number = (input) => amountOf(input.value) ?? 0;

function press(event) {
  if (event.target.closest?.("[data-purse=hold]") && document.body.dataset.purse !== "kept") setPurse("held");
}

function release() {
  if (document.body.dataset.purse === "held") setPurse("hidden");
}

/** A text that is covered until it is pressed. */
export function covered(text) {
  const [cover, secret] = [document.createElement("span"), document.createElement("span")];
  cover.className = "cover";
  cover.dataset.purse = "hold";
  secret.className = "secret money";
  secret.textContent = text;
  cover.append(secret);
  return cover;
}

function click(event) {
  const button = event.target.closest("button");
  if (button?.dataset.purse === "keep") {
    setPurse(document.body.dataset.purse === "kept" ? "hidden" : "kept");
  }
  const input = button?.closest(".amount")?.querySelector("input");
  if (!input) return;
  if (button.dataset.add) input.value = typed((number(input) || 0) + Number(button.dataset.add));
  else if ("clear" in button.dataset) input.value = "";
  else if (button.dataset.key === "−") input.value = /^[-−]/.test(input.value) ? input.value.slice(1) : `−${input.value}`;
  else if (button.dataset.key) input.value = (input.value === "0" && /\d/.test(button.dataset.key) ? "" : input.value) + button.dataset.key;
  else return;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function problem(input, amount) {
  const { minimum, maximum, step } = input.dataset;
  const [least, most, by] = [Number(minimum), Number(maximum), Number(step)];
  const { cash, sign } = input.closest(".amount").dataset;
  if (Number.isNaN(amount)) return unreadable();
  if (!amount) return "";
  if (cash !== undefined && Number(cash) + Number(sign) * amount < 0) return notEnough(); // before what there is would be told
  if (amount < least || (most && amount > most)) return fill(words.between, { least: money(least), most: money(most) });
  return by > 1 && amount % by ? fill(words.in_steps, { step: money(by) }) : "";
}

/** The message that it is too much, and why the bank does not help; the latter is fetched when first needed. */
function notEnough() {
  const lending = document.getElementById("lending");
  if (lending) lending.open = true;
  return [words.not_enough, lending?.textContent.trim() ?? ""].join(" ").trim();
}

/** The interest of a loan, rounded up to what can be paid, as the box says. */
export const interest = (amount, percent, step) => Math.ceil((amount * percent) / (100 * step)) * step;

/** Before and after, next to the amount; for a loan also what is to be repaid. */
function sum(input) {
  const box = input.closest(".amount");
  if (input.dataset.type === "number") return;
  const amount = number(input);
  const wrong = problem(input, amount);
  input.setCustomValidity(wrong);
  const { cash, sign } = box.dataset;
  let parts = [wrong || (amount ? money(amount) : "")];
  if (!wrong && amount && cash !== undefined && Number(sign)) {
    parts = [`${words.before} `, covered(money(Number(cash))), `, ${words.after} `, covered(money(Number(cash) + Number(sign) * amount))];
  }
  if (!wrong && amount && input.dataset.percent) parts.push(`. ${fill(words.repay, { amount: money(amount + interest(amount, Number(input.dataset.percent), Number(input.dataset.round))) })}`);
  box.querySelector(".sum").replaceChildren(...parts);
}

/** The fault of an amount, or a list of them, that stands alone, or in the form that sets up the unit of money. */
function misfit(input) {
  const [digits, field] = [digitsAt(input), smallest(input)];
  if (Number.isNaN(digits)) return input === field ? unreadable(digits) : "";
  const [by, shown] = [field ? amountOf(field.value, digits) : 1, (amount) => typed(amount, digits)];
  const list = input.dataset.type === "amounts" ? amountsOf(input.value, digits) : [amountOf(input.value, digits) ?? 0];
  if (list.some(Number.isNaN)) return unreadable(input === field ? NaN : digits);
  const [least, most] = [Number(input.dataset.minimum), Number(input.dataset.maximum)];
  if (list.some((amount) => amount < least || amount > most)) return fill(words.between, { least: shown(least), most: shown(most) });
  return by > 1 && list.some((amount) => amount % by) ? fill(words.in_steps, { step: shown(by) }) : "";
}

const AMOUNTS = "[data-type^=amount], [data-type=digits]";

function check(form) {
  for (const input of form.querySelectorAll(AMOUNTS)) input.setCustomValidity(misfit(input));
}

function type({ target }) {
  if (target.closest(".amount")) sum(target);
  else if (smallest(target) || target.matches(AMOUNTS)) check(target.form);
}

/** Takes over the purse and the amount fields. */
export function start() {
  setPurse("hidden");
  document.addEventListener("pointerdown", press);
  for (const kind of ["pointerup", "pointercancel", "blur"]) addEventListener(kind, release);
  document.addEventListener("contextmenu", (event) => event.target.closest("[data-purse]") && event.preventDefault());
  document.addEventListener("click", click);
  document.addEventListener("input", type);
  onPart(() => {
    for (const input of document.querySelectorAll("#main .amount input")) sum(input);
    for (const field of document.querySelectorAll("#main [data-digits]")) check(field.form);
  });
}
