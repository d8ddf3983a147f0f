// Cards that lie open are turned over one by one (look/moments.css): until the last one has been, nothing on this page tells
// how it ended.
import { onPart } from "./live.js";

const TURN = 500;
const STEP = 0.35;
const known = new Set(); // cards that were turned over, or open when the page came
let first = true;
let turned = Promise.resolve();
let settle = () => {}; // ends the turning at once

/** The duration of the turn, as the style sheet says; 0 where the cards are face up at once. */
function lasts(reveal) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.body.dataset.turning === "none") return 0;
  const step = parseFloat(getComputedStyle(reveal).getPropertyValue("--turning")) || STEP;
  return TURN + 1000 * step * (Math.min(reveal.children.length, 5) - 1);
}

function look() {
  const reveal = document.querySelector("#main .reveal");
  const fresh = reveal && !known.has(reveal.id) && !first; // cards that an undo brings back are open as before
  first = false;
  if (reveal) known.add(reveal.id);
  if (!fresh) return;
  const rest = lasts(reveal);
  if (!rest) return;
  document.body.dataset.cards = "turning";
  turned = new Promise((done) => {
    settle = done;
    setTimeout(done, rest);
  }).then(() => { delete document.body.dataset.cards; });
}

/** Calls `tell` when no card is left to be turned. */
export function whenTurned(tell) {
  if (document.body.dataset.cards) turned.then(tell);
  else tell();
}

/** Looks now and after every change of the page. */
export function start() {
  document.addEventListener("pointerdown", () => settle());
  onPart(look);
}
