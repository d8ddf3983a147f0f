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

const all = () => document.querySelectorAll("#play-card, #play-cow");

document.addEventListener("click", shift);
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("#play-card, #play-cow");
  if (form) renew(form);
});
onPart(() => all().forEach(renew));
all().forEach(renew);
