// What a phone of this game does besides: the place of a cow is tapped, a herd is put in another order, cards are dragged.
import { onPart } from "../../live.js";
import "./drag.js";

const field = (form, name) => form.querySelector(`[data-name="${name}"]`);

/** A cow goes somewhere, an event does not. */
function offer(form) {
  const gaps = form.querySelector(".gaps");
  if (!gaps) return;
  const card = field(form, "card").selectedOptions[0];
  gaps.hidden = card?.dataset.named === undefined;
  gaps.querySelector("[data-hand]").textContent = card?.dataset.named ?? "";
  const gap = gaps.querySelector("[name=gap]:checked");
  if (!gap) return;
  field(form, "into").value = gap.dataset.into;
  field(form, "at").value = gap.dataset.at;
}

function renew(form) {
  offer(form);
  const free = form.querySelector("[data-free]");
  if (free) field(form, "free").value = String(free.checked);
  const ticked = Array.from(form.querySelectorAll("[data-ability]:checked"), (box) => box.dataset.ability);
  if (field(form, "abilities")) field(form, "abilities").value = JSON.stringify(ticked);
}

function shift(event) {
  const step = Number(event.target.dataset?.shift);
  if (!step) return;
  const item = event.target.closest("[data-cow]");
  const other = step < 0 ? item.previousElementSibling : item.nextElementSibling;
  if (!other) return;
  if (step < 0) other.before(item);
  else other.after(item);
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

const all = () => document.querySelectorAll("#play-card, #play-cow");

document.addEventListener("click", shift);
document.addEventListener("click", number);
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("#play-card, #play-cow");
  if (form) renew(form);
});
onPart(() => { all().forEach(renew); numbered(); });
