// Scripts of this game's phones: a card is played by a tap, or its place is tapped; a cow that is not listed is
// typed on a pad; a herd is put in another order; cards are dragged.
import { forget, onPart, stays } from "../../live.js";
import { submit } from "../../submit.js";
import "./drag.js";

const field = (form, name) => Array.from(form.elements).find((each) => each.dataset.name === name && each.type !== "submit");
const cards = () => document.getElementById("play-card");
const pad = () => document.getElementById("play-cow");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Of the tiles those that are searched for; of a card that goes somewhere else the places. */
function offer() {
  const form = cards();
  const sought = plain(field(pad(), "name").value.trim());
  let found = 0;
  for (const tile of form.querySelectorAll("button.tile")) {
    tile.hidden = !plain(tile.value).includes(sought);
    found += !tile.hidden;
  }
  const elsewhere = form.querySelector("[data-elsewhere]").checked;
  const card = elsewhere ? field(form, "card").value : "";
  const mode = form.querySelector("[data-unlisted]").checked || (sought && !found) ? "unlisted" : card ? "place" : "";
  Object.assign(form.parentElement.dataset, { mode, where: elsewhere ? "else" : "" });
  form.querySelector(".gaps").hidden = mode !== "place";
  form.querySelector("[data-hand]").textContent = card;
}

function renew() {
  document.body.toggleAttribute("data-plays", Boolean(cards()));
  if (!cards()) return;
  offer();
  for (const form of [cards(), pad()]) {
    const free = form.querySelector("[data-free]");
    if (free) field(form, "free").value = String(free.checked);
  }
  const ticked = Array.from(pad().querySelectorAll("[data-ability]:checked"), (box) => box.dataset.ability);
  field(pad(), "abilities").value = JSON.stringify(ticked);
}

function put(form, values) {
  for (const [name, value] of Object.entries(values)) field(form, name).value = value;
  field(form, Object.keys(values)[0]).dispatchEvent(new Event("input", { bubbles: true })); // it stays when the page is drawn anew
}

function tap(event) {
  const button = event.target.closest?.("button");
  if (button?.matches("#play-card .gap")) put(button.form, { into: button.dataset.into, at: button.dataset.at });
  if (button?.dataset.puts) {
    put(button.form, { [button.dataset.puts]: button.value });
    if (button.dataset.puts === "value") submit(button.form);
  }
  const elsewhere = button?.matches("button.tile:not(.event)") && button.form.querySelector("[data-elsewhere]").checked;
  if (!elsewhere) return;
  event.preventDefault();
  put(button.form, { card: button.value });
}

/** The fold has done its work, and what comes next stands above it; what is refused is told there, and is still in it. */
function played({ target }) {
  if (target !== cards() && target !== pad()) return;
  target.parentElement.open = false;
  scrollTo(0, 0);
  setTimeout(() => forget(target === pad() ? cards() : pad()));
}

/** All of it is in sight: what stands above scrolls away. */
function opened({ target }) {
  if (target.id === "fold-play-card" && target.open) target.scrollIntoView({ behavior: "instant" });
}

function shift(event) {
  const step = Number(event.target.dataset?.shift);
  if (!step) return;
  const item = event.target.closest("[data-cow]");
  const other = step < 0 ? item.previousElementSibling : item.nextElementSibling;
  if (!other) return;
  stays(() => event.target, () => (step < 0 ? other.before(item) : other.after(item)));
  event.target.focus();
  const order = Array.from(item.parentElement.children, (each) => each.dataset.cow);
  field(item.closest("form"), "cows").value = JSON.stringify(order);
}

/** Cows are tapped one after the other; one that has its number gives it back, and with it all later ones. */
function number(event) {
  const tapped = event.target.closest?.(".picking [data-cow]")?.dataset.cow;
  if (!tapped) return;
  const form = event.target.closest("form");
  const hidden = field(form, "cows");
  const order = JSON.parse(hidden.value);
  const now = order.includes(tapped) ? order.slice(0, order.indexOf(tapped)) : [...order, tapped];
  const left = Array.from(form.querySelectorAll("[data-cow]"), (each) => each.dataset.cow).filter((cow) => !now.includes(cow));
  hidden.value = JSON.stringify(left.length === 1 && now.includes(tapped) ? [...now, ...left] : now);
  hidden.dispatchEvent(new Event("input", { bubbles: true })); // so that it is kept when the page is drawn anew
  numbered();
}

function numbered() {
  for (const form of document.querySelectorAll(".picking")) {
    const order = JSON.parse(field(form, "cows").value);
    const cows = form.querySelectorAll("[data-cow]");
    for (const cow of cows) cow.querySelector("b").textContent = order.indexOf(cow.dataset.cow) + 1 || "";
    form.querySelector("[type=submit]").disabled = order.length < cows.length;
  }
}

document.addEventListener("click", tap);
document.addEventListener("click", shift);
document.addEventListener("click", number);
document.addEventListener("submit", played, true);
document.addEventListener("toggle", opened, true);
document.addEventListener("input", (event) => [cards(), pad()].includes(event.target.form) && renew());
onPart(() => { renew(); numbered(); });
