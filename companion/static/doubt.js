// Dice that a picture leaves in doubt are asked for one by one, with the picture of each beside its faces (the pad of fields.js
// fills the next die that has none). Something that is no die leaves the plain faces, for the die that was not found.
import { onPart } from "./live.js";

const none = new Set(); // pictures of what is no die

function ask(pad) {
  const next = pad.querySelector("select.next");
  let shown = null;
  const left = pad.querySelector(".doubt:focus-within");
  for (const doubt of pad.querySelectorAll(".doubt")) {
    doubt.hidden = doubt.dataset.of !== next?.id || none.has(doubt.querySelector("img").src);
    if (!doubt.hidden) shown = doubt;
  }
  const faces = pad.querySelector(".faces.plain");
  faces.hidden = Boolean(shown);
  if (left?.hidden) (shown ?? faces.querySelector("button")).focus();
}

function renew() {
  for (const doubt of document.querySelectorAll("#main .doubt:first-of-type")) ask(doubt.closest(".pad"));
}

function click(event) {
  if (!("noDie" in event.target.dataset)) return;
  none.add(event.target.closest(".doubt").querySelector("img").src);
  renew();
}

/** Takes over the dice in doubt of this page, also of the parts that come later. */
export function start() {
  document.addEventListener("click", click);
  document.addEventListener("input", renew);
  onPart(renew);
}
