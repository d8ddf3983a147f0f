// Scripts of this game's phones: one set of keys types a whole row of the score sheet, from column to column.
import { onPart } from "../../live.js";
import { fill } from "../../words.js";

const form = () => document.getElementById("row-form");
const inputs = () => Array.from(form().querySelectorAll("[data-column]"));
const numberOf = (input) => Number(input.value.replace("−", "-"));
let at = ""; // the column that the keys type into
let stood = {}; // column -> what stands on the sheet in the row that is corrected
let marked = false; // its number stands there already, and the next digit takes its place
let correcting = 0; // the row that is corrected, 0: none

/** The sums that a row may have; none where any will do. */
const sums = () => (form().dataset.sums ?? "").split(" ").filter(Boolean).map(Number);

/** The number left for the last column, where a row adds up to something fixed; of several sums the one that leaves least. */
function rest(input) {
  const others = inputs().filter((each) => each !== input);
  if (!sums().length || others.length === 0 || !others.every((each) => each.value)) return "";
  const before = others.reduce((sum, each) => sum + numberOf(each), 0);
  const [left] = sums().map((sum) => sum - before).sort((one, other) => Math.abs(one) - Math.abs(other) || other - one);
  return left < 0 ? `−${-left}` : String(left);
}

const isNew = (input) => Boolean(input.value) && input.value !== stood[input.dataset.column];

/** Typed numbers stay when the page is drawn anew. */
function put(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function look() {
  const row = form();
  const title = row.querySelector("h3");
  const number = correcting || Number(row.dataset.due);
  if (title) title.firstChild.textContent = fill(correcting ? title.dataset.correcting : title.dataset.title, { number }) + " ";
  row.querySelector("[data-leave]").hidden = !correcting;
  row.hidden = !correcting && "waits" in row.dataset;
  for (const input of inputs()) {
    input.closest(".column").classList.toggle("next", input.dataset.column === at);
    input.classList.toggle("marked", marked && input.dataset.column === at);
    if (isNew(input)) input.dataset.name = "numbers";
    else delete input.dataset.name; // empty cells, and unchanged ones, are not written
  }
  const typed = inputs().filter((input) => input.value);
  const sum = typed.reduce((all, input) => all + numberOf(input), 0);
  const line = row.querySelector(".sum");
  const shown = (number) => String(number).replace("-", "−");
  const words = sums().length ? line.dataset.of : line.dataset.together;
  line.textContent = typed.length && inputs().length > 1 ? fill(words, { sum: shown(sum), wanted: sums().map(shown).join(" / ") }) : "";
  line.classList.toggle("wrong", sums().length > 0 && typed.length === inputs().length && !sums().includes(sum));
  row.querySelector("button[type=submit]").disabled = !inputs().some(isNew);
}

function select(column) {
  at = column;
  const input = inputs().find((each) => each.dataset.column === at);
  if (input && !input.value && rest(input)) put(input, rest(input));
  marked = Boolean(input && input.value);
  look();
}

function next() {
  const all = inputs();
  const here = all.findIndex((each) => each.dataset.column === at);
  const following = [...all.slice(here + 1), ...all.slice(0, here)].find((each) => !each.value);
  select(following ? following.dataset.column : at);
}

function press({ digit, whole }) {
  const input = inputs().find((each) => each.dataset.column === at) ?? inputs()[0];
  if (!input) return;
  at = input.dataset.column;
  if (whole !== undefined) {
    put(input, whole);
    return next();
  }
  const before = marked && digit !== "−" ? "" : input.value; // the sign turns over what stands there
  marked = false;
  if (digit === "−") put(input, /^[-−]/.test(before) ? before.slice(1) : `−${before}`);
  else put(input, (before === "0" ? "" : before) + digit);
}

function erase() {
  const input = inputs().find((each) => each.dataset.column === at);
  if (input) put(input, "");
}

/** Shows a row of the sheet in the fields, to be corrected, from this column on; 0: the row that is due. */
function turnTo(number, column = "") {
  const row = form();
  correcting = number;
  const shown = number || Number(row.dataset.due);
  put(row.elements.row, String(shown));
  stood = {};
  for (const input of inputs()) {
    const cell = document.querySelector(`#sheet [data-row="${shown}"] [data-column="${input.dataset.column}"]`);
    stood[input.dataset.column] = cell && number ? cell.dataset.typed.replace("-", "−") : "";
  }
  for (const input of inputs()) put(input, stood[input.dataset.column]);
  select(column || ((inputs().find((each) => !each.value) ?? inputs()[0])?.dataset.column ?? ""));
  if (number) row.scrollIntoView({ block: "nearest" });
}

function click({ target }) {
  const button = target.closest("[data-digit], [data-whole], [data-erase], [data-on], [data-correct], [data-leave]");
  const input = target.closest("#row-form [data-column]");
  if (input) return select(input.dataset.column);
  if (!button || !form()) return;
  if ("correct" in button.dataset) turnTo(Number(button.dataset.correct), button.dataset.at);
  else if ("leave" in button.dataset) turnTo(0);
  else if ("erase" in button.dataset) erase();
  else if ("on" in button.dataset) {
    const here = inputs().find((each) => each.dataset.column === at);
    if (here && !here.value) put(here, "0"); // players without anything are passed over
    next();
  } else press(button.dataset);
}

let known = "";

// The page has come anew: another row is due, or somebody has written this one.
function renew() {
  if (!form()) return;
  if (known !== form().dataset.state) {
    known = form().dataset.state;
    turnTo(0);
  } else look();
}

document.addEventListener("click", click);
document.addEventListener("input", ({ target }) => target.closest?.("#row-form") && look());
document.addEventListener("reset", ({ target }) => target === form() && setTimeout(() => turnTo(0))); // it was written
onPart(renew);
renew();
