// Fields of a form that know each other: dice that one pad fills in turn, and options that go together with some only.
import { onPart, page } from "./live.js";
import { submit } from "./submit.js";

// --- dice: each is a list drawn as a die; the pad puts a face into the first that has none. Where nothing else is asked
// for (data-sends), the last face sends the dice: the button is there for lists, and for what a picture has shown ---

const dice = (pad) => Array.from(pad.querySelectorAll("select"));
const shows = (die, face) => Array.from(die.options).some((option) => option.value === face);

function set(die, face) {
  die.value = face;
  die.dispatchEvent(new Event("input", { bubbles: true }));
}

function press(pad, face) {
  const next = dice(pad).find((die) => !die.value);
  if (!next || !shows(next, face)) return;
  set(next, face);
  if ("sends" in pad.dataset && dice(pad).every((die) => die.value)) submit(pad.form);
}

function takeBack(pad) {
  const last = dice(pad).filter((die) => die.value).pop();
  if (last) set(last, "");
}

const filled = new WeakMap();

// A number read from a picture is filled in once: a player who clears it afterwards means that.
function fill(pad) {
  const seen = pad.querySelector("legend").textContent;
  if (filled.get(pad) === seen) return;
  filled.set(pad, seen);
  for (const die of dice(pad)) {
    const shown = die.querySelector("option[selected]");
    if (shown) die.value = shown.value;
  }
}

function look(pad) {
  const next = dice(pad).find((die) => !die.value);
  for (const die of dice(pad)) die.classList.toggle("next", die === next);
  for (const key of pad.querySelectorAll("[data-face]")) key.disabled = !next || !shows(next, key.dataset.face);
  pad.querySelector("[data-back]").disabled = dice(pad).every((die) => !die.value);
  if ("sends" in pad.dataset) pad.form.querySelector("button[type=submit]").hidden = Boolean(next);
}

function click(event) {
  const pad = event.target.closest(".pad");
  if (!pad) return;
  const { face, back } = event.target.dataset;
  if (face !== undefined) press(pad, face);
  else if (back !== undefined) takeBack(pad);
}

// A keyboard types the faces wherever it is in the pad; in the lists it has always done so.
function type(event) {
  const pad = event.target.closest?.(".pad");
  if (!pad || event.target.matches("select")) return;
  if (event.key === "Backspace") takeBack(pad);
  else if (event.key.length === 1) press(pad, event.key);
}

// --- options ---

function picked(form, name) {
  const input = form.querySelector(`[data-name="${name}"]:checked`);
  return input ? JSON.parse(input.value) : undefined;
}

function goes(option, form) {
  return Object.entries(JSON.parse(option.dataset.given)).every(([name, values]) => {
    const value = picked(form, name);
    return value === undefined || values.includes(value);
  });
}

/** Offers what goes together with the other fields; the only one left is picked. */
function narrow(form) {
  for (const group of form.querySelectorAll(".pick")) {
    const left = [];
    for (const option of group.querySelectorAll("[data-given]")) {
      const input = option.querySelector("input");
      option.hidden = !goes(option, form);
      if (option.hidden) input.checked = false;
      else left.push(input);
    }
    if (left.length === 1) left[0].checked = true;
  }
}

/** The holder of the phone is meant until somebody else is picked. */
function pickMine(group) {
  const mine = group.querySelector(`input[value='"${page().seat}"']`);
  if (mine && !group.querySelector(":checked")) mine.checked = true;
}

function renew(root) {
  root.querySelectorAll("[data-mine]").forEach(pickMine);
  for (const pad of root.querySelectorAll(".pad")) look(pad);
  if (root.matches("form")) return narrow(root);
  for (const form of root.querySelectorAll("form")) narrow(form);
}

/** Takes over the pads and the options of the page. */
export function start() {
  document.addEventListener("click", click);
  document.addEventListener("keydown", type);
  document.addEventListener("input", (event) => event.target.form && renew(event.target.form));
  onPart(() => {
    for (const pad of document.querySelectorAll("#main .pad")) fill(pad);
    renew(document.getElementById("main"));
  });
}
